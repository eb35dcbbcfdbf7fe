/* Ternion: records as PGN's export format with three players: the writer. */
#include "formats/record/pgn_write.h"

enum {
	LINE_WIDTH = 79
};

/* Words that are laid out in lines. */
struct flow {
	struct strbuf *out;
	size_t line_at; /* where the line begins in out */
	unsigned depth; /* parentheses that will close behind the last word */
	bool glued;     /* the next word follows without a space */
};

static void
flow_break(struct flow *flow)
{
	strbuf_char(flow->out, '\n');
	flow->line_at = flow->out->len;
}

/* Makes room for `len` bytes that stay together. */
static void
flow_room(struct flow *flow, size_t len)
{
	size_t column = flow->out->len - flow->line_at;

	if (flow->glued || column == 0) {
		flow->glued = false;
		return;
	}
	if (column + 1 + len + flow->depth > LINE_WIDTH)
		flow_break(flow);
	else
		strbuf_char(flow->out, ' ');
}

static void
flow_word(struct flow *flow, struct slice word)
{
	char *p;

	strbuf_room(flow->out, word.len + 1);
	flow_room(flow, word.len);
	p = flow->out->ptr + flow->out->len;
	strbuf_took(flow->out, (size_t)(strbuf_put(p, word) - p));
}

static void
write_tag(struct strbuf *out, struct slice name, struct slice value)
{
	strbuf_char(out, '[');
	strbuf_slice(out, name);
	strbuf_puts(out, " \"");
	for (size_t i = 0; i < value.len; i++) {
		if (value.ptr[i] == '"' || value.ptr[i] == '\\')
			strbuf_char(out, '\\');
		strbuf_char(out, value.ptr[i]);
	}
	strbuf_puts(out, "\"]\n");
}

static void
write_roster_tag(const struct record *record, const char *name,
    const char *missing, struct strbuf *out)
{
	const struct tag *tag = record_tag(record, name);

	write_tag(
	    out, slice_of(name), tag != NULL ? tag->value : slice_of(missing));
}

static void
write_player(const struct record *record, const struct variant *variant,
    unsigned player, struct strbuf *out)
{
	const struct tag *tag = record->tags;

	while (tag != NULL &&
	    variant_player_tag(variant, tag->name.ptr, tag->name.len) != player)
		tag = tag->next;
	write_tag(out, slice_of(variant->players[player]),
	    tag != NULL ? tag->value : slice_of("?"));
}

/* Tags that have a place of their own. */
static bool
is_pgn_placed(const struct variant *variant, struct slice name)
{
	static const char *const placed[] = { "Event", "Site", "Date", "Round",
		"Result", "Variant", "Notation", "Letters", "SetUp", "Position",
		NULL };

	for (const char *const *p = placed; *p != NULL; p++)
		if (slice_is(name, *p))
			return true;
	return variant_player_tag(variant, name.ptr, name.len) != PLAYER_NONE ||
	    variant_option(variant, name.ptr, name.len) >= 0;
}

static void
write_options(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	const struct variant_option *options = writing->variant->options;
	struct strbuf value = STRBUF_INIT;

	for (int i = 0; options[i].name != NULL; i++) {
		strbuf_reset(&value);
		if (writing_option(record, writing, i, &value))
			write_tag(out, slice_of(options[i].name),
			    strbuf_as_slice(&value));
	}
	strbuf_release(&value);
}

void
pgn_write_tags(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	write_roster_tag(record, "Event", "?", out);
	write_roster_tag(record, "Site", "?", out);
	write_roster_tag(record, "Date", "????.??.??", out);
	write_roster_tag(record, "Round", "?", out);
	for (unsigned p = 0; p < PLAYERS; p++)
		write_player(record, writing->variant, p, out);
	write_tag(out, slice_of("Result"), writing->result);
	write_tag(out, slice_of("Variant"), slice_of(writing->variant->id));
	write_tag(out, slice_of("Notation"), slice_of(writing->notation));
	if (writing->letters != NULL && strcmp(writing->letters, "en") != 0)
		write_tag(out, slice_of("Letters"), slice_of(writing->letters));
	write_options(record, writing, out);
	if (writing->position.len > 0) {
		write_tag(out, slice_of("SetUp"), slice_of("1"));
		write_tag(out, slice_of("Position"), writing->position);
	}
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (!is_pgn_placed(writing->variant, t->name))
			write_tag(out, t->name, t->value);
}

/* Appends the text with its line ends as LF alone: the carriage returns before
 * one are dropped, those that stand inside a line stay. */
static void
put_pgn_lines(struct strbuf *out, struct slice text)
{
	size_t returns = 0; /* that stand before text[i] */

	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\r') {
			returns++;
			continue;
		}
		for (; returns > 0 && text.ptr[i] != '\n'; returns--)
			strbuf_char(out, '\r');
		returns = 0;
		strbuf_char(out, text.ptr[i]);
	}
}

