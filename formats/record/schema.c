/* Ternion: records in JSON and YAML: from a tree to a record. */
#include "formats/record/fields.h"
#include "formats/record/schema.h"
#include "parse/text/near.h"
#include "parse/text/typographic.h"

#define NO_BREAK "\xc2\xa0"

struct reader {
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	struct tag **last_tag;
};

static struct span
shown(const struct tree_node *node)
{
	struct span span = node->span;

	if (span.len == 0)
		span.len = 1;
	return span;
}

/* The span of a part of the text, where every byte stands for itself. */
static struct span
shown_part(const struct tree_node *node, struct slice part)
{
	struct span span = shown(node);

	if (span.len != node->text.len)
		return span;
	span.start += (uint32_t)(part.ptr - node->text.ptr);
	span.len = (uint32_t)part.len;
	return span;
}

/* Whether the value is of the type; if not, says so. `what` names it. */
static bool
expect_record(struct reader *reader, const struct tree_node *node,
    enum tree_type type, const char *what)
{
	static const char *const names[] = { [TREE_TEXT] = "a text",
		[TREE_LIST] = "a list",
		[TREE_MAP] = "a map" };

	if (node->type == type)
		return true;
	diag_add(reader->diags, DIAG_RECORD_SHAPE, shown(node),
	    "%s must be %s, not %s", what, names[type], names[node->type]);
	return false;
}

/* Whether nothing is there; in YAML not even a word. */
static bool
is_null(const struct tree_node *node)
{
	return node->type == TREE_TEXT && !node->quoted &&
	    (node->text.len == 0 || slice_is(node->text, "null") ||
		slice_is(node->text, "~"));
}

/* Other words for keys of a record. */
static const char *const other_words[][2] = {
	{ "moves", "plies" },
	{ "headers", "tags" },
	{ "position", "start" },
	{ NULL, NULL },
};

/* What may have been meant by a key of the record or, if `of_ply`, of a ply. */
static void
put_meant(struct slice key, bool of_ply, struct strbuf *out)
{
	struct strbuf words = STRBUF_INIT;

	for (unsigned i = 0; !of_ply && other_words[i][0] != NULL; i++)
		if (slice_is(key, other_words[i][0]))
			strbuf_printf(
			    out, "; did you mean '%s'?", other_words[i][1]);
	strbuf_puts(&words,
	    of_ply ? "move nags before comment variations after llm position"
		   : "ternion variant options tags start notation comment "
		     "plies result");
	if (out->len == 0)
		near_words(out, &words, key);
	strbuf_release(&words);
}

static void
unknown_record_key(
    struct reader *reader, const struct tree_node *node, bool of_ply)
{
	struct strbuf meant = STRBUF_INIT;
	struct span span = node->key_span;

	if (span.len == 0)
		span.len = 1;
	if (reader->record->foreign.len == 0)
		reader->record->foreign = span;
	put_meant(node->key, of_ply, &meant);
	diag_add(reader->diags, DIAG_RECORD_KEY, span, "unknown key '%.*s'%s",
	    (int)node->key.len, node->key.ptr, meant.len > 0 ? meant.ptr : "");
	strbuf_release(&meant);
}

/* Keys are compared with all others of their map, so there is a limit. */
static bool
is_record_one_too_many(
    struct reader *reader, const struct tree_node *node, unsigned *count)
{
	if (++*count <= TAGS_MAX)
		return false;
	diag_add(reader->diags, DIAG_RECORD_SHAPE, node->key_span,
	    "there are more than %d keys", TAGS_MAX);
	return true;
}

/* Whether the same key stands before the node in its map. */
static bool
is_record_repeated(const struct tree_node *node)
{
	const struct tree_node *first = node->parent->first;

	while (first != node && !slice_equal(first->key, node->key))
		first = first->next;
	return first != node;
}

static bool
refuse_repeated(struct reader *reader, const struct tree_node *node)
{
	if (!is_record_repeated(node))
		return false;
	diag_add(reader->diags, DIAG_RECORD_SHAPE, node->key_span,
	    "the key '%.*s' occurs twice", (int)node->key.len, node->key.ptr);
	return true;
}

