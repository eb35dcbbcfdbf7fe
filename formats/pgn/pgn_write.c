/* Ternion: records as PGN's export format with three players: the writer. */
#include "parse/record/format.h"

#define LINE_WIDTH 79

/* Words that are laid out in lines. */
struct flow {
	struct strbuf *out;
	size_t line_at; /* where the line begins in out */
	unsigned depth; /* parentheses that will close after the last word */
	bool glued;     /* the next word follows without a space */
};

/* Makes room for `len` bytes that stay together. */
static void
flow_room(struct flow *flow, size_t len)
{
	struct strbuf *out = flow->out;
	size_t column = out->len - flow->line_at;
	char *p = strbuf_room(out, len + 1);
	bool breaks = column + 1 + len + flow->depth > LINE_WIDTH;

	if (!flow->glued && column > 0) {
		*p = breaks ? '\n' : ' ';
		out->len++;
		if (breaks)
			flow->line_at = out->len;
	}
	flow->glued = false;
}

static void
flow_word(struct flow *flow, struct slice word)
{
	flow_room(flow, word.len);
	strbuf_put(flow->out->ptr + flow->out->len, word);
	strbuf_took(flow->out, word.len);
}

static void
write_tag(struct strbuf *out, struct slice name, struct slice value)
{
	strbuf_char(out, '[');
	strbuf_slice(out, name);
	strbuf_puts(out, " \"");
	strbuf_escaped(out, value, "\"\\", '\\');
	strbuf_puts(out, "\"]\n");
}

/* True of a tag that pgn_write_tags writes in a fixed place. */
static bool
is_pgn_placed(const struct variant *variant, struct slice name)
{
	static const char *const placed[] = { "Event", "Site", "Date", "Round",
		"Result", "Variant", "Notation", "Letters", "SetUp", "Position",
		NULL };

	return slice_is_among(name, placed) ||
	    variant_player_tag(variant, name.ptr, name.len) != PLAYER_NONE ||
	    variant_option(variant, name.ptr, name.len) >= 0;
}

void
pgn_write_tags(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	static const char *const roster[][2] = { { "Event", "?" },
		{ "Site", "?" }, { "Date", "????.??.??" }, { "Round", "?" } };
	const struct variant *variant = writing->variant;
	/* By the player, and PLAYER_NONE; the first of each. */
	const struct tag *of[PLAYERS + 1] = { NULL };
	SCRATCH value = STRBUF_INIT;

	for (const struct tag *tag = record->tags; tag; tag = tag->next) {
		unsigned player =
		    variant_player_tag(variant, tag->name.ptr, tag->name.len);

		if (of[player] == NULL)
			of[player] = tag;
	}
	for (int i = 0; i < 4; i++) {
		const struct tag *tag = record_tag(record, roster[i][0]);

		write_tag(out, slice_of(roster[i][0]),
		    tag != NULL ? tag->value : slice_of(roster[i][1]));
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		write_tag(out, slice_of(variant->players[p]),
		    of[p] != NULL ? of[p]->value : slice_of("?"));
	write_tag(out, slice_of("Result"), writing->result);
	write_tag(out, slice_of("Variant"), slice_of(variant->id));
	write_tag(out, slice_of("Notation"), slice_of(writing->notation));
	if (writing->letters != NULL && strcmp(writing->letters, "en") != 0)
		write_tag(out, slice_of("Letters"), slice_of(writing->letters));
	for (int i = 0; variant->options[i].name != NULL; i++) {
		strbuf_reset(&value);
		if (writing_option(record, writing, i, &value))
			write_tag(out, slice_of(variant->options[i].name),
			    strbuf_as_slice(&value));
	}
	if (writing->position.len > 0) {
		write_tag(out, slice_of("SetUp"), slice_of("1"));
		write_tag(out, slice_of("Position"), writing->position);
	}
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (!is_pgn_placed(variant, t->name))
			write_tag(out, t->name, t->value);
}

/* Whether the text of a comment could be read as one that ends before: with a }
 * in it, or with another bracket and a number, and then a {. */
static bool
ends_early(struct slice text)
{
	bool has_number = false, is_after = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '}' || (c == '{' && has_number))
			return true;
		has_number |= is_after && ascii_is_digit(c);
		is_after = c == ')' || c == ']' || (is_after && is_space(c));
	}
	return false;
}

