/* Ternion: standings over games, by the names of the players. */
#include <search.h>

#include "cmd/stats/stats.h"

enum {
	WIDTH = 6,          /* of a column in text */
	SHOWN = 20,         /* lines in text */
	CROSSED = 8,        /* players in the cross table in text */
	CROSS_COLUMNS = 64, /* and in CSV */
	CROSS_MAX = 64,
	MILLI = 3, /* digits after the point */
};

const struct deed_row deed_table[DEEDS] = {
#define ROW(id, member, ...) [id] = { __VA_ARGS__ },
#include "cmd/stats/deeds.def"
};

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

	snprintf(all, sizeof(all), "%0*lu", (int)digits + 1, number);
	size_t len = strlen(all) - digits;
	snprintf(text, DECIMAL_MAX, "%.*s.%s", (int)len, all, all + len);
	for (len = strlen(text); text[len - 1] == '0';)
		text[--len] = '\0';
	if (text[len - 1] == '.')
		text[--len] = '\0';
	return text;
}

int
points_winner(struct slice result)
{
	unsigned points[PLAYERS] = { 0 }, first = 0, sharing = 0;

	if (!result_points(result, points))
		return -1;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (points[p] > points[first])
			first = p;
	for (unsigned p = 0; p < PLAYERS; p++)
		sharing += points[p] == points[first];
	return (int)(sharing == 1 ? first : (unsigned)PLAYER_NONE);
}

static int
by_contender_name(const void *a, const void *b)
{
	const struct contender *x = a, *y = b;

	return strcmp(x->name, y->name);
}

struct contender *
standings_of(struct standings *standings, struct slice name)
{
	struct contender *new = mem_zeroed(sizeof(*new));

	new->name = mem_string(name.ptr, name.len);
	new->number = standings->len;
	struct contender **found =
	    tsearch(new, &standings->by_name, by_contender_name);
	if (found == NULL) {
		memory_none();
	} else if (*found != new) {
		mem_free(new->name);
		mem_free(new);
		return *found;
	}
	*MEM_ADD(standings, list) = new;
	return new;
}

static uint64_t
key_of_pair(const struct contender *own, const struct contender *other)
{
	return key_mix((uint64_t)own->number << 32 | other->number);
}

void
add_deeds(unsigned long deeds[DEEDS], const struct fates *fates, unsigned p,
    unsigned other)
{
#define ROW(id, member, ...) deeds[id] += fates->member[other] == p + 1;
#include "cmd/stats/deeds.def"
}