/* What stands between white space, with a note if that is no plain one. */
static struct slice
trimmed(struct reader *reader, const struct tree_node *node)
{
	struct slice text = slice_trim(node->text), sign = { NULL, 0 };
	char words[TYPOGRAPHIC_WORDS];

	for (;;) {
		if (text.len >= 2 && memcmp(text.ptr, NO_BREAK, 2) == 0) {
			sign = slice_sub(text, 0, 2);
			text = slice_from(text, 2);
		} else if (text.len >= 2 &&
		    memcmp(text.ptr + text.len - 2, NO_BREAK, 2) == 0) {
			sign = slice_sub(text, text.len - 2, 2);
			text.len -= 2;
		} else {
			break;
		}
		text = slice_trim(text);
	}
	if (sign.len > 0)
		diag_add(reader->diags, DIAG_TYPOGRAPHIC,
		    shown_part(node, sign), "%s",
		    typographic_words(sign, words));
	return text;
}

/* `is_word`: it is one of those that the value is chosen from, or the like. */
static void
add_record_tag(struct reader *reader, struct slice name,
    const struct tree_node *value, bool is_word)
{
	struct tag *tag;

	if (!expect_record(reader, value, TREE_TEXT, "the value of a tag"))
		return;
	if (!is_tag_name(name) || !is_one_line(value->text)) {
		diag_add(reader->diags, DIAG_RECORD_SHAPE, shown(value),
		    "a tag needs a name of letters, digits and _, and a value "
		    "of one line");
		return;
	}
	tag = arena_alloc(reader->arena, sizeof(*tag));
	tag->name = name;
	tag->value = is_word ? trimmed(reader, value) : value->text;
	tag->span = shown(value);
	if (value->key_span.len == name.len)
		tag->name_span = value->key_span;
	if (slice_is(name, "Result"))
		tag->value = record_result(
		    reader->arena, reader->diags, tag->value, tag->span);
	*reader->last_tag = tag;
	reader->last_tag = &tag->next;
}

static void
read_tags(struct reader *reader, const struct tree_node *node, const char *what,
    bool of_game)
{
	unsigned count = 0;

	if (!expect_record(reader, node, TREE_MAP, what))
		return;
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		if (++count > TAGS_MAX) {
			diag_add(reader->diags, DIAG_TAG_TOO_MANY, shown(n),
			    "there are more than %d tags", TAGS_MAX);
			return;
		}
		if (is_record_repeated(n))
			diag_add(reader->diags, DIAG_TAG_DUPLICATE, n->key_span,
			    "the tag %.*s occurs twice; ternion uses the first "
			    "value",
			    (int)n->key.len, n->key.ptr);
		else if (!is_null(n))
			add_record_tag(reader, n->key, n,
			    of_game || slice_is(n->key, "Result"));
	}
}

/* NUL bytes are no text; elsewhere they are white space. */
static struct slice
clean(struct reader *reader, const struct tree_node *node)
{
	struct slice text = slice_trim(node->text);
	char *copy;

	if (memchr(text.ptr, '\0', text.len) == NULL)
		return text;
	diag_add(reader->diags, DIAG_NUL_BYTE, shown(node),
	    "the text contains a NUL byte");
	copy = arena_copy(reader->arena, text);
	for (size_t i = 0; i < text.len; i++)
		if (copy[i] == '\0')
			copy[i] = ' ';
	return (struct slice){ copy, text.len };
}

/* A comment, or a list of them. */
static void
read_record_comments(struct reader *reader, const struct tree_node *node,
    struct comments *comments)
{
	const struct tree_node *n = node;

	if (node->type == TREE_LIST)
		n = node->first;
	for (; n != NULL; n = node->type == TREE_LIST ? n->next : NULL)
		if (!is_null(n) &&
		    expect_record(reader, n, TREE_TEXT, "a comment"))
			comments_add(reader->arena, comments, clean(reader, n),
			    shown(n));
}

static bool
read_record_nag(struct slice text, unsigned *number)
{
	*number = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9' || text.len > 3)
			return false;
		*number = *number * 10 + (unsigned)(text.ptr[i] - '0');
	}
	return text.len > 0 && *number <= 255;
}

