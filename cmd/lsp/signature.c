/* Ternion: signatures: what the notation of a record expects in a move. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

/* By what it is told that a part of a move is typed already. */
enum part_sign {
	BY_PIECE = 1,  /* the letter of a piece is */
	BY_TAKING = 2, /* x or - is */
};

/* A part of a move. */
struct move_part {
	const char *label, *words;
	unsigned signs; /* enum part_sign */
	unsigned cells; /* it is typed when more cells are */
};

enum {
	NO_CELLS = 99 /* more than any move has */
};

static const struct move_part piece = { "[piece]",
	"the letter of the piece; a pawn has none", BY_PIECE, 0 };
static const struct move_part start = { "start", "the cell it comes from", 0,
	0 };
static const struct move_part sign = { "-|x", "x if it takes something",
	BY_TAKING, 1 };
static const struct move_part target = { "target", "the cell it goes to", 0,
	1 };
static const struct move_part only_target = { "target", "the cell it goes to",
	0, 0 };
static const struct move_part promotion = { "[promotion]",
	"what a pawn becomes on the last row", 0, NO_CELLS };
static const struct move_part mark = { "[+|++]",
	"check, or mate; calls in parentheses behind it", 0, NO_CELLS };
static const struct move_part note = { "[!?]", "what you think of it", 0,
	NO_CELLS };
static const struct move_part some_start = { "[start]",
	"a cell, a letter or a number, where several pieces can go there",
	BY_PIECE | BY_TAKING, 0 };
static const struct move_part maybe_takes = { "[x]", "if it takes something",
	BY_PIECE | BY_TAKING, 1 };
static const struct move_part player = { "player",
	"the letter of the player who moves", BY_PIECE, 0 };
static const struct move_part own_start = { "start",
	"the cell it comes from, as this player counts", 0, 0 };
static const struct move_part declared = { "[(F C M S Y T)]",
	"declarations and calls, check and mate among them", 0, NO_CELLS };
static const struct move_part label = { "[piece:]", "the letter of the piece",
	BY_PIECE, 0 };
static const struct move_part equals = { "[=piece]",
	"what a pawn becomes on the last row", 0, NO_CELLS };

enum {
	PARTS_MAX = 8
};

/* By notation. */
static const struct signature {
	const struct notation *notation;
	const struct move_part *part[PARTS_MAX]; /* NULL-ended */
} signatures[] = {
	{ &notation_algebraic,
	    { &piece, &some_start, &maybe_takes, &only_target, &promotion,
		&mark, &note, NULL } },
	{ &notation_algebraic22,
	    { &piece, &some_start, &maybe_takes, &only_target, &promotion,
		&mark, &note, NULL } },
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

/* Counts the cells that are typed as a whole. */
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

/* Which part comes next after what is typed of a move. Those after the cells
 * are not told apart. */
static unsigned
active_part(const struct signature *signature, struct slice typed)
{
	unsigned cells = cells_in(typed), signs = 0, at = 0;

	if (typed.len > 0 &&
	    ((typed.ptr[0] >= 'A' && typed.ptr[0] <= 'Z') ||
		(typed.ptr[0] & 0x80) != 0))
		signs |= BY_PIECE;
	if (memchr(typed.ptr, 'x', typed.len) != NULL ||
	    memchr(typed.ptr, '-', typed.len) != NULL)
		signs |= BY_TAKING;
	while (signature->part[at + 1] != NULL &&
	    ((signature->part[at]->signs & signs) != 0 ||
		cells > signature->part[at]->cells))
		at++;
	return at;
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

enum message_error
lsp_signature(struct request *request)
{
	const struct opened *document = request->document;
	const struct signature *signature = NULL;
	struct found_place place;
	struct slice typed = { "", 0 };
	struct look look;

	look_begin(&look, document, request->from);
	if (!document->is_foreign &&
	    look_next_with_word(&look, request->from) &&
	    look_find_ply(&look, request->from + 1, &place)) {
		typed =
		    slice_sub(place.ply->token, 0, request->from - place.from);
		look_position(&look, &place);
		signature = find_signature(look.replayed.notation);
	}
	if (signature != NULL)
		put_signature(request->server, signature, typed, request->json);
	else
		json_null(request->json, "result");
	look_end(&look);
	return ERROR_NONE;
}
