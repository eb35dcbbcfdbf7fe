/* Ternion: completions: legal moves, tags and their values, results,
 * annotations, codes. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"
#include "cmd/lsp/words.h"
#include "cmd/options/words.h"
#include "cmd/run/move_list.h"

enum {
	MOVES_MAX = 2000,    /* in a list */
	LINE_MAX_SEEN = 512, /* bytes of the line before the offset */
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
	const struct opened *document;
	struct json *json;
	struct slice before;      /* the offset, in its line */
	struct look look;         /* at the record with a word at the offset */
	struct found_place place; /* of that, if it is a move */
	size_t from, to;          /* what is typed of a word */
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
	json_range(json, "range", &completing->document->text, completing->from,
	    completing->to);
	json_text(json, "newText", label);
	json_end(json, '}');
	json_end(json, '}');
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

/* A class of moves, which is lower for those that are played more often: mates,
 * captures by the piece that is taken, checks, castling, other moves by the
 * piece, and calls and passes at the end. */
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
put_move(struct completing *completing, const struct position *position,
    const struct listed_move *listed)
{
	const struct replayed *replayed = &completing->look.replayed;
	struct strbuf words = STRBUF_INIT, order = STRBUF_INIT;

	words_of_move(replayed, position, &listed->move, &words);
	strbuf_printf(&order, "%02u%s",
	    class_of(replayed->rules, position, listed), listed->text);
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
	struct look *look = &completing->look;
	const struct position *position =
	    look_position(look, &completing->place);
	const struct replayed *replayed = &look->replayed;
	struct move_list list = { .most = MOVES_MAX };
	struct move_style style;

	if (position == NULL)
		return;
	completing->from = completing->place.from;
	style.notation =
	    notation_writes(replayed->notation, replayed->rules->variant)
	    ? replayed->notation
	    : dialect_of(replayed->rules->variant)->notation;
	style.alphabet = replayed->alphabet;
	move_list_fill(&list, replayed->rules, position, &style, true);
	for (size_t i = 0; i < list.len; i++)
		put_move(completing, position, &list.moves[i]);
	move_list_release(&list);
	if (look->record.is_movetext)
		put_results(completing, replayed->rules->variant);
}

/*
 * By what precedes the offset in its line
 */

/* The end of a text as far as it has letters, digits and some signs. */
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

/* Says which end of the line is typed of a word. */
static void
set_word(struct completing *completing, struct slice word)
{
	completing->from = completing->to - word.len;
}

static void
put_codes(struct completing *completing)
{
	set_word(completing, last_word(completing->before, "-"));
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
	const struct opened *document = completing->document;
	const struct variant *variant = document->judge->job.variant;
	struct look look;

	look_begin(&look, document, completing->to);
	if (look_next(&look)) {
		look_replay(&look, NULL);
		if (look.replayed.rules != NULL)
			variant = look.replayed.rules->variant;
	}
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
	struct slice line = completing->before, rest, name;

	if (line.len == 0 || line.ptr[0] != '[')
		return false;
	rest = slice_trim(slice_from(line, 1));
	name = slice_take(&rest, '"');
	if (memchr(line.ptr, '"', line.len) == NULL) {
		set_word(completing, last_word(line, "_"));
		put_tags(completing, variant_of(completing));
	} else if (memchr(rest.ptr, '"', rest.len) == NULL) {
		set_word(completing, rest);
		put_values(
		    completing, variant_of(completing), slice_trim(name));
	}
	return true;
}

/* The text without a sign at its end, and without blanks. */
static struct slice
without_last(struct slice text, const char *signs)
{
	if (text.len > 0 && strchr(signs, text.ptr[text.len - 1]) != NULL)
		text.len--;
	return slice_trim(text);
}

/* A key, or its value, in YAML and JSON. */
static void
put_key(struct completing *completing)
{
	struct slice line = completing->before;
	struct slice word = last_word(line, "_-");
	struct slice rest = slice_trim(slice_sub(line, 0, line.len - word.len));
	bool is_json = completing->document->format != &format_yaml;
	char sign;

	set_word(completing, word);
	rest = without_last(rest, "\"'");
	sign = rest.len > 0 ? rest.ptr[rest.len - 1] : '\0';
	if (sign == ':') {
		rest = without_last(without_last(rest, ":"), "\"'");
		put_values(
		    completing, variant_of(completing), last_word(rest, "_"));
	} else if (sign == '\0' ? !is_json : strchr("{,-", sign) != NULL) {
		struct strbuf words = STRBUF_INIT;

		strbuf_puts(&words,
		    " ternion variant notation options tags start comment "
		    "plies "
		    "result move nags before after variations");
		put_words(
		    completing, &words, ITEM_KEYWORD, slice_sub(word, 0, 0));
		strbuf_release(&words);
		put_tags(completing, variant_of(completing));
	}
}

static void
put_items(struct completing *completing)
{
	const struct opened *document = completing->document;
	struct slice word = last_word(completing->before, "$-");
	bool is_pgn = document->format == &format_pgn;

	if (is_in_suppression(&document->text, completing->to))
		put_codes(completing);
	else if (is_pgn && word.len > 0 && word.ptr[0] == '$')
		put_nags(completing, word);
	else if (is_pgn && put_tag(completing))
		;
	else if (look_next_with_word(&completing->look, completing->to) &&
	    look_find_ply(
		&completing->look, completing->to + 1, &completing->place))
		put_moves(completing);
	else if (!is_pgn)
		put_key(completing);
}

enum message_error
lsp_completion(struct request *request)
{
	const struct doc_text *text = &request->document->text;
	struct json *json = request->json;
	struct completing completing = {
		.document = request->document, .json = json, .to = request->to
	};
	size_t start = request->to;

	while (start > 0 && request->to - start < LINE_MAX_SEEN &&
	    strchr("\r\n", text->bytes[start - 1]) == NULL)
		start--;
	completing.before =
	    slice_sub(text_slice(text), start, request->to - start);
	json_begin(json, "result", '{');
	json_bool(json, "isIncomplete", false);
	json_begin(json, "items", '[');
	if (!request->document->is_foreign) {
		look_begin(&completing.look, request->document, request->to);
		put_items(&completing);
		look_end(&completing.look);
	}
	json_end(json, ']');
	json_end(json, '}');
	return ERROR_NONE;
}
