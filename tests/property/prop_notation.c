/*
 * Properties of notations, over random games of every variant:
 *
 *  - all that is read of a token, whatever it is, lies in the token;
 *  - a legal move written in any notation reads as the same move with its
 *    declarations and calls, without a complaint, and so do the other forms
 *    that the notation allows;
 *  - the marks that are written are true, and wrong ones are reported.
 *
 * `prop_notation [SEED]`; the last line counts what passed and failed.
 */
#include <ctype.h>

#include "parse/game/rewrite_ply.h"
#include "tests/property/attackers.h"
#include "tests/property/games.h"

enum {
	ALL_MOVES_EVERY = 24, /* plies between trials of all moves */
	MUTATIONS = 4,        /* of each token that was written */
};

/* Counts of rare cases, to show that the games contained them. */
static struct content {
	unsigned long later_mates;
	unsigned long calls_of_mate; /* that are true, though nobody is mated */
	unsigned long mixed; /* check against one king, mate against another */
	unsigned long partial; /* not every king that is attacked */
	unsigned long true_claims, false_claims; /* of mate */
	unsigned long kept;                      /* tokens */
} content;

static bool
expect(struct run *run, bool holds, const char *what, const char *text)
{
	run->tried = text;
	check(run, holds, what);
	run->tried = NULL;
	return holds;
}

/* A byte put in, taken out, changed, in the other case, or exchanged with the
 * next. */
static void
mutate(struct run *run, struct strbuf *token)
{
	static const char letters[] =
	    "abcxyzKQRBNPOSTDLWG0123456789+-#=!?()*%@^&:. \xe2\x99";
	size_t at = below(run, (unsigned)token->len);
	char c = letters[below(run, sizeof(letters) - 1)];
	char *p = token->ptr;

	switch (below(run, 5)) {
	case 0:
		p[at] = c;
		break;
	case 1:
		p[at] ^= isalpha((unsigned char)p[at]) ? 0x20 : 0;
		break;
	case 2:
		strbuf_char(token, c);
		p = token->ptr;
		memmove(p + at + 1, p + at, token->len - 1 - at);
		p[at] = c;
		break;
	case 3:
		if (token->len > 1)
			memmove(p + at, p + at + 1, --token->len - at);
		break;
	default:
		if (at + 1 < token->len) {
			c = p[at];
			p[at] = p[at + 1];
			p[at + 1] = c;
		}
		break;
	}
}

/* A token that is kept is the text that would be written for its move. */
static void
expect_kept(struct run *run, const struct position *before, unsigned n,
    const struct alphabet *alphabet, struct slice token)
{
	const struct notation *notation = run->notation[n];
	const struct language reader = { &run->rules, notation, alphabet };
	struct replayer replayer = { .text = STRBUF_INIT };
	const struct ply_writing writing = { .in = reader,
		.same = &reader,
		.replayer = &replayer,
		.notes = &run->arena };
	struct turn turn = {
		.asks = { .marks = true, .before = true, .writing = &writing }
	};
	struct ply ply = { .token = token };
	struct position after = *before;
	SCRATCH text = STRBUF_INIT;

	if (!turn_find(&turn, &reader, &after, token))
		return;
	turn_make(&turn, &reader, &after, &run->arena);
	turn_mark(&turn, &reader, &after);
	rewrite_ply(&writing, &turn, &ply, &run->arena);
	turn.marks.named = turn.is_named;
	notation_write(&reader, before, &turn.move, &turn.marks, &text);
	bool is_kept = ply.text.ptr == token.ptr;
	content.kept += is_kept;
	strbuf_release(&replayer.text);
	expect(run, !is_kept || slice_equal(token, strbuf_as_slice(&text)),
	    "the token is kept",
	    arena_printf(&run->arena, "%s (%s) '%.*s', not '%s'", notation->id,
		alphabet->set->id, (int)token.len, token.ptr, text.ptr));
}

/* The parts of a move, and its landings, lie in the token. */
static void
try_token(struct run *run, unsigned n, const struct alphabet *alphabet,
    struct slice token)
{
	struct parsed_turn parsed;
	const struct parsed_move *move = &parsed.move;
	const struct part *part[] = { &move->from, &move->to,
		&move->promotion_at, &move->mark, &parsed.second_at };
	bool holds = true;

	memset(&parsed, 0xa5, sizeof(parsed));
	if (!notation_read(run->notation[n], alphabet, token, &parsed))
		return;
	for (unsigned i = 0; i < 4u + move->pair; i++)
		holds &= part[i]->at + part[i]->len <= token.len;
	for (unsigned i = 0; i < move->path_len; i++)
		holds &= move->path[i].len > 0 &&
		    move->path[i].at + move->path[i].len <= token.len;
	expect(run, holds, "a part is not in the token",
	    arena_printf(&run->arena, "%s '%.*s'", run->notation[n]->id,
		(int)token.len, token.ptr));
}

