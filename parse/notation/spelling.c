/* Ternion: moves as people write them. */
#include <stdio.h>

#include "parse/notation/spelling.h"
#include "parse/text/prose.h"

#define NAMED_MAX 12 /* bytes of a cell after the name of a piece, at most */

/* Words that follow a move and belong to it. */
static const struct {
	const char *word;
	char mark;
	enum habit habit;
} mark_words[] = {
#define MARK(word, mark, habit) { word, mark, HABIT_##habit },
#include "parse/notation/marks.def"
};

static const struct {
	const char *sign;
	unsigned nag;
} nag_signs[] = {
#define SIGN(sign, nag) { sign, nag },
#include "parse/notation/marks.def"
};

bool
spelling_is_mark(struct slice word)
{
	char plain[SPELLING_MAX];
	unsigned kinds;

	if (word.len == 0 || word.len > 16)
		return false;
	word = (struct slice){ plain, signs_plain(word, plain, &kinds) };
	for (size_t i = 0; i < COUNT(mark_words); i++)
		if (slice_is_nocase(word, mark_words[i].word))
			return true;
	/* An annotation, a comma or a full stop may follow it. */
	return word.len > 1 && strchr("!?.,", word.ptr[word.len - 1]) != NULL &&
	    spelling_is_mark(slice_sub(word, 0, word.len - 1));
}

bool
spelling_begins_with_mark(struct slice words)
{
	struct slice rest = words, first = slice_take(&rest, ' ');

	for (size_t i = 0; i < COUNT(mark_words); i++)
		if (mark_words[i].mark != '=' &&
		    slice_is_nocase(first, mark_words[i].word))
			return true;
	return spelling_is_mark(words);
}

/* The annotation of a run of three or more ! and ?; 0: it is none. */
static unsigned
nag_of_run(struct slice run)
{
	unsigned good = 0, bad = 0;

	for (size_t i = 0; i < run.len; i++) {
		good += run.ptr[i] == '!';
		bad += run.ptr[i] == '?';
	}
	if (good + bad < run.len || run.len == 0)
		return 0;
	return bad == 0 ? 3 : good == 0 ? 4 : run.ptr[0] == '!' ? 5 : 6;
}

unsigned
spelling_nag(struct slice sign, bool alone)
{
	char plain[SPELLING_MAX];
	unsigned kinds;

	if (sign.len > 16)
		return 0;
	for (size_t i = 0; i < COUNT(nag_signs); i++)
		if (slice_is(sign, nag_signs[i].sign) &&
		    (alone || !ascii_is_letter(nag_signs[i].sign[0])))
			return nag_signs[i].nag;
	if ((slice_begins(sign, "(") && sign.ptr[sign.len - 1] == ')') ||
	    (slice_begins(sign, "[") && sign.ptr[sign.len - 1] == ']'))
		return spelling_nag(slice_sub(sign, 1, sign.len - 2), alone);
	unsigned nag = nag_read(sign);
	if (nag > 0)
		return nag;
	sign = (struct slice){ plain, signs_plain(sign, plain, &kinds) };
	if (kinds != 0)
		return sign.len > 0 ? spelling_nag(sign, alone) : 0;
	return nag_of_run(sign);
}

/* A token while its spelling is found: its rest, and marks cut off the end. */
struct spell {
	const struct notation *notation;
	const struct alphabet *alphabet;
	struct spelling *spelling;
	char mark; /* as in mark_words */
	bool draw;
};

static void
trim_end(struct spelling *spelling)
{
	while (spelling->len > 0 &&
	    strchr(" \t\r\n", spelling->text[spelling->len - 1]) != NULL)
		spelling->len--;
}

/* True if the rest, with this text for its mark, is a move, which becomes the
 * spelling. Annotations follow the mark. */
static bool
reads_with(const struct spell *spell, const char *mark)
{
	struct spelling *spelling = spell->spelling;
	struct slice head = spelling_text(spelling);
	struct slice nags = marks_annotations(head);
	struct parsed_turn parsed;
	char text[SPELLING_MAX];

	if (mark[0] != '\0')
		head.len -= nags.len;
	else
		nags.len = 0;
	if (mark[0] != '\0' &&
	    (head.len == 0 || strchr("+#", head.ptr[head.len - 1]) != NULL)) {
		/* "Nd4+ check" says it twice. */
		if (head.len == 0 || head.ptr[head.len - 1] != spell->mark)
			return false;
		mark = "";
	}
	int len = snprintf(text, sizeof(text), "%.*s%s%.*s%s", SLICE(head),
	    mark, SLICE(nags), spell->draw ? "=" : "");
	if (len >= (int)sizeof(text) ||
	    !notation_read(spell->notation, spell->alphabet,
		(struct slice){ text, (size_t)len }, &parsed))
		return false;
	spelling->len = (size_t)len;
	memcpy(spelling->text, text, spelling->len);
	return true;
}

