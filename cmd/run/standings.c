/* Ternion: standings over games, by the names of the players. */
#include <stdlib.h>

#include "cmd/run/key_set.h"
#include "cmd/run/standings.h"
#include "parse/text/arena.h"

enum {
	SHOWN = 20,  /* lines of the standings as text */
	CROSSED = 8, /* players in the cross table as text */
	POINTS_MAX = 32,
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

/*
 * The names
 */

/* The place of a name in the hash table: its own, or an empty one. */
static size_t
find_slot(const struct standings *standings, struct slice name)
{
	size_t mask = standings->room - 1, i = key_of_text(name) & mask;

	while (standings->slots[i] != 0 &&
	    !slice_is(name, standings->list[standings->slots[i] - 1].name))
		i = (i + 1) & mask;
	return i;
}

static void
make_place(struct standings *standings)
{
	if (standings->len == standings->size) {
		standings->size = standings->size * 2 + 16;
		standings->list = mem_grow(standings->list,
		    standings->size * sizeof(*standings->list));
	}
	if (2 * (standings->len + 1) <= standings->room)
		return;
	standings->room = standings->room > 0 ? standings->room * 2 : 64;
	mem_free(standings->slots);
	standings->slots =
	    mem_alloc(standings->room * sizeof(*standings->slots));
	memset(
	    standings->slots, 0, standings->room * sizeof(*standings->slots));
	for (size_t i = 0; i < standings->len; i++)
		standings->slots[find_slot(
		    standings, slice_of(standings->list[i].name))] = i + 1;
}

/* The number of the player of that name, who may be new. */
static size_t
find_contender(struct standings *standings, struct slice name)
{
	struct contender *contender;
	size_t slot;

	make_place(standings);
	slot = find_slot(standings, name);
	if (standings->slots[slot] != 0)
		return standings->slots[slot] - 1;
	contender = &standings->list[standings->len];
	memset(contender, 0, sizeof(*contender));
	contender->name = mem_alloc(name.len + 1);
	memcpy(contender->name, name.ptr, name.len);
	contender->name[name.len] = '\0';
	standings->slots[slot] = ++standings->len;
	return standings->len - 1;
}

/* The score of a player against another, added if they have not met. */
static struct rival *
find_rival(struct contender *contender, size_t who)
{
	size_t low = 0, high = contender->len;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (contender->rivals[middle].who < who)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < contender->len && contender->rivals[low].who == who)
		return &contender->rivals[low];
	if (contender->len == contender->size) {
		contender->size = contender->size * 2 + 4;
		contender->rivals = mem_grow(contender->rivals,
		    contender->size * sizeof(*contender->rivals));
	}
	memmove(contender->rivals + low + 1, contender->rivals + low,
	    (contender->len++ - low) * sizeof(*contender->rivals));
	contender->rivals[low] = (struct rival){ .who = who };
	return &contender->rivals[low];
}

static const struct rival *
known_rival(const struct contender *contender, size_t who)
{
	for (size_t i = 0; i < contender->len; i++)
		if (contender->rivals[i].who == who)
			return &contender->rivals[i];
	return NULL;
}

/*
 * Games
 */

static bool
is_known(struct slice name)
{
	return name.len > 0 && !slice_is(name, "?");
}

/* Adds the deeds of player p against another in a game. */
static void
add_deeds(
    struct rival *rival, const struct fates *fates, unsigned p, unsigned other)
{
	rival->mated += fates->mated_by[other] == p + 1;
	rival->captured += fates->captured[other] == p + 1;
	rival->inherited += fates->heir[other] == p + 1;
}

static void
add_own(struct contender *contender, const unsigned *points,
    const struct fates *fates, unsigned p)
{
	contender->games++;
	contender->seats[p]++;
	if (points != NULL)
		contender->points += points[p];
	else
		contender->open++;
	for (unsigned other = 0; other < PLAYERS; other++) {
		contender->mated += fates->mated_by[other] == p + 1;
		contender->captured += fates->captured[other] == p + 1;
		contender->inherited += fates->heir[other] == p + 1;
	}
}