static void
try_mutations(struct run *run, const struct position *before, unsigned n,
    const struct alphabet *alphabet, struct slice token)
{
	struct strbuf text = STRBUF_INIT;

	expect_kept(run, before, n, alphabet, token);
	strbuf_slice(&text, token);
	for (unsigned i = 0; i < MUTATIONS; i++) {
		mutate(run, &text);
		expect_kept(run, before, n, alphabet, strbuf_as_slice(&text));
		for (unsigned m = 0; run->notation[m] != NULL; m++)
			if (m == n || below(run, 8) == 0)
				try_token(
				    run, m, alphabet, strbuf_as_slice(&text));
	}
	strbuf_release(&text);
}

/*
 * Moves, and the marks that are true of them
 */

/* A move on its board, with its true marks. */
struct scene {
	const struct position *before;
	struct move move;
	struct position after;
	struct position board; /* on which the marks are judged */
	struct marks marks;
};

/*
 * True if the mover could capture the player's king if it were his turn.
 * Shielded kings cannot be captured; in games in which kings spare each other,
 * the mover's own king only blocks.
 */
static bool
attacks_king(const struct rules *rules, const struct position *position,
    unsigned mover, unsigned player)
{
	struct position board = *position;
	cell king = board.king[mover], target = board.king[player];

	if (target == CELL_NONE)
		return false;
	if (rules->variant->kings_declared && king != CELL_NONE) {
		position_take(&board, king);
		position_put(
		    &board, king, piece_make(PAWN, mover, PLAYER_NONE));
	}
	return cell_attackers(rules, &board, player, target) >> mover & 1;
}

static unsigned
attacked_kings(
    const struct rules *rules, const struct position *board, unsigned mover)
{
	unsigned kings = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover && attacks_king(rules, board, mover, p))
			kings |= 1u << p;
	return kings;
}

/* True if the player may call fortification or the touch of death, as far as
 * the options and the siege allow it. */
static bool
may_call(const struct rules *rules, const struct position *position,
    unsigned player, char call)
{
	int option = variant_option(rules->variant, "SiegeCalls", 10);
	char calls[SETTING_MAX];

	settings_write(rules->variant, &rules->settings, option, calls);
	return strcmp(calls, "none") != 0 && strchr(calls, call) != NULL &&
	    rules_seat_facts(rules, position, player).is_sieged &&
	    position->siege.fort[player] == 0;
}

/* Were the mated player to move at once, each of his legal moves would leave
 * his king open to capture by the declarer, and no call would save it. */
struct rescue {
	const struct rules *rules;
	const struct position *turn;
	unsigned declarer;
};

static bool
stays_open(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	struct position after = *rescue->turn;
	unsigned player = after.to_move;

	rules_make_move(rescue->rules, &after, move);
	if (!attacks_king(rescue->rules, &after, rescue->declarer, player))
		return false;
	position_turn(&after, rescue->declarer);
	return !may_call(rescue->rules, &after, player, 'T');
}

static bool
is_mated_by(struct run *run, const struct position *board, unsigned mover,
    unsigned player)
{
	struct position turn = *board;
	struct rescue rescue = { &run->rules, &turn, mover };

	position_turn(&turn, player);
	if (board->to_move != player && turn.siege.fort[player] > 0)
		turn.siege.fort[player]--;
	rules_recompute_checks(&run->rules, &turn);
	if (!(turn.siege.forts >> player & 1) &&
	    may_call(&run->rules, &turn, player, 'F'))
		return false;
	return rules_moves(&run->rules, &turn, NULL, stays_open, &rescue);
}

static bool
is_mate(struct run *run, const struct position *after)
{
	unsigned next = after->to_move;

	/* Kings that attack each other do not mate if only kings are left. */
	return after->king[next] != CELL_NONE &&
	    !rules_bare_kings(&run->rules, after) &&
	    cell_attackers(&run->rules, after, next, after->king[next]) != 0 &&
	    rules_count(&run->rules, after) == 0;
}

/*
 * True if each hex to which the king could step, and which its own side does
 * not hold, is attacked on the board after the step.
 */