/* Siege coordinates declare check and mate by letters. Plain coordinates do not
 * mark them: there a + is en passant. */
static bool
reads(const struct spell *spell)
{
	if (spell->mark == '\0' || spell->notation->is_machine)
		return reads_with(spell, "");
	return reads_with(spell, spell->mark == '+' ? "+" : "++") ||
	    reads_with(spell, spell->mark == '+' ? "(C)" : "(M)") ||
	    (!spell->notation->has_marks && reads_with(spell, ""));
}

static bool
ends_with(struct slice text, const char *word)
{
	size_t len = strlen(word);

	return text.len > len &&
	    slice_is_nocase(slice_from(text, text.len - len), word);
}

/* Cuts a mark out before the last `tail` bytes, which are an annotation;
 * returns its habit, HABITS if there is none. */
static unsigned
cut_mark(struct spell *spell, size_t tail)
{
	struct spelling *spelling = spell->spelling;
	struct slice text = spelling_text(spelling);
	const char *nags = text.ptr + text.len - tail;

	text.len -= tail;
	while (tail > 0 && text.len > 0 && text.ptr[text.len - 1] == ' ')
		text.len--;
	for (size_t i = 0; i < COUNT(mark_words); i++) {
		const char *word = mark_words[i].word;
		size_t len = strlen(word);

		/* A + # = or 1/2 without a blank before it is in its place. */
		if (!ends_with(text, word) ||
		    (strchr("+#=1", word[0]) != NULL &&
			text.ptr[text.len - len - 1] != ' '))
			continue;
		spelling->len = text.len - len;
		trim_end(spelling);
		memmove(spelling->text + spelling->len, nags, tail);
		spelling->len += tail;
		if (mark_words[i].mark == '=')
			spell->draw = true;
		else if (mark_words[i].mark != '\0')
			spell->mark = mark_words[i].mark;
		return mark_words[i].habit;
	}
	return HABITS;
}

/* Cuts a time or an evaluation off the end, "e4/0:05", "e4@12s", "e4+0.31". */
static bool
cut_time(struct spelling *spelling)
{
	struct slice text = spelling_text(spelling);

	for (size_t i = 2; i + 2 < text.len; i++) {
		struct slice time = slice_from(text, i + (text.ptr[i] == '/'));

		if (!is_one_of(text.ptr[i], "/@+-") || time.len >= TIME_MAX ||
		    !prose_is_reading(time))
			continue;
		snprintf(spelling->time, TIME_MAX, "%.*s", SLICE(time));
		spelling->len = i;
		return true;
	}
	return false;
}

/* Cuts an annotation of letters or beyond ASCII off the end. */
static bool
cut_annotation(struct spelling *spelling)
{
	struct slice text = spelling_text(spelling);

	for (size_t len = 5; len >= 1 && spelling->nag == 0; len--) {
		if (text.len <= len)
			continue;
		struct slice end = slice_from(text, text.len - len);
		/* A letter of one follows another: "!N". */
		unsigned nag = spelling_nag(
		    end, is_one_of(text.ptr[text.len - len - 1], "!?"));

		if (nag == 0 || (end.ptr[0] & 0xc0) == 0x80 ||
		    (len == 1 && !ascii_is_letter(end.ptr[0])))
			continue;
		spelling->nag = nag;
		spelling->len -= len;
		return true;
	}
	return false;
}

/* Cuts a sign off the end; the habit that it is of, or HABITS. */
static unsigned
cut_sign(struct spelling *spelling)
{
	struct slice text = spelling_text(spelling);

	if (text.len <= 1)
		return HABITS;
	char last = text.ptr[text.len - 1];
	unsigned habit = strchr(",;:", last) != NULL ? HABIT_COMMA
	    : last == '.'                            ? HABIT_STOP
	    : is_one_of(last, "\"`'*_")              ? HABIT_MARKUP
						     : HABITS;
	spelling->len -= habit != HABITS;
	return habit;
}

