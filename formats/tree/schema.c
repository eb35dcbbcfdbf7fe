/* Ternion: records in JSON and YAML: from a tree to a record. */
#include "parse/record/habits.h"
#include "formats/tree/schema.h"
#include "parse/text/near.h"
#include "parse/text/utf8.h"

const char *const schema_record_keys[] = { "ternion", "variant", "options",
	"tags", "start", "notation", "comment", "plies", "result", NULL };
const char *const schema_ply_keys[] = { "move", "nags", "before", "comment",
	"variations", "after", NULL };

/* A record while it is filled. */
struct filler {
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	struct json *list; /* of plies in rounds, as a fix writes them */
};

static struct span
shown(const struct tree_node *node)
{
	return span_at(
	    node->span.start, node->span.len > 0 ? node->span.len : 1);
}

/* The span of a part of the text, or of the whole text if it has escapes. */
static struct span
shown_part(const struct tree_node *node, struct slice part)
{
	if (shown(node).len != node->text.len)
		return shown(node);
	return span_at(
	    node->span.start + (size_t)(part.ptr - node->text.ptr), part.len);
}

/* Reports a node: DIAG_##id. */
#define refuse(filler, id, node, ...) \
	diag_add((filler)->diags, DIAG_##id, shown(node), __VA_ARGS__)

/* Reports a value of another type than it must have; `what` names it. */
static bool
is_type(const struct filler *filler, const struct tree_node *node,
    enum tree_type type, const char *what)
{
	static const char *const names[] = { "a text", "a list", "a map" };

	if (node->type != type)
		refuse(filler, RECORD_SHAPE, node, "%s must be %s, not %s",
		    what, names[type], names[node->type]);
	return node->type == type;
}

/* The key that was surely meant by an unknown one: its name in another format,
 * the same in capital letters, or with one letter wrong; NULL: none, or the map
 * has that as well. */
static const char *
key_meant(const struct filler *filler, const struct tree_node *node,
    const struct strbuf *words)
{
	static const char *const other_words[][2] = { { "moves", "plies" },
		{ "ply", "plies" }, { "plys", "plies" }, { "headers", "tags" },
		{ "position", "start" }, { "fen", "start" },
		{ "san", "move" } };
	struct near near = { .distance = node->key.len > 4 };
	const char *meant = NULL;

	for (size_t i = 0; i < COUNT(other_words); i++)
		if (slice_is(node->key, other_words[i][0]) &&
		    near_has(
			strbuf_as_slice(words), slice_of(other_words[i][1])))
			meant = other_words[i][1];
	if (meant == NULL)
		near_find(&near, words, node->key, near_distance);
	if (near.found == 1)
		meant = arena_copy(filler->arena, near.word[0]);
	return meant == NULL || tree_member(node->parent, meant) != NULL
	    ? NULL
	    : meant;
}

/* Fixes the diagnostic that was added last by another key, if one is meant. */
static void
rename_key(const struct filler *filler, const struct tree_node *node,
    const char *meant)
{
	if (meant != NULL && node->key_span.len == node->key.len)
		diag_fix_text(filler->diags, meant, node->key_span, meant);
}

/* Reports a ply without a move, which may have it under another key. */
static void
refuse_ply(const struct filler *filler, const struct tree_node *node)
{
	const struct tree_node *n = node->type == TREE_MAP ? node->first : NULL;
	SCRATCH words = STRBUF_INIT;

	strbuf_puts(&words, " move");
	while (n != NULL && key_meant(filler, n, &words) == NULL)
		n = n->next;
	refuse(filler, RECORD_SHAPE, node,
	    "this ply has no move; write it with the key 'move'");
	if (n != NULL)
		rename_key(filler, n, "move");
}

/* Reports an unknown key with the nearest of `keys`; returns its map. */
static const struct tree_node *
refuse_key(const struct filler *filler, const struct tree_node *node,
    const char *const *keys)
{
	SCRATCH words = STRBUF_INIT, near = STRBUF_INIT;
	struct span span = node->key_span;
	bool of_ply = keys == schema_ply_keys;

	span.len += span.len == 0;
	if (filler->record->foreign.len == 0)
		filler->record->foreign = span;
	for (; *keys != NULL; keys++)
		strbuf_printf(&words, " %s", *keys);
	strbuf_puts(&words, of_ply ? " llm position" : "");
	const char *meant = key_meant(filler, node, &words);
	if (meant != NULL)
		strbuf_printf(&near, "; did you mean '%s'?", meant);
	else
		near_words(&near, &words, node->key);
	diag_add(filler->diags, DIAG_RECORD_KEY, span, "unknown key '%.*s'%s",
	    SLICE(node->key), strbuf_as_slice(&near).ptr);
	rename_key(filler, node, meant);
	return node->parent;
}

/* True if a member of a map is to be read. Each key is compared with all
 * others, so their number is limited. */
static bool
takes_member(const struct filler *filler, const struct tree_node *node,
    unsigned *count, bool is_tag)
{
	if (++*count > TAGS_MAX + 1)
		return false;
	if (*count > TAGS_MAX)
		diag_add(filler->diags,
		    is_tag ? DIAG_TAG_TOO_MANY : DIAG_RECORD_SHAPE,
		    is_tag ? shown(node) : node->key_span,
		    "there are more than %d %s", TAGS_MAX,
		    is_tag ? "tags" : "keys");
	else if (!tree_is_repeated(node))
		return !tree_is_null(node, true);
	else if (is_tag)
		diag_add(filler->diags, DIAG_TAG_DUPLICATE, node->key_span,
		    "the tag %.*s occurs twice; ternion uses the first value",
		    SLICE(node->key));
	else
		diag_add(filler->diags, DIAG_RECORD_SHAPE, node->key_span,
		    "the key '%.*s' occurs twice", SLICE(node->key));
	return false;
}

/* The text without white space at its ends; wide blanks get a note. */
static struct slice
trimmed(struct filler *filler, const struct tree_node *node)
{
	struct slice text = slice_trim(node->text);
	bool at_end = false;

	while (text.len > 0) {
		struct slice at = slice_from(
		    text, at_end ? utf8_start(text, text.len - 1) : 0);
		struct sign sign = sign_read(at);

		if (sign.kind != SIGN_BLANK && sign.kind != SIGN_UNSEEN) {
			if (at_end)
				break;
			at_end = true;
			continue;
		}
		at.len = sign.len;
		habits_note_signs(filler->record,
		    1u << (sign.kind - SIGN_PLAIN), shown_part(node, at), at,
		    shown_part(node, at).len == at.len ? "" : NULL);
		text = slice_trim(
		    slice_sub(text, at_end ? 0 : at.len, text.len - at.len));
	}
	return text;
}

/* `is_word`: blanks around the value are dropped. */
static void
fill_tag(struct filler *filler, struct slice name,
    const struct tree_node *value, bool is_word)
{
	if (!is_type(filler, value, TREE_TEXT, "the value of a tag"))
		return;
	if (!is_tag_name(name) || !is_one_line(value->text)) {
		refuse(filler, RECORD_SHAPE, value,
		    "a tag needs a name of letters, digits and _, and a value "
		    "of one line");
		return;
	}
	struct tag *tag = record_add_tag(filler->record, filler->arena, name,
	    is_word ? trimmed(filler, value) : value->text, shown(value));
	if (value->key_span.len == name.len)
		tag->name_span = value->key_span;
	if (slice_is(name, "Result"))
		tag->value =
		    record_result(filler->record, tag->value, tag->span);
}

static void
fill_tags(struct filler *filler, const struct tree_node *node, const char *what,
    bool are_options)
{
	unsigned count = 0;

	if (!is_type(filler, node, TREE_MAP, what))
		return;
	for (const struct tree_node *n = node->first; n != NULL; n = n->next)
		if (takes_member(filler, n, &count, true))
			fill_tag(filler, n->key, n,
			    are_options || slice_is(n->key, "Result"));
}

/* Reads a comment or a list of them. Elsewhere NUL bytes are white space. */
static void
fill_comments(const struct filler *filler, const struct tree_node *node,
    struct comments *comments)
{
	bool is_list = node->type == TREE_LIST;

	for (const struct tree_node *n = is_list ? node->first : node;
	     n != NULL; n = is_list ? n->next : NULL) {
		if (tree_is_null(n, true) ||
		    !is_type(filler, n, TREE_TEXT, "a comment"))
			continue;
		if (memchr(n->text.ptr, '\0', n->text.len) != NULL)
			refuse(filler, NUL_BYTE, n,
			    "the text contains a NUL byte");
		comments_add(
		    filler->arena, comments, slice_trim(n->text), shown(n));
	}
}

static void
fill_nags(
    const struct filler *filler, const struct tree_node *node, struct ply *ply)
{
	unsigned long number;

	if (!is_type(filler, node, TREE_LIST, "nags"))
		return;
	for (const struct tree_node *n = node->first; n != NULL; n = n->next)
		if (n->type == TREE_TEXT && n->text.len <= 3 &&
		    slice_number(n->text, 255, &number))
			ply_add_nag(filler->arena, ply, (unsigned)number);
		else
			refuse(filler, NAG_MALFORMED, n,
			    "an annotation must be a number from 0 to 255");
}

static void fill_line(struct filler *filler, const struct tree_node *node,
    struct line *line, unsigned depth);

static void
fill_variations(struct filler *filler, const struct tree_node *node,
    struct ply *ply, unsigned depth)
{
	if (!is_type(filler, node, TREE_LIST, "variations"))
		return;
	if (depth == VARIATIONS_DEEP) {
		refuse(filler, VARIATION_TOO_DEEP, node,
		    "variations are nested more than %d deep", VARIATIONS_DEEP);
		return;
	}
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		/* Comments stand between variations. */
		if (n->type == TREE_TEXT)
			fill_comments(
			    filler, n, ply_comments_after(filler->arena, ply));
		if (n->type == TREE_TEXT ||
		    !is_type(filler, n, TREE_LIST, "a variation"))
			continue;
		struct line *line = arena_alloc(filler->arena, sizeof(*line));
		line->open = (struct span){ n->span.start, 1 };
		fill_line(filler, n, line, depth + 1);
		if (line->first == NULL && line->comment.first == NULL)
			refuse(filler, VARIATION_EMPTY, n,
			    "this variation has no moves");
		ply_add_variation(filler->arena, ply, line);
	}
}

