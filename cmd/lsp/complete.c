/* Ternion: completions: legal moves, tags and their values, results,
 * annotations, codes. */
#include "cmd/lsp/edits.h"
#include "cmd/lsp/server.h"
#include "cmd/lsp/typing_place.h"
#include "cmd/lsp/words.h"
#include "cmd/options/words.h"
#include "cmd/run/move_list.h"

enum {
	MOVES_MOST = 2000 /* in a list */
};

/* Kinds of items, as the protocol numbers them. */
enum item_kind {
	ITEM_PROPERTY = 10,
	ITEM_VALUE = 12,
	ITEM_KEYWORD = 14,
	ITEM_MEMBER = 20,
	ITEM_CONSTANT = 21,
	ITEM_OPERATOR = 24,
};

struct completing {
	struct typing_place typing;
	struct json *json;
	struct cursor cursor;
	size_t from; /* what is typed of the word begins there */
	unsigned items;
};

/* One item; `order` sorts it before all that are greater, NULL: as the label
 * does. */
static void
put_item(struct completing *completing, struct slice label, enum item_kind kind,
    const char *detail, const char *order)
{
	struct json *json = completing->json;

	json_begin(json, NULL, '{');
	json_text(json, "label", label);
	json_number(json, "kind", kind);
	if (detail != NULL && detail[0] != '\0')
		json_string(json, "detail", detail);
	if (order != NULL)
		json_string(json, "sortText", order);
	json_text(json, "filterText", label);
	json_begin(json, "textEdit", '{');
	json_range(json, "range", &completing->cursor, completing->from,
	    completing->typing.offset);
	json_text(json, "newText", label);
	json_end(json, '}');
	json_end(json, '}');
	completing->items++;
}

/* Each of the words, which stand with spaces before them. `tag` is that of
 * which they are values, or empty. */
static void
put_words(struct completing *completing, const struct strbuf *words,
    enum item_kind kind, struct slice tag)
{
	struct slice rest = strbuf_as_slice(words);
	struct strbuf detail = STRBUF_INIT;

	while (rest.len > 0) {
		struct slice word = slice_take(&rest, ' ');

		strbuf_reset(&detail);
		if (tag.len > 0)
			words_of_value(NULL, tag, word, &detail);
		if (word.len > 0)
			put_item(completing, word, kind, detail.ptr, NULL);
	}
	strbuf_release(&detail);
}

/*
 * Moves
 */

/* How usual a move is among the others: the class that it is of. Mates, takes,
 * the more the better, checks, castling; then pieces as often as they are
 * moved, which is seldom for kings and for what ends a game. */
static unsigned
class_of(const struct rules *rules, const struct position *position,
    const struct listed_move *listed)
{
	static const unsigned pieces[KINDS] = { [PAWN] = 31,
		[KNIGHT] = 30,
		[BISHOP] = 32,
		[ROOK] = 33,
		[QUEEN] = 34,
		[KING] = 36,
		[POPE] = 35 };
	const struct move *move = &listed->move;
	struct cellset taken;
	enum kind best = KIND_NONE;

	if (listed->marks.mated != 0)
		return 1;
	if (move->type >= MOVE_PASS || move->calls != 0)
		return 90 + move->type;
	for (taken = rules_taken(rules, position, move);
	     !cellset_empty(&taken);) {
		enum kind kind = piece_kind(position->at[cellset_pop(&taken)]);

		best = kind > best ? kind : best;
	}
	if (best != KIND_NONE)
		return 10 + (KINDS - (unsigned)best);
	if (move->promotion == QUEEN && move->type != MOVE_DROP)
		return 2;
	if (listed->marks.attacked != 0)
		return 20;
	if (move->type == MOVE_CASTLE)
		return 25;
	if (move->from == CELL_NONE)
		return 40;
	return pieces[piece_kind(position->at[move->from])] +
	    (move->promotion != KIND_NONE ? 20 : 0);
}

static void
put_move(struct completing *completing, const struct cell_words *names,
    const struct position *position, const struct listed_move *listed)
{
	struct strbuf words = STRBUF_INIT, order = STRBUF_INIT;

	words_of_move(names, position, &listed->move, &words);
	strbuf_printf(&order, "%02u%s",
	    class_of(names->rules, position, listed), listed->text);
	put_item(completing, slice_of(listed->text), ITEM_VALUE, words.ptr,
	    order.ptr);
	strbuf_release(&words);
	strbuf_release(&order);
}