/* Cuts a mark, a comma, an annotation off the end; false if there is none. */
static bool
cut_end(struct spell *spell)
{
	struct spelling *spelling = spell->spelling;
	struct slice text = spelling_text(spelling);
	size_t nags = marks_annotations(text).len;
	unsigned habit = cut_mark(spell, 0);

	if (habit == HABITS && nags > 0)
		habit = cut_mark(spell, nags);
	/* In JSON it may stand apart, "e4 !". */
	if (habit == HABITS && nags > 0 &&
	    text.ptr[text.len - nags - 1] == ' ') {
		memmove(spelling->text + text.len - nags - 1,
		    spelling->text + text.len - nags, nags);
		spelling->len--;
		habit = HABIT_ANNOTATION;
	}
	if (habit == HABITS && cut_annotation(spelling))
		habit = HABIT_ANNOTATION;
	if (habit == HABITS)
		habit = cut_sign(spelling);
	if (habit == HABITS && spelling->time[0] == '\0' && cut_time(spelling))
		habit = HABIT_TIME;
	trim_end(spelling);
	if (habit != HABITS)
		spelling->habits |= 1u << habit;
	return habit != HABITS;
}

/* True if the text begins with the words, whatever their case. */
static bool
begins_with_word(struct slice text, const char *words)
{
	size_t len = strlen(words);

	return text.len >= len &&
	    (text.len == len || !ascii_is_letter(text.ptr[len])) &&
	    slice_is_nocase(slice_sub(text, 0, len), words);
}

/* Castling in words, with its side, and passes. */
static const char *const castling_words[][2] = {
#define CASTLING(words, text) { words, text },
#include "parse/notation/marks.def"
};

/* The row of the words that begin the text; NULL: none do. */
static const char *const *
find_castling(struct slice text)
{
	for (size_t i = 0; i < COUNT(castling_words); i++)
		if (begins_with_word(text, castling_words[i][0]))
			return castling_words[i];
	return NULL;
}

/* The English letter of the piece whose name begins the text, of this length;
 * NUL: none does. A letter alone stands for itself. */
static char
find_piece(struct slice text, const struct alphabet *alphabet, size_t *len)
{
	static const struct {
		const char *name;
		char letter;
	} names[] = {
#define PIECE(name, letter) { name, letter },
#include "parse/notation/marks.def"
	};

	for (size_t i = 0; i < COUNT(names); i++)
		if ((alphabet == NULL ||
			alphabet_text(alphabet, names[i].letter) != NULL) &&
		    begins_with_word(text, names[i].name)) {
			*len = strlen(names[i].name);
			return names[i].letter;
		}
	*len = 1;
	return text.len > 2 && text.ptr[1] == ' ' &&
		ascii_is_letter(text.ptr[0])
	    ? text.ptr[0]
	    : '\0';
}

/* Reads a move with the name of its piece, "Knight to f3", off the front of the
 * text, and writes it with the letter. Its length; 0: there is none. */
static size_t
find_named(
    struct slice text, const struct alphabet *alphabet, struct strbuf *spelled)
{
	static const char *const verbs[][2] = { { "to ", "" }, { "x ", "x" },
		{ "takes ", "x" }, { "captures ", "x" }, { "nach ", "" },
		{ "schl\xc3\xa4gt ", "x" } };
	bool has_letter = false, has_digit = false, has_verb = false;
	size_t len, i;
	char letter = find_piece(text, alphabet, &len);

	if (letter == '\0' || text.len <= len || text.ptr[len] != ' ')
		return 0;
	struct slice rest = slice_trim(slice_from(text, len));
	if (len == 1 || alphabet == NULL)
		strbuf_char(spelled, letter);
	else if (letter != 'P')
		strbuf_puts(spelled, alphabet_text(alphabet, letter));
	for (i = 0; i < COUNT(verbs) && !has_verb; i++)
		if ((has_verb = slice_begins(rest, verbs[i][0]))) {
			strbuf_puts(spelled, verbs[i][1]);
			rest =
			    slice_trim(slice_from(rest, strlen(verbs[i][0])));
		}
	for (i = 0; i < rest.len && !is_space(rest.ptr[i]); i++) {
		has_letter |= ascii_is_letter(rest.ptr[i]);
		has_digit |= ascii_is_digit(rest.ptr[i]);
		if (is_one_of(rest.ptr[i], "{}[];$:/"))
			return 0;
	}
	strbuf_slice(spelled, slice_sub(rest, 0, i));
	return has_letter && has_digit && i <= NAMED_MAX &&
		(has_verb || len > 1)
	    ? (size_t)(rest.ptr + i - text.ptr)
	    : 0;
}

