/* Ternion: completions: legal moves, tags and their values, results,
 * annotations, codes. */
#include "cmd/lsp/server.h"
#include "cmd/run/move_list.h"
#include "parse/resolve/phrase.h"
#include "parse/text/near.h"

enum {
	MOVES_MAX = 2000,    /* in a list */
	RESULT_ORDER = 99,   /* after the moves */
	LINE_MAX_SEEN = 512, /* bytes of the line before the offset */
};

/* Kinds of items, with the numbers of the protocol. */
enum item_kind {
	ITEM_PROPERTY = 10,
	ITEM_VALUE = 12,
	ITEM_KEYWORD = 14,
	ITEM_MEMBER = 20,
	ITEM_CONSTANT = 21,
	ITEM_OPERATOR = 24,
};

/* Offers a text for the word that is typed, from..to of the request. Items are
 * sorted by `order`, or if that is 0 by their texts. */
static void
offer(struct request *request, struct slice label, enum item_kind kind,
    const char *detail, unsigned order)
{
	SCRATCH sort = STRBUF_INIT;
	struct json *json = request->json;

	if (order > 0)
		strbuf_printf(&sort, "%03u%.*s", order, SLICE(label));
	json_put(json,
	    "{label:%.*s kind:%u detail:!%s sortText:!%s filterText:%.*s "
	    "textEdit:{",
	    SLICE(label), kind, detail, sort.ptr, SLICE(label));
	put_range(json, "range", request->document, request->from, request->to);
	json_put(json, "newText:%.*s}}", SLICE(label));
}

/* Returns the class of a move, which is lower for moves that are played more
 * often: mates, captures by the piece that is taken, checks, castling, other
 * moves by the piece, finally calls and passes. */
static unsigned
class_of(const struct position *position, const struct listed_move *listed)
{
	const struct move *move = &listed->move;

	if (listed->marks.mated != 0)
		return 1;
	if (move->type >= MOVE_PASS || move->calls != 0)
		return 90 + move->type;
	if (move->victim != CELL_NONE)
		return 10 + KINDS - piece_kind(position->at[move->victim]);
	if (move->promotion == QUEEN && move->type != MOVE_DROP)
		return 2;
	if (listed->marks.attacked != 0)
		return 20;
	if (move->type == MOVE_CASTLE)
		return 25;
	if (move->from == CELL_NONE)
		return 40;
	return 30 + piece_kind(position->at[move->from]) +
	    (move->promotion != KIND_NONE ? 20 : 0);
}

/* Offers words that are separated by spaces: keys, names of tags, or values of
 * a tag. */
static void
offer_words(struct request *request, struct slice words, enum item_kind kind,
    const struct variant *variant, struct slice tag)
{
	unsigned order = slice_is_nocase(tag, "result") ? RESULT_ORDER : 0;
	SCRATCH detail = STRBUF_INIT;
	struct slice word;

	while (near_next(&words, &word)) {
		strbuf_reset(&detail);
		if (kind == ITEM_PROPERTY)
			words_of_tag(variant, word, &detail);
		else if (kind == ITEM_MEMBER)
			words_of_value(request->document->job.config.notations,
			    variant, tag, word, &detail);
		offer(request, word, kind, strbuf_as_slice(&detail).ptr, order);
	}
}

static void
offer_results(struct request *request, const struct variant *variant)
{
	SCRATCH words = STRBUF_INIT;

	for (const char *const *r = variant->results; *r != NULL; r++)
		strbuf_printf(&words, "%s ", *r);
	strbuf_char(&words, '*');
	offer_words(request, strbuf_as_slice(&words), ITEM_MEMBER, variant,
	    slice_of("Result"));
}

static void
offer_moves(struct request *request, struct ply *ply)
{
	struct walk *walk = &request->walk;
	const struct position *position = walk_position(walk, ply);
	const struct replayed *replayed = &walk->session.replayed;
	const struct language reader = replayed_reader(replayed);
	struct move_list list = { .most = MOVES_MAX };
	SCRATCH words = STRBUF_INIT;

	if (position == NULL)
		return;
	request->from = walk_start(walk, ply->span);
	list.in = reader;
	list.in.notation =
	    notation_to_write(replayed->notation, replayed->rules->variant);
	move_list_fill(&list, replayed->rules, position, true);
	for (size_t i = 0; i < list.len; i++) {
		const struct listed_move *listed = &list.moves[i];

		strbuf_reset(&words);
		phrase_move(&reader, position, &listed->move, &words);
		offer(request, slice_of(listed->text), ITEM_VALUE, words.ptr,
		    class_of(position, listed));
	}
	move_list_release(&list);
	if (walk->session.record.is_movetext)
		offer_results(request, replayed->rules->variant);
}

