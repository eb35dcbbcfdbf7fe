/* Ternion: moves that are legal, and written in another way than usual. */
#include "formats/game/style_fix.h"

/* Faults of writing. Of a mark or a start that does not fit nobody knows
 * whether it was the slip, or shows that another move was meant. */
static const struct {
	enum diag_id id;
	bool is_certain; /* nothing but the move as it is written was meant */
} faults[] = {
	{ DIAG_FALSE_CHECK, false },
	{ DIAG_FALSE_MATE, false },
	{ DIAG_CHECK_UNMARKED, false },
	{ DIAG_MATE_UNMARKED, false },
	{ DIAG_OVER_DISAMBIGUATED, false },
	{ DIAG_CAPTURE_UNMARKED, true },
	{ DIAG_CASTLING_AS_KING_MOVE, true },
	{ DIAG_TYPOGRAPHIC, true },
};

/* Whether it is such a fault of the ply, without a fix; *certain becomes false
 * if what puts it right is not certain. */
static bool
is_of_style(const struct diag *diag, const struct ply *ply, bool *certain)
{
	if (diag->fixes != NULL || diag->span.start < ply->span.start ||
	    diag->span.start > ply->span.start + ply->span.len)
		return false;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		if (faults[i].id != diag->id)
			continue;
		*certain &= faults[i].is_certain;
		return true;
	}
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
	struct edit *edit = NULL;
	struct fix *fix = NULL;
	bool certain = true;

	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];

		if (!is_of_style(diag, ply, &certain))
			continue;
		if (fix == NULL) {
			edit = arena_alloc(diags->arena, sizeof(*edit));
			fix = arena_alloc(diags->arena, sizeof(*fix));
			*edit = (struct edit){ ply->span,
				text_of(writing, turn, ply, diags->arena) };
			*fix = (struct fix){ .title = edit->text,
				.edits = edit,
				.len = 1,
				.likely = true };
		}
		diag->fixes = fix;
	}
	/* All of them are put right by the one text, or none is. */
	if (fix != NULL)
		fix->certain = certain;
}
