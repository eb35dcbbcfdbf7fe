/* Ternion: the registry of notations, and the reader that runs their rows. */

#include "parse/text/arena.h"
#include "parse/notation/notation.h"
#include "parse/text/pattern.h"

const struct notation *const notations[] = {
	&notation_siege,
	&notation_algebraic,
	&notation_long,
	&notation_algebraic22,
	&notation_coordinate,
	&notation_triumvirate,
	NULL,
};

enum {
	ROWS_MAX = 12
};

enum group {
	GROUP_PLAYER,
	GROUP_PROMOTED,
	GROUP_PIECE,
	GROUP_FROM,
	GROUP_SEP,
	GROUP_TO,
	GROUP_PATH,
	GROUP_PROMO,
	GROUP_PAREN,
	GROUP_CASTLE,
	GROUP_MARK,
	GROUP_SPECIAL,
	GROUP_NAG,
	GROUP_DRAW,
	GROUPS,
};

static const char *const group_names[GROUPS] = {
	[GROUP_PLAYER] = "player",
	[GROUP_PROMOTED] = "promoted",
	[GROUP_PIECE] = "piece",
	[GROUP_FROM] = "from",
	[GROUP_SEP] = "sep",
	[GROUP_TO] = "to",
	[GROUP_PATH] = "path",
	[GROUP_PROMO] = "promo",
	[GROUP_PAREN] = "paren",
	[GROUP_CASTLE] = "castle",
	[GROUP_MARK] = "mark",
	[GROUP_SPECIAL] = "special",
	[GROUP_NAG] = "nag",
	[GROUP_DRAW] = "draw",
};

struct row {
	enum move_type type;
	struct pattern *pattern;
	int group[GROUPS];
};

/* Of a decoder. */
struct patterns {
	size_t rows;
	struct row row[ROWS_MAX];
};

const struct notation *
notation_find(struct slice id)
{
	if (slice_is(id, "dreierschach"))
		return &notation_algebraic;
	for (const struct notation *const *n = notations; *n != NULL; n++)
		if (slice_is(id, (*n)->id))
			return *n;
	return NULL;
}

bool
notation_reads(const struct notation *notation, const struct variant *variant)
{
	/* Only Dreierschach had other names in an earlier version. */
	return (notation->naming != NAMING_SWAPPED ||
		   dialect_of(variant)->older_names) &&
	    (!notation->of_sectors || dialect_of(variant)->has_sectors);
}

enum naming
notation_naming(const struct notation *notation, const struct variant *variant)
{
	/* Coordinates are for machines. */
	return notation == &notation_coordinate
	    ? dialect_of(variant)->machine_cells
	    : notation->naming;
}

bool
notation_writes(const struct notation *notation, const struct variant *variant)
{
	return notation->write != NULL && notation_reads(notation, variant);
}

const char *
castle_text(enum parsed_castle castle)
{
	static const char *const texts[] = {
		[PARSED_CASTLE_NONE] = "",
		[PARSED_CASTLE_SHORT] = "0-0",
		[PARSED_CASTLE_LONG] = "0-0-0",
		[PARSED_CASTLE_QUEEN] = "0-Q",
		[PARSED_CASTLE_LETTER] = "00",
	};

	return texts[castle];
}

static const char *const nag_texts[] = { "", "!", "?", "!!", "??", "!?", "?!" };

unsigned
nag_read(struct slice suffix)
{
	for (unsigned nag = 1; nag <= 6; nag++)
		if (slice_is(suffix, nag_texts[nag]))
			return nag;
	return 0;
}

const char *
nag_text(unsigned nag)
{
	return nag_texts[nag];
}

void
notation_put_mover(const struct variant *variant, const struct position *before,
    const struct marks *marks, struct strbuf *out)
{
	if (!marks->named)
		return;
	strbuf_char(out, ascii_upper(variant->colours[before->to_move]));
	strbuf_char(out, ':');
}

struct move
notation_halves(const struct rules *rules, const struct position *before,
    const struct move *move, struct move *first, struct position half[2])
{
	*first = *move;
	first->pair = false;
	half[0] = *before;
	rules_begin_pair(&half[0]);
	half[1] = half[0];
	rules_make_move(rules, &half[1], first);
	return move_second(move);
}