static bool
is_cornered(
    const struct rules *rules, const struct position *board, unsigned player)
{
	cell king = board->king[player];

	for (cell c = 0; c < rules->board.cells; c++) {
		struct position after = *board;
		unsigned attackers, gone = PLAYER_NONE;

		if (!cellset_has(&rules->board.king_set[king], c) ||
		    cellset_has(&board->owned[player], c))
			continue;
		if (!position_is_empty(board, c)) {
			uint8_t victim = position_take(&after, c);

			if (piece_kind(victim) == KING)
				gone = piece_owner(victim);
		}
		position_move(&after, king, c);
		attackers = cell_attackers(rules, &after, player, c);
		if ((attackers & ~(1u << gone)) == 0)
			return false;
	}
	return true;
}

static bool
stays_attacked(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	struct position after = *rescue->turn;
	unsigned player = after.to_move;

	rules_make_move(rescue->rules, &after, move);
	return cell_attackers(
		   rescue->rules, &after, player, after.king[player]) != 0;
}

/* True if the king's owner has no legal move that ends the attack. */
static bool
is_lost(
    const struct rules *rules, const struct position *board, unsigned player)
{
	struct position turn = *board;
	struct rescue rescue = { rules, &turn, PLAYER_NONE };

	position_turn(&turn, player);
	return rules_moves(rules, &turn, NULL, stays_attacked, &rescue);
}

/* The players whom the move mates, in games with mate. */
static unsigned
mated_players(struct run *run, const struct scene *scene, unsigned attacked)
{
	const struct variant *variant = run->rules.variant;
	unsigned mated = 0;

	if (rules_mates_singly(&run->rules)) {
		for (unsigned p = 0; p < PLAYERS; p++)
			if ((attacked >> p & 1) &&
			    is_cornered(&run->rules, &scene->board, p) &&
			    is_lost(&run->rules, &scene->board, p))
				mated |= 1u << p;
		return mated;
	}
	if (dialect_of(variant)->no_mate)
		return 0;
	if (scene->after.out != scene->board.out)
		return scene->after.out & ~(unsigned)scene->board.out;
	return tpf_game_of(variant)->leavers != LEAVERS_INHERITED &&
		is_mate(run, &scene->after)
	    ? 1u << scene->after.to_move
	    : 0;
}

/* Plays the move and derives the marks from the attacks on kings. */
static struct scene
make_scene(struct run *run, const struct position *before, struct move move)
{
	struct scene scene = {
		.before = before, .move = move, .after = *before
	};
	unsigned mover = before->to_move;
	struct marks *marks = &scene.marks;

	rules_make_move(&run->rules, &scene.after, &move);
	scene.board = scene.after;
	if ((move.calls & ~CALL_FORTIFY) != 0) {
		/* Judged on the board after the move and before a touch of
		 * death. */
		move.calls &= CALL_FORTIFY;
		scene.board = *before;
		rules_make_move(&run->rules, &scene.board, &move);
	}
	if (tpf_game_of(run->rules.variant)->leavers == LEAVERS_INHERITED) {
		/* A mated player leaves when the turn passes. */
		struct position after = *before;

		if (!rules_make_judged(
			&run->rules, &after, &move, &scene.board))
			scene.board = after;
	}
	marks->mover = mover;
	marks->attacked = attacked_kings(&run->rules, &scene.board, mover);
	/* A fortress in its last round but one falls after the declarer's next
	 * turn. */
	for (unsigned p = 0; p < PLAYERS; p++)
		if (run->rules.variant->kings_declared &&
		    before->siege.fort[p] > 1)
			marks->attacked &= ~(1u << p);
	if (dialect_of(run->rules.variant)->declares) {
		marks->mate = marks->mated = move.mate & marks->attacked;
		marks->check = move.check & marks->attacked & ~marks->mate;
		return scene;
	}
	marks->mated = mated_players(run, &scene, marks->attacked);
	if (marks->mated != 0)
		marks->mate = marks->mated | marks->attacked;
	else
		marks->check = marks->attacked;
	return scene;
}

/*
 * Moves as text
 */

/* The slugs of diagnostics, with spaces between, in the arena. */
static const char *
codes_of(struct run *run, const struct diags *diags)
{
	const char *codes = "";

	for (unsigned i = 0; i < diags->len; i++)
		codes = arena_printf(&run->arena, "%s%s%s", codes,
		    i > 0 ? " " : "", diag_table[diags->list[i].id].slug);
	return codes;
}

static void
write_text(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, const struct marks *marks,
    struct strbuf *out)
{
	strbuf_reset(out);
	notation_write(
	    &(struct language){ &run->rules, run->notation[n], alphabet },
	    scene->before, &scene->move, marks, out);
}

/*
 * True if the read move is the scene's, with those declarations that are
 * against attacked kings.
 */
static bool
is_same_move(
    struct run *run, const struct scene *scene, const struct move *move)
{
	unsigned attacked = scene->marks.attacked;
	unsigned mate = scene->move.mate & attacked;
	unsigned check = scene->move.check & attacked & ~mate;