/* The members of a ply's map other than its move. */
static void
fill_notes(struct filler *filler, const struct tree_node *node, struct ply *ply,
    unsigned depth)
{
	struct comments fields = { NULL, NULL }, after = { NULL, NULL };
	unsigned count = 1;

	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		if (slice_is(n->key, "move") ||
		    (is_field(n) && !tree_is_repeated(n)) ||
		    !takes_member(filler, n, &count, false))
			continue;
		struct notes *notes = ply_notes(filler->arena, ply);
		if (slice_is(n->key, "nags"))
			fill_nags(filler, n, ply);
		else if (slice_is(n->key, "comment"))
			fill_comments(filler, n, &notes->comment);
		else if (slice_is(n->key, "before"))
			fill_comments(filler, n, &notes->before);
		else if (slice_is(n->key, "after"))
			fill_comments(filler, n, &after);
		else if (slice_is(n->key, "variations"))
			fill_variations(filler, n, ply, depth);
		else
			notes->extra = refuse_key(filler, n, schema_ply_keys);
	}
	if (after.first != NULL)
		comments_append(ply_comments_after(filler->arena, ply), &after);
	fields_read(node, filler->arena, &fields);
	if (fields.first != NULL)
		comments_append(
		    &ply_notes(filler->arena, ply)->comment, &fields);
}