void
notation_put_calls(const struct variant *variant, const struct move *move,
    const struct marks *marks, bool declared, struct strbuf *out)
{
	char declaration[DECLARATION_MAX];

	if (move->calls & CALL_FORTIFY)
		strbuf_char(out, 'F');
	if (declared) {
		marks_declare(variant, marks, declaration);
		strbuf_puts(out, declaration);
	}
	if (move->calls & CALL_STALEMATE)
		strbuf_char(out, 'S');
	if (move->calls & CALL_YIELD)
		strbuf_char(out, 'Y');
	if (move->calls & CALL_TOUCH)
		strbuf_char(out, 'T');
}

void
notation_put_tail(const struct variant *variant, const struct move *move,
    const struct marks *marks, const char *sign, struct strbuf *out)
{
	bool declared = *sign == '\0' && dialect_of(variant)->declares;

	strbuf_puts(out, sign);
	if (move->calls != 0 ||
	    (declared && (marks->check | marks->mate) != 0)) {
		strbuf_char(out, '(');
		notation_put_calls(variant, move, marks, declared, out);
		strbuf_char(out, ')');
	}
	if (marks->draw)
		strbuf_char(out, '=');
}

struct decoder *
decoder_new(const struct notation *notation)
{
	struct decoder *decoder = mem_alloc(sizeof(*decoder));

	decoder->notation = notation;
	decoder->patterns = NULL;
	return decoder;
}

/* Patterns are compiled when a token first asks for them: to compile them
 * takes longer than to check a short record. */
static void
compile_rows(struct decoder *decoder)
{
	struct patterns *patterns = mem_alloc(sizeof(*patterns));

	patterns->rows = 0;
	decoder->patterns = patterns;
	for (const struct notation_row *r = decoder->notation->rows;
	     r->pattern != NULL; r++) {
		struct row *row = &patterns->row[patterns->rows];

		row->type = r->type;
		row->pattern = pattern_new(r->pattern);
		for (int g = 0; g < GROUPS; g++)
			row->group[g] =
			    pattern_group(row->pattern, group_names[g]);
		patterns->rows++;
	}
}

void
decoder_free(struct decoder *decoder)
{
	if (decoder == NULL)
		return;
	if (decoder->patterns != NULL)
		for (size_t i = 0; i < decoder->patterns->rows; i++)
			pattern_free(decoder->patterns->row[i].pattern);
	mem_free(decoder->patterns);
	mem_free(decoder);
}

/* A row that matched a token, while its groups are read. */
struct match {
	const struct notation *notation;
	const struct row *row;
	const struct alphabet *alphabet;
	struct slice token;
	struct parsed_move *parsed;
};

static struct slice
group(const struct match *match, enum group g)
{
	return pattern_get(match->row->pattern, match->row->group[g]);
}

static struct part
part_of(struct slice token, struct slice text)
{
	if (text.ptr == NULL || text.len == 0)
		return (struct part){ 0, 0 };
	return (
	    struct part){ (uint8_t)(text.ptr - token.ptr), (uint8_t)text.len };
}

/* Takes an annotation suffix; false if it is none of the six. */
static bool
add_nag(struct parsed_move *parsed, struct slice text)
{
	unsigned nag = nag_read(text);

	if (nag == 0 || parsed->nag[1] != 0)
		return false;
	parsed->nag[parsed->nag[0] != 0] = (uint8_t)nag;
	return true;
}

/* The colours that follow a C or M at text[*at], as bits of PARSED_COLOURS. */
static uint8_t
read_colours(struct slice text, size_t *at)
{
	uint8_t colours = 0;

	while (*at + 1 < text.len) {
		const char *colour = strchr(PARSED_COLOURS, text.ptr[*at + 1]);

		if (colour == NULL)
			break;
		colours |= (uint8_t)(1u << (colour - PARSED_COLOURS));
		++*at;
	}
	return colours;
}

/* The length of the run of ! and ? at text[at]. */
static size_t
nag_length(struct slice text, size_t at)
{
	size_t len = 0;

	while (at + len < text.len &&
	    (text.ptr[at + len] == '!' || text.ptr[at + len] == '?'))
		len++;
	return len;
}

