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
	const struct tree_node *result; /* its key; NULL: it has none */
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
		{ "rounds", "plies" }, { "ply", "plies" }, { "plys", "plies" },
		{ "pgn", "plies" }, { "movetext", "plies" },
		{ "history", "plies" }, { "headers", "tags" },
		{ "position", "start" }, { "fen", "start" },
		{ "san", "move" } };
	struct near near = { .distance = node->key.len > 4 };
	const char *meant = NULL;

	for (size_t i = 0; i < COUNT(other_words); i++)
		if (slice_is_nocase(node->key, other_words[i][0]) &&
		    near_has(
			strbuf_as_slice(words), slice_of(other_words[i][1])))
			meant = other_words[i][1];
	if (meant == NULL)
		near_find(&near, words, node->key, near_distance);
	if (near.found == 1)
		meant = arena_copy(filler->arena, near.word[0]);
	return meant == NULL || tree_member(node->parent, meant) != NULL ||
		(strcmp(meant, "move") == 0 && node->type != TREE_TEXT)
	    ? NULL
	    : meant;
}

/* Reports an unknown key, and gives its member the one that was surely meant;
 * false if there is none. */
static bool
settle_key(const struct filler *filler, struct tree_node *node,
    const char *const *keys)
{
	SCRATCH words = STRBUF_INIT, near = STRBUF_INIT;
	struct span span = node->key_span;
	bool of_ply = keys == schema_ply_keys;

	if (slice_is_among(node->key, keys))
		return true;
	span.len += span.len == 0;
	for (; *keys != NULL; keys++)
		strbuf_printf(&words, " %s", *keys);
	strbuf_puts(&words, of_ply ? " llm position" : "");
	const char *meant = key_meant(filler, node, &words);
	if (meant != NULL)
		strbuf_printf(&near, ", read as '%s'", meant);
	else
		near_words(&near, &words, node->key);
	diag_add(filler->diags, DIAG_RECORD_KEY, span, "unknown key '%.*s'%s",
	    SLICE(node->key), strbuf_as_slice(&near).ptr);
	if (meant == NULL && filler->record->foreign.len == 0)
		filler->record->foreign = span;
	if (meant != NULL && node->key_span.len == node->key.len)
		diag_fix_text(filler->diags, meant, node->key_span, meant);
	if (meant != NULL)
		node->key = slice_of(meant);
	return meant != NULL;
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
	const struct tag *old = record_find_tag(filler->record, name);
	struct tag *tag = record_add_tag(filler->record, filler->arena, name,
	    is_word ? trimmed(filler, value) : value->text, shown(value));
	if (old != NULL && !slice_equal(old->value, tag->value))
		refuse(filler, TAG_DUPLICATE, value,
		    "another key says %.*s, which ternion uses",
		    SLICE(old->value));
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

/* Reads the annotation of a node: a number, or as PGN has it, "$1" or "!". */
static void
fill_nag(
    const struct filler *filler, const struct tree_node *node, struct ply *ply)
{
	struct slice text = { node->text.ptr, 0 };
	unsigned long number;

	if (node->type == TREE_TEXT)
		text = node->text;
	bool is_number = text.len <= 3 && slice_number(text, 255, &number);
	if (!is_number && slice_begins(text, "$"))
		text = slice_from(text, 1);
	if (!slice_number(text, 255, &number))
		number = text.len > 0 ? spelling_nag(text, true) : 0;
	if (!is_number)
		refuse(filler, NAG_MALFORMED, node,
		    "an annotation must be a number from 0 to 255");
	if (!is_number && number > 0) {
		const char *plain = arena_printf(filler->arena, "%lu", number);

		diag_fix_text(filler->diags, plain, shown(node), plain);
	}
	if (is_number || number > 0)
		ply_add_nag(filler->arena, ply, (unsigned)number);
}

static void
fill_nags(
    const struct filler *filler, const struct tree_node *node, struct ply *ply)
{
	unsigned long number;

	if (is_type(filler, node, TREE_LIST, "nags")) {
		for (const struct tree_node *n = node->first; n; n = n->next)
			fill_nag(filler, n, ply);
	} else if (node->type == TREE_TEXT &&
	    slice_number(node->text, 255, &number)) {
		const char *list = arena_printf(filler->arena, "[%lu]", number);

		ply_add_nag(filler->arena, ply, (unsigned)number);
		if (shown(node).len == node->text.len &&
		    !is_one_of(
			filler->record->text.ptr[node->span.start - 1], "\"'"))
			diag_fix_text(filler->diags, list, shown(node), list);
	}
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
		if ((n->type == TREE_TEXT && n != node->first) ||
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

	for (struct tree_node *n = node->first; n != NULL; n = n->next) {
		if (slice_is(n->key, "move") ||
		    (is_field(n) && !tree_is_repeated(n)) ||
		    !takes_member(filler, n, &count, false))
			continue;
		struct notes *notes = ply_notes(filler->arena, ply);
		settle_key(filler, n, schema_ply_keys);
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
			notes->extra = node;
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
	bool is_map = node->type == TREE_MAP;
	const struct tree_node *move =
	    is_map ? tree_member(node, "move") : node;
	SCRATCH words = STRBUF_INIT;

	strbuf_puts(&words, " move");
	for (struct tree_node *n = node->first; move == NULL && n; n = n->next)
		if (key_meant(filler, n, &words) != NULL &&
		    settle_key(filler, n, schema_ply_keys))
			move = n;
	if (move == NULL || tree_is_null(move, true)) {
		refuse(filler, RECORD_SHAPE, node,
		    "this ply has no move; write it with the key 'move'");
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
	ply->token = ply->text = token;
	ply->span = shown_part(move, token);
	ply->number_span.start = node->span.start;
	line_append(line, ply);
	if (is_map)
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

/* True if a text in a list has more than a move, as in PGN: a comment, an
 * annotation or a variation; or if it is a result at the end. */
static bool
is_movetext(const struct tree_node *node)
{
	const char *text = node->text.ptr;

	for (const char *p = text; *p != '\0' && *p != '}'; p++)
		if (*p == '{' || (*p == '$' && ascii_is_digit(p[1])) ||
		    (*p == ';' && p[1] == ' ') ||
		    (memchr("([;", *p, 3) != NULL && p > text &&
			is_space(p[-1]) && !spelling_is_mark(slice_of(p))))
			return true;
	return node->next == NULL &&
	    (spelling_is_draw(node->text) ||
		(strpbrk(text, "123*") != NULL &&
		    text[strspn(text, "0123-/*")] == '\0'));
}

/* True of the number of a round, in the map of its moves. */
static bool
is_number_of_round(const struct tree_node *node)
{
	static const char *const words[] = { "number", "round", "no", NULL };
	unsigned long number;

	return node->type == TREE_TEXT && slice_is_among(node->key, words) &&
	    slice_number(node->text, 9999, &number);
}

/* True if a node is not one ply: it has the moves of several players, as a list
 * or a map by players or move numbers, or is movetext. */
static bool
is_round(const struct tree_node *node)
{
	static const char *const lists[] = { "moves", "plies", NULL };
	const struct tree_node *n = node->first;
	unsigned long number;
	bool has_moves = false;

	for (; n != NULL; n = n->next) {
		bool is_moves = node->type == TREE_LIST ||
		    slice_number(n->key, 9999, &number) ||
		    (n->type == TREE_LIST && slice_is_among(n->key, lists)) ||
		    spelling_player(n->key) != '\0';

		if (!is_moves && !is_number_of_round(n))
			break;
		has_moves |= is_moves;
	}
	return node->type == TREE_TEXT
	    ? node->parent->type == TREE_MAP || is_movetext(node)
	    : has_moves && n == NULL;
}

/* Reads movetext. If the text has escapes, all of it is the place of whatever
 * it has, and nothing in it can be fixed. */
static void
fill_words(
    struct filler *filler, const struct tree_node *node, struct line *line)
{
	struct record *record = filler->record, before = *record;
	struct diags *diags = filler->diags;
	char letter = spelling_player(node->key);
	struct ply *p = line->last;
	bool is_exact = shown(node).len == node->text.len;
	unsigned said = diags->len;

	record->result.len = 0;
	if (!is_exact)
		record->habits = NULL;
	pgn_read_words(record, diags, node->text, node->span.start, line);
	for (; !is_exact && said < diags->len; said++) {
		diags->list[said].span = shown(node);
		diags->list[said].fixes = NULL;
	}
	for (p = p != NULL ? p->next : line->first; p != NULL;
	     p = ply_walk(line, p)) {
		p->text = p->token;
		if (letter != '\0')
			p->token =
			    spelling_named(p->token, letter, filler->arena);
		if (!is_exact)
			p->span = shown(node);
		p->number_span = span_at(node->span.start, 0);
	}
	if (!is_exact)
		record->habits = before.habits;
	struct slice result = record->result;
	if (result.len > 0 && !is_exact)
		record->result_span = shown(node);
	if (result.len > 0 && filler->result == NULL)
		return;
	if (result.len > 1 && !slice_equal(filler->result->text, result))
		diag_add(diags, DIAG_RESULT_STRAY, record->result_span,
		    "the record has another result in its key 'result'");
	record->result = before.result;
	record->result_span = before.result_span;
}

static void
fill_round(
    struct filler *filler, const struct tree_node *node, struct line *line)
{
	if (!is_round(node))
		fill_ply(filler, node, line, 0);
	else if (node->type == TREE_TEXT)
		fill_words(filler, node, line);
	else
		for (node = node->first; node != NULL; node = node->next)
			if (!is_number_of_round(node))
				fill_round(filler, node, line);
}

/* Reads the plies. If they are not one list, but a list or map of rounds, or a
 * text, a fix writes them as one, and a result, from the colon of their key. */
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

	while (odd != NULL && !is_round(odd))
		odd = odd == node ? NULL : odd->next;
	if (odd == NULL) {
		if (is_type(filler, node, TREE_LIST, "plies"))
			fill_line(filler, node, &record->line, 0);
		return;
	}
	refuse(filler, RECORD_SHAPE, odd,
	    "plies must be one list of moves; ternion reads these, too");
	record->line.end = node->span.start + node->span.len;
	unsigned said = filler->diags->len;
	fill_round(filler, node, &record->line);
	if (filler->diags->len > said)
		return; /* a list would lose that */
	plies_write(&(struct json){ .out = &list }, NULL, &record->line, true);
	if (record->result.len > 0 && filler->result == NULL)
		strbuf_printf(&list,
		    text[record->span.start] == '{' ? ", \"result\": \"%.*s\""
						    : "\nresult: \"%.*s\"",
		    SLICE(record->result));
	rest.len +=
	    node->type == TREE_TEXT && is_one_of(rest.ptr[rest.len], "\"'");
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
		record->extra = node->parent;
	} else if (is_type(filler, node, TREE_TEXT, "the result")) {
		struct slice text = trimmed(filler, node);

		record->result_span = shown_part(node, text);
		record->result =
		    record_result(record, text, record->result_span);
	}
}

static bool
is_pgn_text(const struct tree_node *node)
{
	return node->type == TREE_TEXT && node->text.len > 0 &&
	    pgn_is_tag(node->text.ptr, node->text.ptr + node->text.len);
}

/* The member of a map, or of one in it, that holds a record or a list of them,
 * or is a text in PGN, with the path to it; NULL: none does. */
static const struct tree_node *
find_wrapped(const struct tree_node *map, struct strbuf *path)
{
	const struct tree_node *n = map->first, *found = NULL;
	size_t len = path->len;

	for (; n != NULL && found == NULL; n = n->next) {
		const struct tree_node *one =
		    n->type == TREE_LIST && n->first != NULL ? n->first : n;

		path->len = len;
		strbuf_printf(path, is_tag_name(n->key) ? ".%.*s" : ".\"%.*s\"",
		    SLICE(n->key));
		if (one->type == TREE_MAP &&
		    (tree_member(one, "plies") || tree_member(one, "moves")))
			return n;
		strbuf_puts(path, one != n ? "[]" : "");
		if (is_pgn_text(one)) {
			strbuf_puts(path, " -r");
			return n;
		}
		if (one->type == TREE_MAP)
			found = find_wrapped(one, path);
	}
	return found;
}

/* Refuses a map that wraps the records; false if it does not. */
static bool
refuse_wrapped(const struct tree_node *top, struct diags *diags)
{
	SCRATCH path = STRBUF_INIT;
	const struct tree_node *wrapped = find_wrapped(top, &path);
	struct slice way = strbuf_as_slice(&path);
	bool is_pgn =
	    way.len > 3 && slice_is(slice_from(way, way.len - 3), " -r");

	if (wrapped != NULL)
		diag_add(diags, DIAG_RECORD_SHAPE, wrapped->key_span,
		    "the records are in the key '%.*s'%s: read that alone (in "
		    "JSON, 'jq %s' gives it)",
		    SLICE(wrapped->key), is_pgn ? ", in PGN" : "", path.ptr);
	return wrapped != NULL;
}

void
schema_read(
    const struct tree_node *top, struct diags *diags, struct record *record)
{
	const struct tree_node *result = tree_member(top, "result");
	struct filler filler = { diags->arena, diags, record, result };
	struct line *line = &record->line;
	struct span span = { top != NULL ? top->span.start : 0, 1 };
	unsigned count = 0;

	if (top != NULL && is_pgn_text(top)) {
		record->broken = true;
		refuse(&filler, RECORD_SHAPE, top,
		    "this text is a record in PGN: read that alone (in JSON, "
		    "'jq . -r' gives it)");
		return;
	}
	record->broken = top == NULL ||
	    !is_type(&filler, top, TREE_MAP, "a record") ||
	    (tree_member(top, "plies") == NULL && refuse_wrapped(top, diags));
	if (record->broken)
		return;
	for (struct tree_node *n = top->first; n != NULL; n = n->next)
		if (takes_member(&filler, n, &count, false)) {
			settle_key(&filler, n, schema_record_keys);
			fill_member(&filler, n);
		}
	/* Without these the record may be cut off, or no record. */
	if (tree_member(top, "plies") == NULL)
		diag_add(
		    diags, DIAG_RECORD_SHAPE, span, "the record has no plies");
	if ((result == NULL || result->type == TREE_TEXT) &&
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