/* A comment in braces; one that holds a } goes to the end of its line. */
static void
put_comment(struct flow *flow, struct slice text)
{
	bool closing = memchr(text.ptr, '}', text.len) != NULL;
	const char *newline = memchr(text.ptr, '\n', text.len);

	flow_room(flow,
	    2 + (newline != NULL ? (size_t)(newline - text.ptr) : text.len));
	strbuf_char(flow->out, closing ? ';' : '{');
	for (size_t i = 0; i < text.len; i++) {
		strbuf_char(flow->out, text.ptr[i]);
		if (text.ptr[i] == '\n')
			flow->line_at = flow->out->len;
	}
	if (closing)
		flow_break(flow);
	else
		strbuf_char(flow->out, '}');
}

/*
 * Whether a comment of several lines can stand in braces: it holds no }, and
 * no line begins with a bracket, which could be the first tag of a record.
 */
static bool
fits_braces(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '}' ||
		    (text.ptr[i] == '[' && i > 0 && text.ptr[i - 1] == '\n'))
			return false;
	return true;
}

/*
 * Inside a comment nothing is changed but line ends. What other formats hold
 * as one comment and PGN cannot is a comment for each line.
 */
static void
write_comment(struct flow *flow, struct slice comment)
{
	struct strbuf lines = STRBUF_INIT;
	struct slice text;
	size_t len;

	put_pgn_lines(&lines, comment);
	text = strbuf_as_slice(&lines);
	if (fits_braces(text)) {
		put_comment(flow, text);
	} else {
		for (size_t at = 0; at <= text.len; at += len + 1) {
			const char *end =
			    memchr(text.ptr + at, '\n', text.len - at);

			len = (end != NULL ? (size_t)(end - text.ptr)
					   : text.len) -
			    at;
			put_comment(flow, slice_trim(slice_sub(text, at, len)));
		}
	}
	strbuf_release(&lines);
}

static void
write_comments(struct flow *flow, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c != NULL; c = c->next)
		write_comment(flow, c->text);
}

static void
write_number(struct flow *flow, const struct ply *ply)
{
	char text[16], *p = text + sizeof(text);
	uint32_t number = ply->round;

	for (unsigned dots = 0; dots <= ply->seat; dots++)
		*--p = '.';
	do
		*--p = (char)('0' + number % 10);
	while ((number /= 10) != 0);
	flow_word(flow, (struct slice){ p, (size_t)(text + sizeof(text) - p) });
}

static void write_pgn_line(struct flow *flow, const struct line *line);

static void
write_variation(struct flow *flow, const struct line *line)
{
	flow_room(flow, 8);
	strbuf_char(flow->out, '(');
	flow->depth++;
	flow->glued = true;
	if (line->first == NULL)
		write_comments(flow, &line->comment);
	else
		write_pgn_line(flow, line);
	flow->depth--;
	flow->glued = false;
	strbuf_char(flow->out, ')');
}

/* What follows a ply; returns whether the next needs its number. */
static bool
write_notes(struct flow *flow, const struct ply *ply)
{
	const struct notes *notes = ply->notes;
	const struct nag *nags = notes->nags;

	if (ply->nag_in_text)
		nags = nags->next;
	for (const struct nag *n = nags; n != NULL; n = n->next) {
		flow_room(flow, 4);
		strbuf_char(flow->out, '$');
		strbuf_number(flow->out, n->number);
	}
	write_comments(flow, &notes->comment);
	for (const struct line *v = notes->variations; v; v = v->next)
		write_variation(flow, v);
	write_comments(flow, &notes->after);
	return notes->comment.first != NULL || notes->variations != NULL ||
	    notes->after.first != NULL;
}

/*
 * A number stands before the first seat's ply, before the first ply of each
 * number, and after a comment or a variation. A comment before a ply stands
 * behind its number, so that it is not taken for one on the ply before.
 */
static void
write_pgn_line(struct flow *flow, const struct line *line)
{
	uint32_t round = 0;
	bool numbered = true;

	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;
		bool before = notes != NULL && notes->before.first != NULL;

		if (before && ply == line->first)
			write_comments(flow, &notes->before);
		if (numbered || before || ply->seat == 0 || ply->round != round)
			write_number(flow, ply);
		if (before && ply != line->first)
			write_comments(flow, &notes->before);
		flow_word(flow, ply->text);
		round = ply->round;
		numbered = notes != NULL && write_notes(flow, ply);
	}
}

/* Lines that are somebody else's stand before the record. */
static void
write_escapes(const struct record *record, struct strbuf *out)
{
	for (const struct comment *c = record->escapes.first; c; c = c->next) {
		strbuf_slice(out, c->text);
		strbuf_char(out, '\n');
	}
}

void
pgn_write(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct flow flow = { .out = out };

	if (!writing->first)
		strbuf_char(out, '\n');
	if (writing->keeps_escapes)
		write_escapes(record, out);
	pgn_write_tags(record, writing, out);
	strbuf_char(out, '\n');
	flow.line_at = out->len;
	if (record->line.first == NULL)
		write_comments(&flow, &record->line.comment);
	else
		write_pgn_line(&flow, &record->line);
	flow_word(&flow, writing->result);
	strbuf_char(out, '\n');
}