/* A comment in braces; one that could end before goes to the end of its line.
 */
static void
put_comment(struct flow *flow, struct slice text)
{
	bool closing = ends_early(text);
	struct slice rest = text;

	flow_room(flow, 2 + slice_take(&rest, '\n').len);
	strbuf_char(flow->out, closing ? ';' : '{');
	for (size_t i = 0; i < text.len; i++) {
		strbuf_char(flow->out, text.ptr[i]);
		if (text.ptr[i] == '\n')
			flow->line_at = flow->out->len;
	}
	strbuf_char(flow->out, closing ? '\n' : '}');
	if (closing)
		flow->line_at = flow->out->len;
}

/* Writes comments. One of several lines that could end before, or with a line
 * that could be the first tag of a record, becomes a comment for each line. */
static void
write_comments(struct flow *flow, const struct comments *comments)
{
	for (const struct comment *comment = comments->first; comment != NULL;
	     comment = comment->next) {
		struct slice text = comment->text;
		bool fits = !ends_early(text);

		for (size_t i = 1; i < text.len; i++)
			fits &= text.ptr[i] != '[' || text.ptr[i - 1] != '\n';
		if (fits)
			put_comment(flow, text);
		while (!fits && text.len > 0)
			put_comment(flow, slice_trim(slice_take(&text, '\n')));
	}
}

static void
write_number(struct flow *flow, const struct ply *ply)
{
	char text[NUMBER_DIGITS + PLAYERS];
	char *p = strbuf_put_number(text, ply->round);

	for (unsigned dots = 0; dots <= ply->seat; dots++)
		*p++ = '.';
	flow_word(flow, slice_between(text, p));
}

/* The first seat's ply, the first ply of each number, and a ply after a comment
 * or a variation have a number. A comment before a ply follows its number, so
 * that it is not taken for one on the ply before. */
static void
write_pgn_line(struct flow *flow, const struct line *line)
{
	uint32_t round = 0;
	bool numbered = true;

	if (line->first == NULL)
		write_comments(flow, &line->comment);
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
		numbered = notes != NULL &&
		    (notes->comment.first != NULL || notes->variations != NULL);
		if (notes == NULL)
			continue;
		for (const struct nag *n = ply->nag_in_text ? notes->nags->next
							    : notes->nags;
		     n != NULL; n = n->next) {
			flow_room(flow, 4);
			strbuf_char(flow->out, '$');
			strbuf_number(flow->out, n->number);
		}
		write_comments(flow, &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next) {
			flow_room(flow, 8);
			strbuf_char(flow->out, '(');
			flow->depth++;
			flow->glued = true;
			write_pgn_line(flow, v);
			flow->depth--;
			flow->glued = false;
			strbuf_char(flow->out, ')');
			write_comments(flow, &v->after);
		}
	}
}

void
pgn_write(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct flow flow = { .out = out };

	if (!writing->first)
		strbuf_char(out, '\n');
	/* Lines that begin with % stand before the record. */
	for (const struct comment *c =
		 writing->keeps_escapes ? record->escapes.first : NULL;
	     c != NULL; c = c->next) {
		strbuf_slice(out, c->text);
		strbuf_char(out, '\n');
	}
	pgn_write_tags(record, writing, out);
	strbuf_char(out, '\n');
	flow.line_at = out->len;
	write_pgn_line(&flow, &record->line);
	flow_word(&flow, writing->result);
	strbuf_char(out, '\n');
}
