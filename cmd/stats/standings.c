/* Ternion: standings over games, by the names of the players. */
#include <stdlib.h>

#include "cmd/run/key_set.h"
#include "cmd/stats/standings.h"
#include "parse/text/arena.h"

enum {
	SHOWN = 20,  /* lines of the standings as text */
	CROSSED = 8, /* players in the cross table as text */
	POINTS_MAX = 32,
};

static const char *const deed_keys[DEEDS] = {
	[DEED_MATED] = "mated",
	[DEED_CAPTURED] = "captured",
	[DEED_INHERITED] = "inherited",
};

bool
points_read(const struct variant *variant, struct slice result,
    unsigned points[PLAYERS])
{
	int index = variant_result(variant, result.ptr, result.len);
	const char *p = index >= 0 ? variant->results[index] : NULL;

	for (unsigned i = 0; i < PLAYERS && p != NULL; i++) {
		char *end;

		points[i] = POINT * (unsigned)strtoul(p, &end, 10);
		if (*end == '/')
			points[i] /= (unsigned)strtoul(end + 1, &end, 10);
		p = end + (*end == '-');
	}
	return index >= 0;
}

/* Returns the index of the player of that name, and adds a new one. */
static size_t
find_contender(struct standings *standings, struct slice name)
{
	size_t mask, i;

	if (2 * (standings->len + 1) > standings->room) {
		standings->room =
		    standings->room > 0 ? standings->room * 2 : 64;
		mem_free(standings->slots);
		standings->slots =
		    mem_zeroed(standings->room * sizeof(*standings->slots));
		mask = standings->room - 1;
		for (size_t who = 0; who < standings->len; who++) {
			i = key_of_text(slice_of(standings->list[who].name)) &
			    mask;
			while (standings->slots[i] != 0)
				i = (i + 1) & mask;
			standings->slots[i] = who + 1;
		}
	}
	mask = standings->room - 1;
	i = key_of_text(name) & mask;
	while (standings->slots[i] != 0 &&
	    !slice_is(name, standings->list[standings->slots[i] - 1].name))
		i = (i + 1) & mask;
	if (standings->slots[i] == 0) {
		standings->list = mem_room(standings->list, standings->len,
		    &standings->size, sizeof(*standings->list));
		standings->list[standings->len] =
		    (struct contender){ .name = memcpy(mem_zeroed(name.len + 1),
					    name.ptr, name.len) };
		standings->slots[i] = ++standings->len;
	}
	return standings->slots[i] - 1;
}

