/* Ternion: a line of CSV for each record: tags, result, variant, plies. */
#include "parse/record/format.h"
#include "parse/text/near.h"

#define FIRST_TAGS 4 /* columns before those of the players */

static const char *const columns[] = { "Event", "Site", "Date", "Round",
	"Result", "Variant", NULL };

void
csv_field(struct strbuf *out, struct slice text)
{
	/* A spreadsheet takes a text that begins so for a formula. */
	bool is_formula = text.len > 0 && !slice_is(text, "-") &&
	    memchr("=+-@\t\r", text.ptr[0], strlen("=+-@\t\r")) != NULL;
	bool quotes = is_formula;

	for (size_t i = 0; i < text.len; i++)
		quotes |= is_one_of(text.ptr[i], "\",\r\n");
	strbuf_puts(out, quotes ? "\"" : "");
	strbuf_puts(out, is_formula ? "'" : "");
	strbuf_escaped(out, text, "\"", '"');
	strbuf_puts(out, quotes ? "\"" : "");
}

static void
put_field(struct strbuf *out, struct slice text)
{
	csv_field(out, text);
	strbuf_char(out, ',');
}

/* Other tags, "Annotator=Ann; TimeControl=60". */
static void
put_others(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	const struct variant *variant = writing->variant;
	SCRATCH others = STRBUF_INIT;

	strbuf_puts(&others, "");
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (!slice_is_among(t->name, columns) &&
		    variant_player_tag(variant, t->name.ptr, t->name.len) ==
			PLAYER_NONE)
			strbuf_printf(&others, "%s%.*s=%.*s",
			    others.len > 0 ? "; " : "", SLICE(t->name),
			    SLICE(t->value));
	put_field(out, strbuf_as_slice(&others));
}

/* Appends the line of a record, or of the heads for NULL. */
static void
csv_write(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	SCRATCH players = STRBUF_INIT;
	struct slice player;
	unsigned plies = 0;

	for (unsigned i = 0; i < FIRST_TAGS; i++) {
		const struct tag *tag =
		    record != NULL ? record_tag(record, columns[i]) : NULL;

		put_field(out,
		    record == NULL    ? slice_of(columns[i])
			: tag != NULL ? tag->value
				      : slice_of("?"));
	}
	words_players(&players);
	for (struct slice rest = strbuf_as_slice(&players);
	     near_next(&rest, &player);) {
		unsigned p = record != NULL
		    ? variant_player_tag(
			  writing->variant, player.ptr, player.len)
		    : PLAYER_NONE;

		put_field(out,
		    record == NULL ? player
			: p == PLAYER_NONE
			? slice_of("")
			: record_player(record, writing->variant, p));
	}
	if (record == NULL) {
		strbuf_puts(out, "Result,Variant,Tags,Plies\n");
		return;
	}
	put_field(out, writing->result);
	put_field(out, slice_of(writing->variant->id));
	put_others(record, writing, out);
	for (const struct ply *ply = record->line.first; ply; ply = ply->next)
		plies++;
	strbuf_printf(out, "%u\n", plies);
}

static void
csv_place(struct slice text, struct placing *placing, struct strbuf *out)
{
	if (placing->number == 1)
		csv_write(NULL, NULL, out);
	strbuf_slice(out, text);
}

static void
csv_end(struct placing *placing, struct strbuf *out)
{
	if (placing->number == 0)
		csv_write(NULL, NULL, out);
}

const struct format format_csv = {
	.id = "csv",
	.title = "CSV, a line for each record: tags, result, plies",
	.write = csv_write,
	.place = csv_place,
	.end = csv_end,
};
