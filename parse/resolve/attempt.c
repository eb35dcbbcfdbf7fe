/* Ternion: what a text attempts, with the cells of the board. */
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
	const struct reader_context *reader = resolution->reader;
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
	const struct reader_context *reader = resolution->reader;
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

bool
attempt_read(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	const struct rules *rules = resolution->reader->rules;
	struct move_query *attempt = &resolution->attempt;
	unsigned me = resolution->position->to_move;

	*attempt = (struct move_query){ .type = (enum move_type)parsed->type,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = CELL_NONE,
		.side = SIDES_MAX };
	if (parsed->type == MOVE_CASTLE) {
		attempt->side = castling_side(resolution);
		attempt->kind = KING;
		attempt->from = resolution->position->king[me];
		if (attempt->side < SIDES_MAX)
			attempt->to =
			    rules->seat[me].side[attempt->side].king_to;
		return true;
	}
	if (parsed->piece != 0)
		attempt->kind =
		    (enum kind)rules->kind_of[(unsigned char)parsed->piece];
	if (parsed->promotion != 0) {
		attempt->promotion =
		    variant_kind(rules->variant, parsed->promotion);
		if (attempt->promotion == KIND_NONE) {
			struct slice text = parsed_part(
			    resolution->token, parsed->promotion_at);

			if (text.len == 0)
				text = (struct slice){ &parsed->promotion, 1 };
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
	if (!find_cells(resolution))
		return false;
	if (parsed->type == MOVE_LEAP) {
		if (parsed->path_len + 1u > CHAIN_MAX) {
			resolution_add(resolution, DIAG_LEAP_IMPOSSIBLE,
			    "no chain has more than %u leaps", CHAIN_MAX);
			return false;
		}
		/* The landings; the last is the target. */
		attempt->path = resolution->path;
		for (; attempt->leaps < parsed->path_len; attempt->leaps++)
			if (!find_cell(resolution, parsed->path[attempt->leaps],
				&resolution->path[attempt->leaps]))
				return false;
		resolution->path[attempt->leaps++] = attempt->to;
	}
	if (resolution->reader->notation->castles_by_king &&
	    attempt->from == resolution->position->king[me])
		read_castling_letter(resolution, &rules->seat[me]);
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