static void
read_nags(struct reader *reader, const struct tree_node *node, struct ply *ply)
{
	unsigned number;

	if (!expect_record(reader, node, TREE_LIST, "nags"))
		return;
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		if (n->type != TREE_TEXT || !read_record_nag(n->text, &number))
			diag_add(reader->diags, DIAG_NAG_MALFORMED, shown(n),
			    "an annotation must be a number from 0 to 255");
		else
			ply_add_nag(reader->arena, ply, number);
	}
}

static void read_record_line(struct reader *reader,
    const struct tree_node *node, struct line *line, unsigned depth);

static void
read_variations(struct reader *reader, const struct tree_node *node,
    struct ply *ply, unsigned depth)
{
	if (!expect_record(reader, node, TREE_LIST, "variations"))
		return;
	if (depth == VARIATIONS_DEEP) {
		diag_add(reader->diags, DIAG_VARIATION_TOO_DEEP, shown(node),
		    "variations are nested more than %d deep", VARIATIONS_DEEP);
		return;
	}
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		struct notes *notes = ply_notes(reader->arena, ply);
		struct line *line;

		if (!expect_record(reader, n, TREE_LIST, "a variation"))
			continue;
		line = arena_alloc(reader->arena, sizeof(*line));
		line->open = (struct span){ n->span.start, 1 };
		read_record_line(reader, n, line, depth + 1);
		notes_add_variation(notes, line);
	}
}

/* One member of a ply's map. */
static void
read_ply_member(struct reader *reader, const struct tree_node *n,
    struct ply *ply, unsigned depth)
{
	struct notes *notes;

	if (slice_is(n->key, "move") || refuse_repeated(reader, n) ||
	    is_null(n))
		return;
	notes = ply_notes(reader->arena, ply);
	if (slice_is(n->key, "nags")) {
		read_nags(reader, n, ply);
	} else if (slice_is(n->key, "comment")) {
		read_record_comments(reader, n, &notes->comment);
	} else if (slice_is(n->key, "before")) {
		read_record_comments(reader, n, &notes->before);
	} else if (slice_is(n->key, "after")) {
		read_record_comments(reader, n, &notes->after);
	} else if (slice_is(n->key, "variations")) {
		read_variations(reader, n, ply, depth);
	} else {
		unknown_record_key(reader, n, true);
		notes->extra = n->parent;
	}
}

static void
read_ply_members(struct reader *reader, const struct tree_node *node,
    struct ply *ply, unsigned depth)
{
	unsigned count = 0;
	struct comments fields = { NULL, NULL };

	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		if (is_record_one_too_many(reader, n, &count))
			return;
		if (!is_field(n) || is_record_repeated(n))
			read_ply_member(reader, n, ply, depth);
	}
	/* Without variations they all stand behind the move. */
	if (ply->notes != NULL && ply->notes->variations == NULL)
		comments_append(&ply->notes->comment, &ply->notes->after);
	fields_read(node, reader->arena, &fields);
	if (fields.first != NULL)
		comments_append(
		    &ply_notes(reader->arena, ply)->comment, &fields);
}

/* A move as a text, or a map with what is written about it. */
static void
read_ply(struct reader *reader, const struct tree_node *node, struct line *line,
    unsigned depth)
{
	const struct tree_node *move =
	    node->type == TREE_MAP ? tree_member(node, "move") : node;
	struct slice token;
	struct ply *ply;

	/* A variation without moves can hold comments. */
	if (node->type == TREE_MAP && move == NULL && node->next == NULL &&
	    node->parent->first == node && depth > 0 &&
	    tree_member(node, "comment") == node->first &&
	    node->first != NULL && node->first->next == NULL) {
		read_record_comments(reader, node->first, &line->comment);
		return;
	}
	if (move == NULL || is_null(move)) {
		diag_add(reader->diags, DIAG_RECORD_SHAPE, shown(node),
		    "this ply has no move");
		return;
	}
	if (!expect_record(reader, move, TREE_TEXT, "a move"))
		return;
	token = trimmed(reader, move);
	if (token.len == 0) {
		diag_add(reader->diags, DIAG_RECORD_SHAPE, shown(move),
		    "this move is empty");
		return;
	}
	if (node == move && slice_is(token, "=") && line->last != NULL &&
	    ply_offer_draw(reader->arena, line->last))
		return;
	ply = arena_alloc(reader->arena, sizeof(*ply));
	ply->token = token;
	ply->span = shown_part(move, ply->token);
	line_append(line, ply);
	if (node->type == TREE_MAP)
		read_ply_members(reader, node, ply, depth);
}

