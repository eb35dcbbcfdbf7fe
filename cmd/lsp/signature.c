/* Ternion: signatures: the parts of a move in the notation of a record. */
#include "cmd/lsp/server.h"

/* A part of a move. */
struct move_part {
	const char *label, *words;
	const char *typed_by; /* it counts as typed if one of these is: P is the
				 letter of a piece, x is also - */
	unsigned cells;       /* or when more cells are */
};

enum {
	NO_CELLS = 99 /* more than any move has */
};

static const struct move_part move_parts[] = {
	['p'] = { "[piece]", "the letter of the piece; a pawn has none", "P",
	    0 },
	['s'] = { "start", "the cell it comes from", "", 0 },
	['x'] = { "-|x", "x if it captures", "x", 1 },
	['t'] = { "target", "the cell it goes to", "", 1 },
	['T'] = { "target", "the cell it goes to", "", 0 },
	['q'] = { "[promotion]", "what a pawn becomes on the last row", "",
	    NO_CELLS },
	['+'] = { "[+|++]", "check or mate; calls in parentheses follow", "",
	    NO_CELLS },
	['!'] = { "[!?]", "your annotation", "", NO_CELLS },
	['S'] = { "[start]",
	    "a cell, a letter or a number, if several pieces can go there",
	    "Px", 0 },
	['X'] = { "[x]", "if it captures", "Px", 1 },
	['m'] = { "player", "the letter of the player to move", "P", 0 },
	['o'] = { "start", "the cell it comes from, as this player counts", "",
	    0 },
	['('] = { "[(F C M S Y T)]",
	    "declarations and calls, including check and mate", "", NO_CELLS },
	[':'] = { "[piece:]", "the letter of the piece", "P", 0 },
	['='] = { "[=piece]", "what a pawn becomes on the last row", "",
	    NO_CELLS },
};

/* Returns the part that comes next in a move that is partly typed. Parts after
 * the cells are not distinguished. */
static unsigned
active_part(const char *parts, struct slice typed)
{
	unsigned cells = 0, at = 0;
	bool letter = false, digit = false;
	bool piece = typed.len > 0 &&
	    ((typed.ptr[0] >= 'A' && typed.ptr[0] <= 'Z') ||
		(typed.ptr[0] & 0x80) != 0);
	bool taking = memchr(typed.ptr, 'x', typed.len) != NULL ||
	    memchr(typed.ptr, '-', typed.len) != NULL;

	/* Count the cells that are complete. */
	for (size_t i = 0; i < typed.len; i++) {
		char c = typed.ptr[i];
		bool is_digit = ascii_is_digit(c);
		bool is_small = c >= 'a' && c <= 'p';

		if ((is_digit && letter && !digit) ||
		    (is_small && digit && !letter))
			cells++;
		digit = is_digit || (digit && !is_small && c != '/');
		letter = is_small && !(digit && cells > 0);
	}
	for (; parts[at + 1] != '\0'; at++) {
		const struct move_part *part = &move_parts[(int)parts[at]];

		if (cells <= part->cells &&
		    !(piece && strchr(part->typed_by, 'P') != NULL) &&
		    !(taking && strchr(part->typed_by, 'x') != NULL))
			break;
	}
	return at;
}

void
lsp_signature(struct request *request)
{
	bool has_offsets = client_can(request->server,
	    "textDocument.signatureHelp.signatureInformation."
	    "parameterInformation.labelOffsetSupport");
	struct look *look = &request->look;
	const struct notation *notation;
	struct ply_place place;
	struct strbuf label = STRBUF_INIT, parts = STRBUF_INIT;
	struct slice typed;
	size_t at;

	if (!look_insert_ply(look, request->from, &place))
		return;
	typed = slice_sub(place.ply->token, 0, request->from - place.from);
	look_position(look, &place);
	notation = look->replayed.notation;
	if (notation == NULL)
		return;
	for (const char *p = notation->parts; *p != '\0'; p++) {
		const struct move_part *part = &move_parts[(int)*p];

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
	    label.ptr, notation->title, notation->example,
	    strbuf_as_slice(&parts), active_part(notation->parts, typed));
	strbuf_release(&label);
	strbuf_release(&parts);
}
