/* Ternion: misspelt tags, tags of other games, and wrong dates. */
#include "parse/game/setup.h"
#include "parse/text/near.h"

/* Tags of every game; each has its players and options, too. */
static const char *const common[] = { "Event", "Site", "Date", "Round",
	"Result", "Variant", "Notation", "Letters", "SetUp", "Position",
	"Termination", NULL };

/* Names that people and other programs give our tags, in lower case. */
static const char *const synonyms[][2] = { { "fen", "Position" },
	{ "startfen", "Position" }, { "startposition", "Position" },
	{ "initialposition", "Position" }, { "start", "Position" },
	{ "game", "Variant" }, { "gametype", "Variant" },
	{ "rules", "Variant" }, { "ruleset", "Variant" },
	{ "language", "Letters" }, { "pieceletters", "Letters" },
	{ "score", "Result" }, { "outcome", "Result" },
	{ "reason", "Termination" }, { "terminationreason", "Termination" },
	{ "moves", "" }, { NULL } };

static const char *const dates[] = { "Date", "EventDate", "UTCDate", NULL };

static struct span
name_span(const struct tag *tag)
{
	return tag->name_span.len > 0 ? tag->name_span : tag->span;
}

const char *
tag_in_other_case(struct slice name)
{
	/* Nearly all names begin with one capital letter. */
	if (name.len < 2 ||
	    (ascii_lower(name.ptr[0]) != name.ptr[0] &&
		ascii_lower(name.ptr[1]) == name.ptr[1]))
		return NULL;
	for (const char *const *c = common; *c != NULL; c++)
		if (slice_is_nocase(name, *c))
			return *c;
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (unsigned p = 0; p < PLAYERS; p++)
			if (slice_is_nocase(name, (*v)->players[p]))
				return (*v)->players[p];
	return NULL;
}

static void
add_name(struct strbuf *words, const struct record *record, const char *name)
{
	if (record_find_tag(record, slice_of(name)) == NULL)
		strbuf_printf(words, " %s", name);
}

/* Finds tags with a name like this, in `words`. The case of all letters may be
 * wrong, one letter of a name of four to eight, and two of a longer one. */
static struct near
find_near(const struct record *record, const struct variant *variant,
    struct slice name, struct strbuf *words)
{
	struct near near = { .distance = (unsigned)(name.len + 1) / 5 };

	/* A name such as Round2 is no slip. */
	if (name.len > 0 && name.ptr[name.len - 1] <= '9')
		return near;
	for (const char *const *c = common; *c != NULL; c++)
		add_name(words, record, *c);
	for (unsigned p = 0; p < PLAYERS; p++)
		add_name(words, record, variant->players[p]);
	for (const struct variant_option *o = variant->options; o->name; o++)
		add_name(words, record, o->name);
	near_find(&near, words, name, near_distance);
	return near;
}

/* Our tag with another name; "" means the moves; NULL: it has none. */
static const char *
find_synonym(struct slice name)
{
	unsigned i = 0;

	while (synonyms[i][0] != NULL && !slice_is_nocase(name, synonyms[i][0]))
		i++;
	return synonyms[i][1];
}

bool
tag_means(struct slice name, const char *ours)
{
	const char *meant = find_synonym(name);

	return meant != NULL && strcmp(meant, ours) == 0;
}

static void
note_near(const struct tag *tag, const struct near *near, struct diags *diags)
{
	/* A name with escapes has no place. */
	struct span place = tag->name_span.len > 0 ? tag->name_span : SPAN_NONE;
	struct fix *list = NULL;
	SCRATCH words = STRBUF_INIT;

	strbuf_printf(
	    &words, "unknown tag \"%.*s\" is ignored", SLICE(tag->name));
	for (unsigned i = 0; i < near->found; i++)
		diag_near(diags, &list, place, near->word[i]);
	diag_add_near(diags, DIAG_TAG_NEAR, name_span(tag), words.ptr, list,
	    list != NULL && list->next == NULL && place.len > 0 ? list->title
								: NULL);
}

/* Reports another name for a tag of ours that is missing; false if it is
 * none. */
static bool
note_synonym(
    const struct tag *tag, const struct record *record, struct diags *diags)
{
	const char *meant = find_synonym(tag->name);
	struct near near = { .found = 1 };

	if (meant == NULL || record_known_tag(record, meant) != NULL)
		return false;
	near.word[0] = slice_of(meant);
	if (*meant == '\0' || strcmp(meant, "Position") == 0)
		diag_add(diags, DIAG_TAG_NEAR, name_span(tag),
		    "unknown tag \"%.*s\" is ignored; write %s",
		    SLICE(tag->name),
		    *meant == '\0'
			? "moves after the tags and an empty line"
			: "[SetUp \"1\"] and [Position \"...\"] with "
			  "the position in 3PF");
	else
		note_near(tag, &near, diags);
	return true;
}