static void
read_record_line(struct reader *reader, const struct tree_node *node,
    struct line *line, unsigned depth)
{
	for (const struct tree_node *n = node->first; n != NULL; n = n->next)
		read_ply(reader, n, line, depth);
	if (line->first == NULL && line->comment.first == NULL && depth > 0)
		diag_add(reader->diags, DIAG_VARIATION_EMPTY, shown(node),
		    "this variation has no moves");
}

static void
read_record_result(struct reader *reader, const struct tree_node *node)
{
	struct record *record = reader->record;
	struct slice text;

	if (!expect_record(reader, node, TREE_TEXT, "the result"))
		return;
	text = trimmed(reader, node);
	record->result_span = shown_part(node, text);
	record->result = record_result(
	    reader->arena, reader->diags, text, record->result_span);
}

static void
read_version(struct reader *reader, const struct tree_node *node)
{
	if (node->type != TREE_TEXT || !slice_is(node->text, "1"))
		diag_add(reader->diags, DIAG_RECORD_SHAPE, shown(node),
		    "the version of the format must be 1");
}

/* One member of the record. */
static void
read_record_member(struct reader *reader, const struct tree_node *n)
{
	struct record *record = reader->record;

	if (refuse_repeated(reader, n) || is_null(n))
		return;
	if (slice_is(n->key, "ternion"))
		read_version(reader, n);
	else if (slice_is(n->key, "variant"))
		add_record_tag(reader, slice_of("Variant"), n, true);
	else if (slice_is(n->key, "notation"))
		add_record_tag(reader, slice_of("Notation"), n, true);
	else if (slice_is(n->key, "start"))
		add_record_tag(reader, slice_of("Position"), n, true);
	else if (slice_is(n->key, "options"))
		read_tags(reader, n, "options", true);
	else if (slice_is(n->key, "tags"))
		read_tags(reader, n, "tags", false);
	else if (slice_is(n->key, "result"))
		read_record_result(reader, n);
	else if (slice_is(n->key, "comment"))
		read_record_comments(reader, n, &record->line.comment);
	else if (!slice_is(n->key, "plies")) {
		unknown_record_key(reader, n, false);
		record->extra = n->parent;
	} else if (expect_record(reader, n, TREE_LIST, "plies")) {
		read_record_line(reader, n, &record->line, 0);
	}
}

/* Comments on the game stand before its first move, if it has one. */
static void
place_comments(struct arena *arena, struct line *line)
{
	struct comments *before;

	if (line->first == NULL || line->comment.first == NULL)
		return;
	before = &ply_notes(arena, line->first)->before;
	comments_append(&line->comment, before);
	*before = line->comment;
	line->comment = (struct comments){ NULL, NULL };
}

/* Without these a record can be one that was cut off, or something else. */
static void
check_whole(struct reader *reader, const struct tree_node *top)
{
	const struct tree_node *result = tree_member(top, "result");
	const struct ply *last = reader->record->line.last;
	struct span span = { top->span.start, 1 };

	if (tree_member(top, "plies") == NULL)
		diag_add(reader->diags, DIAG_RECORD_SHAPE, span,
		    "the record has no plies");
	if (result == NULL || is_null(result))
		diag_add(reader->diags, DIAG_RESULT_MISSING,
		    last != NULL ? last->span : span,
		    "the record has no result");
}

void
schema_read(const struct tree_node *top, struct arena *arena,
    struct diags *diags, struct record *record)
{
	struct reader reader = { arena, diags, record, &record->tags };
	unsigned count = 0;

	if (!expect_record(&reader, top, TREE_MAP, "a record"))
		return;
	for (const struct tree_node *n = top->first; n != NULL; n = n->next) {
		if (is_record_one_too_many(&reader, n, &count))
			break;
		read_record_member(&reader, n);
	}
	check_whole(&reader, top);
	place_comments(arena, &record->line);
}