size_t
spelling_words_len(struct slice text)
{
	const char *const *words = find_castling(text);
	SCRATCH spelled = STRBUF_INIT;
	bool is_move;

	if (words == NULL)
		return find_named(text, NULL, &spelled);
	size_t len = strlen(words[0]);
	struct slice rest = slice_trim(slice_from(text, len));
	struct slice word = slice_take(&rest, ' ');
	/* "castles well" */
	return slice_is(slice_of(words[1]), words[0]) && word.len > 0 &&
		prose_has(word, &is_move) && !is_move
	    ? 0
	    : len;
}

/* A piece with its name: "Knight f3". */
static void
cut_piece(struct spell *spell)
{
	struct spelling *spelling = spell->spelling;
	SCRATCH text = STRBUF_INIT;
	struct slice whole = spelling_text(spelling);
	size_t len = find_named(whole, spell->alphabet, &text);

	if (len == 0)
		return;
	strbuf_slice(&text, slice_from(whole, len)); /* a mark */
	spelling->len = text.len;
	memcpy(spelling->text, text.ptr, text.len);
	spelling->habits |= 1u << HABIT_PIECE;
}

static bool
spell_castling(struct spell *spell)
{
	struct spelling *spelling = spell->spelling;
	struct slice text = spelling_text(spelling);
	const char *const *words = find_castling(text);

	size_t len = words != NULL ? strlen(words[0]) : 0;
	if (len > 0 && (len == text.len || is_one_of(text.ptr[len], "+#"))) {
		size_t to = strlen(words[1]);
		memmove(spelling->text + to, text.ptr + len, text.len - len);
		memcpy(spelling->text, words[1], to);
		spelling->len = to + text.len - len;
		return true;
	}
	len = 0;
	while (len < text.len && is_one_of(text.ptr[len], "oO0-"))
		len++;
	if (len == 0 || (len < text.len && !is_one_of(text.ptr[len], "+#")))
		return false;
	for (size_t i = 0; i < len; i++)
		if (text.ptr[i] != '-')
			spelling->text[i] = '0';
	if (len == 3 && spelling->text[1] == '0') { /* "000" */
		memmove(spelling->text + 5, text.ptr + 3, text.len - 3);
		memcpy(spelling->text, "0-0-0", 5);
		spelling->len += 2;
	}
	return true;
}

/* A yield or a called stalemate with other parentheses, or one missing: "Y)",
 * "[S]"; a yield alone may lack both. */
static bool
spell_call(struct spell *spell)
{
	struct spelling *spelling = spell->spelling;
	struct slice text = spelling_text(spelling);
	size_t len = text.len;
	bool opens = len > 1 && is_one_of(text.ptr[0], "([");
	bool closes = len > 1 && is_one_of(text.ptr[len - 1], ")]");
	char call = text.ptr[opens];

	if (len != 1u + opens + closes || !is_one_of(call, "YS") ||
	    (call == 'S' && len == 1))
		return false;
	memcpy(spelling->text, (char[]){ '(', call, ')' }, 3);
	spelling->len = 3;
	return true;
}

/* Makes a part of the spelling all of it. */
static void
cut_to(struct spelling *spelling, struct slice part)
{
	memmove(spelling->text, part.ptr, part.len);
	spelling->len = part.len;
}

/* The player who moves, where the notation has no place for him: "W:e4". */
static bool
cut_mover(struct spelling *spelling)
{
	if (spelling->len < 3 || spelling->text[1] != ':' ||
	    strchr(player_letters, spelling->text[0]) == NULL)
		return false;
	cut_to(spelling, slice_from(spelling_text(spelling), 2));
	return true;
}

/* The sign of a capture; after the letter of a player a : is none. */
static bool
spell_capture(struct spell *spell)
{
	struct spelling *spelling = spell->spelling;

	for (size_t i = 1; i + 1 < spelling->len; i++)
		if (strchr(":X", spelling->text[i]) != NULL) {
			spelling->text[i] = 'x';
			return true;
		}
	return false;
}