bool
notation_read_special(
    struct parsed_move *parsed, struct slice token, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		switch (c) {
		case 'C':
			parsed->check = true;
			parsed->check_colours |= read_colours(text, &i);
			break;
		case 'M':
			parsed->mate = true;
			parsed->mate_colours |= read_colours(text, &i);
			break;
		case 'F':
			parsed->calls |= CALL_FORTIFY;
			break;
		case 'T':
			parsed->calls |= CALL_TOUCH;
			break;
		case 'S':
			parsed->calls |= CALL_STALEMATE;
			break;
		case 'Y':
			parsed->calls |= CALL_YIELD;
			break;
		case '!':
		case '?':
			if (!add_nag(parsed,
				slice_sub(text, i, nag_length(text, i))))
				return false;
			i += nag_length(text, i) - 1;
			break;
		default:
			if (parsed->type == MOVE_CASTLE) {
				if (parsed->castle_letter != 0)
					return false;
				parsed->castle_letter = ascii_upper(c);
			} else if (c >= 'a' && c <= 'z') {
				if (parsed->promotion != 0)
					return false;
				parsed->promotion = ascii_upper(c);
				parsed->promotion_at =
				    part_of(token, slice_sub(text, i, 1));
			} else {
				return false; /* a castling side elsewhere */
			}
		}
	}
	if ((parsed->check || parsed->mate) && parsed->mark.len == 0)
		parsed->mark = part_of(token, text);
	return true;
}

static bool
read_special(const struct match *match, struct slice text)
{
	return notation_read_special(match->parsed, match->token, text);
}

char
notation_own_letter(const struct notation *notation, char letter)
{
	const char *own = notation->pieces;

	for (; own != NULL && *own != '\0'; own += 2)
		if (*own == letter)
			return own[1];
	return ascii_upper(letter);
}

static bool
read_promotion(const struct match *match, struct slice text)
{
	struct parsed_move *parsed = match->parsed;

	parsed->promotion_at = part_of(match->token, text);
	if (match->alphabet != NULL)
		parsed->promotion = alphabet_read(match->alphabet, text);
	else
		parsed->promotion =
		    notation_own_letter(match->notation, text.ptr[0]);
	return parsed->promotion != 0;
}

/*
 * A single letter in parentheses before the marks: what a pawn is promoted
 * to, or else a call or a declaration, and then nothing may follow it.
 */
static bool
read_paren(const struct match *match, struct slice text)
{
	static const char calls[] = PARSED_CALLS;
	struct parsed_move *parsed = match->parsed;
	char english = alphabet_read(match->alphabet, text);
	const char *call = strchr(calls, text.ptr[0]);

	if ((parsed->piece == 0 || parsed->piece == 'P') &&
	    parsed->promotion == 0 && english != 0 &&
	    strchr("QRBNOK", english) != NULL) {
		parsed->promotion = english;
		parsed->promotion_at = part_of(match->token, text);
		if (call != NULL && group(match, GROUP_MARK).len == 0 &&
		    group(match, GROUP_SPECIAL).len == 0)
			parsed->or_call = (uint8_t)(1u << (call - calls));
		return true;
	}
	return strchr("CMFTSY", text.ptr[0]) != NULL &&
	    group(match, GROUP_MARK).len == 0 &&
	    group(match, GROUP_SPECIAL).len == 0 && read_special(match, text);
}

static void
read_castle(struct parsed_move *parsed, struct slice text)
{
	unsigned zeros = 0; /* with O for 0 */

	for (size_t i = 0; i < text.len; i++)
		zeros += text.ptr[i] == '0' || text.ptr[i] == 'O';
	if (text.ptr[1] == '0')
		parsed->castle = PARSED_CASTLE_LETTER;
	else if (text.ptr[text.len - 1] == 'Q')
		parsed->castle = PARSED_CASTLE_QUEEN;
	else
		parsed->castle =
		    zeros == 2 ? PARSED_CASTLE_SHORT : PARSED_CASTLE_LONG;
}

static void
read_mark(struct parsed_move *parsed, struct slice token, struct slice text)
{
	bool mate = text.len == 2 || text.ptr[0] == '#';

	parsed->mate = mate;
	parsed->check = !mate;
	parsed->mark = part_of(token, text);
}

/* The length of an x, or of the sign for it, at text[at]; else 0. */
static size_t
times_len(struct slice text, size_t at)
{
	struct slice rest = slice_from(text, at);
	size_t len = 0;

	if (rest.ptr[0] == 'x')
		return 1;
	return typographic_read(rest, &len) == 'x' ? len : 0;
}

/* The landings between `from` and `to` of a chain: cells with x between, or
 * cells alone, where a cell is a letter and digits in either order. */
static bool
read_path(struct match *match, struct slice text)
{
	struct parsed_move *parsed = match->parsed;
	bool letter_first = match->alphabet != NULL || times_len(text, 0) == 0;
	size_t at = 0;

	while (at < text.len) {
		size_t len = times_len(text, at);

		if (len > 0) {
			at += len;
			continue;
		}
		len = 1;
		if (letter_first) {
			while (at + len < text.len &&
			    text.ptr[at + len] >= '0' &&
			    text.ptr[at + len] <= '9')
				len++;
		} else {
			while (text.ptr[at + len - 1] >= '0' &&
			    text.ptr[at + len - 1] <= '9')
				len++;
		}
		if (parsed->path_len == PATH_MAX_CELLS)
			return false;
		parsed->path[parsed->path_len++] =
		    part_of(match->token, slice_sub(text, at, len));
		at += len;
	}
	return true;
}

