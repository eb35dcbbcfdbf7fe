/* Ternion: signatures: what the notation of a record expects in a move. */
#include "cmd/lsp/server.h"
#include "cmd/lsp/typing_place.h"

/* A part of a move, and what it can be. */
struct move_part {
	const char *label, *words;
};

static const struct move_part piece = { "[piece]",
	"the letter of the piece; a pawn has none" };
static const struct move_part start = { "start", "the cell it comes from" };
static const struct move_part sign = { "-|x", "x if it takes something" };
static const struct move_part target = { "target", "the cell it goes to" };
static const struct move_part promotion = { "[promotion]",
	"what a pawn becomes on the last row" };
static const struct move_part mark = { "[+|++]",
	"check, or mate; calls in parentheses behind it" };
static const struct move_part note = { "[!?]", "what you think of it" };
static const struct move_part some_start = { "[start]",
	"a cell, a letter or a number, where several pieces can go there" };
static const struct move_part maybe_takes = { "[x]", "if it takes something" };
static const struct move_part player = { "player",
	"the letter of the player who moves" };
static const struct move_part own_start = { "start",
	"the cell it comes from, as this player counts" };
static const struct move_part declared = { "[(F C M S Y T)]",
	"declarations and calls, check and mate among them" };
static const struct move_part label = { "[piece:]", "the letter of the piece" };
static const struct move_part equals = { "[=piece]",
	"what a pawn becomes on the last row" };

enum {
	PARTS_MAX = 8
};

/* By notation. What stands behind the cells is not told apart while it is
 * typed. */
static const struct signature {
	const struct notation *notation;
	const struct move_part *part[PARTS_MAX]; /* NULL-ended */
} signatures[] = {
	{ &notation_algebraic,
	    { &piece, &some_start, &maybe_takes, &target, &promotion, &mark,
		&note, NULL } },
	{ &notation_algebraic22,
	    { &piece, &some_start, &maybe_takes, &target, &promotion, &mark,
		&note, NULL } },
	{ &notation_long,
	    { &piece, &start, &sign, &target, &promotion, &mark, &note,
		NULL } },
	{ &notation_coordinate,
	    { &start, &target, &promotion, &declared, NULL } },
	{ &notation_siege,
	    { &player, &own_start, &sign, &target, &promotion, &declared, &note,
		NULL } },
	{ &notation_triumvirate,
	    { &label, &start, &sign, &target, &equals, &mark, &note, NULL } },
};

/* How many cells, whole, stand in what is typed. */
static unsigned
cells_in(struct slice text)
{
	unsigned cells = 0;
	bool letter = false, digit = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool is_digit = c >= '0' && c <= '9';
		bool is_small = c >= 'a' && c <= 'p';

		if ((is_digit && letter && !digit) ||
		    (is_small && digit && !letter))
			cells++;
		digit = is_digit || (digit && !is_small && c != '/');
		letter = is_small && !(digit && cells > 0);
	}
	return cells;
}

static bool
has_piece(struct slice text)
{
	return text.len > 0 &&
	    ((text.ptr[0] >= 'A' && text.ptr[0] <= 'Z') ||
		(text.ptr[0] & 0x80) != 0);
}

/* Which part comes next, of what is typed of a move. */
static unsigned
active_part(const struct signature *signature, struct slice typed)
{
	unsigned parts = 0, at = 0, cells = cells_in(typed);
	bool takes = memchr(typed.ptr, 'x', typed.len) != NULL ||
	    memchr(typed.ptr, '-', typed.len) != NULL;
	bool is_short = signature->part[1] == &some_start;

	while (signature->part[parts] != NULL)
		parts++;
	for (unsigned i = 0; i < parts; i++) {
		const struct move_part *part = signature->part[i];
		bool done = false;

		if (part == &piece || part == &label || part == &player)
			done = has_piece(typed) || cells > 0;
		else if (part == &start || part == &own_start)
			done = cells > 0;
		else if (part == &some_start)
			done = has_piece(typed) || cells > 0 || takes;
		else if (part == &sign || part == &maybe_takes)
			done = takes || cells > 1 ||
			    (is_short && has_piece(typed));
		else if (part == &target)
			done = cells > (is_short ? 0u : 1u);
		if (!done)
			break;
		at = i + 1;
	}
	return at < parts ? at : parts - 1;
}

static void
put_parts(const struct server *server, const struct signature *signature,
    struct json *json)
{
	size_t at = 0;

	json_begin(json, "parameters", '[');
	for (unsigned i = 0; signature->part[i] != NULL; i++) {
		const struct move_part *part = signature->part[i];

		json_begin(json, NULL, '{');
		if (server->client.offsets) {
			json_begin(json, "label", '[');
			json_number(json, NULL, at);
			json_number(json, NULL, at + strlen(part->label));
			json_end(json, ']');
		} else {
			json_string(json, "label", part->label);
		}
		json_string(json, "documentation", part->words);
		json_end(json, '}');
		at += strlen(part->label) + 1;
	}
	json_end(json, ']');
}

static void
put_signature(const struct server *server, const struct signature *signature,
    struct slice typed, struct json *json)
{
	struct strbuf text = STRBUF_INIT;

	for (unsigned i = 0; signature->part[i] != NULL; i++)
		strbuf_printf(
		    &text, "%s%s", i > 0 ? " " : "", signature->part[i]->label);
	json_begin(json, "result", '{');
	json_begin(json, "signatures", '[');
	json_begin(json, NULL, '{');
	json_text(json, "label", strbuf_as_slice(&text));
	strbuf_reset(&text);
	strbuf_printf(&text, "%s, as %s", signature->notation->title,
	    signature->notation->example);
	json_text(json, "documentation", strbuf_as_slice(&text));
	put_parts(server, signature, json);
	json_end(json, '}');
	json_end(json, ']');
	json_number(json, "activeSignature", 0);
	json_number(json, "activeParameter", active_part(signature, typed));
	json_end(json, '}');
	strbuf_release(&text);
}

static const struct signature *
find_signature(const struct notation *notation)
{
	for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++)
		if (signatures[i].notation == notation)
			return &signatures[i];
	return NULL;
}

/* The notation of the record in which something is typed, if it is a move. */
static const struct signature *
signature_at(struct typing_place *typing)
{
	if (!typing->is_move)
		return NULL;
	place_position(&typing->look, &typing->place);
	return find_signature(typing->look.replayed.notation);
}

enum message_error
lsp_signature(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	const struct signature *signature;
	struct typing_place typing;
	struct spot place;

	if (document == NULL || !read_place(params, "position", &place))
		return ERROR_INVALID_PARAMS;
	if (document->is_foreign) {
		json_null(json, "result");
		return ERROR_NONE;
	}
	typing_begin(&typing, document, text_offset(&document->text, place));
	signature = signature_at(&typing);
	if (signature != NULL)
		put_signature(server, signature,
		    slice_sub(typing.place.ply->token, 0,
			typing.offset - typing.from),
		    json);
	else
		json_null(json, "result");
	typing_end(&typing);
	return ERROR_NONE;
}
