/* Ternion: standings over games, by the names of the players. */
#include <stdlib.h>

#include "cmd/run/key_set.h"
#include "cmd/stats/stats.h"
#include "parse/text/arena.h"

enum {
	WIDTH = 6,          /* of a column in text */
	SHOWN = 20,         /* lines in text */
	CROSSED = 8,        /* players in the cross table in text */
	CROSS_COLUMNS = 64, /* and in CSV */
	CROSS_MAX = 64,
	MILLI = 3, /* digits after the point */
};

static const char *const deed_keys[DEEDS] = {
	[DEED_MATED] = "mated",
	[DEED_CAPTURED] = "captured",
	[DEED_INHERITED] = "inherited",
};

/*
 * Numbers
 */

bool
decimal_read(struct slice text, unsigned digits, unsigned long *number)
{
	unsigned after = 0;
	bool point = false;
	size_t i = 0;

	*number = 0;
	for (; i < text.len; i++) {
		if (text.ptr[i] == '.' && !point)
			point = true;
		else if (!ascii_is_digit(text.ptr[i]))
			break;
		else if (!point || after++ < digits)
			*number = *number * 10 + (unsigned)(text.ptr[i] - '0');
	}
	for (; after < digits; after++)
		*number *= 10;
	return text.len > 0 && i == text.len;
}

const char *
decimal_text(unsigned long number, unsigned digits, char text[DECIMAL_MAX])
{
	char all[DECIMAL_MAX - 1];
	size_t len;

	snprintf(all, sizeof(all), "%0*lu", (int)digits + 1, number);
	len = strlen(all) - digits;
	snprintf(text, DECIMAL_MAX, "%.*s.%s", (int)len, all, all + len);
	for (len = strlen(text); text[len - 1] == '0';)
		text[--len] = '\0';
	if (text[len - 1] == '.')
		text[--len] = '\0';
	return text;
}

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