	if (!move_equal(move, &scene->move) || move->calls != scene->move.calls)
		return false;
	return !dialect_of(run->rules.variant)->declares ||
	    ((move->mate & attacked) == mate &&
		(move->check & attacked & ~mate) == check);
}

/*
 * The text reads as the move of the scene, with exactly these diagnostics.
 */
static void
expect_reading(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct slice token, const char *expected)
{
	const struct language reader = { &run->rules, run->notation[n],
		alphabet };
	unsigned nag = run->notation[n]->writes_nags ? scene->marks.nag : 0;
	const char *codes,
	    *text = arena_printf(&run->arena, "%s (%s) '%.*s'",
		run->notation[n]->id, alphabet->set->id, (int)token.len,
		token.ptr);
	struct turn turn = { .asks.outcome = true };
	struct position after = *scene->before;
	struct diags diags;

	diags_init(&diags, &run->arena);
	if (!expect(run,
		notation_read(run->notation[n], alphabet, token, &turn.parsed),
		"written, but no move", text) ||
	    !expect(run, turn_find(&turn, &reader, &after, token),
		"written, but not legal", text) ||
	    !expect(run, is_same_move(run, scene, &turn.move),
		"written, and reads as another move", text))
		return;
	expect(run,
	    turn.parsed.move.draw == scene->marks.draw &&
		turn.parsed.move.nag[0] == nag,
	    "written, and reads with other annotations", text);
	if (turn.remarks > 0)
		turn_explain(&turn, &reader, &after, 0, &diags);
	turn_make(&turn, &reader, &after, &run->arena);
	turn_mark(&turn, &reader, &after);
	turn_explain_marks(&turn, &reader, &after, 0, &diags);
	codes = codes_of(run, &diags);
	/* A call without a move that does not name its player. */
	if (token.ptr[0] == '(' && run->notation[n]->naming == NAMING_SEAT &&
	    run->rules.variant->calls != 0)
		expected = "call-apart";
	expect(run, strcmp(codes, expected) == 0, "another thing is said",
	    arena_printf(
		&run->arena, "%s: '%s', expected '%s'", text, codes, expected));
}

/* True if the player after the next is attacked and cannot answer. */
static bool
is_later_mated(struct run *run, const struct position *after)
{
	const struct variant *variant = run->rules.variant;
	unsigned player = (after->to_move + 1u) % PLAYERS;
	struct position later = *after;

	if (rules_mates_singly(&run->rules) || dialect_of(variant)->no_mate)
		return false;
	position_turn(&later, player);
	return is_mate(run, &later);
}

/* True if a king is cornered, in games in which mate ends nothing. */
static bool
may_call_mate(struct run *run, const struct scene *scene)
{
	if (!rules_mates_singly(&run->rules))
		return false;
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((scene->marks.attacked >> p & 1) &&
		    is_cornered(&run->rules, &scene->board, p)) {
			content.calls_of_mate++;
			return true;
		}
	return false;
}

/*
 * True if the game is over by something other than mate: checks then no longer
 * matter.
 */
static bool
has_ended(const struct run *run, const struct scene *scene)
{
	struct outcome outcome = rules_outcome(&run->rules, &scene->after);
	return outcome.ending != ENDING_NONE && outcome.ending != ENDING_MATE &&
	    !ending_plays_on(outcome.ending);
}

/*
 * The expected codes for a mark of check or mate, given as sets of the players
 * it names; ALL_PLAYERS is the mark alone, 0 no mark.
 */
static const char *
codes_of_marks(
    struct run *run, const struct scene *scene, unsigned check, unsigned mate)
{
	unsigned attacked = scene->marks.attacked;
	bool mated = scene->marks.mated != 0;

	if (mate != 0)
		return mated || may_call_mate(run, scene) ||
			is_later_mated(run, &scene->board)
		    ? ""
		    : " false-mate";
	/* If mate ends nothing, the check is reported first. */
	if (mated && (check != 0 || !rules_mates_singly(&run->rules)))
		return " mate-unmarked";
	if (check != 0)
		return attacked == 0 ? " false-check" : "";
	return attacked != 0 && !has_ended(run, scene) &&
		!dialect_of(run->rules.variant)->no_check
	    ? " check-unmarked"
	    : "";
}

/*
 * True if a declaration is against a king that is not attacked, or names nobody
 * and no king is attacked.
 */
static bool
is_false(unsigned kings, unsigned attacked)
{
	if (kings == ALL_PLAYERS)
		return attacked == 0;
	return (kings & ~attacked) != 0;
}

