/* Ternion: standings over games, by the names of the players. */
#include <stdlib.h>

#include "cmd/stats/stats.h"
#include "parse/text/arena.h"

enum {
	SHOWN = 20,  /* lines in text */
	CROSSED = 8, /* players in the cross table in text */
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

size_t
standings_find(struct standings *standings, struct slice name)
{
	size_t *number = key_set_number(&standings->keys, key_of_text(name));

	if (*number == 0) {
		standings->list = mem_room(standings->list, standings->len,
		    &standings->size, sizeof(*standings->list));
		standings->list[standings->len] =
		    (struct contender){ .name = memcpy(mem_zeroed(name.len + 1),
					    name.ptr, name.len) };
		*number = ++standings->len;
	}
	return *number - 1;
}

/* The score of a player against another; NULL if they have not met. */
static struct rival *
find_rival(const struct contender *contender, size_t who)
{
	for (size_t i = 0; i < contender->len; i++)
		if (contender->rivals[i].who == who)
			return &contender->rivals[i];
	return NULL;
}

static struct rival *
add_rival(struct contender *contender, size_t who)
{
	struct rival *rival = find_rival(contender, who);

	if (rival != NULL)
		return rival;
	contender->rivals = mem_room(contender->rivals, contender->len,
	    &contender->size, sizeof(*contender->rivals));
	rival = &contender->rivals[contender->len++];
	*rival = (struct rival){ .who = who };
	return rival;
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
	size_t who[PLAYERS]; /* SIZE_MAX: not known */

	for (unsigned p = 0; p < PLAYERS; p++)
		who[p] = names[p].len > 0 && !slice_is(names[p], "?")
		    ? standings_find(standings, names[p])
		    : SIZE_MAX;
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct contender *own;

		if (who[p] == SIZE_MAX)
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
			if (who[o] == SIZE_MAX || who[o] == who[p])
				continue;
			rival = add_rival(own, who[o]);
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
	key_set_release(&standings->keys);
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
	const struct rival *rival =
	    find_rival(own, (size_t)(other - standings->list));

	if (rival != NULL)
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

void
standings_table(struct standings *standings, const struct variant *variant,
    struct strbuf *out)
{
	struct contender **order = standings_ranked(standings);
	size_t shown = standings->len > SHOWN ? SHOWN : standings->len;
	char text[DECIMAL_MAX];

	strbuf_printf(out, "  standings:\n %6s %8s %6s", "", "points", "games");
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %6s", variant->players[p]);
	strbuf_puts(out, "  mates  kings armies  name\n");
	for (size_t i = 0; i < shown; i++) {
		const struct contender *own = order[i];

		strbuf_printf(out, " %5zu. %8s %6lu", own->rank,
		    points_text(own->points, text), own->games);
		for (unsigned p = 0; p < PLAYERS; p++)
			strbuf_printf(out, " %6lu", own->seats[p]);
		for (unsigned deed = 0; deed < DEEDS; deed++)
			strbuf_printf(out, " %6lu", own->deeds[deed]);
		strbuf_printf(out, "  %s\n", own->name);
	}
	if (standings->len > shown)
		strbuf_printf(
		    out, "    and %zu more\n", standings->len - shown);
	if (standings->len > 1)
		put_cross_table(standings, order, out);
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
