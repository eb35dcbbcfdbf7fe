/* Ternion: what a text attempts, with the cells of the board. */
#include "parse/resolve/resolution.h"
#include "parse/resolve/suggest.h"

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

/* Whether the suggestion is the token with another text in place of the part;
 * and what that text is. */
static bool
replaces_part(struct slice token, struct part part, const char *suggestion,
    struct slice *text)
{
	struct slice other = slice_of(suggestion);
	size_t behind = token.len - part.at - part.len;

	if (other.len <= part.at + behind ||
	    memcmp(other.ptr, token.ptr, part.at) != 0 ||
	    memcmp(other.ptr + other.len - behind,
		token.ptr + token.len - behind, behind) != 0)
		return false;
	*text = slice_sub(other, part.at, other.len - part.at - behind);
	return true;
}

/* Whether the cell is on the board of the same game with another value of the
 * option; `other` is room for its rules. */
static bool
is_on_board_with(const struct resolution *resolution, struct slice name,
    int option, const char *value, struct rules *other)
{
	const struct reader_context *reader = resolution->reader;
	const struct variant *variant = reader->rules->variant;
	struct settings settings = reader->rules->settings;

	settings_read(variant, &settings, option, value, strlen(value));
	settings_settle(variant, &settings);
	rules_init(other, variant, &settings);
	return coords_read(&other->board, reader->notation->naming,
		   resolution->position->to_move, name) != CELL_NONE;
}

/* Appends the option with which the cell is on the board, if there is one. */
static void
put_other_board(const struct resolution *resolution, struct slice name,
    struct strbuf *words)
{
	const struct variant_option *options =
	    resolution->reader->rules->variant->options;
	struct rules *other = mem_alloc(sizeof(*other));

	for (int i = 0; options[i].name != NULL; i++) {
		if (options[i].type != OPTION_CHOICE)
			continue;
		for (const char *const *value = options[i].choices;
		     *value != NULL; value++)
			if (is_on_board_with(
				resolution, name, i, *value, other))
				strbuf_printf(words, "; with %s=%s it is",
				    options[i].name, *value);
	}
	mem_free(other);
}

static void
refuse_cell(struct resolution *resolution, struct part where)
{
	const struct reader_context *reader = resolution->reader;
	struct slice text = parsed_part(resolution->token, where);
	struct diags *diags = resolution->diags;
	struct suggestions near = { .len = 0 };
	struct strbuf words = STRBUF_INIT;
	size_t plain;

	strbuf_printf(&words, "%.*s is not on the board of %s", (int)text.len,
	    text.ptr, reader->rules->variant->title);
	if (!diags_full(diags))
		put_other_board(resolution, text, &words);
	plain = words.len;
	if (!diags_full(diags))
		suggest_moves(reader, resolution->position, resolution->token,
		    &near, &words);
	diag_add(diags, DIAG_CELL_OFF_BOARD, resolution_part(resolution, where),
	    "%s", words.ptr);
	diag_plain(diags, plain);
	if (near.len > 0 &&
	    replaces_part(resolution->token, where, near.text[0], &text))
		diag_fix(diags, arena_copy(diags->arena, text));
	suggest_tell(&near, resolution_whole(resolution), diags);
	strbuf_release(&words);
}

/* Reads a cell of the text; complains and returns false if it is none. */
static bool
read_cell(struct resolution *resolution, struct part where, cell *c)
{
	const struct reader_context *reader = resolution->reader;
	struct slice text = parsed_part(resolution->token, where);

	*c = coords_read(&reader->rules->board, reader->notation->naming,
	    resolution->position->to_move, text);
	if (*c != CELL_NONE)
		return true;
	refuse_cell(resolution, where);
	return false;
}

