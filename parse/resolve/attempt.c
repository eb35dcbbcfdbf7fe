/* Ternion: what a text attempts, with the cells of the board, and the legal
 * moves that fit it. */
#include "parse/resolve/plain.h"
#include "parse/resolve/resolution.h"

/* The castling side that the text names, or SIDES_MAX. */
static unsigned
castling_side(const struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	const struct castling_side *sides =
	    resolution->reader->rules->setup->sides;

	for (unsigned s = 0; sides[s].letter != 0; s++)
		if (parsed->castle == PARSED_CASTLE_LETTER
			? sides[s].letter == parsed->castle_letter
			: strcmp(sides[s].text,
			      castle_text(
				  (enum parsed_castle)parsed->castle)) == 0)
			return s;
	return SIDES_MAX;
}

/* Whether the option's choices have other cells, or other names for them. */
static bool
changes_cells(const struct variant_option *option)
{
	return option->use == CHOOSES_SETUP || option->use == CHOOSES_NAMES;
}

/* Appends each choice of an option with which the cell is on the board. */
static void
put_other_boards(const struct resolution *resolution, struct slice name,
    struct strbuf *words)
{
	const struct language *reader = resolution->reader;
	const struct variant *variant = reader->rules->variant;
	const struct variant_option *options = variant->options;
	struct rules *other = mem_alloc(sizeof(*other));

	for (int i = 0; options[i].name != NULL; i++) {
		const char *const *value = options[i].choices;

		for (; changes_cells(&options[i]) && *value != NULL; value++) {
			struct settings settings = reader->rules->settings;

			settings_read(
			    variant, &settings, i, *value, strlen(*value));
			settings_settle(variant, &settings);
			rules_init_like(other, reader->rules, &settings);
			if (coords_read(&other->board, reader->notation->naming,
				resolution->position->to_move,
				name) != CELL_NONE)
				strbuf_printf(words, "; with %s=%s it is",
				    options[i].name, *value);
		}
	}
	mem_free(other);
}

static bool
refuse_cell(struct resolution *resolution, struct part where)
{
	const struct language *reader = resolution->reader;
	const struct position *position = resolution->position;
	struct slice text = parsed_part(resolution->token, where);
	SCRATCH words = STRBUF_INIT;

	strbuf_printf(&words, "%.*s is not on the board of %s", (int)text.len,
	    text.ptr, reader->rules->variant->title);
	if (!diags_full(resolution->diags) &&
	    refuse_misprint(resolution, text, &words))
		position = NULL;
	else if (!diags_full(resolution->diags))
		put_other_boards(resolution, text, &words);
	suggest_and_add(
	    resolution, position, DIAG_CELL_OFF_BOARD, where, &words);
	return false;
}

/* Reads a cell after the first; complains and returns false if it is none. */
static bool
find_cell(struct resolution *resolution, struct part where, cell *c)
{
	*c = resolve_cell(resolution->reader, resolution->position, where.code);
	return *c != CELL_NONE || refuse_cell(resolution, where);
}

static bool
find_cells(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	struct move_query *attempt = &resolution->attempt;

	if (!resolve_start(resolution->reader, resolution->position,
		resolution->token, parsed, attempt))
		return refuse_cell(resolution, parsed->from);
	if (parsed->to.len > 0 &&
	    !find_cell(resolution, parsed->to, &attempt->to))
		return false;
	/* "Where the ending cell is not needed it may repeat the beginning
	 * cell." */
	if (parsed->type == MOVE_FIELD)
		attempt->to = attempt->from;
	else if ((parsed->type == MOVE_TRAITOR ||
		     parsed->type == MOVE_ILLUMINATION) &&
	    attempt->to == attempt->from)
		attempt->to = CELL_NONE;
	return true;
}

/* Where castling is written as the king's move, and he could step to that cell
 * as well, the letter of the side tells castling: "f1e1q". */