int
points_winner(const struct variant *variant, struct slice result)
{
	unsigned points[PLAYERS], first = 0, sharing = 0;

	if (!points_read(variant, result, points))
		return -1;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (points[p] > points[first])
			first = p;
	for (unsigned p = 0; p < PLAYERS; p++)
		sharing += points[p] == points[first];
	return (int)(sharing == 1 ? first : (unsigned)PLAYER_NONE);
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

struct contender *
standings_of(struct standings *standings, struct slice name)
{
	size_t who = find_contender(standings, name); /* may move the list */

	return &standings->list[who];
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
		own->wins += points != NULL &&
		    points[p] > points[(p + 1) % PLAYERS] &&
		    points[p] > points[(p + 2) % PLAYERS];
		for (unsigned o = 0; o < PLAYERS; o++) {
			struct rival *rival;

			add_deeds(own->deeds, fates, p, o);
			if (!known[o] || who[o] == who[p])
				continue;
			rival = find_rival(own, who[o]);
			add_deeds(rival->deeds, fates, p, o);
			if (points == NULL)
				continue;
			rival->wins += points[p] > points[o];
			rival->draws += points[p] == points[o];
			rival->losses += points[p] < points[o];
		}
	}
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

/* More is better; less than 0 if x is before y. */
static int
compare_counts(unsigned long x, unsigned long y)
{
	return (x < y) - (x > y);
}

/* By points and then by the tie-breaks; last, who needed fewer games. */
static int
by_points(const void *a, const void *b)
{
	const struct contender *x = *(const struct contender *const *)a;
	const struct contender *y = *(const struct contender *const *)b;
	int order = compare_counts(x->points, y->points);

	if (order == 0)
		order = (x->direct < y->direct) - (x->direct > y->direct);
	if (order == 0)
		order = compare_counts(x->wins, y->wins);
	if (order == 0)
		order = compare_counts(x->strength, y->strength);
	if (order == 0)
		order = compare_counts(y->games, x->games);
	return order != 0 ? order : strcmp(x->name, y->name);
}

struct contender **
standings_ranked(struct standings *standings)
{
	struct contender **order =
	    mem_alloc((standings->len + 1) * sizeof(*order));

	/* The tie-breaks need the points of all. */
	for (size_t i = 0; i < standings->len; i++) {
		struct contender *own = order[i] = &standings->list[i];

		own->direct = 0;
		own->strength = 0;
		for (size_t r = 0; r < own->len; r++) {
			const struct rival *rival = &own->rivals[r];
			unsigned long points =
			    standings->list[rival->who].points;

			if (points == own->points)
				own->direct +=
				    (long)rival->wins - (long)rival->losses;
			own->strength +=
			    (2 * rival->wins + rival->draws) * points;
		}
	}
	if (standings->len > 0)
		qsort(order, standings->len, sizeof(*order), by_points);
	for (size_t i = 0; i < standings->len; i++) {
		order[i]->place = i;
		order[i]->rank =
		    i > 0 && order[i]->points == order[i - 1]->points
		    ? order[i - 1]->rank
		    : i + 1;
	}
	return order;
}

const char *
points_text(unsigned long points, char text[DECIMAL_MAX])
{
	return decimal_text((points * 1000 + POINT / 2) / POINT, MILLI, text);
}

/* Sonneborn-Berger. */
static const char *
strength_text(const struct contender *contender, char text[DECIMAL_MAX])
{
	return decimal_text(
	    (contender->strength * 1000 + POINT) / (2 * POINT), MILLI, text);
}

/* "1-0-2": a player's wins, draws and losses against another. */
static const char *
cross_text(const struct standings *standings, const struct contender *own,
    const struct contender *other, char text[CROSS_MAX])
{
	size_t who = (size_t)(other - standings->list);
	size_t at = rival_place(own, who);
	const struct rival *rival = &own->rivals[at];

	if (at < own->len && rival->who == who)
		snprintf(text, CROSS_MAX, "%lu-%lu-%lu", rival->wins,
		    rival->draws, rival->losses);
	else
		snprintf(text, CROSS_MAX, "-");
	return text;
}

static void
put_cross_table(const struct standings *standings,
    struct contender *const *order, struct strbuf *out)
{
	size_t shown = standings->len < CROSSED ? standings->len : CROSSED;
	char text[CROSS_MAX];

	strbuf_puts(out, "  ahead-level-behind:\n       ");
	for (size_t i = 0; i < shown; i++)
		strbuf_printf(out, " %10zu", i + 1);
	strbuf_char(out, '\n');
	for (size_t i = 0; i < shown; i++) {
		strbuf_printf(out, "  %4zu.", i + 1);
		for (size_t j = 0; j < shown; j++)
			strbuf_printf(out, " %10s",
			    cross_text(standings, order[i], order[j], text));
		strbuf_char(out, '\n');
	}
}

/* In text, the table has fewer columns and rows, and is followed by the cross
 * table; else this is part of it. */
void
standings_table(struct standings *standings, const struct variant *variant,
    struct table *table)
{
	static const char *const deed_heads[DEEDS] = { "mates", "kings",
		"armies" };
	struct contender **order = standings_ranked(standings);
	bool is_text = table->form == TABLE_TEXT;
	size_t crossed = standings->len <= CROSS_COLUMNS ? standings->len : 0;
	size_t shown =
	    is_text && standings->len > SHOWN ? SHOWN : standings->len;
	char text[CROSS_MAX];

	table_begin(table, "standings", variant->id);
	table_cell(table, WIDTH, is_text ? "" : "rank");
	table_cell(table, WIDTH + 2, "points");
	table_cell(table, WIDTH, "games");
	table_cell(table, 0, "open");
	table_cell(table, 0, "wins");
	table_cell(table, 0, "direct");
	table_cell(table, 0, "SB");
	for (unsigned p = 0; p < PLAYERS; p++)
		table_cell(table, WIDTH, variant->players[p]);
	for (unsigned deed = 0; deed < DEEDS; deed++)
		table_cell(
		    table, WIDTH, is_text ? deed_heads[deed] : deed_keys[deed]);
	for (size_t i = 0; i < crossed; i++)
		table_cell(table, 0, order[i]->name);
	table_last(table, "name");
	for (size_t i = 0; i < shown; i++) {
		const struct contender *own = order[i];

		snprintf(
		    text, sizeof(text), "%zu%s", own->rank, is_text ? "." : "");
		table_cell(table, WIDTH, text);
		table_cell(table, WIDTH + 2, points_text(own->points, text));
		table_number(table, WIDTH, own->games);
		table_number(table, 0, own->open);
		table_number(table, 0, own->wins);
		snprintf(text, sizeof(text), "%ld", own->direct);
		table_cell(table, 0, text);
		table_cell(table, 0, strength_text(own, text));
		for (unsigned p = 0; p < PLAYERS; p++)
			table_number(table, WIDTH, own->seats[p]);
		for (unsigned deed = 0; deed < DEEDS; deed++)
			table_number(table, WIDTH, own->deeds[deed]);
		for (size_t j = 0; j < crossed; j++)
			table_cell(table, 0,
			    cross_text(standings, own, order[j], text));
		table_last(table, own->name);
	}
	if (standings->len > shown)
		strbuf_printf(
		    table->out, "    and %zu more\n", standings->len - shown);
	if (is_text && standings->len > 1)
		put_cross_table(standings, order, table->out);
	mem_free(order);
}

static int
by_rival_place(const void *a, const void *b)
{
	const struct rival *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

static void
put_deeds(const unsigned long deeds[DEEDS], struct json *json)
{
	for (unsigned deed = 0; deed < DEEDS; deed++)
		json_number(json, deed_keys[deed], deeds[deed]);
}

static void
put_contender(const struct standings *standings, const struct variant *variant,
    struct contender *own, struct json *json)
{
	char text[DECIMAL_MAX];

	json_put(json, "{name:%s points:=%s games:%lu open:%lu seats:~{",
	    own->name, points_text(own->points, text), own->games, own->open);
	for (unsigned p = 0; p < PLAYERS; p++)
		json_number(json, variant->players[p], own->seats[p]);
	json_put(json, "}");
	put_deeds(own->deeds, json);
	json_put(json, "rank:%lu wins:%lu direct:%ld sonneborn_berger:=%s",
	    own->rank, own->wins, own->direct, strength_text(own, text));
	/* In the order of the standings, whatever that of the games was. */
	for (size_t i = 0; i < own->len; i++)
		own->rivals[i].place =
		    standings->list[own->rivals[i].who].place;
	if (own->len > 0)
		qsort(own->rivals, own->len, sizeof(*own->rivals),
		    by_rival_place);
	json_put(json, "against:[");
	for (size_t i = 0; i < own->len; i++) {
		const struct rival *rival = &own->rivals[i];

		json_put(json, "~{name:%s ahead:%lu level:%lu behind:%lu",
		    standings->list[rival->who].name, rival->wins, rival->draws,
		    rival->losses);
		put_deeds(rival->deeds, json);
		json_put(json, "}");
	}
	json_put(json, "]}");
}

void
standings_json(struct standings *standings, const struct variant *variant,
    struct json *json)
{
	struct contender **order = standings_ranked(standings);

	json_begin(json, "standings", '[');
	for (size_t i = 0; i < standings->len; i++)
		put_contender(standings, variant, order[i], json);
	json_end(json, ']');
	mem_free(order);
}