static void
put_results(struct completing *completing, const struct variant *variant)
{
	struct strbuf words = STRBUF_INIT, order = STRBUF_INIT;

	for (const char *const *r = variant->results;; r++) {
		const char *result = *r != NULL ? *r : "*";

		strbuf_reset(&words);
		strbuf_reset(&order);
		words_of_result(variant, slice_of(result), &words);
		strbuf_printf(&order, "99%s", result);
		put_item(completing, slice_of(result), ITEM_MEMBER, words.ptr,
		    order.ptr);
		if (*r == NULL)
			break;
	}
	strbuf_release(&words);
	strbuf_release(&order);
}

static void
put_moves(struct completing *completing)
{
	struct typing_place *typing = &completing->typing;
	const struct position *position =
	    place_position(&typing->look, &typing->place);
	const struct replayed *replayed = &typing->look.replayed;
	struct move_list list = { .most = MOVES_MOST };
	struct move_style style;
	struct cell_words names;

	if (position == NULL)
		return;
	completing->from = typing->from;
	style.notation =
	    notation_writes(replayed->notation, replayed->rules->variant)
	    ? replayed->notation
	    : dialect_of(replayed->rules->variant)->notation;
	style.alphabet = replayed->alphabet;
	cell_words_init(&names, replayed);
	move_list_fill(&list, replayed->rules, position, &style, true);
	for (size_t i = 0; i < list.len; i++)
		put_move(completing, &names, position, &list.moves[i]);
	move_list_release(&list);
	if (typing->look.record.is_movetext)
		put_results(completing, replayed->rules->variant);
}

/*
 * What stands in a line
 */

/* The end of the text that is made of letters, digits and some signs. */
static struct slice
last_word(struct slice text, const char *signs)
{
	size_t at = text.len;

	while (at > 0 &&
	    ((text.ptr[at - 1] | 0x20) >= 'a' ||
		(text.ptr[at - 1] >= '0' && text.ptr[at - 1] <= '9') ||
		strchr(signs, text.ptr[at - 1]) != NULL) &&
	    strchr("{}|~[]", text.ptr[at - 1]) == NULL)
		at--;
	return slice_from(text, at);
}

static struct slice
without_end(struct slice text, size_t len)
{
	return slice_sub(text, 0, text.len - len);
}

/* Says of the word that is typed that it is that end of the line. */
static void
set_word(struct completing *completing, struct slice word)
{
	completing->from = completing->typing.offset - word.len;
}

/* Whether a comment that suppresses is open at the end of the text. */
static bool
is_in_suppression(struct slice line)
{
	static const char mark[] = "ternion-disable";
	size_t len = sizeof(mark) - 1;

	for (size_t i = line.len; i-- > 0;) {
		if (strchr("}\"'", line.ptr[i]) != NULL)
			return false;
		if (line.len - i > len && memcmp(line.ptr + i, mark, len) == 0)
			return true;
	}
	return false;
}

static void
put_codes(struct completing *completing)
{
	set_word(completing, last_word(completing->typing.before, "-"));
	for (enum diag_id id = 0; id < DIAGS; id++)
		if (diag_table[id].severity != SEV_FATAL)
			put_item(completing, slice_of(diag_table[id].slug),
			    ITEM_CONSTANT, diag_table[id].meaning, NULL);
}

static void
put_nags(struct completing *completing, struct slice word)
{
	struct strbuf label = STRBUF_INIT, order = STRBUF_INIT;

	set_word(completing, word);
	for (unsigned n = 0; n < NAG_WORDS; n++) {
		if (words_of_nag(n) == NULL)
			continue;
		strbuf_reset(&label);
		strbuf_reset(&order);
		strbuf_printf(&label, "$%u", n);
		strbuf_printf(&order, "%03u", n);
		put_item(completing, strbuf_as_slice(&label), ITEM_OPERATOR,
		    words_of_nag(n), order.ptr);
	}
	strbuf_release(&label);
	strbuf_release(&order);
}

/* The game of the record, as far as its tags tell. */
static const struct variant *
variant_of(struct completing *completing)
{
	const struct opened *document = completing->typing.document;
	const struct variant *variant = document->judge->job.variant;
	size_t begins;
	struct look look;

	look_begin(&look, document, false);
	if (look_at(&look,
		text_segment_at(
		    &document->text, completing->typing.offset, &begins)) &&
	    look.replayed.rules != NULL)
		variant = look.replayed.rules->variant;
	look_end(&look);
	return variant;
}

static void
put_tags(struct completing *completing, const struct variant *variant)
{
	struct strbuf names = STRBUF_INIT, words = STRBUF_INIT;
	struct slice rest;

	words_tags(variant, &names);
	rest = strbuf_as_slice(&names);
	while (rest.len > 0) {
		struct slice name = slice_take(&rest, ' ');

		if (name.len == 0)
			continue;
		strbuf_reset(&words);
		words_of_tag(variant, name, &words);
		put_item(completing, name, ITEM_PROPERTY, words.ptr, NULL);
	}
	strbuf_release(&names);
	strbuf_release(&words);
}