/* Where the score against another player is, or is to be. */
static size_t
rival_place(const struct contender *contender, size_t who)
{
	size_t low = 0, high = contender->len;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (contender->rivals[middle].who < who)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The score of a player against another, added if they have not met. */
static struct rival *
find_rival(struct contender *contender, size_t who)
{
	size_t at = rival_place(contender, who);

	if (at < contender->len && contender->rivals[at].who == who)
		return &contender->rivals[at];
	if (contender->len == contender->size) {
		contender->size = contender->size * 2 + 4;
		contender->rivals = mem_grow(contender->rivals,
		    contender->size * sizeof(*contender->rivals));
	}
	memmove(contender->rivals + at + 1, contender->rivals + at,
	    (contender->len++ - at) * sizeof(*contender->rivals));
	contender->rivals[at] = (struct rival){ .who = who };
	return &contender->rivals[at];
}

/*
 * Games
 */

/* Adds the deeds of player p against another in a game. */
static void
add_deeds(unsigned long deeds[DEEDS], const struct fates *fates, unsigned p,
    unsigned other)
{
	deeds[DEED_MATED] += fates->mated_by[other] == p + 1;
	deeds[DEED_CAPTURED] += fates->captured[other] == p + 1;
	deeds[DEED_INHERITED] += fates->heir[other] == p + 1;
}

void
standings_add(struct standings *standings, const struct slice names[PLAYERS],
    const unsigned *points, const struct fates *fates)
{
	bool known[PLAYERS];
	size_t who[PLAYERS];

	for (unsigned p = 0; p < PLAYERS; p++) {
		known[p] = names[p].len > 0 && !slice_is(names[p], "?");
		if (known[p])
			who[p] = find_contender(standings, names[p]);
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct contender *own;

		if (!known[p])
			continue;
		own = &standings->list[who[p]];
		own->games++;
		own->seats[p]++;
		own->points += points != NULL ? points[p] : 0;
		own->open += points == NULL;
		for (unsigned o = 0; o < PLAYERS; o++) {
			struct rival *rival;

			add_deeds(own->deeds, fates, p, o);
			if (!known[o] || who[o] == who[p])
				continue;
			rival = find_rival(own, who[o]);
			add_deeds(rival->deeds, fates, p, o);
			if (points == NULL)
				continue;
			rival->ahead += points[p] > points[o];
			rival->level += points[p] == points[o];
			rival->behind += points[p] < points[o];
		}
	}
}

/*
 * From the JSON of other runs
 */

/* "7.5", or "0.333" of a third, in sixths. */
static bool
merge_points(unsigned long *points, const struct tree_node *node)
{
	char text[POINTS_MAX], *end;
	double number;

	if (node == NULL || node->type != TREE_TEXT || node->text.len == 0 ||
	    node->text.len >= sizeof(text))
		return false;
	memcpy(text, node->text.ptr, node->text.len);
	text[node->text.len] = '\0';
	number = strtod(text, &end);
	if (*end != '\0' || !(number >= 0))
		return false;
	*points += (unsigned long)(number * POINT + 0.5);
	return true;
}

/* Adds the deeds of a map; false if it has none. */
static bool
merge_own_deeds(unsigned long deeds[DEEDS], const struct tree_node *map)
{
	for (unsigned deed = 0; deed < DEEDS; deed++)
		if (!tree_number(map, &deeds[deed], deed_keys[deed]))
			return false;
	return true;
}

/* Finds the player of a map; false if it names none. */
static bool
named_contender(
    struct standings *standings, const struct tree_node *map, size_t *who)
{
	const struct tree_node *name = tree_member(map, "name");

	if (name == NULL || name->type != TREE_TEXT)
		return false;
	*who = find_contender(standings, name->text);
	return true;
}

static bool
merge_contender(struct standings *standings, const struct variant *variant,
    const struct tree_node *map)
{
	const struct tree_node *seats = tree_member(map, "seats");
	const struct tree_node *against = tree_member(map, "against");
	struct contender *own;
	size_t who, other;

	if (!named_contender(standings, map, &who))
		return false;
	own = &standings->list[who];
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!tree_number(seats, &own->seats[p], variant->players[p]))
			return false;
	if (!tree_number(map, &own->games, "games") ||
	    !tree_number(map, &own->open, "open") ||
	    !merge_own_deeds(own->deeds, map) ||
	    !merge_points(&own->points, tree_member(map, "points")) ||
	    against == NULL || against->type != TREE_LIST)
		return false;
	for (const struct tree_node *n = against->first; n; n = n->next) {
		struct rival *rival;

		if (!named_contender(standings, n, &other))
			return false;
		rival = find_rival(&standings->list[who], other);
		if (!tree_number(n, &rival->ahead, "ahead") ||
		    !tree_number(n, &rival->level, "level") ||
		    !tree_number(n, &rival->behind, "behind") ||
		    !merge_own_deeds(rival->deeds, n))
			return false;
	}
	return true;
}

bool
standings_merge(struct standings *standings, const struct variant *variant,
    const struct tree_node *list)
{
	if (list == NULL || list->type != TREE_LIST)
		return false;
	for (const struct tree_node *n = list->first; n != NULL; n = n->next)
		if (!merge_contender(standings, variant, n))
			return false;
	return true;
}

void
standings_release(struct standings *standings)
{
	for (size_t i = 0; i < standings->len; i++) {
		mem_free(standings->list[i].name);
		mem_free(standings->list[i].rivals);
	}
	mem_free(standings->list);
	mem_free(standings->slots);
}

/*
 * The report
 */

