/* Ternion: hovers: the thing at a place, in words and as a board. */
#include "cmd/lsp/server.h"
#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "parse/position/tpf.h"
#include "parse/resolve/phrase.h"

#define PICTURE_WIDTH 360 /* pixels */

struct hover {
	struct request *request;
	bool is_markdown;
	struct strbuf out;
	size_t from, to; /* the thing, in the document */
};

/* Escapes the text for markdown. */
static void
say_plain(struct hover *hover, struct slice text)
{
	strbuf_escaped(&hover->out, text,
	    hover->is_markdown ? "\\`*_{}[]<>#|!" : "", '\\');
}

static void
say_title(struct hover *hover, struct slice text)
{
	const char *sign = hover->is_markdown ? "**" : "";

	strbuf_puts(&hover->out, sign);
	say_plain(hover, text);
	strbuf_printf(&hover->out, "%s\n\n", sign);
}

/* Lines that keep their layout. */
static void
say_block(struct hover *hover, struct slice text)
{
	strbuf_puts(&hover->out, hover->is_markdown ? "```text\n" : "");
	strbuf_slice(&hover->out, text);
	strbuf_puts(&hover->out, hover->is_markdown ? "```\n" : "");
}

static void
put_base64(struct slice bytes, struct strbuf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < bytes.len; i += 3) {
		unsigned three = 0;

		for (size_t j = 0; j < 3; j++)
			three = three << 8 |
			    (i + j < bytes.len ? (unsigned char)bytes.ptr[i + j]
					       : 0u);
		for (unsigned j = 0; j < 4; j++)
			strbuf_char(out,
			    i + j > bytes.len
				? '='
				: digits[three >> (18 - 6 * j) & 63]);
	}
}

/* The board after the move, in characters, or as an image in the text itself if
 * the client shows images in markdown. */
static void
say_board(struct hover *hover)
{
	const struct walk *walk = &hover->request->walk;
	const struct replayed *replayed = &walk->session.replayed;
	const struct rules *rules = replayed->rules;
	const struct tree_node *client = hover->request->server->client;
	SCRATCH board = STRBUF_INIT;

	if (hover->is_markdown &&
	    (member_at(client, "initializationOptions.images") != NULL
		    ? member_true(client, "initializationOptions.images")
		    : member_has(client,
			  "capabilities.general.markdown.allowedTags",
			  "img"))) {
		const struct arrival arrival = { &walk->move, PLAYER_NONE,
			NULL };
		const struct svg_style style = { .width = PICTURE_WIDTH,
			.naming = dialect_of(rules->variant)->cells,
			.panels = true,
			.arrival = &arrival };

		svg_write(rules, &walk->after, &style, &board);
		strbuf_puts(&hover->out, "![board](data:image/svg+xml;base64,");
		put_base64(strbuf_as_slice(&board), &hover->out);
		strbuf_puts(&hover->out, ")\n");
	} else {
		/* Names that are defined can differ from all usual ones. */
		const struct names names = { .notation =
						 replayed->notation->own != NULL
			    ? replayed->notation
			    : NULL };
		const struct board_style style = { .unicode = true,
			.names = &names };

		board_write(rules, &walk->after, &style, &board);
		say_block(hover, strbuf_as_slice(&board));
	}
}

/*
 * By kind: each function returns false if the place is in no such thing
 */

/* Whether the place is in a span, which becomes the range of the hover. */
static bool
is_in_span(struct hover *hover, struct span span)
{
	const struct walk *walk = &hover->request->walk;

	hover->from = walk_start(walk, span);
	hover->to = walk_stop(walk, span);
	return walk_is_in(walk, span, hover->request->from);
}

static bool
hover_tag(struct hover *hover)
{
	struct walk *walk = &hover->request->walk;
	const struct tag *tag = walk->session.record.tags;
	SCRATCH words = STRBUF_INIT;
	bool is_name = false;

	for (; tag != NULL; tag = tag->next) {
		if (tag->name_span.len == 0)
			continue;
		is_name = is_in_span(hover, tag->name_span);
		if (is_name || is_in_span(hover, tag->span))
			break;
	}
	if (tag == NULL)
		return false;
	const struct variant *variant = walk_variant(walk);
	if (!is_name)
		words_of_value(walk->document->job.config.notations, variant,
		    tag->name, tag->value, &words);
	if (words.len == 0)
		words_of_tag(variant, tag->name, &words);
	if (words.len == 0)
		strbuf_puts(
		    &words, "A tag of your own, which is kept as it is.");
	say_title(hover, tag->name);
	say_plain(hover, strbuf_as_slice(&words));
	strbuf_char(&hover->out, '\n');
	return true;
}