/* A ply is a text, or a map of a move and its notes. */
static void
fill_ply(struct filler *filler, const struct tree_node *node, struct line *line,
    unsigned depth)
{
	const struct tree_node *move =
	    node->type == TREE_MAP ? tree_member(node, "move") : node;

	if (move == NULL || tree_is_null(move, true)) {
		refuse_ply(filler, node);
		return;
	}
	if (!is_type(filler, move, TREE_TEXT, "a move"))
		return;
	struct slice token = trimmed(filler, move);
	if (token.len == 0) {
		refuse(filler, RECORD_SHAPE, move, "this move is empty");
		return;
	}
	if (node == move && slice_is(token, "=") && line->last != NULL &&
	    ply_offer_draw(filler->arena, line->last))
		return;
	struct ply *ply = arena_alloc(filler->arena, sizeof(*ply));
	ply->token = token;
	ply->span = shown_part(move, token);
	ply->number_span.start = node->span.start;
	line_append(line, ply);
	if (node->type == TREE_MAP)
		fill_notes(filler, node, ply, depth);
}

static void
fill_line(struct filler *filler, const struct tree_node *list,
    struct line *line, unsigned depth)
{
	if (list->last != NULL)
		line->end = list->last->span.start + list->last->span.len;
	for (const struct tree_node *node = list->first; node != NULL;
	     node = node->next) {
		const struct tree_node *comment = tree_member(node, "comment");

		/* A variation without moves is only a comment. */
		if (depth > 0 && comment != NULL && list->first == node &&
		    list->last == node && node->first == node->last)
			fill_comments(filler, comment, &line->comment);
		else
			fill_ply(filler, node, line, depth);
	}
}