/* The variant of the record, or the one of the call. */
static const struct variant *
variant_of(struct request *request)
{
	struct walk *walk = &request->walk;
	const struct variant *variant = NULL;

	walk_move(walk, request->to, request->to);
	if (walk_next(walk))
		variant = walk_variant(walk);
	return variant != NULL ? variant : request->document->job.variant;
}

static void
offer_tags(struct request *request)
{
	const struct variant *variant = variant_of(request);
	SCRATCH names = STRBUF_INIT;

	words_tags(variant, &names);
	offer_words(request, strbuf_as_slice(&names), ITEM_PROPERTY, variant,
	    slice_of(""));
}

/* Offers the values of a tag, whose name may have a small first letter. */
static void
offer_values(struct request *request, struct slice name)
{
	const struct variant *variant = variant_of(request);
	SCRATCH words = STRBUF_INIT;
	int option =
	    variant != NULL ? variant_option(variant, name.ptr, name.len) : -1;

	if (slice_is_nocase(name, "variant"))
		words_variants(&words);
	else if (slice_is_nocase(name, "notation"))
		notation_put_ids(
		    request->document->job.config.notations, NULL, &words);
	else if (slice_is_nocase(name, "letters"))
		words_letters(&words);
	else if (option >= 0)
		words_values(&words, &variant->options[option], false);
	else if (slice_is_nocase(name, "setup"))
		strbuf_puts(&words, " 1");
	else if (slice_is_nocase(name, "start") ||
	    slice_is_nocase(name, "position"))
		strbuf_puts(&words, " start");
	if (slice_is_nocase(name, "result") && variant != NULL)
		offer_results(request, variant);
	offer_words(
	    request, strbuf_as_slice(&words), ITEM_MEMBER, variant, name);
}

/* Completes [Name "value; false if the line is no tag pair. */
static bool
complete_tag(struct request *request, struct slice line)
{
	if (line.len == 0 || line.ptr[0] != '[')
		return false;
	struct slice rest = slice_trim(slice_from(line, 1));
	struct slice name = slice_take(&rest, '"');
	if (memchr(line.ptr, '"', line.len) == NULL) {
		request->from = request->to - last_word(line, "_").len;
		offer_tags(request);
	} else if (memchr(rest.ptr, '"', rest.len) == NULL) {
		request->from = request->to - rest.len;
		offer_values(request, slice_trim(name));
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

/* Completes a key, or its value, in YAML and JSON. */
static void
complete_key(struct request *request, struct slice line)
{
	struct slice word = last_word(line, "_-");
	struct slice rest = slice_trim(slice_sub(line, 0, line.len - word.len));
	request->from = request->to - word.len;
	rest = without_last(rest, "\"'");
	char sign = rest.len > 0 ? rest.ptr[rest.len - 1] : '\0';
	if (sign == ':') {
		rest = without_last(without_last(rest, ":"), "\"'");
		offer_values(request, last_word(rest, "_"));
	} else if (sign == '\0' ? request->document->format == &format_yaml
				: strchr("{,-", sign) != NULL) {
		offer_words(request,
		    slice_of("ternion variant notation options tags start "
			     "comment plies result move nags before after "
			     "variations"),
		    ITEM_KEYWORD, NULL, word);
		offer_tags(request);
	}
}

void
lsp_completion(struct request *request)
{
	const struct doc *document = request->document;
	struct slice line = text_slice(document);
	bool is_pgn = document->format == &format_pgn;
	struct ply *ply;
	size_t start = request->to;
	char nag[16];

	while (start > 0 && request->to - start < LINE_MAX_SEEN &&
	    strchr("\r\n", line.ptr[start - 1]) == NULL)
		start--;
	line = slice_sub(line, start, request->to - start);
	struct slice word = last_word(line, "$-");
	if (document->is_foreign) {
		return;
	} else if (is_in_suppression(document, request->to)) {
		request->from = request->to - last_word(line, "-").len;
		for (enum diag_id id = 0; id < DIAGS; id++)
			if (diag_table[id].severity != SEV_FATAL)
				offer(request, slice_of(diag_table[id].slug),
				    ITEM_CONSTANT,
				    diag_explanations[id].meaning, 0);
	} else if (is_pgn && word.len > 0 && word.ptr[0] == '$') {
		request->from = request->to - word.len;
		for (unsigned n = 0; n < NAG_WORDS; n++) {
			snprintf(nag, sizeof(nag), "$%u", n);
			if (words_of_nag(n) != NULL)
				offer(request, slice_of(nag), ITEM_OPERATOR,
				    words_of_nag(n), n);
		}
	} else if (is_pgn && complete_tag(request, line)) {
		return;
	} else if ((ply = walk_insert_ply(&request->walk, request->to)) !=
	    NULL) {
		offer_moves(request, ply);
	} else if (!is_pgn) {
		complete_key(request, line);
	}
}