/* What a tag can be, by its name with a small first letter. */
static void
put_values(struct completing *completing, const struct variant *variant,
    struct slice name)
{
	struct strbuf words = STRBUF_INIT;
	int option =
	    variant != NULL ? variant_option(variant, name.ptr, name.len) : -1;

	if (slice_is_nocase(name, "variant"))
		words_variants(&words);
	else if (slice_is_nocase(name, "notation"))
		words_notations(&words);
	else if (slice_is_nocase(name, "letters"))
		words_letters(&words);
	else if (slice_is_nocase(name, "setup") && option < 0)
		strbuf_puts(&words, " 1");
	else if (slice_is_nocase(name, "start") ||
	    slice_is_nocase(name, "position"))
		strbuf_puts(&words, " start");
	else if (option >= 0)
		words_values(&words, &variant->options[option], false);
	if (slice_is_nocase(name, "result") && variant != NULL)
		put_results(completing, variant);
	put_words(completing, &words, ITEM_MEMBER, name);
	strbuf_release(&words);
}

/* [Name "value: false if the line is none of a tag. */
static bool
put_tag(struct completing *completing)
{
	struct slice line = completing->typing.before;
	struct slice rest = line, name, value;

	if (line.len == 0 || line.ptr[0] != '[')
		return false;
	rest = slice_trim(slice_from(line, 1));
	name = slice_take(&rest, '"');
	value = rest;
	if (memchr(line.ptr, '"', line.len) == NULL) {
		set_word(completing, last_word(line, "_"));
		put_tags(completing, variant_of(completing));
	} else if (memchr(value.ptr, '"', value.len) == NULL) {
		set_word(completing, value);
		put_values(
		    completing, variant_of(completing), slice_trim(name));
	}
	return true;
}

/* key: value, in YAML and JSON; false if it is neither. */
static bool
put_key(struct completing *completing)
{
	struct slice line = completing->typing.before;
	struct slice word = last_word(line, "_-");
	struct slice rest = slice_trim(without_end(line, word.len));
	struct slice key;
	struct strbuf words = STRBUF_INIT;
	bool is_json = completing->typing.document->format != &format_yaml;

	set_word(completing, word);
	while (rest.len > 0 && strchr("\"'", rest.ptr[rest.len - 1]) != NULL)
		rest = slice_trim(without_end(rest, 1));
	if (rest.len > 0 && rest.ptr[rest.len - 1] == ':') {
		rest = slice_trim(without_end(rest, 1));
		if (rest.len > 0 &&
		    strchr("\"'", rest.ptr[rest.len - 1]) != NULL)
			rest = without_end(rest, 1);
		key = last_word(rest, "_");
		put_values(completing, variant_of(completing), key);
		return true;
	}
	if (rest.len > 0 && strchr("{,-", rest.ptr[rest.len - 1]) == NULL)
		return false;
	if (rest.len == 0 && is_json)
		return false;
	strbuf_puts(&words,
	    " ternion variant notation options tags start comment plies result "
	    "move nags before after variations");
	put_words(completing, &words, ITEM_KEYWORD, slice_sub(word, 0, 0));
	strbuf_release(&words);
	put_tags(completing, variant_of(completing));
	return true;
}

static void
put_items(struct completing *completing)
{
	const struct typing_place *typing = &completing->typing;
	struct slice word = last_word(typing->before, "$-");
	bool is_pgn = typing->document->format == &format_pgn;

	if (is_in_suppression(typing->before))
		put_codes(completing);
	else if (is_pgn && word.len > 0 && word.ptr[0] == '$')
		put_nags(completing, word);
	else if (is_pgn && put_tag(completing))
		;
	else if (typing->is_move)
		put_moves(completing);
	else if (!is_pgn)
		put_key(completing);
}

enum message_error
lsp_completion(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	struct completing completing = { .json = json };
	struct spot place;

	if (document == NULL || !read_place(params, "position", &place))
		return ERROR_INVALID_PARAMS;
	json_begin(json, "result", '{');
	json_bool(json, "isIncomplete", false);
	json_begin(json, "items", '[');
	if (!document->is_foreign) {
		cursor_init(&completing.cursor, &document->text);
		typing_begin(&completing.typing, document,
		    text_offset(&document->text, place));
		put_items(&completing);
		typing_end(&completing.typing);
	}
	json_end(json, ']');
	json_end(json, '}');
	return ERROR_NONE;
}
