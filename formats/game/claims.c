/* Ternion: fixes never change what a player called or offered. */
#include "formats/game/claims.h"

enum {
	DRAW_OFFERED = 1 << (sizeof(PARSED_CALLS) - 1) /* above the calls */
};

/*
 * The calls and offers in a text, which may hold several moves or none. Calls
 * stand in parentheses, in siege notation also bare, where no piece has such a
 * letter. An = before a letter is a promotion.
 */
static unsigned
claims_in(const struct notation *notation, struct slice text)
{
	static const char calls[] = PARSED_CALLS;
	bool bare = notation->naming == NAMING_SEAT;
	unsigned claims = 0, depth = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		char next = i + 1 < text.len ? text.ptr[i + 1] : ' ';
		const char *call = c != '\0' ? strchr(calls, c) : NULL;

		if (c == '(')
			depth++;
		else if (c == ')' && depth > 0)
			depth--;
		else if (c == '=' && (next < 'A' || next > 'Z'))
			claims |= DRAW_OFFERED;
		else if (call != NULL && (depth > 0 || bare))
			claims |= 1u << (call - calls);
	}
	return claims;
}

static bool
keeps_claims(const struct record *record, const struct notation *notation,
    const struct fix *fix)
{
	unsigned before = 0, after = 0;

	for (unsigned i = 0; i < fix->len; i++) {
		const struct edit *edit = &fix->edits[i];

		before |= claims_in(notation,
		    slice_sub(record->text, edit->span.start, edit->span.len));
		after |= claims_in(notation, slice_of(edit->text));
	}
	return before == after;
}

void
claims_protect(const struct record *record, const struct notation *notation,
    struct diags *diags)
{
	bool withheld = false;

	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];
		bool changes;

		if (diag->fixes == NULL)
			continue;
		changes = diag->fixes->repairs &&
		    !keeps_claims(record, notation, diag->fixes);
		if (changes || (withheld && diag->given != NULL))
			diag_withhold(diags, diag);
		withheld |= changes;
	}
}