/* e8/Q and e8=(Q). */
static bool
spell_promotion(struct spell *spell)
{
	struct spelling *spelling = spell->spelling;
	size_t len = spelling->len;
	char *text = spelling->text;

	if (len > 3 && text[len - 2] == '/') {
		text[len - 2] = '=';
		return true;
	}
	if (len < 5 || text[len - 1] != ')' || text[len - 3] != '(' ||
	    text[len - 4] != '=')
		return false;
	text[len - 3] = text[len - 2];
	spelling->len -= 2;
	return true;
}

/* The sign between two cells: it is taken out of coordinates that have none,
 * and of others if that makes a move, as of N-d4; or put into others where it
 * makes a move, in one place only. */
static bool
spell_between(struct spell *spell)
{
	struct spelling *spelling = spell->spelling, found;
	char *text = spelling->text;
	unsigned places = 0;
	size_t at = 0;

	while (at < spelling->len && strchr("-x>_", text[at]) == NULL)
		at++;
	if (at < spelling->len && text[at] != '-') {
		char sign = text[at];

		text[at] = '-'; /* some notations have no sign for captures */
		if (reads(spell))
			return true;
		text[at] = sign;
	}
	if (at > 0 && at + 1 < spelling->len &&
	    (spell->notation->is_machine ||
		(text[at] == '-' && text[0] >= 'A' && text[0] <= 'Z'))) {
		struct spelling as_it_was = *spelling;

		memmove(text + at, text + at + 1, --spelling->len - at);
		if (spell->notation->is_machine || reads(spell))
			return true;
		*spelling = as_it_was;
	}
	if (spell->notation->is_machine)
		return false;
	for (at = 1; at < spelling->len && spelling->len < TOKEN_MAX; at++) {
		struct spelling with = *spelling, read;

		memmove(with.text + at + 1, text + at, with.len++ - at);
		with.text[at] = '-';
		read = with;
		spell->spelling = &read;
		if (strchr("x-=", text[at]) == NULL && reads(spell)) {
			found = with;
			places++;
		}
	}
	spell->spelling = spelling;
	if (places == 1)
		*spelling = found;
	return places == 1;
}

/* Cuts signs before and after a token, of Markdown or quotation: "**e4**". */
static void
cut_markup(struct spelling *spelling)
{
	struct slice text = spelling_text(spelling);
	size_t at = 0;

	while (text.len > 2 * at + 2 &&
	    strchr("*_`\"'", text.ptr[at]) != NULL &&
	    text.ptr[text.len - 1 - at] == text.ptr[at])
		at++;
	if (at == 0)
		return;
	cut_to(spelling, slice_sub(text, at, text.len - 2 * at));
	spelling->habits |= 1u << HABIT_MARKUP;
}

/* An arrow between two cells is a dash. */
static void
cut_arrow(struct spelling *spelling)
{
	struct slice text = spelling_text(spelling);

	for (size_t i = 1; i + 2 < text.len; i++)
		if (text.ptr[i] == '-' && text.ptr[i + 1] == '>') {
			memmove(spelling->text + i + 1, text.ptr + i + 2,
			    text.len - i - 2);
			spelling->len--;
			spelling->habits |= 1u << HABIT_BETWEEN;
			return;
		}
}

/* Cuts a number off the front, as of "1. e4", "1) e4", "1a. e4" in a list. */
static void
cut_number(struct spelling *spelling)
{
	struct slice rest = spelling_text(spelling);
	size_t digits = slice_digits(rest), dots = 0;

	if (digits > 0 && digits + 1 < rest.len &&
	    (unsigned char)(rest.ptr[digits] - 'a') < PLAYERS)
		digits++;
	while (digits + dots < rest.len &&
	    is_one_of(rest.ptr[digits + dots], ".):"))
		dots++;
	if (digits == 0 || dots == 0)
		return;
	cut_to(spelling, slice_trim(slice_from(rest, digits + dots)));
	spelling->habits |= 1u << HABIT_NUMBERED;
}

struct slice
spelling_named(struct slice token, char letter, struct arena *arena)
{
	size_t digits = slice_digits(token);
	bool has_seat = digits > 0 && token.len > digits + 2 &&
	    is_one_of(token.ptr[digits + 1], "-x+@%^");

	if (*token.ptr == letter)
		return token;
	return slice_of(arena_printf(
	    arena, "%c%s%.*s", letter, has_seat ? "" : ":", SLICE(token)));
}