/* Like codes_of_marks, for games with declarations. */
static const char *
codes_of_declarations(
    struct run *run, const struct scene *scene, unsigned check, unsigned mate)
{
	unsigned attacked = scene->marks.attacked;
	unsigned lasting;
	const char *codes = "";

	if (is_false(check, attacked))
		codes = " false-check";
	if (is_false(mate, attacked))
		codes = arena_printf(&run->arena, "%s false-check", codes);
	for (unsigned p = 0; p < PLAYERS; p++) {
		bool claimed = (mate & attacked) >> p & 1;

		if (!claimed)
			continue;
		if (is_mated_by(run, &scene->board, scene->marks.mover, p)) {
			content.true_claims++;
			continue;
		}
		content.false_claims++;
		codes = arena_printf(&run->arena, "%s not-mate", codes);
	}
	/* The attacker may be gone by a touch of death. */
	lasting = attacked &
	    attacked_kings(&run->rules, &scene->after, scene->marks.mover);
	if ((lasting & ~(check | mate)) != 0 && scene->after.over == 0)
		codes = arena_printf(&run->arena, "%s check-undeclared", codes);
	return codes;
}

static const char *
expected_codes(struct run *run, const struct scene *scene, unsigned n,
    unsigned check, unsigned mate)
{
	bool has_marks = run->notation[n]->has_marks;
	const char *codes = "";

	if (dialect_of(run->rules.variant)->declares)
		codes = codes_of_declarations(run, scene, check, mate);
	else if (has_marks)
		codes = codes_of_marks(run, scene, check, mate);
	return *codes == ' ' ? codes + 1 : codes;
}

/*
 * Other marks than the true ones: none, of check, of mate; as declarations they
 * may be against anybody.
 */
static void
try_marks(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *text)
{
	struct scene claimed = *scene;
	struct marks marks = { .mover = scene->marks.mover,
		.attacked = ALL_PLAYERS };

	if (dialect_of(run->rules.variant)->declares) {
		marks.check = below(run, ALL_PLAYERS + 1);
		marks.mate = below(run, ALL_PLAYERS + 1) & ~marks.check;
	} else {
		marks.check = once_in(run, 2) ? ALL_PLAYERS : 0;
		marks.mate = once_in(run, 2) ? ALL_PLAYERS & ~marks.check : 0;
		content.later_mates += is_later_mated(run, &scene->board);
	}
	claimed.marks.draw = false;
	claimed.marks.nag = 0;
	claimed.move.check = (uint8_t)marks.check;
	claimed.move.mate = (uint8_t)marks.mate;
	write_text(run, &claimed, n, alphabet, &marks, text);
	expect_reading(run, &claimed, n, alphabet, strbuf_as_slice(text),
	    expected_codes(run, &claimed, n, marks.check, marks.mate));
}

/*
 * Other forms of the same move
 */

enum {
	ITEMS_MAX = 8,
	ITEM_MAX = 8
};

/* Special information, an item each. */
struct items {
	unsigned n;
	char item[ITEMS_MAX][ITEM_MAX];
};

static void
add_item(struct items *items, char letter)
{
	char *item = items->item[items->n++];

	item[0] = letter;
	item[1] = '\0';
}

/* C or M, with the kings in any order, if not all are meant or now and then. */
static void
add_declaration(struct run *run, const struct scene *scene, char letter,
    unsigned kings, struct items *items)
{
	const char *colours = run->rules.variant->colours;
	unsigned first = below(run, PLAYERS);
	char *item = items->item[items->n], *p = item + 1;

	if (kings == 0)
		return;
	add_item(items, letter);
	if (kings == scene->marks.attacked && !once_in(run, 3))
		return;
	for (unsigned i = 0; i < PLAYERS; i++)
		if (kings >> (first + i) % PLAYERS & 1)
			*p++ = (char)(colours[(first + i) % PLAYERS] & ~0x20);
	*p = '\0';
}

static void
add_calls(const struct scene *scene, struct items *items)
{
	for (unsigned i = 0; i < 4; i++)
		if (scene->move.calls >> i & 1)
			add_item(items, PARSED_CALLS[i]);
}

/* Adds declarations; in notations with marks, one mark for all kings. */
static void
add_marks(struct run *run, const struct scene *scene, struct items *items)
{
	const struct marks *marks = &scene->marks;

	if (dialect_of(run->rules.variant)->declares) {
		add_declaration(run, scene, 'C', marks->check, items);
		add_declaration(run, scene, 'M', marks->mate, items);
	} else if ((marks->check | marks->mate) != 0) {
		add_item(items, marks->mate != 0 ? 'M' : 'C');
	}
}