static bool
hover_ply(struct hover *hover)
{
	struct walk *walk = &hover->request->walk;
	const struct diags *diags = &walk->session.diags;
	const char *fault =
	    "this move is not played, because of an error before it";
	const struct ply *ply = walk_find_ply(walk, hover->request->from);
	SCRATCH words = STRBUF_INIT;

	if (ply == NULL || !is_in_span(hover, ply->span))
		return false;
	walk_replay(walk, ply);
	say_title(hover, ply->token);
	if (!walk->is_played) {
		for (unsigned i = 0; i < diags->len; i++) {
			size_t at = walk_start(walk, diags->list[i].span);

			if (diags->list[i].severity >= SEV_ERROR &&
			    at >= hover->from && at <= hover->to)
				fault =
				    diag_words(&diags->list[i], diags->arena);
		}
		say_plain(hover, slice_of(fault));
		strbuf_char(&hover->out, '\n');
		return true;
	}
	struct language reader = replayed_reader(&walk->session.replayed);
	phrase_move(&reader, &walk->before, &walk->move, &words);
	strbuf_char(&words, '.');
	phrase_position(walk->session.replayed.rules, &walk->after, &words);
	say_plain(hover, slice_trim(strbuf_as_slice(&words)));
	strbuf_puts(&hover->out, "\n\n");
	say_board(hover);
	strbuf_reset(&words);
	tpf_write(walk->session.replayed.rules, &walk->after, &words);
	strbuf_char(&words, '\n');
	strbuf_char(&hover->out, '\n');
	say_block(hover, strbuf_as_slice(&words));
	return true;
}

/* Describes a word that the record does not keep: a code or an annotation. In a
 * configuration every code counts, elsewhere those in suppressing comments. */
static void
hover_word(struct hover *hover)
{
	const struct doc *document = hover->request->document;
	size_t at = hover->request->from;
	struct slice word =
	    last_word(slice_sub(text_slice(document), 0, at), "-$");
	unsigned long nag;

	hover->from = at - word.len;
	while (is_word_char(text_byte(document, hover->from + word.len), "-$"))
		word.len++;
	hover->to = hover->from + word.len;
	enum diag_id id = diag_find(word);
	if (id < DIAGS &&
	    (document->is_foreign || is_in_suppression(document, at))) {
		const struct diag_row *row = &diag_table[id];

		say_title(hover, slice_of(row->slug));
		strbuf_printf(
		    &hover->out, "%s. ", severity_name(row->severity));
		say_plain(hover, slice_of(diag_explanations[id].meaning));
		strbuf_puts(&hover->out, "\n\n");
		say_block(hover,
		    slice_of(strstr(diag_explanations[id].text, "\n\n") + 2));
		return;
	}
	if (document->is_foreign ||
	    !hover->request->walk.session.record.is_movetext ||
	    !slice_begins(word, "$"))
		return;
	if (!slice_number(slice_from(word, 1), NAG_WORDS, &nag) ||
	    words_of_nag((unsigned)nag) == NULL)
		return;
	strbuf_printf(&hover->out, "$%lu", nag);
	if (nag_text((unsigned)nag)[0] != '\0') {
		strbuf_puts(&hover->out, ", ");
		say_plain(hover, slice_of(nag_text((unsigned)nag)));
	}
	strbuf_printf(&hover->out, ": %s\n", words_of_nag((unsigned)nag));
}

void
lsp_hover(struct request *request)
{
	struct hover hover = { .request = request,
		.is_markdown = member_has(request->server->client,
		    "capabilities.textDocument.hover.contentFormat",
		    "markdown") };
	struct walk *walk = &request->walk;

	if (request->document->is_foreign) {
		hover_word(&hover);
	} else if (walk_next(&request->walk) && !hover_tag(&hover) &&
	    !hover_ply(&hover)) {
		if (walk->session.record.result_span.len > 0 &&
		    is_in_span(&hover, walk->session.record.result_span)) {
			say_title(&hover, walk->session.record.result);
			words_of_result(walk_variant(walk),
			    walk->session.record.result, &hover.out);
		} else {
			hover_word(&hover);
		}
	}
	if (hover.out.len > 0) {
		json_put(request->json, "result:{contents:{kind:%s value:%s}",
		    hover.is_markdown ? "markdown" : "plaintext",
		    hover.out.ptr);
		put_range(request->json, "range", request->document, hover.from,
		    hover.to);
		json_end(request->json, '}');
	}
	strbuf_release(&hover.out);
}
