/*
 * Notations: the parts that each form of move states when it is decoded. The
 * expected forms are those of the table Every kind of move and of the sentences
 * below it in ternion-notation(7).
 */
#include "parse/notation/spelling.h"
#include "tests/unit/reader.h"

#include "parse/text/arena.h"

/*
 * Describes a parsed token in words: the type, then only the parts that it
 * states, in the order of struct parsed_move.
 */
static void
put_part(
    struct strbuf *out, const char *key, struct slice token, struct part part)
{
	if (part.len == 0)
		return;
	strbuf_printf(out, " %s=", key);
	strbuf_slice(out, parsed_part(token, part));
}

static void
put_letter(struct strbuf *out, const char *key, char letter)
{
	if (letter != 0)
		strbuf_printf(out, " %s=%c", key, letter);
}

static void
put_flag(struct strbuf *out, const char *word, bool set)
{
	if (set)
		strbuf_printf(out, " %s", word);
}

static void
put_colours(struct strbuf *out, const char *word, bool set, uint8_t colours)
{
	if (!set && colours == 0)
		return;
	strbuf_printf(
	    out, " %s%s%s", set ? "" : "unset-", word, colours != 0 ? "=" : "");
	for (unsigned i = 0; player_letters[i] != '\0'; i++)
		if (colours >> i & 1)
			strbuf_char(out, player_letters[i]);
}

static void
put_calls(struct strbuf *out, uint8_t calls)
{
	if (calls != 0)
		strbuf_puts(out, " calls=");
	if (calls & CALL_FORTIFY)
		strbuf_char(out, 'F');
	if (calls & CALL_STALEMATE)
		strbuf_char(out, 'S');
	if (calls & CALL_YIELD)
		strbuf_char(out, 'Y');
	if (calls & CALL_TOUCH)
		strbuf_char(out, 'T');
}

static void
put_path(
    struct strbuf *out, struct slice token, const struct parsed_move *parsed)
{
	for (unsigned i = 0; i < parsed->path_len; i++)
		put_part(out, "over", token, parsed->path[i]);
}

static void
put_nags(struct strbuf *out, const struct parsed_move *parsed)
{
	for (int i = 0; i < 2 && parsed->nag[i] != 0; i++)
		strbuf_printf(out, " nag=%u", parsed->nag[i]);
}

static void
describe(struct strbuf *out, struct slice token, const struct parsed_turn *turn)
{
	const struct parsed_move *parsed = &turn->move;
	static const char *const castlings[] = {
		[PARSED_CASTLE_SHORT] = " 0-0",
		[PARSED_CASTLE_LONG] = " 0-0-0",
		[PARSED_CASTLE_QUEEN] = " 0-Q",
		[PARSED_CASTLE_LETTER] = " 00",
	};

	strbuf_puts(out,
	    parsed->type == MOVE_UNSTATED
		? "unstated"
		: move_type_name((enum move_type)parsed->type));
	put_letter(out, "player", parsed->player);
	put_letter(out, "piece", parsed->piece);
	put_flag(out, "promoted", parsed->promoted);
	put_part(out, "from", token, parsed->from);
	put_flag(out, "x", parsed->captures);
	put_flag(out, "apart", parsed->separated);
	put_path(out, token, parsed);
	put_part(out, "to", token, parsed->to);
	put_letter(out, "promotion", parsed->promotion);
	if (parsed->castle != PARSED_CASTLE_NONE)
		strbuf_puts(out, castlings[parsed->castle]);
	put_letter(out, "side", parsed->castle_letter);
	put_colours(out, "check", parsed->check, parsed->check_colours);
	put_colours(out, "mate", parsed->mate, parsed->mate_colours);
	put_calls(out, parsed->calls);
	put_nags(out, parsed);
	put_flag(out, "draw", parsed->draw);
	put_part(out, "second", token, turn->second_at);
}

/* Pieces, by their English letters, of the games that the table speaks of. */
#define SIEGE_PIECES "KQRBNOP"
#define BNEM_PIECES  "KCSGDRP"

/* A token and its description; NULL if it is not a move. */
struct token_case {
	const char *token, *states;
};

static void
check_token(struct reader *reader, const struct token_case *c)
{
	struct slice token = slice_of(c->token);
	struct strbuf text = STRBUF_INIT;
	struct parsed_turn parsed;

	memset(&parsed, 0xa5, sizeof(parsed));
	if (notation_read(reader->notation, &reader->alphabet, token, &parsed))
		describe(&text, token, &parsed);
	else
		strbuf_puts(&text, "no move");
	if (strcmp(text.ptr, c->states != NULL ? c->states : "no move") != 0)
		fail_msg("%s in %s\n  states   %s\n  expected %s", c->token,
		    reader->notation->id, text.ptr,
		    c->states != NULL ? c->states : "no move");
	strbuf_release(&text);
}

static void
check_tokens_with(const char *notation, const char *letters, const char *pieces,
    const struct token_case *cases)
{
	struct reader reader = reader_of(notation, letters, pieces);

	for (; cases->token != NULL; cases++)
		check_token(&reader, cases);
}

static void
check_tokens(const char *notation, const struct token_case *cases)
{
	check_tokens_with(notation, "en", LETTERS_ANY, cases);
}

/* Each row of the table Every kind of move, by notation. */