/* In parentheses or bare, any order. */
static void
put_items(struct run *run, struct items *items, bool bare, struct strbuf *out)
{
	if (items->n == 0)
		return;
	strbuf_puts(out, bare ? "" : "(");
	while (items->n > 0) {
		unsigned i = below(run, items->n);

		strbuf_puts(out, items->item[i]);
		memcpy(items->item[i], items->item[--items->n], ITEM_MAX);
	}
	strbuf_puts(out, bare ? "" : ")");
}

static void
put_mover(struct run *run, const struct scene *scene, struct strbuf *out)
{
	char letter = run->rules.variant->colours[scene->before->to_move];

	strbuf_char(out, once_in(run, 2) ? letter : (char)(letter & ~0x20));
}

/* "(Y)" and "(S)" are written in one way only. */
static bool
is_alone(const struct move *move)
{
	return move->type == MOVE_YIELD || move->type == MOVE_STALEMATE;
}

/* The text written without calls and marks. */
static const char *
plain_text(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *text)
{
	struct scene plain = *scene;

	plain.move.calls = 0;
	write_text(run, &plain, n, alphabet, &no_marks, text);
	return arena_printf(&run->arena, "%s", text->ptr);
}

/* An action without a target may repeat its start: 4d@4d, c3%c3. */
static void
put_start_again(struct run *run, struct slice plain, const char *actions,
    struct strbuf *out)
{
	if (strchr(actions, plain.ptr[plain.len - 1]) != NULL &&
	    once_in(run, 2))
		strbuf_add(out, plain.ptr, plain.len - 1);
}

/*
 * The player is optional, 00 may be 00-00, + may be x, and the items have any
 * order. A castling side that is a colour's letter as well is written small:
 * after C or M it would be the colour.
 */
static void
put_siege(
    struct run *run, const struct scene *scene, unsigned n, struct strbuf *out)
{
	const struct move *move = &scene->move;
	const char *plain = plain_text(run, scene, n, &run->letters[0], out);
	size_t len = strcspn(++plain, "(");
	struct items items = { 0 };

	strbuf_reset(out);
	if (once_in(run, 2))
		put_mover(run, scene, out);
	if (is_alone(move)) {
		strbuf_puts(out, plain);
		return;
	}
	for (size_t i = 0; i < len; i++)
		strbuf_char(out,
		    plain[i] == '+' &&
			    run->rules.en_passant != EN_PASSANT_CHOICE &&
			    once_in(run, 2)
			? 'x'
			: plain[i]);
	put_start_again(run, (struct slice){ plain, len }, "@%^", out);
	if (plain[len] == '(')
		add_item(&items, plain[len + 1]);
	if (move->type == MOVE_CASTLE) {
		strbuf_puts(out, once_in(run, 2) ? "-00" : "");
		if (once_in(run, 2) || strchr(player_letters, *items.item[0]))
			*items.item[0] |= 0x20;
	}
	add_calls(scene, &items);
	add_marks(run, scene, &items);
	put_items(run, &items, once_in(run, 2), out);
}

/* The letter at the end may be d9Q, d9=Q or d9(Q), but the letter of a call in
 * parentheses is the call. */