/* True if a node has the moves of several players: it is a list, or a map by
 * players or move numbers; `is_text`: or a text of moves alone. */
static bool
is_round(const struct tree_node *node, bool is_text)
{
	const struct tree_node *n = node->first;
	unsigned long number;

	for (size_t i = 0; i < node->text.len; i++)
		is_text &= memchr("{}()[];$", node->text.ptr[i], 8) == NULL;
	while (n != NULL &&
	    (node->type == TREE_LIST || slice_number(n->key, 9999, &number) ||
		spelling_player(n->key) != '\0'))
		n = n->next;
	return node->type == TREE_TEXT ? is_text
				       : node->first != NULL && n == NULL;
}

/* Adds the moves of a text, without their numbers, and a result at its end. */
static void
fill_words(
    struct filler *filler, const struct tree_node *node, struct line *line)
{
	struct slice rest = node->text, word;
	char letter = spelling_player(node->key), plain[RESULT_MAX];
	unsigned long number;
	unsigned habits;

	while ((word = slice_word(&rest)).len > 0) {
		struct slice number_of = word;
		bool ends = rest.len == 0 &&
		    (slice_is(word, "*") ||
			spelling_take_result(word, plain, &habits) == word.len);

		if (ends)
			filler->record->result = word;
		number_of.len -= word.ptr[word.len - 1] == '.';
		/* 0000 is a move. */
		if (ends ||
		    (slice_number(number_of, 9999, &number) && number > 0))
			continue;
		struct ply *ply = arena_alloc(filler->arena, sizeof(*ply));
		ply->token = letter == '\0'
		    ? word
		    : spelling_named(word, letter, filler->arena);
		ply->span = shown_part(node, word);
		ply->number_span.start = node->span.start;
		line_append(line, ply);
		json_text(filler->list, NULL, word);
	}
}

static void
fill_round(
    struct filler *filler, const struct tree_node *node, struct line *line)
{
	if (node->type == TREE_TEXT && node->parent->type == TREE_MAP) {
		fill_words(filler, node, line);
	} else if (is_round(node, false)) {
		for (node = node->first; node != NULL; node = node->next)
			fill_round(filler, node, line);
	} else {
		fill_ply(filler, node, line, 0);
		tree_write(filler->list, NULL, node, true);
	}
}

/* Reads the plies. If they are not one list, but a list or map of rounds, or a
 * text, a fix writes them as one, from the colon of their key on. */
static void
fill_plies(struct filler *filler, const struct tree_node *node)
{
	const struct tree_node *odd =
	    node->type == TREE_LIST ? node->first : node;
	struct record *record = filler->record;
	const char *text = record->text.ptr;
	struct slice rest = slice_between(text + node->key_span.start,
	    text + node->span.start + node->span.len);
	SCRATCH list = STRBUF_INIT;

	while (odd != NULL && !is_round(odd, odd == node))
		odd = odd == node ? NULL : odd->next;
	if (odd == NULL) {
		if (is_type(filler, node, TREE_LIST, "plies"))
			fill_line(filler, node, &record->line, 0);
		return;
	}
	refuse(filler, RECORD_SHAPE, odd,
	    "plies must be one list of moves; ternion reads these, too");
	record->line.end = node->span.start + node->span.len;
	filler->list = &(struct json){ .out = &list };
	json_begin(filler->list, NULL, '[');
	fill_round(filler, node, &record->line);
	json_end(filler->list, ']');
	rest.len += node->type == TREE_TEXT &&
	    memchr("\"'", rest.ptr[rest.len], 2) != NULL;
	slice_take(&rest, ':');
	struct slice value = slice_trim(rest);
	diag_fix_text(filler->diags, "write one list of moves",
	    span_at((size_t)(rest.ptr - text),
		(size_t)(value.ptr + value.len - rest.ptr)),
	    arena_printf(filler->arena, " %s", list.ptr));
}