char
spelling_player(struct slice name)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		unsigned p = variant_player_named(*v, name.ptr, name.len);

		if (p != PLAYER_NONE)
			return ascii_upper((*v)->colours[p]);
	}
	return '\0';
}

/* Cuts off the words and signs before a move in a list of moves: "and Nd4",
 * "- Nd4"; the name of the player becomes his letter. */
static void
cut_front(struct spelling *spelling)
{
	static const char *const words[] = { "and", "then", "or", "und", "dann",
		"oder", "-", "*", "+", NULL };
	struct slice rest = spelling_text(spelling);
	struct slice word = slice_take(&rest, ' ');
	bool has_colon = word.len > 0 && word.ptr[word.len - 1] == ':';
	char letter = '\0';

	rest = slice_trim(rest);
	word.len -= has_colon;
	if (rest.len == 0 || word.len == 0)
		return;
	if (!slice_is_among_nocase(word, words)) {
		letter =
		    word.len > 1 || has_colon ? spelling_player(word) : '\0';
		if (letter == '\0')
			return;
	}
	size_t add = letter != '\0' && *rest.ptr != letter ? 2 : 0;
	memmove(spelling->text + add, rest.ptr, rest.len);
	if (add > 0)
		memcpy(spelling->text, (char[]){ letter, ':' }, 2);
	spelling->len = rest.len + add;
	spelling->habits |= 1u << (letter != '\0' ? HABIT_NAME : HABIT_BAR);
}

/* Ends the spelling of a token; (C) or (M) that was cut off and is there again
 * was in its place. False if it is too long. */
static bool
finish(struct spelling *spelling, struct slice token)
{
	const size_t len = strlen("(C)");
	struct slice text = spelling_text(spelling);

	if (ends_with(text, ")") && text.len > len && token.len > len &&
	    slice_equal(slice_from(text, text.len - len),
		slice_from(token, token.len - len)))
		spelling->habits &= ~(1u << HABIT_MARK);
	return text.len <= TOKEN_MAX;
}

bool
spelling_read(const struct notation *notation, const struct alphabet *alphabet,
    struct slice token, struct spelling *spelling)
{
	static const struct {
		bool (*spell)(struct spell *spell);
		enum habit habit;
	} shapes[] = {
		{ spell_castling, HABIT_CASTLING },
		{ spell_call, HABIT_MARKUP },
		{ spell_capture, HABIT_CAPTURE },
		{ spell_promotion, HABIT_PROMOTION },
		{ spell_between, HABIT_BETWEEN },
	};
	/* The reader writes into it before it reads from it. */
	/* cppcheck-suppress ctuuninitvar */
	struct spell spell = { notation, alphabet, spelling, '\0', false };
	unsigned kinds;

	if (token.len > TOKEN_MAX)
		return false;
	spelling->nag = 0;
	spelling->time[0] = '\0';
	spelling->len = signs_plain(token, spelling->text, &kinds);
	spelling->habits = kinds >> SIGN_PLAIN;
	while (spelling->len > 0 && spelling->text[0] == ' ')
		memmove(spelling->text, spelling->text + 1, --spelling->len);
	trim_end(spelling);
	cut_markup(spelling);
	cut_arrow(spelling);
	cut_number(spelling);
	cut_front(spelling);
	cut_piece(&spell);
	while (!reads(&spell))
		if (!cut_end(&spell))
			goto shapes;
	return finish(spelling, token);
shapes:
	if (cut_mover(spelling) && reads(&spell))
		return finish(spelling, token);
	for (size_t i = 0; i < COUNT(shapes) && spelling->len > 0; i++)
		if (shapes[i].spell(&spell)) {
			spelling->habits |= 1u << shapes[i].habit;
			if (reads(&spell))
				return finish(spelling, token);
		}
	return false;
}

#define ODD_BLANK    "\b" /* a blank that is not ASCII, or unseen */
#define RESULT_BLANK " \t" ODD_BLANK

enum {
	RESULT_SCANNED = 64 /* bytes of a result with its blanks, at most */
};

/* The plain signs of a text, up to one that no result has. */
struct result_text {
	char text[RESULT_SCANNED + SIGN_PLAIN_MAX];
	struct {
		uint8_t kind, end; /* of the sign in the source */
	} sign[RESULT_SCANNED + SIGN_PLAIN_MAX];
};

