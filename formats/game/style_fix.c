/* Ternion: moves that are played, and not written as they are written. */
#include "formats/game/style_fix.h"

static bool
is_of_style(enum diag_id id)
{
	static const enum diag_id ids[] = { DIAG_FALSE_CHECK, DIAG_FALSE_MATE,
		DIAG_CHECK_UNMARKED, DIAG_MATE_UNMARKED, DIAG_CAPTURE_UNMARKED,
		DIAG_OVER_DISAMBIGUATED, DIAG_CASTLING_AS_KING_MOVE,
		DIAG_TYPOGRAPHIC };

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (ids[i] == id)
			return true;
	return false;
}

/*
 * The move as it is written, with its own annotations, before the offer of a
 * draw. Of the two that siege notation can have the first stands in
 * parentheses: "!" and "?" in a row would be another one.
 */
static const char *
text_of(const struct ply_writing *writing, const struct turn *turn,
    const struct ply *ply, struct arena *arena)
{
	bool in_text = writing->notation->writes_nags;
	struct turn own = *turn;
	struct ply copy = *ply;

	own.marks.draw = false;
	own.parsed.move.nag[1] = 0;
	copy.notes = NULL;
	rewrite_ply(writing, &own, false, &copy, arena);
	return arena_printf(arena, "%.*s%s%s", (int)copy.text.len,
	    copy.text.ptr, nag_text(turn->parsed.move.nag[in_text]),
	    turn->marks.draw ? "=" : "");
}

void
style_fix(const struct ply_writing *writing, const struct turn *turn,
    const struct ply *ply, struct diags *diags)
{
	const char *text = NULL;

	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];
		struct edit *edit;
		struct fix *fix;

		if (!is_of_style(diag->id) || diag->fixes != NULL ||
		    diag->span.start < ply->span.start ||
		    diag->span.start > ply->span.start + ply->span.len)
			continue;
		if (text == NULL)
			text = text_of(writing, turn, ply, diags->arena);
		edit = arena_alloc(diags->arena, sizeof(*edit));
		fix = arena_alloc(diags->arena, sizeof(*fix));
		*edit = (struct edit){ ply->span, text };
		*fix = (struct fix){
			.title = text, .edits = edit, .len = 1, .certain = true
		};
		diag->fixes = fix;
	}
}