/* More points first; with equal points fewer games first. */
static int
by_points(const void *a, const void *b)
{
	const struct contender *x = *(const struct contender *const *)a;
	const struct contender *y = *(const struct contender *const *)b;

	if (x->points != y->points)
		return x->points > y->points ? -1 : 1;
	if (x->games != y->games)
		return x->games < y->games ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Pointers to all of them, the best first; the caller frees it. */
static const struct contender **
ranked(const struct standings *standings)
{
	const struct contender **order =
	    mem_alloc((standings->len + 1) * sizeof(*order));

	for (size_t i = 0; i < standings->len; i++)
		order[i] = &standings->list[i];
	if (standings->len > 0)
		qsort(order, standings->len, sizeof(*order), by_points);
	return order;
}

/* "7", "7.5", "0.333" */
static const char *
points_text(unsigned long points, char text[POINTS_MAX])
{
	size_t len;

	snprintf(text, POINTS_MAX, "%.3f", (double)points / POINT);
	len = strlen(text);
	while (text[len - 1] == '0')
		text[--len] = '\0';
	if (text[len - 1] == '.')
		text[--len] = '\0';
	return text;
}

static void
put_cross_table(const struct standings *standings,
    const struct contender *const *order, struct strbuf *out)
{
	size_t shown = standings->len < CROSSED ? standings->len : CROSSED;

	strbuf_puts(out, "  ahead-level-behind:\n       ");
	for (size_t i = 0; i < shown; i++)
		strbuf_printf(out, " %10zu", i + 1);
	strbuf_char(out, '\n');
	for (size_t i = 0; i < shown; i++) {
		strbuf_printf(out, "  %4zu.", i + 1);
		for (size_t j = 0; j < shown; j++) {
			size_t who = (size_t)(order[j] - standings->list);
			size_t at = rival_place(order[i], who);
			const struct rival *rival = &order[i]->rivals[at];
			char text[64] = "-";

			if (at < order[i]->len && rival->who == who)
				snprintf(text, sizeof(text), "%lu-%lu-%lu",
				    rival->ahead, rival->level, rival->behind);
			strbuf_printf(out, " %10s", text);
		}
		strbuf_char(out, '\n');
	}
}

void
standings_text(const struct standings *standings, const struct variant *variant,
    struct strbuf *out)
{
	const struct contender **order;
	char points[POINTS_MAX];

	if (standings->len == 0)
		return;
	order = ranked(standings);
	strbuf_printf(
	    out, "  standings:\n  %5s %8s %6s", "", "points", "games");
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %6s", variant->players[p]);
	strbuf_printf(out, " %6s %6s %6s  name\n", "mates", "kings", "armies");
	for (size_t i = 0; i < standings->len && i < SHOWN; i++) {
		strbuf_printf(out, "  %4zu. %8s %6lu", i + 1,
		    points_text(order[i]->points, points), order[i]->games);
		for (unsigned p = 0; p < PLAYERS; p++)
			strbuf_printf(out, " %6lu", order[i]->seats[p]);
		for (unsigned deed = 0; deed < DEEDS; deed++)
			strbuf_printf(out, " %6lu", order[i]->deeds[deed]);
		strbuf_printf(out, "  %s\n", order[i]->name);
	}
	if (standings->len > SHOWN)
		strbuf_printf(
		    out, "    and %zu more\n", standings->len - SHOWN);
	if (standings->len > 1)
		put_cross_table(standings, order, out);
	mem_free(order);
}

/* Rivals are sorted like the standings, so that the order of the games does not
 * matter. */
struct ranked_rival {
	const struct rival *rival;
	size_t rank;
};

static int
by_rank(const void *a, const void *b)
{
	const struct ranked_rival *x = a, *y = b;

	return (x->rank > y->rank) - (x->rank < y->rank);
}

static void
put_deeds(const unsigned long deeds[DEEDS], struct json *json)
{
	for (unsigned deed = 0; deed < DEEDS; deed++)
		json_number(json, deed_keys[deed], deeds[deed]);
}

static void
put_contender(const struct standings *standings, const struct variant *variant,
    const struct contender *contender, const size_t *rank, struct json *json)
{
	char points[POINTS_MAX];
	struct ranked_rival *rivals =
	    mem_alloc((contender->len + 1) * sizeof(*rivals));

	json_begin(json, NULL, '{');
	json_string(json, "name", contender->name);
	json_literal(
	    json, "points", slice_of(points_text(contender->points, points)));
	json_number(json, "games", contender->games);
	json_number(json, "open", contender->open);
	json_begin_flat(json, "seats", '{');
	for (unsigned p = 0; p < PLAYERS; p++)
		json_number(json, variant->players[p], contender->seats[p]);
	json_end(json, '}');
	put_deeds(contender->deeds, json);
	for (size_t i = 0; i < contender->len; i++)
		rivals[i] = (struct ranked_rival){ &contender->rivals[i],
			rank[contender->rivals[i].who] };
	if (contender->len > 0)
		qsort(rivals, contender->len, sizeof(*rivals), by_rank);
	json_begin(json, "against", '[');
	for (size_t i = 0; i < contender->len; i++) {
		const struct rival *rival = rivals[i].rival;

		json_begin_flat(json, NULL, '{');
		json_string(json, "name", standings->list[rival->who].name);
		json_number(json, "ahead", rival->ahead);
		json_number(json, "level", rival->level);
		json_number(json, "behind", rival->behind);
		put_deeds(rival->deeds, json);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_end(json, '}');
	mem_free(rivals);
}

void
standings_json(const struct standings *standings, const struct variant *variant,
    struct json *json)
{
	const struct contender **order = ranked(standings);
	size_t *rank = mem_alloc((standings->len + 1) * sizeof(*rank));

	for (size_t i = 0; i < standings->len; i++)
		rank[order[i] - standings->list] = i;
	json_begin(json, "standings", '[');
	for (size_t i = 0; i < standings->len; i++)
		put_contender(standings, variant, order[i], rank, json);
	json_end(json, ']');
	mem_free(order);
	mem_free(rank);
}