/* Whether a start is a cell, and not just its letter or its number. */
static bool
is_whole_cell(struct slice token, struct part part)
{
	return part.len > 1 &&
	    (token.ptr[part.at] > '9' ||
		token.ptr[part.at + part.len - 1] > '9');
}

static void
read_separator(struct parsed_move *parsed, struct slice token, struct slice sep)
{
	parsed->separated = sep.len > 0 && is_whole_cell(token, parsed->from);
	if (sep.len == 0)
		return;
	if (times_len(sep, 0) > 0) {
		parsed->captures = true;
		parsed->type = MOVE_CAPTURE;
	} else if (sep.ptr[0] == '+') {
		parsed->captures = true;
		parsed->type = MOVE_ENPASSANT;
	}
}

static void
read_alone(struct parsed_move *parsed)
{
	if (parsed->type == MOVE_YIELD && (parsed->calls & CALL_STALEMATE))
		parsed->type = MOVE_STALEMATE;
	parsed->calls = 0;
	parsed->mark = (struct part){ 0, 0 };
}

static bool
read_groups(struct match *match)
{
	struct parsed_move *parsed = match->parsed;
	struct slice token = match->token, text;

	memset(parsed, 0, offsetof(struct parsed_move, path));
	parsed->type = (uint8_t)match->row->type;
	if ((text = group(match, GROUP_PLAYER)).len > 0)
		parsed->player = ascii_upper(text.ptr[0]);
	parsed->promoted = group(match, GROUP_PROMOTED).len > 0;
	parsed->from = part_of(token, group(match, GROUP_FROM));
	parsed->to = part_of(token, group(match, GROUP_TO));
	parsed->from_code = (uint16_t)coords_code(
	    match->notation->naming, parsed_part(token, parsed->from));
	parsed->to_code = (uint16_t)coords_code(
	    match->notation->naming, parsed_part(token, parsed->to));
	read_separator(parsed, token, group(match, GROUP_SEP));
	if ((text = group(match, GROUP_PIECE)).len > 0) {
		struct slice letter = text;

		parsed->piece = match->alphabet != NULL
		    ? alphabet_read(match->alphabet, letter)
		    : notation_own_letter(match->notation, letter.ptr[0]);
		if (parsed->piece == 0)
			return false;
	}
	if ((text = group(match, GROUP_CASTLE)).len > 0)
		read_castle(parsed, text);
	if ((text = group(match, GROUP_PROMO)).len > 0 &&
	    !read_promotion(match, text))
		return false;
	if ((text = group(match, GROUP_PAREN)).len > 0 &&
	    !read_paren(match, text))
		return false;
	if ((text = group(match, GROUP_MARK)).len > 0)
		read_mark(parsed, token, text);
	if ((text = group(match, GROUP_SPECIAL)).len > 0 &&
	    !read_special(match, text))
		return false;
	if ((text = group(match, GROUP_NAG)).len > 0 && !add_nag(parsed, text))
		return false;
	if ((text = group(match, GROUP_PATH)).len > 0 &&
	    !read_path(match, text))
		return false;
	parsed->draw = group(match, GROUP_DRAW).len > 0;
	if (parsed->type == MOVE_YIELD)
		read_alone(parsed);
	/* A bare algebraic move is a pawn's. */
	if (match->alphabet != NULL && parsed->piece == 0 &&
	    (parsed->type == MOVE_QUIET || parsed->type == MOVE_CAPTURE))
		parsed->piece = 'P';
	return true;
}

static bool
read_rows(struct decoder *decoder, const struct alphabet *alphabet,
    struct slice token, struct parsed_move *parsed)
{
	if (!decoder->notation->has_letters)
		alphabet = NULL;
	if (decoder->patterns == NULL)
		compile_rows(decoder);
	for (size_t i = 0; i < decoder->patterns->rows; i++) {
		struct match match = { decoder->notation,
			&decoder->patterns->row[i], alphabet, token, parsed };

		if (pattern_match(match.row->pattern, token) &&
		    read_groups(&match))
			return true;
	}
	return false;
}

