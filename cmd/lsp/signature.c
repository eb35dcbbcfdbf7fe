/* Ternion: signatures: what the notation of a record expects in a move. */
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

enum move_part_id {
	PART_END,
	PIECE,
	START,
	SIGN,
	TARGET,
	ONLY_TARGET,
	PROMOTION,
	MARK,
	NOTE,
	SOME_START,
	MAYBE_TAKES,
	PLAYER,
	OWN_START,
	DECLARED,
	LABEL,
	EQUALS,
};

static const struct move_part move_parts[] = {
	[PIECE] = { "[piece]", "the letter of the piece; a pawn has none",
	    BY_PIECE, 0 },
	[START] = { "start", "the cell it comes from", 0, 0 },
	[SIGN] = { "-|x", "x if it takes something", BY_TAKING, 1 },
	[TARGET] = { "target", "the cell it goes to", 0, 1 },
	[ONLY_TARGET] = { "target", "the cell it goes to", 0, 0 },
	[PROMOTION] = { "[promotion]", "what a pawn becomes on the last row", 0,
	    NO_CELLS },
	[MARK] = { "[+|++]", "check, or mate; calls in parentheses behind it",
	    0, NO_CELLS },
	[NOTE] = { "[!?]", "what you think of it", 0, NO_CELLS },
	[SOME_START] = { "[start]",
	    "a cell, a letter or a number, where several pieces can go there",
	    BY_PIECE | BY_TAKING, 0 },
	[MAYBE_TAKES] = { "[x]", "if it takes something", BY_PIECE | BY_TAKING,
	    1 },
	[PLAYER] = { "player", "the letter of the player who moves", BY_PIECE,
	    0 },
	[OWN_START] = { "start",
	    "the cell it comes from, as this player counts", 0, 0 },
	[DECLARED] = { "[(F C M S Y T)]",
	    "declarations and calls, check and mate among them", 0, NO_CELLS },
	[LABEL] = { "[piece:]", "the letter of the piece", BY_PIECE, 0 },
	[EQUALS] = { "[=piece]", "what a pawn becomes on the last row", 0,
	    NO_CELLS },
};

enum {
	PARTS_MAX = 8
};

/* The parts of a move by notation, ended by PART_END. */
static const struct signature {
	const struct notation *notation;
	uint8_t part[PARTS_MAX]; /* enum move_part_id */
} signatures[] = {
	{ &notation_algebraic,
	    { PIECE, SOME_START, MAYBE_TAKES, ONLY_TARGET, PROMOTION, MARK,
		NOTE } },
	{ &notation_algebraic22,
	    { PIECE, SOME_START, MAYBE_TAKES, ONLY_TARGET, PROMOTION, MARK,
		NOTE } },
	{ &notation_long,
	    { PIECE, START, SIGN, TARGET, PROMOTION, MARK, NOTE } },
	{ &notation_coordinate, { START, TARGET, PROMOTION, DECLARED } },
	{ &notation_siege,
	    { PLAYER, OWN_START, SIGN, TARGET, PROMOTION, DECLARED, NOTE } },
	{ &notation_triumvirate,
	    { LABEL, START, SIGN, TARGET, EQUALS, MARK, NOTE } },
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
	while (signature->part[at + 1] != PART_END &&
	    ((move_parts[signature->part[at]].signs & signs) != 0 ||
		cells > move_parts[signature->part[at]].cells))
		at++;
	return at;
}

void
lsp_signature(struct request *request)
{
	bool has_offsets = client_can(request->server,
	    "textDocument.signatureHelp.signatureInformation."
	    "parameterInformation.labelOffsetSupport");
	struct look *look = &request->look;
	const struct signature *signature = NULL;
	struct ply_place place;
	struct strbuf label = STRBUF_INIT, parts = STRBUF_INIT;
	struct slice typed;
	size_t at;

	if (!look_insert_ply(look, request->from, &place))
		return;
	typed = slice_sub(place.ply->token, 0, request->from - place.from);
	look_position(look, &place);
	for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++)
		if (signatures[i].notation == look->replayed.notation)
			signature = &signatures[i];
	if (signature == NULL)
		return;
	for (const uint8_t *p = signature->part; *p != PART_END; p++) {
		const struct move_part *part = &move_parts[*p];

		strbuf_puts(&label, label.len > 0 ? " " : "");
		at = label.len;
		strbuf_puts(&label, part->label);
		if (has_offsets)
			put_json(&parts, "{'label':[%u,%u]", (unsigned)at,
			    (unsigned)label.len);
		else
			put_json(&parts, "{'label':%s", part->label);
		put_json(&parts, "'documentation':%s}", part->words);
	}
	put_json(request->out,
	    "{'signatures':[{'label':%s,'documentation':'%w, as %w',"
	    "'parameters':[%j]}],'activeSignature':0,'activeParameter':%u}",
	    label.ptr, signature->notation->title, signature->notation->example,
	    strbuf_as_slice(&parts), active_part(signature, typed));
	strbuf_release(&label);
	strbuf_release(&parts);
}