static void
read_castling_letter(struct resolution *resolution, const struct seat *seat)
{
	const struct rules *rules = resolution->reader->rules;
	struct move_query *attempt = &resolution->attempt;

	for (unsigned s = 0; s < rules->sides; s++) {
		const struct castling *side = &seat->side[s];

		if (!side->is_step || attempt->from != side->king_from ||
		    attempt->to != side->king_to ||
		    resolution->parsed->promotion !=
			rules->setup->sides[s].letter)
			continue;
		attempt->type = MOVE_CASTLE;
		attempt->side = s;
		attempt->kind = KING;
		attempt->promotion = KIND_NONE;
	}
}

/* Reads castling to a side. */
static void
read_castling(struct resolution *resolution, const struct seat *seat)
{
	struct move_query *attempt = &resolution->attempt;

	attempt->side = castling_side(resolution);
	attempt->kind = KING;
	attempt->from =
	    resolution->position->king[resolution->position->to_move];
	if (attempt->side < SIDES_MAX)
		attempt->to = seat->side[attempt->side].king_to;
}

/* Reads where a chain of leaps lands: at last on its target. */
static bool
read_landings(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	struct move_query *attempt = &resolution->attempt;

	if (parsed->path_len + 1u > CHAIN_MAX) {
		resolution_add(resolution, DIAG_LEAP_IMPOSSIBLE,
		    "no chain has more than %u leaps", CHAIN_MAX);
		return false;
	}
	attempt->path = resolution->path;
	for (; attempt->leaps < parsed->path_len; attempt->leaps++)
		if (!find_cell(resolution, parsed->path[attempt->leaps],
			&resolution->path[attempt->leaps]))
			return false;
	resolution->path[attempt->leaps++] = attempt->to;
	return true;
}

bool
attempt_read(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	const struct rules *rules = resolution->reader->rules;
	struct move_query *attempt = &resolution->attempt;
	unsigned me = resolution->position->to_move;
	const struct seat *seat = &rules->seat[me];

	*attempt = (struct move_query){ .type = (enum move_type)parsed->type,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = CELL_NONE,
		.side = SIDES_MAX };
	if (parsed->type == MOVE_CASTLE) {
		read_castling(resolution, seat);
		return true;
	}
	attempt->kind = (enum kind)rules->kind_of[(unsigned char)parsed->piece];
	if (parsed->promotion != 0) {
		attempt->promotion =
		    variant_kind(rules->variant, parsed->promotion);
		if (attempt->promotion == KIND_NONE) {
			struct slice text = parsed_part(
			    resolution->token, parsed->promotion_at);

			resolution_add_at(resolution, parsed->promotion_at,
			    DIAG_PROMOTION_KIND, "this game has no piece %.*s",
			    (int)text.len, text.ptr);
			return false;
		}
	}
	if (dialect_of(rules->variant)->promotes &&
	    resolution->reader->notation->has_letters)
		attempt->promoted =
		    parsed->promoted ? PROMOTED_YES : PROMOTED_NO;
	if (!find_cells(resolution) ||
	    (parsed->type == MOVE_LEAP && !read_landings(resolution)))
		return false;
	if (resolution->reader->notation->castles_by_king &&
	    attempt->from == resolution->position->king[me])
		read_castling_letter(resolution, seat);
	if (parsed->type != MOVE_DROP)
		return true;
	/* Siege names the dropped piece at the end, others before the cell. */
	if (attempt->promotion == KIND_NONE)
		attempt->promotion = attempt->kind;
	attempt->kind = KIND_NONE;
	if (attempt->promotion == KIND_NONE)
		resolution_add(resolution, DIAG_PROMOTION_MISSING,
		    "the drop does not say which piece it puts down");
	return attempt->promotion != KIND_NONE;
}

/* True if the stated type allows this one. Where en passant is no choice an x
 * to the skipped cell is en passant as well, and in coordinates a + is dropped;
 * where it is one, only algebraic notation writes x. */
static bool
type_fits(const struct resolution *resolution, const struct move *move)
{
	const struct notation *notation = resolution->reader->notation;
	bool choice =
	    resolution->reader->rules->en_passant == EN_PASSANT_CHOICE;
	unsigned type = resolution->parsed->type;

	if (type == MOVE_UNSTATED)
		return !choice || move->type != MOVE_ENPASSANT;
	if (type == MOVE_QUIET)
		return move->victim == CELL_NONE;
	if (type == MOVE_CAPTURE && choice && !notation->has_letters)
		return move->type == MOVE_CAPTURE;
	if (type == MOVE_CAPTURE)
		return move->victim != CELL_NONE;
	return type == move->type ||
	    (type == MOVE_ENPASSANT && !choice && notation->castles_by_king);
}