static void
read_result_text(struct slice text, struct result_text *result)
{
	size_t at = 0, len = 0;

	while (at < text.len && len < RESULT_SCANNED) {
		struct sign sign = sign_read(slice_from(text, at));
		const char *plain = sign.plain;

		if (sign.kind == SIGN_OTHER)
			sign.plain[0] = text.ptr[at];
		else if (sign.kind == SIGN_BLANK || sign.kind == SIGN_UNSEEN)
			plain = ODD_BLANK;
		at += sign.len;
		if (at > UINT8_MAX ||
		    !is_one_of(*plain, "0123456789/-:.,()\"'*_`" RESULT_BLANK))
			break;
		for (; *plain != '\0'; plain++) {
			result->text[len] = *plain;
			result->sign[len].kind = (uint8_t)sign.kind;
			result->sign[len++].end = (uint8_t)at;
		}
	}
	result->text[len] = '\0';
}

/* Takes points off *p to the end of the usual spelling: a digit, a fraction or
 * a decimal; *whole counts those with .0. Not 0:05, which is a time; "1.0.3"
 * has full stops between points. */
static bool
take_points(const char **p, char **plain, unsigned *decimals, unsigned *whole)
{
	static const char digits[] = "0123456789";
	const char *from = *p, *points = from;
	size_t len = 1, more;

	if (strspn(from, digits) != 1)
		return false;
	*p = from + 1;
	if (from[1] == '/') {
		len = 3;
		*p = from + len;
		if (strspn(from + 2, digits) != 1 || **p == '/')
			return false;
	} else if (is_one_of(from[1], ".,") &&
	    from[2 + (more = strspn(from + 2, digits))] != '.') {
		bool is_whole = more == 1 && from[2] == '0';

		if (*from == '0' && more == 1 && from[2] == '5')
			points = "1/2";
		else if (*from == '0' && more > 1 && from[2] == '3')
			points = "1/3";
		if (points != from || is_whole) {
			*p = from + 2 + more;
			len = is_whole ? 1 : 3;
			*whole += is_whole;
			++*decimals;
		}
	}
	memcpy(*plain, points, len);
	*plain += len;
	return true;
}

/* Skips the sign between points, with blanks around it, which is always the
 * same. A number has a full stop and a move follows, and "1: 1" is the title of
 * a game and the number of its move. */
static bool
skip_between(const char **p, char *between)
{
	size_t before = strspn(*p, RESULT_BLANK);
	char c = (*p)[before];

	if (!is_one_of(c, "-:.") || (*between != '\0' && *between != c))
		return false;
	*between = c;
	*p += before + 1;
	size_t after = strspn(*p, RESULT_BLANK);
	*p += after;
	return c == '-' || after == 0 || (c == ':' && before > 0);
}

/* The points that were read. */
struct points_read {
	unsigned count, decimals, whole;
	char between; /* the sign between them */
};

/* Reads up to three points at *p. */
static struct points_read
read_points(const char **p, char **plain)
{
	struct points_read read = { .count = 0 };

	for (const char *next = *p; read.count < 3; *p = next, read.count++) {
		char *last = *plain;

		if (read.count > 0) {
			*(*plain)++ = '-';
			if (!skip_between(&next, &read.between))
				next = "";
		}
		if (!take_points(&next, plain, &read.decimals, &read.whole)) {
			*plain = last;
			break;
		}
	}
	return read;
}

/* Whether points are a result: 1.0-0 is a number with castling, 1.5 no result,
 * 0-0-0 castling. */
static bool
is_result(const struct points_read *read, struct slice plain)
{
	return read->count >= 2 &&
	    (read->whole == 0 || read->decimals >= read->count) &&
	    (read->between != '.' || (read->count == 3 && plain.len == 5)) &&
	    strspn(plain.ptr, "0-") < plain.len;
}

/* Skips the signs that close those before a result; false if they do not. */
static bool
skip_closing(const char *text, size_t open, const char **p)
{
	for (; open > 0; open--, ++*p) {
		char sign = text[open - 1];

		if (**p != (sign == '(' ? ')' : sign))
			return false;
	}
	return true;
}