/* Reports a player or an option of another game; false if it is neither. */
static bool
note_other_game(
    const struct tag *tag, const struct variant *variant, struct diags *diags)
{
	const struct variant *const *v = variants;
	struct slice name = tag->name;
	SCRATCH own = STRBUF_INIT;

	for (; *v != NULL && variant_option(*v, name.ptr, name.len) < 0; v++)
		if (variant_player_tag(*v, name.ptr, name.len) != PLAYER_NONE) {
			diag_add(diags, DIAG_TAG_OTHER_GAME, name_span(tag),
			    "%s has no player %.*s; its players are %s, %s and "
			    "%s",
			    variant->title, SLICE(name), variant->players[0],
			    variant->players[1], variant->players[2]);
			return true;
		}
	if (*v == NULL)
		return false;
	for (const struct variant_option *o = variant->options; o->name; o++)
		strbuf_printf(&own, "%s%s",
		    o == variant->options ? "; its options are " : ", ",
		    o->name);
	diag_add(diags, DIAG_TAG_OTHER_GAME, name_span(tag),
	    "%.*s is an option of %s, not of %s%s", SLICE(name), (*v)->title,
	    variant->title, own.len > 0 ? own.ptr : "");
	return true;
}

#define UNKNOWN 10000 /* a part of a date with a ? in it */

/* Takes a part of that length, digits or ?, off the date; false without it. */
static bool
take_part(struct slice *date, char separator, size_t digits, unsigned *number)
{
	struct slice part = slice_take(date, separator);

	*number = 0;
	if (part.len != digits)
		return false;
	for (size_t i = 0; i < digits; i++) {
		if (part.ptr[i] == '?')
			*number = UNKNOWN;
		else if (part.ptr[i] < '0' || part.ptr[i] > '9')
			return false;
		else if (*number < UNKNOWN)
			*number = *number * 10 + (unsigned)(part.ptr[i] - '0');
	}
	return true;
}

static unsigned
days_of(unsigned year, unsigned month)
{
	bool leaps = year == UNKNOWN ||
	    (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));

	if (month == 2)
		return leaps ? 29 : 28;
	return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static void
judge_date(const struct tag *tag, struct diags *diags)
{
	struct slice rest = tag->value;
	unsigned year = 0, month = 0, day = 0;
	char separator = rest.len > 4 ? rest.ptr[4] : '.';

	if (rest.len == 0 || slice_is(rest, "?") || slice_is(rest, "-"))
		return;
	bool is_date = is_one_of(separator, "./-") &&
	    take_part(&rest, separator, 4, &year) &&
	    take_part(&rest, separator, 2, &month) &&
	    take_part(&rest, separator, 2, &day) && rest.len == 0;
	if (is_date && month != UNKNOWN && (month == 0 || month > 12))
		diag_add(diags, DIAG_TAG_DATE, tag->span,
		    "'%.*s' is not a date: there is no month %02u",
		    SLICE(tag->value), month);
	else if (is_date && day != UNKNOWN &&
	    (day == 0 || day > days_of(year, month)))
		diag_add(diags, DIAG_TAG_DATE, tag->span,
		    "'%.*s' is not a date: the month has %u days",
		    SLICE(tag->value), days_of(year, month));
	else if (!is_date || separator != '.')
		diag_add_as(diags, DIAG_TAG_DATE, SEV_NOTE, tag->span,
		    "write a date as YYYY.MM.DD, with ? for unknown parts");
}

void
tags_judge(const struct record *record, const struct variant *variant,
    struct diags *diags)
{
	for (const struct tag *tag = record->tags; tag; tag = tag->next) {
		struct slice name = tag->name;
		SCRATCH words = STRBUF_INIT;

		if (slice_is_among(name, dates)) {
			judge_date(tag, diags);
			continue;
		}
		if (slice_is_among(name, common) ||
		    variant_player_tag(variant, name.ptr, name.len) !=
			PLAYER_NONE ||
		    variant_option(variant, name.ptr, name.len) >= 0)
			continue;
		if (note_synonym(tag, record, diags))
			continue;
		struct near near = find_near(record, variant, name, &words);
		/* Another case is a slip, even if another game has the tag. */
		if ((near.found > 0 && near.distance == 0) ||
		    (!note_other_game(tag, variant, diags) && near.found > 0))
			note_near(tag, &near, diags);
	}
}