static void
put_promotion(struct run *run, const char *letter, struct strbuf *out)
{
	static const char *const forms[] = { "%s", "=%s", "(%s)" };
	bool call =
	    run->rules.variant->calls != 0 && strchr("FTSY", letter[0]) != NULL;

	out->len -= strlen(letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	strbuf_printf(out, forms[below(run, call ? 2 : 3)], letter);
#pragma GCC diagnostic pop
}

/* + and ++ or #; or all that is declared in the parentheses. */
static void
put_long_marks(struct run *run, const struct scene *scene, struct strbuf *out)
{
	const char *sign = marks_sign(&scene->marks);
	struct items items = { 0 };

	add_calls(scene, &items);
	if (*sign == '\0' ||
	    (dialect_of(run->rules.variant)->declares && once_in(run, 2)))
		add_marks(run, scene, &items);
	else
		strbuf_puts(
		    out, sign[1] != '\0' && once_in(run, 2) ? "#" : sign);
	put_items(run, &items, false, out);
}

/* The mover may be named; a pawn may have its letter, if no other piece has it;
 * O is 0; and the cell of +Kc1^ may be left out. */
static void
put_long(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *out)
{
	const struct move *move = &scene->move;
	const char *plain = plain_text(run, scene, n, alphabet, out);

	strbuf_reset(out);
	if (once_in(run, 4)) {
		put_mover(run, scene, out);
		strbuf_char(out, ':');
	}
	if (is_alone(move)) {
		strbuf_puts(out, plain);
		return;
	}
	if (islower((unsigned char)*plain) && strpbrk(plain, "@%") == NULL &&
	    alphabet->read['P'] == 'P' && once_in(run, 2))
		strbuf_char(out, 'P');
	if (move->type == MOVE_ILLUMINATION && once_in(run, 2))
		plain = arena_printf(&run->arena, "%.*s^",
		    (int)strcspn(plain, "0123456789") - 1, plain);
	strbuf_puts(out, plain);
	if (move->type == MOVE_CASTLE && once_in(run, 2))
		for (char *p = out->ptr; (p = strchr(p, '0')) != NULL;)
			*p = 'O';
	put_start_again(run, slice_of(plain), "%", out);
	if (move->promotion != KIND_NONE && move->type < MOVE_FIELD)
		put_promotion(run,
		    alphabet_text(
			alphabet, run->rules.variant->letters[move->promotion]),
		    out);
	put_long_marks(run, scene, out);
}

static unsigned
number_of(const struct notation *notation)
{
	unsigned n = 0;

	while (notations[n] != notation)
		n++;
	return n;
}

/* The move, if it is one of a piece, in other words that siege and long
 * notation allow. */
static void
try_other_forms(struct run *run, const struct scene *scene, struct strbuf *text)
{
	const struct alphabet *alphabet = random_letters(run);
	const unsigned forms[] = { number_of(&notation_siege),
		number_of(&notation_long) };
	struct scene plain = *scene;

	if (scene->move.pair ||
	    notation_of(&notation_siege, run->rules.variant) == NULL)
		return;
	plain.marks.nag = 0;
	plain.marks.draw = once_in(run, 8);
	for (unsigned i = 0; i < 2; i++) {
		unsigned n = forms[i];

		strbuf_reset(text);
		if (i == 0)
			put_siege(run, &plain, n, text);
		else
			put_long(run, &plain, n, alphabet, text);
		strbuf_puts(text, plain.marks.draw ? "=" : "");
		expect_reading(run, &plain, n, alphabet, strbuf_as_slice(text),
		    expected_codes(
			run, &plain, n, plain.marks.check, plain.marks.mate));
	}
}

/* The move in the older names of the cells, all of the start written. */
static void
try_older_names(struct run *run, const struct scene *scene, struct strbuf *text)
{
	const struct board *board = &run->rules.board;
	const char *letters = run->rules.variant->letters;
	const struct move *move = &scene->move;
	enum kind kind;

	/* With an x more than is needed would be said of it. */
	if (!notation_of(&notation_algebraic22, run->rules.variant) ||
	    move->type != MOVE_QUIET)
		return;
	kind = piece_kind(scene->before->at[move->from]);
	strbuf_reset(text);
	strbuf_char(text, letters[kind]);
	coords_write(board, NAMING_SWAPPED, 0, move->from, text);
	strbuf_char(text, '-');
	coords_write(board, NAMING_SWAPPED, 0, move->to, text);
	if (move->promotion != KIND_NONE)
		strbuf_char(text, letters[move->promotion]);
	strbuf_puts(text, marks_sign(&scene->marks));
	expect_reading(run, scene, number_of(&notation_algebraic22),
	    &run->letters[0], strbuf_as_slice(text), "");
}

static void
check_marks(struct run *run, const struct scene *scene)
{
	const struct marks *is = &scene->marks;
	struct marks found =
	    marks_of_move(&run->rules, scene->before, &scene->move);

	expect(run,
	    found.attacked == is->attacked && found.mated == is->mated &&
		found.check == is->check && found.mate == is->mate &&
		found.mover == is->mover && !found.draw && found.nag == 0,
	    "marks_of_move", "");
}

static void
count_marks(struct run *run, const struct scene *scene)
{
	const struct marks *marks = &scene->marks;

	if (!dialect_of(run->rules.variant)->declares)
		return;
	content.mixed += marks->check != 0 && marks->mate != 0;
	content.partial += (marks->check | marks->mate) != 0 &&
	    (marks->check | marks->mate) != marks->attacked;
}

/* The move in one notation, as it is written, and with other marks. */
static void
try_notation(
    struct run *run, struct scene *scene, unsigned n, struct strbuf *text)
{
	const struct alphabet *alphabet = random_letters(run);

	scene->marks.draw = once_in(run, 16);
	scene->marks.named = once_in(run, 8);
	scene->marks.nag = 0;
	if (!is_alone(&scene->move) && once_in(run, 8))
		scene->marks.nag = below(run, 7);
	write_text(run, scene, n, alphabet, &scene->marks, text);
	expect_reading(run, scene, n, alphabet, strbuf_as_slice(text),
	    expected_codes(
		run, scene, n, scene->marks.check, scene->marks.mate));
	if (once_in(run, 8))
		try_mutations(
		    run, scene->before, n, alphabet, strbuf_as_slice(text));
	if (is_alone(&scene->move) ||
	    (!run->notation[n]->has_marks &&
		!dialect_of(run->rules.variant)->declares))
		return;
	if (scene->marks.attacked != 0 || scene->marks.mate != 0 ||
	    once_in(run, 16))
		try_marks(run, scene, n, alphabet, text);
}

static void
try_move(struct run *run, const struct position *position, struct move move,
    struct strbuf *text)
{
	struct scene scene = make_scene(run, position, move);

	arena_reset(&run->arena);
	check_marks(run, &scene);
	count_marks(run, &scene);
	for (unsigned n = 0; run->notation[n] != NULL; n++)
		if (notation_of(run->notation[n], run->rules.variant))
			try_notation(run, &scene, n, text);
	scene.marks.draw = scene.marks.named = false;
	scene.marks.nag = 0;
	try_other_forms(run, &scene, text);
	try_older_names(run, &scene, text);
}

/*
 * Games
 */

/* Adds a call to the move if it is allowed. */
static void
call(struct run *run, enum call call, struct move *move)
{
	struct move called = *move;

	called.calls |= (uint8_t)call;
	if ((run->rules.variant->calls & call) &&
	    is_allowed(run, &run->position, &called))
		*move = called;
}

/* Tries the move with random declarations and random legal calls. */
static void
try_decorated(struct run *run, struct move move, struct strbuf *text)
{
	if (dialect_of(run->rules.variant)->declares) {
		move.check = once_in(run, 4) ? 0 : ALL_PLAYERS;
		move.mate = 0;
		if (once_in(run, 6))
			move.check = (uint8_t)below(run, ALL_PLAYERS + 1);
		if (once_in(run, 6))
			move.mate = (uint8_t)below(run, ALL_PLAYERS + 1);
	}
	if (move.victim != CELL_NONE && !once_in(run, 4))
		call(run, CALL_TOUCH, &move);
	if (once_in(run, 60))
		call(run, CALL_YIELD, &move);
	if (once_in(run, 120))
		call(run, CALL_STALEMATE, &move);
	try_move(run, &run->position, move, text);
}

static bool
is_rare(const struct run *run, const struct move *move)
{
	return move->promotion != KIND_NONE
	    ? move->type != MOVE_DROP
	    : (move->type > MOVE_CAPTURE && move->type != MOVE_TRAITOR) ||
		(move->victim != CELL_NONE &&
		    piece_kind(run->position.at[move->victim]) == KING);
}

/* Moves of the position, and now and then of the one after the call F. */
static void
check_position(struct run *run)
{
	const struct position kept = run->position;
	struct strbuf text = STRBUF_INIT;
	bool all = once_in(run, ALL_MOVES_EVERY);

	if (run->rules.variant->remembers) {
		if (run->ply > 0)
			run->position.past = &run->past[run->ply - 1];
		pick_mover(run, &run->position);
		list_moves(&run->rules, &run->position, NULL, &run->moves);
	}
	if (!is_over(run, &run->position)) {
		struct move move = choose_turn(run);

		try_decorated(run, *random_move(run, &run->moves), &text);
		try_move(run, &run->position, move, &text);
	}
	for (size_t i = 0; i < run->moves.n; i++)
		if (all || is_rare(run, &run->moves.move[i]))
			try_decorated(run, run->moves.move[i], &text);
	for (size_t i = 0; i < run->fortified.n && all; i++) {
		run->fortified.move[i].calls = CALL_FORTIFY;
		if (is_allowed(run, &run->position, &run->fortified.move[i]))
			try_decorated(run, run->fortified.move[i], &text);
	}
	run->position = kept;
	list_moves(&run->rules, &kept, NULL, &run->moves);
	strbuf_release(&text);
}

int
main(int argc, char **argv)
{
	int status = run_all(argc, argv, NULL, check_position, false);

	printf("%lu mated later, %lu calls of mate, %lu mixed and %lu partial "
	       "declarations, %lu true claims of mate, %lu false, %lu tokens "
	       "kept\n",
	    content.later_mates, content.calls_of_mate, content.mixed,
	    content.partial, content.true_claims, content.false_claims,
	    content.kept);
	if (argc < 2 && SHARE == 1 &&
	    (content.later_mates == 0 || content.calls_of_mate == 0 ||
		content.mixed == 0 || content.partial == 0 ||
		content.true_claims == 0 || content.false_claims == 0 ||
		content.kept == 0))
		return 1;
	return status;
}