/* The habits that a result is written with in place of the plain one. */
static unsigned
result_habits(const struct result_text *result, size_t used, const char *plain)
{
	unsigned habits = 0;

	for (size_t i = 0; i < used; i++) {
		if (result->sign[i].kind != SIGN_OTHER)
			habits |= 1u << (result->sign[i].kind - SIGN_PLAIN);
		if (result->text[i] == *plain)
			plain++;
		else if (result->text[i] != *ODD_BLANK)
			habits |= 1u << HABIT_RESULT;
	}
	return habits;
}

size_t
spelling_take_result(
    struct slice text, char plain[RESULT_MAX], unsigned *habits)
{
	struct result_text result;
	char *end = plain;

	*habits = 0;
	read_result_text(text, &result);
	size_t open = strspn(result.text, "(\"'*_`");
	const char *p = result.text + open;
	if (!ascii_is_digit(*p) && memchr(result.text, '*', open)) {
		*end++ = '*';
		*end = '\0';
		p += *result.text == '(' && *p == ')';
	} else {
		struct points_read read = read_points(&p, &end);

		*end = '\0';
		if (!is_result(&read, slice_of(plain)) ||
		    !skip_closing(result.text, open, &p))
			return 0;
	}
	p += is_one_of(*p, ".,");
	size_t used = (size_t)(p - result.text);
	struct slice rest = slice_from(text, result.sign[used - 1].end);
	if (rest.len > 0 && (unsigned char)*rest.ptr < 0x80 &&
	    strchr(" \t\r\n\v\f{};()[]%$|<\\\x1a", *rest.ptr) == NULL)
		return 0;
	*habits = result_habits(&result, used, plain);
	return text.len - rest.len;
}

bool
spelling_is_draw(struct slice text)
{
	static const char *const words[] = { "draw", "drawn", "remis", "1/2",
		"\xc2\xbd" /* U+00BD */, NULL };

	return slice_is_among_nocase(text, words);
}

/* Of one token; and of several, before and after their number. */
static const struct {
	const char *one, *before, *after;
} habit_texts[HABITS] = {
#define HABIT(id, ...) [HABIT_##id] = { __VA_ARGS__ },
#include "parse/notation/habits.def"
};

/* "'-' (U+2013) is read as '-'": the words about a sign. */
static void
put_sign_words(struct slice text, char words[HABIT_WORDS])
{
	struct sign sign = sign_read(text);
	unsigned long point = sign.point;

	if (sign.kind == SIGN_BLANK)
		snprintf(words, HABIT_WORDS, "%s (U+%04lX) is read as a space",
		    point == 0xa0 ? "a no-break space" : "an unusual space",
		    point);
	else if (sign.kind == SIGN_UNSEEN)
		snprintf(words, HABIT_WORDS,
		    "U+%04lX, which nobody sees, is left out", point);
	else if (sign.kind == SIGN_LETTER)
		snprintf(words, HABIT_WORDS,
		    "U+%04lX looks like %s, but is not the same", point,
		    sign.plain);
	else
		snprintf(words, HABIT_WORDS, "'%.*s' (U+%04lX) is read as '%s'",
		    (int)sign.len, text.ptr, point, sign.plain);
}

const char *
habit_words(enum habit habit, struct slice token, unsigned count,
    char words[HABIT_WORDS])
{
	char text[HABIT_WORDS];

	if (habit > HABIT_LETTER) {
		if (count == 1)
			return habit_texts[habit].one;
		snprintf(words, HABIT_WORDS, "%s%u%s",
		    habit_texts[habit].before, count, habit_texts[habit].after);
		return words;
	}
	struct slice sign = sign_find(token, habit_sign(habit));
	unsigned long point = sign_read(sign).point;
	put_sign_words(sign, count == 1 ? words : text);
	if (count == 1)
		return words;
	if (habit == HABIT_SIGN)
		snprintf(words, HABIT_WORDS,
		    "%u signs are read as plain ones, such as '%.*s' (U+%04lX)",
		    count, SLICE(sign), point);
	else if (habit == HABIT_BLANK)
		snprintf(words, HABIT_WORDS,
		    "%u spaces such as U+%04lX are read as plain ones", count,
		    point);
	else if (habit == HABIT_UNSEEN)
		snprintf(words, HABIT_WORDS,
		    "characters that nobody sees, such as U+%04lX, are left "
		    "out in %u places",
		    point, count);
	else
		snprintf(words, HABIT_WORDS,
		    "%u tokens have characters that look like others: %.80s",
		    count, text);
	return words;
}