void
standings_add(struct standings *standings, const struct slice names[PLAYERS],
    const unsigned *points, const struct fates *fates)
{
	size_t who[PLAYERS] = { 0, 0, 0 };

	for (unsigned p = 0; p < PLAYERS; p++)
		if (is_known(names[p]))
			who[p] = find_contender(standings, names[p]);
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!is_known(names[p]))
			continue;
		add_own(&standings->list[who[p]], points, fates, p);
		for (unsigned o = 0; o < PLAYERS; o++) {
			struct rival *rival;

			if (!is_known(names[o]) || who[o] == who[p])
				continue;
			rival = find_rival(&standings->list[who[p]], who[o]);
			add_deeds(rival, fates, p, o);
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

static bool
merge_rivals(
    struct standings *standings, size_t who, const struct tree_node *list)
{
	if (list == NULL || list->type != TREE_LIST)
		return false;
	for (const struct tree_node *n = list->first; n != NULL; n = n->next) {
		const struct tree_node *name = tree_member(n, "name");
		struct rival *rival;
		size_t other;

		if (name == NULL || name->type != TREE_TEXT)
			return false;
		other = find_contender(standings, name->text);
		rival = find_rival(&standings->list[who], other);
		if (!tree_number(n, &rival->ahead, "ahead") ||
		    !tree_number(n, &rival->level, "level") ||
		    !tree_number(n, &rival->behind, "behind") ||
		    !tree_number(n, &rival->mated, "mated") ||
		    !tree_number(n, &rival->captured, "captured") ||
		    !tree_number(n, &rival->inherited, "inherited"))
			return false;
	}
	return true;
}

static bool
merge_contender(struct standings *standings, const struct variant *variant,
    const struct tree_node *map)
{
	const struct tree_node *name = tree_member(map, "name");
	const struct tree_node *seats = tree_member(map, "seats");
	struct contender *contender;
	size_t who;

	if (name == NULL || name->type != TREE_TEXT)
		return false;
	who = find_contender(standings, name->text);
	contender = &standings->list[who];
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!tree_number(
			seats, &contender->seats[p], variant->players[p]))
			return false;
	return tree_number(map, &contender->games, "games") &&
	    tree_number(map, &contender->open, "open") &&
	    tree_number(map, &contender->mated, "mated") &&
	    tree_number(map, &contender->captured, "captured") &&
	    tree_number(map, &contender->inherited, "inherited") &&
	    merge_points(&contender->points, tree_member(map, "points")) &&
	    merge_rivals(standings, who, tree_member(map, "against"));
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

/* More points first; of equal ones who needed fewer games. */
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
put_standing(const struct contender *contender, size_t rank, struct strbuf *out)
{
	char points[POINTS_MAX];

	strbuf_printf(out, "  %4zu. %8s %6lu", rank,
	    points_text(contender->points, points), contender->games);
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %6lu", contender->seats[p]);
	strbuf_printf(out, " %6lu %6lu %6lu  %s\n", contender->mated,
	    contender->captured, contender->inherited, contender->name);
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
			const struct rival *rival = known_rival(
			    order[i], (size_t)(order[j] - standings->list));
			char text[64] = "-";

			if (rival != NULL)
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

	if (standings->len == 0)
		return;
	order = ranked(standings);
	strbuf_printf(
	    out, "  standings:\n  %5s %8s %6s", "", "points", "games");
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %6s", variant->players[p]);
	strbuf_printf(out, " %6s %6s %6s  name\n", "mates", "kings", "armies");
	for (size_t i = 0; i < standings->len && i < SHOWN; i++)
		put_standing(order[i], i + 1, out);
	if (standings->len > SHOWN)
		strbuf_printf(
		    out, "    and %zu more\n", standings->len - SHOWN);
	if (standings->len > 1)
		put_cross_table(standings, order, out);
	mem_free(order);
}

/* Rivals stand in the order of the standings, not in that in which they came:
 * so it does not matter from where the games came. */
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
put_rival(const struct standings *standings, const struct rival *rival,
    struct json *json)
{
	json_begin_flat(json, NULL, '{');
	json_string(json, "name", standings->list[rival->who].name);
	json_number(json, "ahead", rival->ahead);
	json_number(json, "level", rival->level);
	json_number(json, "behind", rival->behind);
	json_number(json, "mated", rival->mated);
	json_number(json, "captured", rival->captured);
	json_number(json, "inherited", rival->inherited);
	json_end(json, '}');
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
	json_number(json, "mated", contender->mated);
	json_number(json, "captured", contender->captured);
	json_number(json, "inherited", contender->inherited);
	for (size_t i = 0; i < contender->len; i++)
		rivals[i] = (struct ranked_rival){ &contender->rivals[i],
			rank[contender->rivals[i].who] };
	if (contender->len > 0)
		qsort(rivals, contender->len, sizeof(*rivals), by_rank);
	json_begin(json, "against", '[');
	for (size_t i = 0; i < contender->len; i++)
		put_rival(standings, rivals[i].rival, json);
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
