/* Ternion: marks of check and mate, held against the facts. */
#include "parse/resolve/resolution.h"

unsigned
resolution_kings(const struct variant *variant, uint8_t colours)
{
	unsigned kings = 0;

	for (unsigned i = 0; colours >> i != 0; i++)
		if (colours >> i & 1)
			kings |= 1u
			    << variant_player(variant, player_letters[i]);
	return kings;
}

static void
false_mark(struct resolution *resolution, enum diag_id id, const char *text)
{
	resolution->has_false_mark = true;
	resolution_add_at(resolution, resolution->parsed->mark, id, "%s", text);
}

/* True if the game ended, but not by mate: attacks do not matter any more. */
static bool
is_over(const struct language *reader, const struct position *after)
{
	struct outcome outcome = rules_outcome(reader->rules, after);
	return outcome.ending != ENDING_NONE && outcome.ending != ENDING_MATE &&
	    !ending_plays_on(outcome.ending);
}

/* A check is marked: are the kings that it names, or any, attacked? */
static void
check_check(
    struct resolution *resolution, const struct marks *marks, unsigned named)
{
	if (marks->attacked == 0)
		false_mark(resolution, DIAG_FALSE_CHECK,
		    "marked as check, but no opponent's king is attacked");
	else if ((named & ~marks->attacked) != 0)
		false_mark(resolution, DIAG_FALSE_CHECK,
		    "marked as check against a king that is not attacked");
}

/* Where mate is on the board: is a player mated, and one of those named? */
static void
check_mate(
    struct resolution *resolution, const struct marks *marks, unsigned named)
{
	const struct rules *rules = resolution->reader->rules;
	struct marks called = *marks;

	if (dialect_of(rules->variant)->no_mate) {
		false_mark(resolution, DIAG_FALSE_MATE,
		    "marked as mate, which this game does not have: mark an "
		    "attack on a king with +");
	} else if (marks->mated != 0) {
		if (named != 0 && (named & marks->mated) == 0)
			false_mark(resolution, DIAG_FALSE_MATE,
			    "marked as mate, but against a player who is not "
			    "mated");
	} else if (!marks_call_mate(&called, rules, resolution->position,
		       named != 0 ? named : marks->attacked)) {
		false_mark(resolution, DIAG_FALSE_MATE,
		    marks->attacked == 0
			? "marked as mate, but no king is attacked"
			: rules_mates_singly(rules)
			? "marked as mate, but the attacked king can move to a "
			  "safe cell"
			: "marked as mate, but the attacked king can be saved");
	}
}

/* Where mate is declared: one against a king that is not attacked is untrue,
 * and the claim that he cannot be saved, on `board`, may be wrong. */
static void
check_declarations(struct resolution *resolution, const struct marks *marks,
    unsigned checked, unsigned mated, const struct position *board)
{
	const struct rules *rules = resolution->reader->rules;
	const struct parsed_move *parsed = resolution->parsed;
	unsigned mover = marks->mover;

	if (parsed->check)
		check_check(resolution, marks, checked);
	if (parsed->mate && !parsed->check)
		check_check(resolution, marks, mated);
	else if (parsed->mate && (mated & ~marks->attacked) != 0)
		false_mark(resolution, DIAG_FALSE_CHECK,
		    "mate is declared against a king that is not attacked");
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((marks->mate >> p & 1) &&
		    !rules_is_mated(rules, board, mover, p))
			resolution_add_at(resolution, parsed->mark,
			    DIAG_NOT_MATE,
			    "mate is declared, but %s can save the king by a "
			    "move or a call",
			    rules->variant->players[p]);
	unsigned open = marks->lasting & ~(marks->check | marks->mate);
	if (open == 0)
		return;
	resolution_add(resolution, DIAG_CHECK_UNDECLARED,
	    "%s's king is attacked, but no check is declared: it cannot be "
	    "taken in the next turn",
	    rules->variant->players[__builtin_ctz(open)]);
}

static void
refuse_colours(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	const struct variant *variant = resolution->reader->rules->variant;
	unsigned colours = parsed->check_colours | parsed->mate_colours;
	SCRATCH words = STRBUF_INIT;

	for (unsigned i = 0; player_letters[i] != '\0'; i++)
		if ((colours >> i & 1) &&
		    variant_player(variant, player_letters[i]) == PLAYER_NONE)
			strbuf_printf(&words,
			    "no player of %s has the letter %c", variant->title,
			    player_letters[i]);
	false_mark(resolution, DIAG_FALSE_CHECK, words.ptr);
}

/* Misses a mark of mate or check that is not written. Where mate ends nothing
 * its mark is a call that need not be made. */
static void
miss_marks(struct resolution *resolution, const struct marks *marks)
{
	const struct language *reader = resolution->reader;
	bool singly = rules_mates_singly(reader->rules);
	bool check = resolution->parsed->check;

	if (marks->mated != 0 && (check || !singly))
		diag_add_as(resolution->diags, DIAG_MATE_UNMARKED,
		    singly ? SEV_NOTE : diag_table[DIAG_MATE_UNMARKED].severity,
		    resolution_whole(resolution),
		    "the move mates %s, but the mark of mate is missing",
		    reader->rules->variant
			->players[__builtin_ctz(marks->mated)]);
	else if (marks->attacked != 0 && !check &&
	    !is_over(reader, resolution->position))
		resolution_add(resolution, DIAG_CHECK_UNMARKED,
		    "the move gives check, but the mark is missing");
}

bool
resolve_marks(const struct language *reader, const struct position *after,
    const struct marks *marks, struct slice token, size_t at,
    const struct parsed_move *parsed, struct diags *diags)
{
	const struct variant *variant = reader->rules->variant;
	struct resolution resolution;

	/* Most moves say no more than is true: a check, or nothing. */
	if (!parsed->mate && marks->mated == 0 &&
	    parsed->check == (marks->attacked != 0) &&
	    (!parsed->check ||
		(parsed->check_colours == 0 && !dialect_of(variant)->declares)))
		return true;
	resolution = (struct resolution){ .reader = reader,
		.position = after,
		.token = token,
		.at = at,
		.parsed = parsed,
		.diags = diags };
	unsigned checked = resolution_kings(variant, parsed->check_colours);
	unsigned mated = resolution_kings(variant, parsed->mate_colours);
	if (((checked | mated) >> PLAYER_NONE) != 0) {
		refuse_colours(&resolution);
		return false;
	}
	if (dialect_of(variant)->declares) {
		check_declarations(&resolution, marks, checked, mated, after);
		return !resolution.has_false_mark;
	}
	/* A + in place of a ++ is one fault, by any attacker. */
	if (parsed->check &&
	    (parsed->mate || marks->mated == 0 || marks->attacked != 0))
		check_check(&resolution, marks, checked);
	if (parsed->mate)
		check_mate(&resolution, marks, mated);
	if (reader->notation->has_marks && !parsed->mate &&
	    !dialect_of(variant)->no_check)
		miss_marks(&resolution, marks);
	return !resolution.has_false_mark;
}