static void
fill_member(struct filler *filler, const struct tree_node *node)
{
	static const char *const tags[][2] = { { "variant", "Variant" },
		{ "notation", "Notation" }, { "start", "Position" } };
	struct record *record = filler->record;

	for (int i = 0; i < 3; i++)
		if (slice_is(node->key, tags[i][0])) {
			fill_tag(filler, slice_of(tags[i][1]), node, true);
			return;
		}
	if (slice_is(node->key, "ternion")) {
		if (node->type != TREE_TEXT || !slice_is(node->text, "1"))
			refuse(filler, RECORD_SHAPE, node,
			    "the version of the format must be 1");
	} else if (slice_is(node->key, "options")) {
		fill_tags(filler, node, "options", true);
	} else if (slice_is(node->key, "tags")) {
		fill_tags(filler, node, "tags", false);
	} else if (slice_is(node->key, "comment")) {
		fill_comments(filler, node, &record->line.comment);
	} else if (slice_is(node->key, "plies")) {
		fill_plies(filler, node);
	} else if (!slice_is(node->key, "result")) {
		record->extra = refuse_key(filler, node, schema_record_keys);
	} else if (is_type(filler, node, TREE_TEXT, "the result")) {
		struct slice text = trimmed(filler, node);

		record->result_span = shown_part(node, text);
		record->result =
		    record_result(record, text, record->result_span);
	}
}

/* The member of a map that holds a record or a list of them; NULL: none does.
 */
static const struct tree_node *
find_wrapped(const struct tree_node *top)
{
	for (const struct tree_node *n = top->first; n != NULL; n = n->next) {
		const struct tree_node *one =
		    n->type == TREE_LIST ? n->first : n;

		if (one != NULL && one->type == TREE_MAP &&
		    tree_member(one, "plies") != NULL)
			return n;
	}
	return NULL;
}

void
schema_read(
    const struct tree_node *top, struct diags *diags, struct record *record)
{
	struct filler filler = {
		.arena = diags->arena, .diags = diags, .record = record
	};
	const struct tree_node *result = tree_member(top, "result");
	struct line *line = &record->line;
	struct span span = { top != NULL ? top->span.start : 0, 1 };
	unsigned count = 0;

	record->broken =
	    top == NULL || !is_type(&filler, top, TREE_MAP, "a record");
	if (record->broken)
		return;
	const struct tree_node *wrapped =
	    tree_member(top, "plies") == NULL ? find_wrapped(top) : NULL;
	if (wrapped != NULL) {
		record->broken = true;
		diag_add(diags, DIAG_RECORD_SHAPE, wrapped->key_span,
		    "the records are in the key '%.*s': read that alone (in "
		    "JSON, 'jq .%.*s' gives it)",
		    SLICE(wrapped->key), SLICE(wrapped->key));
		return;
	}
	for (const struct tree_node *n = top->first; n != NULL; n = n->next)
		if (takes_member(&filler, n, &count, false))
			fill_member(&filler, n);
	/* Without these the record may be cut off, or no record. */
	if (tree_member(top, "plies") == NULL)
		diag_add(
		    diags, DIAG_RECORD_SHAPE, span, "the record has no plies");
	if ((result == NULL || tree_is_null(result, true)) &&
	    record->result.len == 0)
		diag_add(diags, DIAG_RESULT_MISSING,
		    line->last != NULL ? line->last->span : span,
		    "the record has no result");
	/* Comments on the game stand before its first move, if it has one. */
	if (line->first != NULL && line->comment.first != NULL) {
		struct comments *before =
		    &ply_notes(diags->arena, line->first)->before;

		comments_append(&line->comment, before);
		comments_append(before, &line->comment);
	}
}