void
standings_add(struct standings *standings, const struct slice names[PLAYERS],
    const unsigned *points, const struct fates *fates)
{
	struct contender *who[PLAYERS]; /* NULL: not known */

	for (unsigned p = 0; p < PLAYERS; p++)
		who[p] = names[p].len > 0 && !slice_is(names[p], "?")
		    ? standings_of(standings, names[p])
		    : NULL;
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct contender *own = who[p];

		if (own == NULL)
			continue;
		own->games++;
		own->seats[p]++;
		own->points += points != NULL ? points[p] : 0;
		own->open += points == NULL;
		own->wins += points != NULL &&
		    points[p] > points[(p + 1) % PLAYERS] &&
		    points[p] > points[(p + 2) % PLAYERS];
		for (unsigned o = 0; o < PLAYERS; o++) {
			add_deeds(own->deeds, fates, p, o);
			if (who[o] == NULL || who[o] == own)
				continue;
			struct rival *rival = key_set_make(&standings->rivals,
			    key_of_pair(own, who[o]), sizeof(*rival));
			if (rival->who == NULL)
				*MEM_ADD(own, rivals) = rival;
			rival->who = who[o];
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
	for (size_t i = 0; i < standings->len; i++)
		tdelete(
		    standings->list[i], &standings->by_name, by_contender_name);
}

/* By points and then by the tie-breaks; last, who needed fewer games. */
static int
by_points(const void *a, const void *b)
{
	const struct contender *x = *(const struct contender *const *)a;
	const struct contender *y = *(const struct contender *const *)b;
	/* Below 0: x comes first. */
	const long orders[] = { (long)y->points - (long)x->points,
		y->direct - x->direct, (long)y->wins - (long)x->wins,
		(long)y->strength - (long)x->strength,
		(long)x->games - (long)y->games };

	for (size_t i = 0; i < COUNT(orders); i++)
		if (orders[i] != 0)
			return orders[i] < 0 ? -1 : 1;
	return strcmp(x->name, y->name);
}

void
standings_rank(struct standings *standings)
{
	struct contender **list = standings->list;

	/* The tie-breaks need the points of all. */
	for (size_t i = 0; i < standings->len; i++) {
		struct contender *own = list[i];

		own->direct = 0;
		own->strength = 0;
		for (size_t r = 0; r < own->len; r++) {
			const struct rival *rival = own->rivals[r];

			if (rival->who->points == own->points)
				own->direct +=
				    (long)rival->wins - (long)rival->losses;
			own->strength += (2 * rival->wins + rival->draws) *
			    rival->who->points;
		}
	}
	MEM_SORT(standings, list, by_points);
	for (size_t i = 0; i < standings->len; i++) {
		list[i]->place = i;
		list[i]->rank = i > 0 && list[i]->points == list[i - 1]->points
		    ? list[i - 1]->rank
		    : i + 1;
	}
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
	const struct rival *rival =
	    key_set_find(&standings->rivals, key_of_pair(own, other));

	if (rival == NULL)
		return "-";
	snprintf(text, CROSS_MAX, "%lu-%lu-%lu", rival->wins, rival->draws,
	    rival->losses);
	return text;
}

/* In text, a row has fewer columns. */
static void
put_standing(const struct standings *standings, const struct variant *variant,
    const struct contender *own, struct table *table)
{
	bool is_text = table->form == TABLE_TEXT;
	size_t crossed = standings->len <= CROSS_COLUMNS ? standings->len : 0;
	char text[CROSS_MAX];

	snprintf(text, sizeof(text), "%zu%s", own->rank, is_text ? "." : "");
	table_cell(table, WIDTH, is_text ? "" : "rank", text);
	table_cell(table, WIDTH + 2, "points", points_text(own->points, text));
	table_number(table, WIDTH, "games", own->games);
	table_number(table, 0, "open", own->open);
	table_number(table, 0, "wins", own->wins);
	snprintf(text, sizeof(text), "%ld", own->direct);
	table_cell(table, 0, "direct", text);
	table_cell(table, 0, "SB", strength_text(own, text));
	for (unsigned p = 0; p < PLAYERS; p++)
		table_number(table, WIDTH, variant->players[p], own->seats[p]);
	for (unsigned deed = 0; deed < DEEDS; deed++)
		table_number(table, WIDTH,
		    is_text ? deed_table[deed].head : deed_table[deed].key,
		    own->deeds[deed]);
	for (size_t j = 0; j < crossed; j++)
		table_cell(table, 0, standings->list[j]->name,
		    cross_text(standings, own, standings->list[j], text));
	table_last(table, "name", own->name);
}

/* In text, the table has fewer rows, and is followed by the cross table; else
 * this is part of it. */
void
standings_table(struct standings *standings, const struct variant *variant,
    struct table *table)
{
	static const struct contender nobody;
	bool is_text = table->form == TABLE_TEXT;
	size_t shown =
	    is_text && standings->len > SHOWN ? SHOWN : standings->len;
	size_t crossed = standings->len < CROSSED ? standings->len : CROSSED;
	char text[CROSS_MAX];

	standings_rank(standings);
	table_begin(table, "standings", variant->id);
	put_standing(standings, variant, &nobody, table); /* the head */
	for (size_t i = 0; i < shown; i++)
		put_standing(standings, variant, standings->list[i], table);
	if (standings->len > shown)
		strbuf_printf(
		    table->out, "    and %zu more\n", standings->len - shown);
	if (!is_text || standings->len < 2)
		return;
	strbuf_puts(table->out, "  head to head:\n       ");
	for (size_t i = 0; i < crossed; i++)
		strbuf_printf(table->out, " %10zu", i + 1);
	strbuf_char(table->out, '\n');
	for (size_t i = 0; i < crossed; i++) {
		strbuf_printf(table->out, "  %4zu.", i + 1);
		for (size_t j = 0; j < crossed; j++)
			strbuf_printf(table->out, " %10s",
			    cross_text(standings, standings->list[i],
				standings->list[j], text));
		strbuf_char(table->out, '\n');
	}
}

static int
by_rival_place(const void *a, const void *b)
{
	const struct rival *x = *(const struct rival *const *)a;
	const struct rival *y = *(const struct rival *const *)b;

	return (x->who->place > y->who->place) -
	    (x->who->place < y->who->place);
}

static void
put_deeds(const unsigned long deeds[DEEDS], struct json *json)
{
	for (unsigned deed = 0; deed < DEEDS; deed++)
		json_number(json, deed_table[deed].key, deeds[deed]);
}

void
standings_json(struct standings *standings, const struct variant *variant,
    struct json *json)
{
	char text[DECIMAL_MAX];

	standings_rank(standings);
	json_begin(json, "standings", '[');
	for (size_t i = 0; i < standings->len; i++) {
		struct contender *own = standings->list[i];

		json_put(json,
		    "{name:%s points:=%s games:%lu open:%lu seats:~{",
		    own->name, points_text(own->points, text), own->games,
		    own->open);
		for (unsigned p = 0; p < PLAYERS; p++)
			json_number(json, variant->players[p], own->seats[p]);
		json_put(json, "}");
		put_deeds(own->deeds, json);
		json_put(json,
		    "rank:%lu wins:%lu direct:%ld sonneborn_berger:=%s",
		    own->rank, own->wins, own->direct,
		    strength_text(own, text));
		/* In the order of the standings, whatever that of the games
		 * was. */
		MEM_SORT(own, rivals, by_rival_place);
		json_put(json, "against:[");
		for (size_t r = 0; r < own->len; r++) {
			const struct rival *rival = own->rivals[r];

			json_put(json,
			    "~{name:%s ahead:%lu level:%lu behind:%lu",
			    rival->who->name, rival->wins, rival->draws,
			    rival->losses);
			put_deeds(rival->deeds, json);
			json_put(json, "}");
		}
		json_put(json, "]}");
	}
	json_end(json, ']');
}