TEST(every_kind_in_siege)
{
	static const struct token_case cases[] = {
		{ "W4d-5d", "quiet player=W from=4d apart to=5d" },
		{ "W4dx5d", "capture player=W from=4d x apart to=5d" },
		{ "W6d+8c", "enpassant player=W from=6d x apart to=8c" },
		{ "W7d+9d", "enpassant player=W from=7d x apart to=9d" },
		{ "W11b-12a(q)",
		    "quiet player=W from=11b apart to=12a promotion=Q" },
		{ "W00(K)", "castle player=W 00 side=K" },
		{ "W00(Q)", "castle player=W 00 side=Q" },
		{ "W00(O)", "castle player=W 00 side=O" },
		{ "W00(R)", "castle player=W 00 side=R" },
		{ "W7c%", "traitor player=W from=7c" },
		{ "W7c%9e", "traitor player=W from=7c to=9e" },
		{ "W5d@(n)", "field player=W from=5d promotion=N" },
		{ "W*4d(s)", "drop player=W to=4d promotion=S" },
		{ "W3cx5ex7c", "leap player=W from=3c over=5e to=7c" },
		{ "W1a^", "illumination player=W from=1a" },
		{ "W1c-3c&*4d(s)",
		    "quiet player=W from=1c apart to=3c second=*4d(s)" },
		{ "W--", "pass player=W" },
		{ "W(Y)", "yield player=W" },
		{ "W(S)", "stalemate player=W" },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(every_kind_in_algebraic)
{
	static const struct token_case cases[] = {
		{ "Ne6", "quiet piece=N to=e6" },
		{ "Nxe6", "capture piece=N x to=e6" },
		{ "e6", "quiet piece=P to=e6" },
		{ "xe6", "capture piece=P x to=e6" },
		{ "xe8", "capture piece=P x to=e8" },
		{ "xe9", "capture piece=P x to=e9" },
		{ "Rxe9", "capture piece=R x to=e9" },
		{ "e12Q", "quiet piece=P to=e12 promotion=Q" },
		{ "0-0", "castle 0-0" },
		{ "0-0-0", "castle 0-0-0" },
		{ "0-Q", "castle 0-Q" },
		{ "c7%", "traitor from=c7" },
		{ "c7%f9", "traitor from=c7 to=f9" },
		{ "d5@N", "field from=d5 promotion=N" },
		{ "S*d4", "drop piece=S to=d4" },
		{ "P*d4", "drop piece=P to=d4" },
		{ "Dc3xe5xc7", "leap piece=D from=c3 over=e5 to=c7" },
		{ "+K^", "illumination piece=K promoted" },
		{ "Sc3&S*d4", "quiet piece=S to=c3 second=S*d4" },
		{ "--", "pass" },
		{ "(Y)", "yield" },
		{ "(S)", "stalemate" },
		{ NULL, NULL },
	};

	check_tokens("algebraic", cases);
	check_tokens("algebraic22", cases);
}

TEST(every_kind_in_long)
{
	static const struct token_case cases[] = {
		{ "Nc3-e6", "quiet piece=N from=c3 apart to=e6" },
		{ "Nc3xe6", "capture piece=N from=c3 x apart to=e6" },
		{ "d5-d6", "quiet piece=P from=d5 apart to=d6" },
		{ "d6xe8", "capture piece=P from=d6 x apart to=e8" },
		{ "d7xe9", "capture piece=P from=d7 x apart to=e9" },
		{ "e11-e12Q",
		    "quiet piece=P from=e11 apart to=e12 promotion=Q" },
		{ "0-0", "castle 0-0" },
		{ "0-0-0", "castle 0-0-0" },
		{ "0-Q", "castle 0-Q" },
		{ "c7%", "traitor from=c7" },
		{ "c7%f9", "traitor from=c7 to=f9" },
		{ "d5@N", "field from=d5 promotion=N" },
		{ "S*d4", "drop piece=S to=d4" },
		{ "Dc3xe5xc7", "leap piece=D from=c3 over=e5 to=c7" },
		{ "+Ka1^", "illumination piece=K promoted from=a1" },
		{ "Sc1-c3&S*d4",
		    "quiet piece=S from=c1 apart to=c3 second=S*d4" },
		{ "--", "pass" },
		{ "(Y)", "yield" },
		{ "(S)", "stalemate" },
		{ NULL, NULL },
	};

	check_tokens("long", cases);
	/* Both readers read both. */
	check_tokens("algebraic", cases);
}

TEST(every_kind_in_coordinate)
{
	static const struct token_case cases[] = {
		{ "c3e6", "unstated from=c3 to=e6" },
		{ "d6e8", "unstated from=d6 to=e8" },
		{ "d7e9+", "enpassant from=d7 x apart to=e9" },
		{ "e11e12q", "unstated from=e11 to=e12 promotion=Q" },
		{ "f1e1q", "unstated from=f1 to=e1 promotion=Q" },
		{ "d1b1", "unstated from=d1 to=b1" },
		{ "c7%", "traitor from=c7" },
		{ "c7%f9", "traitor from=c7 to=f9" },
		{ "d5@n", "field from=d5 promotion=N" },
		{ "S*d4", "drop piece=S to=d4" },
		{ "c3e5c7", "leap from=c3 over=e5 to=c7" },
		{ "a1^", "illumination from=a1" },
		{ "c1c3&S*d4", "unstated from=c1 to=c3 second=S*d4" },
		{ "0000", "pass" },
		{ "(Y)", "yield" },
		{ "(S)", "stalemate" },
		{ NULL, NULL },
	};

	check_tokens("coordinate", cases);
}

TEST(algebraic_reads_every_form_of_long)
{
	static const struct token_case cases[] = {
		{ "Ne6", "quiet piece=N to=e6" },
		{ "xe6", "capture piece=P x to=e6" },
		{ "gi4", "quiet piece=P from=g to=i4" },
		{ "+K^", "illumination piece=K promoted" },
		{ "Sc3&S*d4", "quiet piece=S to=c3 second=S*d4" },
		{ NULL, NULL },
	};

	check_tokens("long", cases);
}

/* Marks and annotations, in every notation. */

TEST(marks_of_algebraic_are_read)
{
	static const struct token_case cases[] = {
		{ "Ne6+", "quiet piece=N to=e6 check" },
		{ "Ne6++", "quiet piece=N to=e6 mate" },
		{ "Ne6#", "quiet piece=N to=e6 mate" },
		{ "e12Q+", "quiet piece=P to=e12 promotion=Q check" },
		{ "0-0+", "castle 0-0 check" },
		{ "0-0-0++", "castle 0-0-0 mate" },
		{ "0-Q#", "castle 0-Q mate" },
		{ "S*d4+", "drop piece=S to=d4 check" },
		{ "Dc3xe5xc7+", "leap piece=D from=c3 over=e5 to=c7 check" },
		{ "d5@N+", "field from=d5 promotion=N check" },
		{ "c7%f9+", "traitor from=c7 to=f9 check" },
		{ "Sc3&S*d4+", "quiet piece=S to=c3 check second=S*d4+" },
		{ "Ne6(CR)", "quiet piece=N to=e6 check=R" },
		{ "Ne6(CRMB)", "quiet piece=N to=e6 check=R mate=B" },
		{ "Ne6(CRB)", "quiet piece=N to=e6 check=RB" },
		{ "Nc3-e6(CRMB)",
		    "quiet piece=N from=c3 apart to=e6 check=R mate=B" },
		{ "Ne6+++", NULL },
		{ "Ne6##", NULL },
		{ "Ne6+#", NULL },
		{ "+", NULL },
		{ NULL, NULL },
	};

	check_tokens("algebraic", cases);
	check_tokens("long", cases);
	check_tokens("algebraic22", cases);
}

TEST(calls_stand_in_parentheses)
{
	static const struct token_case algebraic[] = {
		{ "Rxd7+(T)", "capture piece=R x to=d7 check calls=T" },
		{ "Ne6(FCR)", "quiet piece=N to=e6 check=R calls=F" },
		{ "Ne6(FTSY)", "quiet piece=N to=e6 calls=FSYT" },
		{ "Ne6(YSTF)", "quiet piece=N to=e6 calls=FSYT" },
		{ "0-0(F)", "castle 0-0 calls=F" },
		{ "0-0+(FT)", "castle 0-0 check calls=FT" },
		{ "Ne6(X)", NULL },
		{ "Ne6()", NULL },
		{ "Ne6(F)(T)", NULL },
		{ "Ne6(F", NULL },
		{ NULL, NULL },
	};
	static const struct token_case coordinate[] = {
		{ "c3e6(FC)", "unstated from=c3 to=e6 check calls=F" },
		{ "c3e6(CRMB)", "unstated from=c3 to=e6 check=R mate=B" },
		{ "c3e6(Y)", "unstated from=c3 to=e6 calls=Y" },
		{ "c3e6(ST)", "unstated from=c3 to=e6 calls=ST" },
		{ "c3e6(M)", "unstated from=c3 to=e6 mate" },
		{ "c3e6(Q)", NULL },
		{ "c3e6C", NULL },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "en", SIEGE_PIECES, algebraic);
	check_tokens_with("long", "en", SIEGE_PIECES, algebraic);
	check_tokens("coordinate", coordinate);
}

/* A single call: the same parentheses can hold the letter of a piece. */
TEST(single_calls_stand_in_parentheses)
{
	static const struct token_case cases[] = {
		{ "Ne6(T)", "quiet piece=N to=e6 calls=T" },
		{ "Ne6(F)", "quiet piece=N to=e6 calls=F" },
		{ "Ne6(Y)", "quiet piece=N to=e6 calls=Y" },
		{ "Ne6(S)", "quiet piece=N to=e6 calls=S" },
		{ "e12(Q)", "quiet piece=P to=e12 promotion=Q" },
		{ "e12(Q)+(T)",
		    "quiet piece=P to=e12 promotion=Q check calls=T" },
		{ "e12(N)(T)", "quiet piece=P to=e12 promotion=N calls=T" },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "en", SIEGE_PIECES, cases);
	check_tokens_with("long", "en", SIEGE_PIECES, cases);
}

TEST(draw_offer_is_last)
{
	static const struct token_case algebraic[] = {
		{ "Ne6=", "quiet piece=N to=e6 draw" },
		{ "Ne6+=", "quiet piece=N to=e6 check draw" },
		{ "Ne6++=", "quiet piece=N to=e6 mate draw" },
		{ "Rxd7+(T)=", "capture piece=R x to=d7 check calls=T draw" },
		{ "d9Q=", "quiet piece=P to=d9 promotion=Q draw" },
		{ "d9=Q=", "quiet piece=P to=d9 promotion=Q draw" },
		{ "0-0=", "castle 0-0 draw" },
		{ "S*d4=", "drop piece=S to=d4 draw" },
		{ "--=", "pass draw" },
		{ "Ne6==", NULL },
		{ "Ne6=+", NULL },
		{ "=", NULL },
		{ NULL, NULL },
	};
	static const struct token_case siege[] = {
		{ "W4d-5d=", "quiet player=W from=4d apart to=5d draw" },
		{ "W4d-5d(C)=",
		    "quiet player=W from=4d apart to=5d check draw" },
		{ "W00(K)=", "castle player=W 00 side=K draw" },
		{ NULL, NULL },
	};
	static const struct token_case coordinate[] = {
		{ "c3e6=", "unstated from=c3 to=e6 draw" },
		{ "c3e6(FC)=", "unstated from=c3 to=e6 check calls=F draw" },
		{ "e11e12q=", "unstated from=e11 to=e12 promotion=Q draw" },
		{ NULL, NULL },
	};

	check_tokens("algebraic", algebraic);
	check_tokens("siege", siege);
	check_tokens("coordinate", coordinate);
}

TEST(annotations_are_suffixes)
{
	static const struct token_case algebraic[] = {
		{ "e4!", "quiet piece=P to=e4 nag=1" },
		{ "e4?", "quiet piece=P to=e4 nag=2" },
		{ "e4!!", "quiet piece=P to=e4 nag=3" },
		{ "e4\?\?", "quiet piece=P to=e4 nag=4" },
		{ "e4!?", "quiet piece=P to=e4 nag=5" },
		{ "e4?!", "quiet piece=P to=e4 nag=6" },
		{ "Ne6+!?", "quiet piece=N to=e6 check nag=5" },
		{ "Ne6++!", "quiet piece=N to=e6 mate nag=1" },
		{ "0-0!", "castle 0-0 nag=1" },
		{ "e4!!!", NULL },
		{ "!", NULL },
		{ NULL, NULL },
	};
	static const struct token_case siege[] = {
		{ "4d-5d!", "quiet from=4d apart to=5d nag=1" },
		{ "4d-5d?", "quiet from=4d apart to=5d nag=2" },
		{ "4d-5d!!", "quiet from=4d apart to=5d nag=3" },
		{ "4d-5d\?\?", "quiet from=4d apart to=5d nag=4" },
		{ "4d-5d!?", "quiet from=4d apart to=5d nag=5" },
		{ "4d-5d?!", "quiet from=4d apart to=5d nag=6" },
		{ "4d-5d(C!)", "quiet from=4d apart to=5d check nag=1" },
		{ "4d-5d(C?!)", "quiet from=4d apart to=5d check nag=6" },
		{ "4d-5d(C)!?", "quiet from=4d apart to=5d check nag=5" },
		{ "00(K!)", "castle 00 side=K nag=1" },
		{ NULL, NULL },
	};
	static const struct token_case coordinate[] = {
		{ "c3e6!", "unstated from=c3 to=e6 nag=1" },
		{ "c3e6?", "unstated from=c3 to=e6 nag=2" },
		{ "c3e6!!", "unstated from=c3 to=e6 nag=3" },
		{ "c3e6\?\?", "unstated from=c3 to=e6 nag=4" },
		{ "c3e6!?", "unstated from=c3 to=e6 nag=5" },
		{ "c3e6?!", "unstated from=c3 to=e6 nag=6" },
		{ NULL, NULL },
	};

	check_tokens("algebraic", algebraic);
	check_tokens("long", algebraic);
	check_tokens("siege", siege);
	check_tokens("coordinate", coordinate);
}

/* Nothing that is written is lost without a word. */
TEST(three_annotations_in_a_row_are_none)
{
	static const struct token_case cases[] = {
		{ "4d-5d!!!", NULL },
		{ "4d-5d(C!!!)", NULL },
		{ "4d-5d?!?", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(mover_may_be_named_before)
{
	static const struct token_case algebraic[] = {
		{ "W:Sc3", "quiet player=W piece=S to=c3" },
		{ "b:Sc3", "quiet player=B piece=S to=c3" },
		{ "R:0-0", "castle player=R 0-0" },
		{ "G:e4+", "quiet player=G piece=P to=e4 check" },
		{ "W:S*d4", "drop player=W piece=S to=d4" },
		{ "W:--", "pass player=W" },
		{ "W:(Y)", "yield player=W" },
		{ "X:e4", NULL },
		{ "W:", NULL },
		{ "W::e4", NULL },
		{ NULL, NULL },
	};
	static const struct token_case coordinate[] = {
		{ "W:c3d5", "unstated player=W from=c3 to=d5" },
		{ "r:c3d5q", "unstated player=R from=c3 to=d5 promotion=Q" },
		{ "B:0000", "pass player=B" },
		{ NULL, NULL },
	};
	static const struct token_case siege[] = {
		{ "W:4d-5d", NULL }, /* it has its letter */
		{ NULL, NULL },
	};

	check_tokens("algebraic", algebraic);
	check_tokens("long", algebraic);
	check_tokens("coordinate", coordinate);
	check_tokens("siege", siege);
}

/* The section "siege". */

TEST(siege_player_is_optional)
{
	static const struct token_case cases[] = {
		{ "4d-5d", "quiet from=4d apart to=5d" },
		{ "w4d-5d", "quiet player=W from=4d apart to=5d" },
		{ "R4d-5d", "quiet player=R from=4d apart to=5d" },
		{ "r4d-5d", "quiet player=R from=4d apart to=5d" },
		{ "B4d-5d", "quiet player=B from=4d apart to=5d" },
		{ "b4d-5d", "quiet player=B from=4d apart to=5d" },
		{ "G4d-5d", "quiet player=G from=4d apart to=5d" },
		{ "g4d-5d", "quiet player=G from=4d apart to=5d" },
		{ "00(K)", "castle 00 side=K" },
		{ "--", "pass" },
		{ "(Y)", "yield" },
		{ "(S)", "stalemate" },
		{ "A4d-5d", NULL },
		{ "WW4d-5d", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(siege_special_information_is_read)
{
	static const struct token_case cases[] = {
		{ "4d-5d(C)", "quiet from=4d apart to=5d check" },
		{ "4d-5dC", "quiet from=4d apart to=5d check" },
		{ "4d-5dM", "quiet from=4d apart to=5d mate" },
		{ "W14dx16d(C)",
		    "capture player=W from=14d x apart to=16d check" },
		{ "4d-5d(CW)", "quiet from=4d apart to=5d check=W" },
		{ "4d-5d(CR)", "quiet from=4d apart to=5d check=R" },
		{ "4d-5d(CB)", "quiet from=4d apart to=5d check=B" },
		{ "4d-5d(CG)", "quiet from=4d apart to=5d check=G" },
		{ "4d-5dCWR", "quiet from=4d apart to=5d check=WR" },
		{ "4d-5d(CBW)", "quiet from=4d apart to=5d check=WB" },
		{ "4d-5d(MB)", "quiet from=4d apart to=5d mate=B" },
		{ "4d-5d(MWR)", "quiet from=4d apart to=5d mate=WR" },
		{ "4d-5d(CRMB)", "quiet from=4d apart to=5d check=R mate=B" },
		{ "4d-5d(MBCR)", "quiet from=4d apart to=5d check=R mate=B" },
		{ "4d-5d(Y)", "quiet from=4d apart to=5d calls=Y" },
		{ "4d-5dS", "quiet from=4d apart to=5d calls=S" },
		{ "4d-5d(F)", "quiet from=4d apart to=5d calls=F" },
		{ "4d-5dT", "quiet from=4d apart to=5d calls=T" },
		{ "4d-5d(YSTF)", "quiet from=4d apart to=5d calls=FSYT" },
		{ "4d-5dYCRF!",
		    "quiet from=4d apart to=5d check=R "
		    "calls=FY nag=1" },
		{ "4d-5d(!C)", "quiet from=4d apart to=5d check nag=1" },
		{ "11b-12a(qC)",
		    "quiet from=11b apart to=12a promotion=Q check" },
		{ "11b-12a(Cq)",
		    "quiet from=11b apart to=12a promotion=Q check" },
		{ "11b-12aqC",
		    "quiet from=11b apart to=12a promotion=Q check" },
		{ "11bx12aCRnF",
		    "capture from=11b x apart to=12a promotion=N "
		    "check=R calls=F" },
		{ "W--(S)", "pass player=W calls=S" },
		{ "W5d@(nC)", "field player=W from=5d promotion=N check" },
		{ "W5d@n", "field player=W from=5d promotion=N" },
		{ "W7c%9e(C)", "traitor player=W from=7c to=9e check" },
		{ "4d-5d()", NULL },
		{ "4d-5d(C", NULL },
		{ "4d-5dC)", NULL },
		{ "4d-5d(A)", NULL },
		{ "4d-5d(R)", NULL }, /* a side without castling */
		{ "4d-5d(qn)", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(siege_promotes_to_every_piece)
{
	static const char letters[] = "rnbqoscgdrp";
	struct reader reader = reader_of("siege", "en", LETTERS_ANY);

	for (const char *p = letters; *p != '\0'; p++) {
		char token[] = "11b-12a(.)";
		char states[] = "quiet from=11b apart to=12a promotion=.";
		const struct token_case c = { token, states };

		token[8] = *p;
		states[sizeof(states) - 2] = (char)(*p & ~0x20);
		check_token(&reader, &c);
	}
}

TEST(siege_castling_sides_are_read)
{
	static const struct token_case cases[] = {
		/* A colour after C belongs to it, before it is a side. */
		{ "W00(RC)", "castle player=W 00 side=R check" },
		{ "W00(CR)", "castle player=W 00 check=R" },
		{ "W00(CRR)", "castle player=W 00 check=R" },
		{ "W00(RCR)", "castle player=W 00 side=R check=R" },
		{ "W00(QM)", "castle player=W 00 side=Q mate" },
		{ "W00(CQ)", "castle player=W 00 side=Q check" },
		{ "W00Q", "castle player=W 00 side=Q" },
		{ "W00KC", "castle player=W 00 side=K check" },
		{ "W00-00(Q)", "castle player=W 00 side=Q" },
		{ "00-00K", "castle 00 side=K" },
		{ "W00q", "castle player=W 00 side=Q" },
		{ "W00(k)", "castle player=W 00 side=K" },
		{ "W00(o)", "castle player=W 00 side=O" },
		{ "W00(r)", "castle player=W 00 side=R" },
		{ "W00-00(q)", "castle player=W 00 side=Q" },
		{ "W00", "castle player=W 00" },
		{ "W00(KQ)", NULL },
		{ "W00(n)", NULL },
		{ "W00-0", NULL },
		{ "W0-0", NULL },
		{ "W0000", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(siege_start_may_be_repeated)
{
	static const struct token_case cases[] = {
		{ "W7c%7c", "traitor player=W from=7c to=7c" },
		{ "W5d@5d(n)", "field player=W from=5d to=5d promotion=N" },
		{ "W1a^1a", "illumination player=W from=1a to=1a" },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(siege_leaps_are_read)
{
	static const struct token_case cases[] = {
		{ "1ax3cx5ex7c", "leap from=1a over=3c over=5e to=7c" },
		{ "10ax12cx14ex1c(C)",
		    "leap from=10a over=12c over=14e to=1c check" },
		{ "1ax3c-5e", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(no_moves_in_siege)
{
	static const struct token_case cases[] = {
		{ "4d5d", NULL },
		{ "4d", NULL },
		{ "W", NULL },
		{ "4d-", NULL },
		{ "-5d", NULL },
		{ "d4-d5", NULL },
		{ "0d-5d", NULL },
		{ "04d-5d", NULL },
		{ "123d-5d", NULL },
		{ "4d--5d", NULL },
		{ "4d-5d ", NULL },
		{ " 4d-5d", NULL },
		{ "4d-5d\n", NULL },
		{ "---", NULL },
		{ "(X)", NULL },
		{ "( Y )", NULL },
		{ "(Y) ", NULL },
		{ "Ne6", NULL },
		{ "&", NULL },
		{ "W1c-3c&", NULL },
		{ "&*4d(s)", NULL },
		{ "W1c-3c&*4d(s)&*4d(s)", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

/* The section algebraic and long. */

TEST(algebraic_start_is_read)
{
	static const struct token_case cases[] = {
		{ "N5g7", "quiet piece=N from=5 to=g7" },
		{ "N11g7", "quiet piece=N from=11 to=g7" },
		{ "11j11", "quiet piece=P from=11 to=j11" },
		{ "gi4", "quiet piece=P from=g to=i4" },
		{ "Ngi4", "quiet piece=N from=g to=i4" },
		{ "Ng2i4", "quiet piece=N from=g2 to=i4" },
		{ "g12i4", "quiet piece=P from=g12 to=i4" },
		{ "Ngxi4", "capture piece=N from=g x to=i4" },
		{ "N5xi4", "capture piece=N from=5 x to=i4" },
		{ "N12xi13", "capture piece=N from=12 x to=i13" },
		{ "Ng12xi13", "capture piece=N from=g12 x apart to=i13" },
		{ "gxi4", "capture piece=P from=g x to=i4" },
		{ "Ng-i4", NULL },
		{ "N5-i4", NULL },
		{ NULL, NULL },
	};

	check_tokens("algebraic", cases);
	check_tokens("long", cases);
}

TEST(algebraic_promotion_is_read)
{
	static const struct token_case cases[] = {
		{ "d9Q", "quiet piece=P to=d9 promotion=Q" },
		{ "d9=Q", "quiet piece=P to=d9 promotion=Q" },
		{ "d9(Q)", "quiet piece=P to=d9 promotion=Q" },
		{ "xd9R", "capture piece=P x to=d9 promotion=R" },
		{ "cd9=N", "quiet piece=P from=c to=d9 promotion=N" },
		{ "c8-d9B++",
		    "quiet piece=P from=c8 apart to=d9 promotion=B mate" },
		{ "d12(N)+", "quiet piece=P to=d12 promotion=N check" },
		{ "d9q", NULL },
		{ "d9=", "quiet piece=P to=d9 draw" },
		{ "d9=(Q)", NULL },
		{ "d9QQ", NULL },
		{ "d9Z", NULL },
		{ NULL, NULL },
	};

	check_tokens("algebraic", cases);
	check_tokens("long", cases);
}

TEST(algebraic_castling_with_letters_o)
{
	static const struct token_case cases[] = {
		{ "O-O", "castle 0-0" },
		{ "O-O-O", "castle 0-0-0" },
		{ "O-Q", "castle 0-Q" },
		{ "O-O+", "castle 0-0 check" },
		{ "o-o", NULL },
		{ "0-0-0-0", NULL },
		{ "00", NULL },
		{ "0-", NULL },
		{ "0-0-", NULL },
		{ "0-0Q", NULL },
		{ NULL, NULL },
	};

	check_tokens("algebraic", cases);
	check_tokens("long", cases);
}

TEST(algebraic_pawn_letter_is_read)
{
	static const struct token_case cases[] = {
		{ "Pe4", "quiet piece=P to=e4" },
		{ "Pxe4", "capture piece=P x to=e4" },
		{ "Pd3-e4", "quiet piece=P from=d3 apart to=e4" },
		{ "P*d4", "drop piece=P to=d4" },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "en", " PNBRQK ", cases);
	check_tokens_with("algebraic", "de", " PNBRQK ", cases);
	check_tokens_with("algebraic", "figurine", " PNBRQK ", cases);
	check_tokens_with("algebraic", "triumvirate", " PNBRQK ", cases);
}

TEST(promoted_pieces_of_bnem_are_read)
{
	static const struct token_case cases[] = {
		{ "+Sc3", "quiet piece=S promoted to=c3" },
		{ "+Pd4", "quiet piece=P promoted to=d4" },
		{ "+Sxc3", "capture piece=S promoted x to=c3" },
		{ "+Sb1-c3", "quiet piece=S promoted from=b1 apart to=c3" },
		{ "+Dc3xe5xc7", "leap piece=D promoted from=c3 over=e5 to=c7" },
		{ "W:+Sc3", "quiet player=W piece=S promoted to=c3" },
		{ "++Sc3", NULL },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "en", BNEM_PIECES, cases);
}

TEST(english_letters_are_read)
{
	static const struct token_case siege[] = {
		{ "Ke2", "quiet piece=K to=e2" },
		{ "Qe2", "quiet piece=Q to=e2" },
		{ "Re2", "quiet piece=R to=e2" },
		{ "Be2", "quiet piece=B to=e2" },
		{ "Ne2", "quiet piece=N to=e2" },
		{ "Oe2", "quiet piece=O to=e2" },
		{ "Pe2", "quiet piece=P to=e2" },
		{ "De2", NULL },
		{ "Se2", NULL },
		{ NULL, NULL },
	};
	static const struct token_case bnem[] = {
		{ "Ke2", "quiet piece=K to=e2" },
		{ "Ce2", "quiet piece=C to=e2" },
		{ "Se2", "quiet piece=S to=e2" },
		{ "Ge2", "quiet piece=G to=e2" },
		{ "De2", "quiet piece=D to=e2" },
		{ "Re2", "quiet piece=R to=e2" },
		{ "Pe2", "quiet piece=P to=e2" },
		{ "Qe2", NULL },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "en", SIEGE_PIECES, siege);
	check_tokens_with("algebraic", "en", BNEM_PIECES, bnem);
}

TEST(german_letters_are_read)
{
	static const struct token_case common[] = {
		{ "Ke2", "quiet piece=K to=e2" },
		{ "Dxe2", "capture piece=Q x to=e2" },
		{ "Te2", "quiet piece=R to=e2" },
		{ "Le2", "quiet piece=B to=e2" },
		{ "Sc1-d4", "quiet piece=N from=c1 apart to=d4" },
		{ "e12D", "quiet piece=P to=e12 promotion=Q" },
		{ "e12=S", "quiet piece=P to=e12 promotion=N" },
		{ "e12(T)", "quiet piece=P to=e12 promotion=R" },
		{ "Ne2", NULL },
		{ "Be2", NULL },
		{ "e12Q", NULL },
		{ NULL, NULL },
	};
	/* In Siege P is the pope. */
	static const struct token_case siege[] = {
		{ "Pe2", "quiet piece=O to=e2" },
		{ "e12P", "quiet piece=P to=e12 promotion=O" },
		{ "e2", "quiet piece=P to=e2" },
		{ NULL, NULL },
	};
	static const struct token_case dreierschach[] = {
		{ "Pe2", "quiet piece=P to=e2" },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "de", " PNBRQK ", common);
	check_tokens_with("algebraic22", "de", " PNBRQK ", common);
	check_tokens_with("long", "de", SIEGE_PIECES, common);
	check_tokens_with("algebraic", "de", SIEGE_PIECES, siege);
	check_tokens_with("algebraic", "de", " PNBRQK ", dreierschach);
}

TEST(triumvirate_letters_are_read)
{
	static const struct token_case cases[] = {
		{ "Le2", "quiet piece=K to=e2" },
		{ "Me2", "quiet piece=Q to=e2" },
		{ "Te2", "quiet piece=R to=e2" },
		{ "De2", "quiet piece=B to=e2" },
		{ "Ne2", "quiet piece=N to=e2" },
		{ "Pe2", "quiet piece=P to=e2" },
		{ "e12M", "quiet piece=P to=e12 promotion=Q" },
		{ "Ke2", NULL },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "triumvirate", " PNBRQK ", cases);
}

TEST(figurines_are_read)
{
	static const struct token_case cases[] = {
		{ "\u2654e2", "quiet piece=K to=e2" },
		{ "\u2655e2", "quiet piece=Q to=e2" },
		{ "\u2656xe2", "capture piece=R x to=e2" },
		{ "\u2657d1-e2", "quiet piece=B from=d1 apart to=e2" },
		{ "\u2658e2+", "quiet piece=N to=e2 check" },
		{ "\u2659e2", "quiet piece=P to=e2" },
		{ "\u265ae2", "quiet piece=K to=e2" },
		{ "\u265ee2", "quiet piece=N to=e2" },
		{ "\u265fe2", "quiet piece=P to=e2" },
		{ "e12\u2655", "quiet piece=P to=e12 promotion=Q" },
		{ "e12=\u265b", "quiet piece=P to=e12 promotion=Q" },
		{ "\u2653e2", NULL },
		{ "\u2660e2", NULL },
		{ "\xe2\x99\x2e\x32", NULL },
		{ NULL, NULL },
	};
	/* The pope has no symbol. */
	static const struct token_case pope[] = {
		{ "Oe2", "quiet piece=O to=e2" },
		{ NULL, NULL },
	};
	/* A symbol of a piece that the game lacks is no letter of it. */
	static const struct token_case lacking[] = {
		{ "\u2655e2", NULL },
		{ "\u2656e2", "quiet piece=R to=e2" },
		{ NULL, NULL },
	};

	check_tokens_with("algebraic", "figurine", " PNBR K ", lacking);
	check_tokens_with("algebraic", "figurine", " PNBRQK ", cases);
	/* Reading `auto` accepts figurines and `en`. */
	check_tokens_with("algebraic", "en", " PNBRQK ", cases);
	check_tokens_with("algebraic", "figurine", SIEGE_PIECES, pope);
}

TEST(no_moves_in_algebraic)
{
	static const struct token_case cases[] = {
		{ "e", NULL },
		{ "4", NULL },
		{ "x", NULL },
		{ "N", NULL },
		{ "Ne", NULL },
		{ "Zq9", NULL },
		{ "e0", NULL },
		{ "e04", NULL },
		{ "e100", NULL },
		{ "e4e", NULL },
		{ "e4x", NULL },
		{ "e4-", NULL },
		{ "E4", NULL },
		{ "NNe4", NULL },
		{ "Ne4N5", NULL },
		{ "e4 ", NULL },
		{ " e4", NULL },
		{ "e4\n", NULL },
		{ "e4\r", NULL },
		{ "\xc3\xa9"
		  "4",
		    NULL },
		{ "e4\xff", NULL },
		{ "(Z)", NULL },
		{ "( Y )", NULL },
		{ "(Y", NULL },
		{ "Y", NULL },
		{ "(YS)", NULL },
		{ "-", NULL },
		{ "---", NULL },
		{ "e4&", NULL },
		{ "&e4", NULL },
		{ "Sc3&S*d4&S*d4", NULL },
		{ NULL, NULL },
	};

	check_tokens("algebraic", cases);
	check_tokens("long", cases);
	check_tokens("algebraic22", cases);
}

/* The section "coordinate": as in the table, and nothing else. */
TEST(no_moves_in_coordinate)
{
	static const struct token_case cases[] = {
		{ "c3-e6", NULL },
		{ "c3xe6", NULL },
		{ "Nc3e6", NULL },
		{ "c3", NULL },
		{ "c3e", NULL },
		{ "c3e6++", NULL },
		{ "c3e6#", NULL },
		{ "c3e6Q", NULL },
		{ "c3e6=q", NULL },
		{ "0-0", NULL },
		{ "000", NULL },
		{ "00000", NULL },
		{ "--", NULL },
		{ "c0e6", NULL },
		{ "c3e6 ", NULL },
		{ "c3e6\n", NULL },
		{ NULL, NULL },
	};

	check_tokens("coordinate", cases);
}

TEST(coordinate_is_read_in_either_case)
{
	static const struct token_case cases[] = {
		{ "C3E6", "unstated from=C3 to=E6" },
		{ "B1C3", "unstated from=B1 to=C3" },
		{ "E11E12q", "unstated from=E11 to=E12 promotion=Q" },
		{ "c3E6", "unstated from=c3 to=E6" },
		{ NULL, NULL },
	};

	check_tokens("coordinate", cases);
}

/* Calls may be repeated, and so make a move of any length. */
TEST(tokens_have_at_most_255_bytes)
{
	static const char *const moves[][2] = {
		{ "siege", "4d-5d(" },
		{ "algebraic", "Ne6(" },
		{ "long", "Nc3-e6(" },
		{ "algebraic22", "Nf5(" },
		{ "coordinate", "c3e6(" },
	};

	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		struct reader reader =
		    reader_of(moves[i][0], "en", LETTERS_ANY);
		char text[TOKEN_MAX + 1];
		struct slice token = { text, TOKEN_MAX };
		struct parsed_turn parsed;

		memset(text, 'F', sizeof(text));
		memcpy(text, moves[i][1], strlen(moves[i][1]));
		text[TOKEN_MAX - 1] = ')';
		assert_true(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
		assert_int_equal(parsed.move.calls, CALL_FORTIFY);
		text[TOKEN_MAX - 1] = 'F';
		text[TOKEN_MAX] = ')';
		token.len = TOKEN_MAX + 1;
		assert_false(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
		token.len = 0;
		assert_false(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
	}
}

/* A chain of the 64 landings that a parsed move can hold, and one of more. */
TEST(chains_of_leaps_end)
{
	struct reader reader = reader_of("algebraic", "en", LETTERS_ANY);
	struct strbuf token = STRBUF_INIT;
	struct parsed_turn parsed;

	strbuf_puts(&token, "Dc3");
	for (unsigned landings = 1; landings <= 84; landings++) {
		bool read;

		strbuf_puts(&token, "xe5");
		read = notation_read(reader.notation, &reader.alphabet,
		    strbuf_as_slice(&token), &parsed);
		assert_int_equal(
		    read, landings - 1 <= PATH_MAX_CELLS && token.len <= 255);
		if (!read || landings < 2)
			continue;
		assert_int_equal(parsed.move.type, MOVE_LEAP);
		assert_int_equal(parsed.move.path_len, landings - 1);
	}
	strbuf_release(&token);
}

/* Parts keep their position in the token, for messages that point at them. */
TEST(parts_point_into_the_token)
{
	static const struct {
		const char *notation, *token, *from, *to, *promotion, *mark;
	} cases[] = {
		{ "algebraic", "Nc3xe6+", "c3", "e6", "", "+" },
		{ "algebraic", "N12e6++", "12", "e6", "", "++" },
		{ "algebraic", "gi4#", "g", "i4", "", "#" },
		{ "algebraic", "e12Q+", "", "e12", "Q", "+" },
		{ "algebraic", "e12=Q", "", "e12", "Q", "" },
		{ "algebraic", "W:e12(Q)", "", "e12", "Q", "" },
		{ "algebraic", "Ne6(CR)", "", "e6", "", "CR" },
		{ "algebraic", "Sc3&S*d4+", "", "c3", "", "+" },
		{ "siege", "W4d-5d(C)", "4d", "5d", "", "C" },
		{ "siege", "4d-15dMB", "4d", "15d", "", "MB" },
		{ "coordinate", "c3e6(FC)", "c3", "e6", "", "FC" },
		{ "coordinate", "e11e12q", "e11", "e12", "q", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct reader reader =
		    reader_of(cases[i].notation, "en", LETTERS_ANY);
		struct slice token = slice_of(cases[i].token);
		struct parsed_turn parsed;

		assert_true(notation_read(
		    reader.notation, &reader.alphabet, token, &parsed));
		assert_true(slice_is(
		    parsed_part(token, parsed.move.from), cases[i].from));
		assert_true(
		    slice_is(parsed_part(token, parsed.move.to), cases[i].to));
		assert_true(
		    slice_is(parsed_part(token, parsed.move.promotion_at),
			cases[i].promotion));
		assert_true(slice_is(
		    parsed_part(token, parsed.move.mark), cases[i].mark));
	}
}

/* The mark of check has the same position with and without calls after it. */
TEST(check_mark_keeps_its_position_with_calls)
{
	struct reader reader = reader_of("algebraic", "en", SIEGE_PIECES);
	struct slice token = slice_of("Rxd7+(T)");
	struct parsed_turn parsed;

	assert_true(
	    notation_read(reader.notation, &reader.alphabet, token, &parsed));
	assert_int_equal(parsed.move.mark.at, 4);
	assert_int_equal(parsed.move.mark.len, 1);
}

TEST(notations_are_found_by_id)
{
	static const char *const ids[] = { "siege", "algebraic", "long",
		"algebraic22", "coordinate" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct notation *n =
		    notation_find(NULL, slice_of(ids[i]));

		assert_non_null(n);
		assert_string_equal(n->id, ids[i]);
		assert_true(notation_of(n, &variant_dreierschach));
	}
	assert_ptr_equal(
	    notation_find(NULL, slice_of("dreierschach")), &notation_algebraic);
	assert_null(notation_find(NULL, slice_of("descriptive")));
	assert_null(notation_find(NULL, slice_of("")));
	assert_null(notation_find(NULL, slice_of("sieg")));
	assert_null(letter_set_find(slice_of("klingon")));
}

/* Cells in either case, and castling in five fields. */
TEST(siege_as_its_author_writes)
{
	static const struct token_case cases[] = {
		{ "W4D-5D", "quiet player=W from=4D apart to=5D" },
		{ "w4DX5D", NULL },
		{ "w4Dx5d(C)", "capture player=W from=4D x apart to=5d check" },
		{ "W7C%9E", "traitor player=W from=7C to=9E" },
		{ "W3Cx5Ex7C", "leap player=W from=3C over=5E to=7C" },
		{ "W00-00(Q)", "castle player=W 00 side=Q" },
		{ "W00-(Q)", "castle player=W 00 side=Q" },
		{ "W00-Q", "castle player=W 00 side=Q" },
		{ "W00-00Q", "castle player=W 00 side=Q" },
		{ "00-(k)", "castle 00 side=K" },
		{ "w00-(q)=", "castle player=W 00 side=Q draw" },
		{ "W00-0(Q)", NULL },
		{ NULL, NULL },
	};

	check_tokens("siege", cases);
}

TEST(draw_offer_may_stand_apart)
{
	static const struct token_case algebraic[] = {
		{ "gi4 =", "quiet piece=P from=g to=i4 draw" },
		{ "e12Q \t=", "quiet piece=P to=e12 promotion=Q draw" },
		{ "gi4 = ", NULL },
		{ "=", NULL },
		{ NULL, NULL },
	};
	static const struct token_case siege[] = {
		{ "W4d-5d(C) =",
		    "quiet player=W from=4d apart to=5d check draw" },
		{ "W00(Q) =", "castle player=W 00 side=Q draw" },
		{ NULL, NULL },
	};
	static const struct token_case coordinate[] = {
		{ "c3e6 =", "unstated from=c3 to=e6 draw" },
		{ NULL, NULL },
	};
	static const struct token_case triumvirate[] = {
		{ "W2/R2.3-C/W.R =", "quiet from=W2/R2.3 apart to=C/W.R draw" },
		{ NULL, NULL },
	};

	check_tokens("algebraic", algebraic);
	check_tokens("long", algebraic);
	check_tokens("siege", siege);
	check_tokens("coordinate", coordinate);
	check_tokens("triumvirate", triumvirate);
}

/* The notations of threeChess; two have the ids of other notations. */
static void
check_threechess(const char *notation, const struct token_case *cases)
{
	struct reader reader = reader_of(notation, "en", " PNBRQK ");

	reader.notation = notation_of(reader.notation, &variant_threechess);
	assert_non_null(reader.notation);
	for (; cases->token != NULL; cases++)
		check_token(&reader, cases);
}

TEST(threechess_tokens_are_read)
{
	static const struct token_case native[] = {
		{ "BA2-BA4", "unstated from=BA2 to=BA4" },
		{ "ba2-ge4", "unstated from=ba2 to=ge4" },
		{ "RH2-BA1Q", "unstated from=RH2 to=BA1 promotion=Q" },
		{ "RH2-BA1=Q!?=",
		    "unstated from=RH2 to=BA1 promotion=Q nag=5 draw" },
		{ "BA2BA4", NULL },
		{ "BA2xBA4", NULL },
		{ "BA2-BA5", NULL },
		{ "WA2-BA4", "unstated from=WA2 to=BA4" },
		{ "BI2-BA4", NULL },
		{ "(Y)", NULL },
		{ NULL, NULL },
	};
	static const struct token_case plain[] = {
		{ "BA2BA4", "unstated from=BA2 to=BA4" },
		{ "be1bg1=Q", "unstated from=be1 to=bg1 promotion=Q" },
		{ "BA2-BA4", NULL },
		{ NULL, NULL },
	};
	static const struct token_case with_pieces[] = {
		{ "NBB1-BC3", "quiet piece=N from=BB1 apart to=BC3" },
		{ "QGD4xRE1+",
		    "capture piece=Q from=GD4 x apart to=RE1 check" },
		{ "BBC1-BB2", "quiet piece=B from=BC1 apart to=BB2" },
		{ "BA2-BA4", "quiet piece=P from=BA2 apart to=BA4" },
		{ "0-0", "castle 0-0" },
		{ "O-O-O", "castle 0-0-0" },
		{ "BA2-GH1Q",
		    "quiet piece=P from=BA2 apart to=GH1 promotion=Q" },
		{ "BB1BC3", NULL },
		{ NULL, NULL },
	};

	check_tokens("threechess", native);
	check_threechess("coordinate", plain);
	check_threechess("long", with_pieces);
	assert_null(notation_of(&notation_siege, &variant_threechess));
	assert_null(notation_of(&notation_threechess, &variant_siege));
}

/* Each byte of a cell is one of those that can stand there. */
TEST(triumvirate_cells_byte_by_byte)
{
	static const struct {
		const char *token;
		const char *bytes[13]; /* NULL: not of a cell */
	} cases[] = {
		{ "W2/R2.3-C/B.W",
		    { "WRB", "123", "/", "WRB", "0123", ".", "0123", NULL, "C",
			"/", "WRB", ".", "WRB" } },
		{ "C/W.RxB1/R0.0",
		    { "C", "/", "WRB", ".", "WRB", NULL, "WRB", "123", "/",
			"WRB", "0123", ".", "0123" } },
	};
	struct reader reader = reader_of("triumvirate", "en", LETTERS_ANY);
	struct parsed_turn parsed;
	char token[14];

	for (unsigned i = 0; i < 26; i++) {
		const char *bytes = cases[i / 13].bytes[i % 13];

		for (char c = '!'; bytes != NULL && c <= '~'; c++) {
			memcpy(token, cases[i / 13].token, sizeof(token));
			token[i % 13] = c;
			if (notation_read(reader.notation, &reader.alphabet,
				slice_of(token),
				&parsed) != (strchr(bytes, c) != NULL))
				fail_msg("%s", token);
		}
	}
	for (size_t len = 0; len < 13; len++)
		assert_false(notation_read(reader.notation, &reader.alphabet,
		    slice_sub(slice_of(cases[0].token), 0, len), &parsed));
}

/* Each token has the same spelling with every sign for - and x. */
static void
check_signs(const char *notation, const char *form)
{
	static const char *const dashes[] = { "\u2010", "\u2011", "\u2012",
		"\u2013", "\u2014", "\u2015", "\u2212", "\u2192", "\u27f6" };
	struct reader reader = reader_of(notation, "en", LETTERS_ANY);

	for (size_t i = 0; i < sizeof(dashes) / sizeof(*dashes); i++) {
		struct strbuf token = STRBUF_INIT;
		struct spelling spelling;

		for (const char *p = form; *p != '\0'; p++)
			if (*p == '-')
				strbuf_puts(&token, dashes[i]);
			else if (*p == 'x')
				strbuf_puts(&token, "\u00d7");
			else
				strbuf_char(&token, *p);
		assert_true(spelling_read(reader.notation, &reader.alphabet,
		    strbuf_as_slice(&token), &spelling));
		assert_true(slice_is(spelling_text(&spelling), form));
		assert_int_equal(spelling.habits, 1u << HABIT_SIGN);
		strbuf_release(&token);
	}
}

TEST(typographic_signs_are_read)
{
	check_signs("siege", "W4d-5d");
	check_signs("siege", "W4dx5d");
	check_signs("siege", "W00-00(Q)");
	check_signs("siege", "W--");
	check_signs("siege", "W3cx5ex7c");
	check_signs("algebraic", "Nxe6");
	check_signs("algebraic", "xe6");
	check_signs("algebraic", "gxe6");
	check_signs("algebraic", "0-0");
	check_signs("algebraic", "0-0-0+");
	check_signs("algebraic", "O-O");
	check_signs("algebraic", "O-O-O");
	check_signs("algebraic", "0-Q");
	check_signs("algebraic", "--");
	check_signs("algebraic", "Dc3xe5xc7");
	check_signs("long", "Nc3-e6");
	check_signs("long", "Nc3xe6");
	check_signs("triumvirate", "W2/R2.3-C/W.R");
	check_signs("triumvirate", "W2/R2.3xC/W.R");
	check_signs("triumvirate", "0-0-0");
}

TEST(habits_are_read)
{
	static const struct {
		const char *notation, *token, *text;
		unsigned habits;
		unsigned nag;
	} cases[] = {
		{ "algebraic", "e4,", "e4", 1u << HABIT_COMMA, 0 },
		{ "algebraic", "Nxe4.", "Nxe4", 1u << HABIT_STOP, 0 },
		{ "algebraic", "Nd4 +", "Nd4+", 1u << HABIT_MARK, 0 },
		{ "algebraic", "Nd4 \u2021", "Nd4++",
		    1u << HABIT_MARK | 1u << HABIT_SIGN, 0 },
		{ "algebraic", "Nd4ch.", "Nd4+", 1u << HABIT_MARK, 0 },
		{ "algebraic", "Nd4! Mate", "Nd4++!", 1u << HABIT_MARK, 0 },
		{ "algebraic", "ed5 e.p.", "ed5", 1u << HABIT_EN_PASSANT, 0 },
		{ "algebraic", "e4(=)", "e4=", 1u << HABIT_DRAW, 0 },
		{ "algebraic", "e4 ch. (=)",
		    "e4+=", 1u << HABIT_MARK | 1u << HABIT_DRAW, 0 },
		{ "algebraic", "e4+-", "e4", 1u << HABIT_ANNOTATION, 18 },
		{ "algebraic", "e4\u00b1", "e4", 1u << HABIT_ANNOTATION, 16 },
		{ "algebraic", "e4?!?", "e4", 1u << HABIT_ANNOTATION, 6 },
		{ "algebraic", "N:e4", "Nxe4", 1u << HABIT_CAPTURE, 0 },
		{ "algebraic", "e8/Q", "e8=Q", 1u << HABIT_PROMOTION, 0 },
		{ "algebraic", "e8=(Q)", "e8=Q", 1u << HABIT_PROMOTION, 0 },
		{ "algebraic", "o-o-o", "0-0-0", 1u << HABIT_CASTLING, 0 },
		{ "algebraic", "N\u200bd4\ufe0f", "Nd4", 1u << HABIT_UNSEEN,
		    0 },
		{ "algebraic", "\uff2e\u0435\uff14", "Ne4", 1u << HABIT_LETTER,
		    0 },
		{ "siege", "W3d4d", "W3d-4d", 1u << HABIT_BETWEEN, 0 },
		{ "siege", "W3d-4d\u00a9", "W3d-4d(C)", 1u << HABIT_SIGN, 0 },
		{ "siege", "W3d-4d +", "W3d-4d(C)", 1u << HABIT_MARK, 0 },
		{ "coordinate", "c3-e6", "c3e6", 1u << HABIT_BETWEEN, 0 },
		{ "coordinate", "c3e6 +", "c3e6", 1u << HABIT_MARK, 0 },
		{ "triumvirate", "W2/R2.3C/W.R", "W2/R2.3-C/W.R",
		    1u << HABIT_BETWEEN, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct reader reader =
		    reader_of(cases[i].notation, "en", LETTERS_ANY);
		struct spelling spelling;

		print_message("%s\n", cases[i].token);
		assert_true(spelling_read(reader.notation, &reader.alphabet,
		    slice_of(cases[i].token), &spelling));
		spelling.text[spelling.len] = '\0';
		assert_string_equal(spelling.text, cases[i].text);
		assert_int_equal(spelling.habits, cases[i].habits);
		assert_int_equal(spelling.nag, cases[i].nag);
	}
}

TEST(other_tokens_have_no_spelling)
{
	static const char *const tokens[] = { "", ",", ".", "+", "=", "ch",
		"e4e", "Nd4+ #", "Nd4+ +", "Nd4 Nd5", "\u200b", "(=)", "1-0-3",
		"Ee4", NULL };
	struct reader reader = reader_of("algebraic", "en", LETTERS_ANY);
	struct spelling spelling;

	for (const char *const *t = tokens; *t != NULL; t++) {
		print_message("%s\n", *t);
		assert_false(spelling_read(reader.notation, &reader.alphabet,
		    slice_of(*t), &spelling));
	}
}

TEST(results_are_read)
{
	static const char *const cases[][2] = { { "1-0-3", "1-0-3" },
		{ "1 - 0 - 3", "1-0-3" }, { "1:0:3", "1-0-3" },
		{ "1.0.3", "1-0-3" }, { "1-0-3.", "1-0-3" },
		{ "1\u20130\u20133", "1-0-3" },
		{ "\u00bd-\u00bd-0", "1/2-1/2-0" },
		{ "\u2153 \u2013 \u2153 \u2013 \u2153", "1/3-1/3-1/3" },
		{ "0.5-0.5-0", "1/2-1/2-0" }, { "1\u20442-1/2-0", "1/2-1/2-0" },
		{ "\uff11-0-3", "1-0-3" }, { "1-0", "1-0" }, { "0-0-0", NULL },
		{ "0 - 0", NULL }, { "1.0-0", NULL }, { "1. 0-0", NULL },
		{ "12.", NULL }, { "1-", NULL }, { "1-0-3e4", NULL },
		{ "1//2-1-0", NULL }, { "", NULL }, { "1.5", NULL },
		{ "1 Nf3", NULL } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct slice text = slice_of(cases[i][0]);
		char plain[RESULT_MAX];
		unsigned habits;

		print_message("%s\n", cases[i][0]);
		assert_int_equal(spelling_take_result(text, plain, &habits),
		    cases[i][1] != NULL ? text.len : 0);
		if (cases[i][1] != NULL)
			assert_string_equal(plain, cases[i][1]);
	}
}

/*
 * Reads the first bytes of a token the same alone in memory and with others
 * after them.
 */
static void
reads_alike(
    struct reader *reader, const char *token, size_t len, const char *after)
{
	char *alone = malloc(len), text[64]; /* test_malloc adds bytes */
	struct parsed_turn one, two;
	bool read;

	memcpy(alone, token, len);
	memcpy(text, token, len);
	snprintf(text + len, sizeof(text) - len, "%s", after);
	memset(&one, 0, sizeof(one));
	memset(&two, 0, sizeof(two));
	read = notation_read(reader->notation, &reader->alphabet,
	    (struct slice){ alone, len }, &one);
	assert_int_equal(read,
	    notation_read(reader->notation, &reader->alphabet,
		(struct slice){ text, len }, &two));
	if (read)
		assert_memory_equal(&one, &two, sizeof(one));
	free(alone);
}

/*
 * Bytes after a token do not belong to it: it reads the same wherever it ends,
 * even at the last byte of memory.
 */
TEST(bytes_after_a_token_are_not_read)
{
	static const char *const tokens[] = { "Nb3", "e4", "e+", "Qxg11+",
		"Rbxd10++", "Nc3-e6", "W:Nb3", "R:e4", "+Rf3", "B:+Rxf10",
		"+K^", "+Kc1^", "P*d5", "e11Q", "e11=Q", "Dc4xe6xc8+", "0-0-0+",
		"O-O", "0-Q", "--+", "(Y)", "W4d-5d(M)", "R11ix12j", "4d+5c",
		"W5c%", "W5c@(F)", "B00(Q)", "W*5d", "c3e10q", "g7^",
		"W3/B3.1-W1/R1.2", "C/W.BxR2/B0.1=M", "R2/B0.1-C/B.R" };
	static const char *const after[] = { "+", "0", "9", "x", "-", "a1", "Q",
		")", "^", ":", "*", "=Q", "/", ".1", "(C)", "!" };

	for (const struct notation *const *n = notations; *n != NULL; n++) {
		struct reader reader = reader_of((*n)->id, "en", LETTERS_ANY);

		for (size_t t = 0; t < sizeof(tokens) / sizeof(*tokens); t++)
			for (size_t len = 1; len <= strlen(tokens[t]); len++)
				for (size_t b = 0;
				     b < sizeof(after) / sizeof(*after); b++)
					reads_alike(
					    &reader, tokens[t], len, after[b]);
	}
}

/* Two cells and a promotion; of text that goes no further nothing is read. */
TEST(tokens_of_cells_end_after_their_last_part)
{
	const char text[] = "W3/R3.3 W3/R3.2 =M";

	assert_int_equal(notation_token_len((struct slice){ text, 18 }, 7), 18);
	assert_int_equal(notation_token_len((struct slice){ text, 17 }, 7), 15);
	assert_int_equal(notation_token_len((struct slice){ text, 16 }, 7), 15);
}