static bool
read_cells(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	struct attempt *attempt = &resolution->attempt;
	struct slice from = parsed_part(resolution->token, parsed->from);

	if (from.len > 0 && resolve_is_cell(from)) {
		if (!read_cell(resolution, parsed->from, &attempt->from))
			return false;
	} else if (from.len > 0) {
		coords_read_part(resolution->reader->notation->naming, from,
		    &attempt->from_file, &attempt->from_rank);
	}
	if (parsed->to.len > 0 &&
	    !read_cell(resolution, parsed->to, &attempt->to))
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

/*
 * Where castling is written as the king's move, and he could step to that cell
 * as well, the letter of the side tells castling: "f1e1q".
 */
static void
read_castling_letter(struct resolution *resolution)
{
	const struct rules *rules = resolution->reader->rules;
	unsigned me = resolution->position->to_move;
	struct attempt *attempt = &resolution->attempt;

	if (!resolution->reader->notation->castles_by_king ||
	    resolution->parsed->promotion == 0 ||
	    attempt->from != resolution->position->king[me])
		return;
	for (unsigned s = 0; s < rules->sides; s++) {
		const struct castling *side = &rules->seat[me].side[s];

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

/* The landings of a chain, of which the last is the target. */
static bool
read_path(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	struct attempt *attempt = &resolution->attempt;

	if (parsed->path_len + 1u > CHAIN_MAX) {
		diag_add(resolution->diags, DIAG_LEAP_IMPOSSIBLE,
		    resolution_whole(resolution),
		    "no chain has more than %u leaps", CHAIN_MAX);
		return false;
	}
	for (unsigned i = 0; i < parsed->path_len; i++)
		if (!read_cell(
			resolution, parsed->path[i], &resolution->path[i]))
			return false;
	resolution->path[parsed->path_len] = attempt->to;
	attempt->path = resolution->path;
	attempt->leaps = parsed->path_len + 1u;
	return true;
}

/* What is dropped: siege names it at the end, the others before the cell. */
static bool
read_drop(struct resolution *resolution)
{
	struct attempt *attempt = &resolution->attempt;

	if (attempt->promotion == KIND_NONE)
		attempt->promotion = attempt->kind;
	attempt->kind = KIND_NONE;
	if (attempt->promotion != KIND_NONE)
		return true;
	diag_add(resolution->diags, DIAG_PROMOTION_MISSING,
	    resolution_whole(resolution),
	    "the drop does not say which piece of the game it is");
	return false;
}

/* A letter of some other game, named as it stands there. */
static void
refuse_promotion(const struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	struct slice text =
	    parsed_part(resolution->token, parsed->promotion_at);

	if (text.len == 0)
		text = (struct slice){ &parsed->promotion, 1 };
	diag_add(resolution->diags, DIAG_PROMOTION_KIND,
	    resolution_part(resolution, parsed->promotion_at),
	    "the game has no piece %.*s", (int)text.len, text.ptr);
}

bool
attempt_read(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	const struct rules *rules = resolution->reader->rules;
	struct attempt *attempt = &resolution->attempt;

	*attempt = (struct attempt){ .type = (enum move_type)parsed->type,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = CELL_NONE,
		.side = SIDES_MAX };
	if (parsed->type == MOVE_CASTLE) {
		attempt->side = castling_side(resolution);
		attempt->kind = KING;
		attempt->from =
		    resolution->position->king[resolution->position->to_move];
		if (attempt->side < SIDES_MAX)
			attempt->to = rules->seat[resolution->position->to_move]
					  .side[attempt->side]
					  .king_to;
		return true;
	}
	if (parsed->piece != 0)
		attempt->kind =
		    (enum kind)rules->kind_of[(unsigned char)parsed->piece];
	if (parsed->promotion != 0) {
		attempt->promotion =
		    variant_kind(rules->variant, parsed->promotion);
		if (attempt->promotion == KIND_NONE) {
			refuse_promotion(resolution);
			return false;
		}
	}
	if (dialect_of(rules->variant)->promotes &&
	    resolution->reader->notation->has_letters)
		attempt->promoted =
		    parsed->promoted ? PROMOTED_YES : PROMOTED_NO;
	if (!read_cells(resolution) ||
	    (parsed->type == MOVE_LEAP && !read_path(resolution)))
		return false;
	read_castling_letter(resolution);
	return parsed->type != MOVE_DROP || read_drop(resolution);
}