/* True if it is castling where that is stated, on the stated side, and not
 * where the king's move may be a step as well. */
static bool
castling_fits(const struct resolution *resolution, const struct move *move)
{
	const struct move_query *attempt = &resolution->attempt;
	const struct seat *seats = resolution->reader->rules->seat;

	if (move->type != MOVE_CASTLE)
		return attempt->type != MOVE_CASTLE;
	return attempt->type == MOVE_CASTLE
	    ? attempt->side == SIDES_MAX || move->side == attempt->side
	    : !seats[resolution->position->to_move].side[move->side].is_step;
}

/* Collects a move that is none of a piece from a cell to another: one is
 * enough. A king that illuminates need not be named by his cell. */
static bool
collect_action(struct resolution *resolution, const struct move *move)
{
	const struct move_query *attempt = &resolution->attempt;
	bool begins_so = move->from == attempt->from ||
	    (move->type == MOVE_ILLUMINATION && attempt->from == CELL_NONE);

	if (!begins_so || move->to != attempt->to ||
	    move->promotion != (uint8_t)attempt->promotion ||
	    (move->type == MOVE_LEAP &&
		!promoted_fits(
		    attempt->promoted, resolution->position->at[move->from])))
		return true;
	move_copy(&resolution->candidate[0], move);
	resolution->found = 1;
	resolution->fits_type = true;
	return false;
}

static bool
collect_candidate(void *context, const struct move *move)
{
	struct resolution *resolution = context;
	const struct move_query *attempt = &resolution->attempt;
	bool fits;

	if (move->type >= MOVE_FIELD)
		return collect_action(resolution, move);
	if (!promoted_fits(
		attempt->promoted, resolution->position->at[move->from]))
		return true;
	if (!place_fits(resolution->reader->rules->board.name[move->from],
		attempt->from_file, attempt->from_rank)) {
		resolution->has_rivals |= move->type != MOVE_CASTLE;
		return true;
	}
	if (move->promotion != (uint8_t)attempt->promotion &&
	    (attempt->promotion != KIND_NONE ||
		!rules_promotes_singly(resolution->reader->rules)))
		return true;
	fits = type_fits(resolution, move);
	if (!castling_fits(resolution, move) ||
	    (resolution->fits_type && !fits))
		return true;
	if (fits && !resolution->fits_type) {
		resolution->fits_type = true;
		resolution->found = 0;
	}
	if (resolution->found < CANDIDATES_MAX)
		move_copy(&resolution->candidate[resolution->found], move);
	resolution->found++;
	return true;
}

void
candidates_find(struct resolution *resolution)
{
	resolution->fits_type = false;
	resolution->has_rivals = false;
	resolution->found = 0;
	rules_moves(resolution->reader->rules, resolution->position,
	    &resolution->attempt, collect_candidate, resolution);
	if (!resolution_is_piece_move(resolution->parsed->type) &&
	    !resolution->fits_type)
		resolution->found = 0;
}

void
candidates_find_stated(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	enum move_type type = (enum move_type)parsed->type;

	resolution->found = 0;
	/* Moves without a piece are in no list. */
	if ((type == MOVE_YIELD || type == MOVE_STALEMATE ||
		type == MOVE_PASS) &&
	    rules_explain(resolution->reader->rules, resolution->position,
		&resolution->attempt)
		    .why == ILLEGAL_NOT) {
		resolution->candidate[0] = (struct move){ .type = (uint8_t)type,
			.from = CELL_NONE,
			.to = CELL_NONE,
			.victim = CELL_NONE };
		resolution->found = 1;
		resolution->fits_type = true;
		return;
	}
	/* Siege's 00 without a side is any castling that is legal. */
	if (type != MOVE_CASTLE || resolution->attempt.side < SIDES_MAX ||
	    (parsed->castle == PARSED_CASTLE_LETTER &&
		parsed->castle_letter == 0))
		candidates_find(resolution);
}