/* Two moves joined by & for a cube; marks stand after the second. */
static bool
read_pair(struct decoder *decoder, const struct alphabet *alphabet,
    struct slice token, size_t joint, struct parsed_turn *parsed)
{
	struct slice rest = slice_sub(token, joint + 1, token.len - joint - 1);
	const struct parsed_move *second = &parsed->second;
	struct parsed_move *first = &parsed->move;

	if (rest.len == 0 || joint == 0 ||
	    !read_rows(decoder, alphabet, rest, &parsed->second) ||
	    !read_rows(decoder, alphabet, slice_sub(token, 0, joint), first))
		return false;
	parsed->second_at =
	    (struct part){ (uint8_t)(joint + 1), (uint8_t)rest.len };
	first->check = second->check;
	first->mate = second->mate;
	first->mark = second->mark;
	if (first->mark.len > 0)
		first->mark.at = (uint8_t)(first->mark.at + joint + 1);
	first->draw = second->draw;
	memcpy(first->nag, second->nag, sizeof(first->nag));
	return true;
}

/* Apart, so that decoder_read stays small enough to be inlined. */
__attribute__((noinline)) bool
decoder_read_slow(struct decoder *decoder, const struct alphabet *alphabet,
    struct slice token, struct parsed_turn *parsed)
{
	const char *joint;

	if (token.len == 0 || token.len > TOKEN_MAX)
		return false;
	joint = memchr(token.ptr, '&', token.len);
	parsed->second_at = (struct part){ 0, 0 };
	if (joint != NULL ? !read_pair(decoder, alphabet, token,
				(size_t)(joint - token.ptr), parsed)
			  : !read_rows(decoder, alphabet, token, &parsed->move))
		return false;
	parsed->move.typographic = part_of(token, typographic_find(token));
	return true;
}

/* Other pieces of the kind that can reach the same target. */
struct rivals {
	const struct rules *rules;
	const struct position *position;
	cell from;
	enum naming naming;
	bool any, same_file, same_rank;
};

static bool
note_rival(void *context, const struct move *move)
{
	struct rivals *rivals = context;
	const struct board *board = &rivals->rules->board;
	const uint8_t *at = rivals->position->at;
	struct place mine = board->name[rivals->from];
	struct place other = board->name[move->from];

	if (move->from == rivals->from || move->type == MOVE_CASTLE ||
	    ((at[move->from] ^ at[rivals->from]) & PIECE_PROMOTED) != 0)
		return true;
	rivals->any = true;
	rivals->same_file |= mine.file == other.file;
	rivals->same_rank |= mine.rank == other.rank;
	return true;
}

/* Who else can make the move is found at once, where it is a plain one. */
static bool
note_plain_rivals(struct rivals *rivals, const struct move *move)
{
	const struct board *board = &rivals->rules->board;
	struct place mine = board->name[move->from];
	uint8_t piece = rivals->position->at[move->from];
	struct plain_query query = {
		.kind = piece_kind(piece),
		.from = CELL_NONE,
		.file = mine.file,
		.rank = mine.rank,
		.to = move->to,
		.promoted = piece & PIECE_PROMOTED ? PROMOTED_YES : PROMOTED_NO,
	};
	struct cellset others;
	struct move found;

	if (!rules_find_plain(
		rivals->rules, rivals->position, &query, &found, &others))
		return false;
	while (!cellset_empty(&others)) {
		struct place other = board->name[cellset_pop(&others)];

		rivals->any = true;
		rivals->same_file |= mine.file == other.file;
		rivals->same_rank |= mine.rank == other.rank;
	}
	return true;
}

enum disambiguation
notation_start_needed(const struct rules *rules, const struct position *before,
    const struct move *move, enum naming naming)
{
	enum kind kind = piece_kind(before->at[move->from]);
	struct move_query query = { kind, CELL_NONE, move->to, MOVE_QUIET };
	struct position called;
	struct rivals rivals = { rules, before, move->from, naming, false,
		false, false };
	bool letter, number;

	if (FAST && !rules_may_have_rival(rules, before, move))
		return START_NOTHING;
	if (move->calls & CALL_FORTIFY) {
		called = *before;
		rules_fortify(rules, &called);
		rivals.position = before = &called;
	}
	if (!FAST || !note_plain_rivals(&rivals, move))
		rules_moves(rules, before, &query, note_rival, &rivals);
	if (!rivals.any)
		return START_NOTHING;
	letter = naming == NAMING_SWAPPED ? rivals.same_rank : rivals.same_file;
	number = naming == NAMING_SWAPPED ? rivals.same_file : rivals.same_rank;
	return !letter ? START_FILE : !number ? START_RANK : START_CELL;
}
