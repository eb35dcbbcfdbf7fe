/*
 * Ternion: the logs of threeChess tournaments, for reading.
 *
 *	game   = "======NEW GAME======" 3( PLAYER ": " name ) *line [ end ]
 *	line   = PLAYER ": " cell "-" cell " t:" milliseconds ; a ply
 *	       | text                            ; printed by an agent: a
 *comment end    = "=====Game Over=====" 3( PLAYER " score:" n " time:" ms "
 *points:" n )
 *
 * PLAYER is a player's name in capitals. Each element has a line of its own.
 * ternion-format(5), "LOGS".
 */
#include <stdlib.h>

#include "formats/record/format.h"
#include "parse/notation/notation.h"
#include "rules/rules.h"

#define HEAD "======NEW GAME======"
#define END  "=====Game Over====="

enum {
	NUMBER_MAX = 12, /* digits of a number */
};

/* A game while it is read. */
struct log {
	struct input *input;
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	struct tag *last_tag;
	struct rules *rules;
	struct position position; /* after the plies so far */
	struct comments opening;  /* before the first ply */
	bool lost;       /* a ply was not legal: the position is not known */
	bool ended;      /* the line END was read */
	bool skips;      /* and so were lines after the end */
	unsigned told;   /* players, as bits, of whom the end tells */
	bool is_late;    /* one of them has no time left */
	struct span end; /* of the first of these lines */
	int score[PLAYERS], points[PLAYERS];
};

static struct span
log_span(const struct log *log, struct slice text)
{
	return (struct span){
		(uint32_t)(text.ptr - log->record->text.ptr),
		(uint32_t)text.len,
	};
}

static void
add_log_tag(struct log *log, const char *name, struct slice value)
{
	struct tag *tag = arena_alloc(log->arena, sizeof(*tag));

	tag->name = (struct slice){ arena_copy(log->arena, slice_of(name)),
		strlen(name) };
	tag->value = text_without_nul(log->arena, value);
	tag->span = log->record->span;
	if (log->last_tag != NULL)
		log->last_tag->next = tag;
	else
		log->record->tags = tag;
	log->last_tag = tag;
}

static bool
take_text(struct slice *line, const char *text)
{
	size_t len = strlen(text);

	if (line->len < len || memcmp(line->ptr, text, len) != 0)
		return false;
	*line = slice_from(*line, len);
	return true;
}

/* Takes the name of a player in capitals off the line; PLAYER_NONE if it begins
 * otherwise. */
static unsigned
take_player(struct slice *line)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		const char *name = variant_threechess.players[p];
		size_t len = 0;

		while (name[len] != '\0' && len < line->len &&
		    line->ptr[len] == ascii_upper(name[len]))
			len++;
		if (name[len] != '\0')
			continue;
		*line = slice_from(*line, len);
		return p;
	}
	return PLAYER_NONE;
}

/* Takes a key and a number; false if there are none. */
static bool
take_number(struct slice *line, const char *key, long *number)
{
	char digits[NUMBER_MAX + 2], *end;
	size_t len = 0;

	if (!take_text(line, key))
		return false;
	while (len < line->len && len <= NUMBER_MAX &&
	    (ascii_is_digit(line->ptr[len]) ||
		(len == 0 && line->ptr[0] == '-')))
		len++;
	memcpy(digits, line->ptr, len);
	digits[len] = '\0';
	*number = strtol(digits, &end, 10);
	*line = slice_from(*line, len);
	return len > 0 && *end == '\0';
}

/* Keeps a line as a comment of the ply before it. */
static void
add_log_comment(struct log *log, struct slice text)
{
	struct ply *ply = log->record->line.last;
	struct comments *comments =
	    ply != NULL ? &ply_notes(log->arena, ply)->comment : &log->opening;

	comments_add(log->arena, comments, text_without_nul(log->arena, text),
	    log_span(log, text));
}

static bool
take_first(void *context, const struct move *move)
{
	move_copy(context, move);
	return false;
}

/* Plays the ply, as long as all before it were legal. */
static void
play_logged(struct log *log, struct slice token)
{
	const struct board *board = &log->rules->board;
	struct move_query query = { KIND_NONE,
		coords_read(board, NAMING_SEGMENT, 0, slice_sub(token, 0, 3)),
		coords_read(board, NAMING_SEGMENT, 0, slice_from(token, 4)),
		MOVE_QUIET };
	struct move move;

	log->lost = log->lost || query.from == CELL_NONE ||
	    query.to == CELL_NONE ||
	    rules_moves(log->rules, &log->position, &query, take_first, &move);
	if (!log->lost)
		rules_make_move(log->rules, &log->position, &move);
}

/* Takes a ply and its time; false if the line is none. */
static bool
take_ply(struct log *log, struct slice line)
{
	char time[sizeof("[%emt 00:00:00.000]") + NUMBER_MAX];
	struct slice token;
	struct ply *ply;
	long ms;
	int len;

	if (take_player(&line) == PLAYER_NONE || !take_text(&line, ": "))
		return false;
	token = slice_take(&line, ' ');
	if (token.len != 7 || token.ptr[3] != '-' ||
	    !take_number(&line, "t:", &ms) || line.len > 0 || ms < 0)
		return false;
	ply = arena_alloc(log->arena, sizeof(*ply));
	ply->token = token;
	ply->span = log_span(log, token);
	line_append(&log->record->line, ply);
	if (log->opening.first != NULL)
		comments_append(
		    &ply_notes(log->arena, ply)->before, &log->opening);
	len = snprintf(time, sizeof(time), "[%%emt %ld:%02ld:%02ld.%03ld]",
	    ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
	comments_add(log->arena, &ply_notes(log->arena, ply)->comment,
	    (struct slice){
		arena_copy(log->arena, (struct slice){ time, (size_t)len }),
		(size_t)len },
	    ply->span);
	play_logged(log, token);
	return true;
}

/* Takes what the end tells of a player; false if the line is something else. */
static bool
take_end(struct log *log, struct slice line)
{
	const struct variant *variant = &variant_threechess;
	long score, time, points;
	char name[32];
	struct slice text, whole = line;
	unsigned p = take_player(&line);

	if (p == PLAYER_NONE || !take_number(&line, " score:", &score))
		return false;
	text = line;
	if (!take_number(&line, " time:", &time) ||
	    !take_number(&line, " points:", &points) || line.len > 0)
		return false;
	text = slice_from(text, strlen(" time:"));
	snprintf(name, sizeof(name), "%sTime", variant->players[p]);
	add_log_tag(log, name, slice_take(&text, ' '));
	if (log->told == 0)
		log->end = log_span(log, whole);
	log->told |= 1u << p;
	log->is_late |= time < 0;
	log->score[p] = (int)score;
	log->points[p] = (int)points;
	return true;
}

static void
take_line(struct log *log, struct slice line)
{
	line = slice_trim(line);
	if (line.len == 0)
		return;
	if (!log->ended) {
		if (slice_is(line, END))
			log->ended = true;
		else if (!take_ply(log, line))
			add_log_comment(log, line);
	} else if (!take_end(log, line) && !log->skips) {
		log->skips = true;
		diag_add(log->diags, DIAG_LOG_SKIPPED, log_span(log, line),
		    "the lines after the end of the game are left out");
	}
}

/* One point more for each player, so that a result has the usual form. */
static struct slice
result_of_points(const struct log *log, const int points[PLAYERS])
{
	char text[3 * NUMBER_MAX + 3];
	int len = snprintf(text, sizeof(text), "%d-%d-%d", points[0] + 1,
	    points[1] + 1, points[2] + 1);

	return (struct slice){ arena_copy(log->arena,
				   (struct slice){ text, (size_t)len }),
		(size_t)len };
}

/* Holds scores and points to the moves, as far as nobody was late; the judge of
 * the record holds the points to a king that was captured. */
static void
compare_points(struct log *log, const struct outcome *outcome,
    struct slice score, struct slice points)
{
	if (outcome->ending == ENDING_NONE && !slice_is(points, "1-1-1"))
		diag_add(log->diags, DIAG_RESULT_CONTRADICTS, log->end,
		    "the points say %.*s, and the moves take no king",
		    SLICE(points));
	else if (outcome->ending != ENDING_NONE &&
	    !slice_is(score, outcome->result) && !slice_equal(score, points))
		diag_add(log->diags, DIAG_RESULT_CONTRADICTS, log->end,
		    "the scores say %.*s, and the moves lead to %s",
		    SLICE(score), outcome->result);
}

static void
end_log(struct log *log)
{
	struct record *record = log->record;
	struct slice result = slice_of("*");
	struct outcome outcome;

	rules_outcome(log->rules, &log->position, &outcome);
	if (log->told != ALL_PLAYERS) {
		add_log_tag(log, "Termination", slice_of("unterminated"));
	} else {
		result = result_of_points(log, log->points);
		if (log->is_late && outcome.ending == ENDING_NONE)
			add_log_tag(
			    log, "Termination", slice_of("time forfeit"));
		else if (!log->lost)
			compare_points(log, &outcome,
			    result_of_points(log, log->score), result);
	}
	add_log_tag(log, "Result", result);
	record->result = result;
	record->result_span = log->end.len > 0 ? log->end : record->span;
	comments_append(&record->line.comment, &log->opening);
}

/* Reads a game from the line after its head on. */
static void
read_log_game(struct log *log, struct slice text)
{
	struct slice line;
	unsigned player = 0;

	log->rules = arena_take(log->arena, sizeof(*log->rules));
	rules_init(log->rules, &variant_threechess, NULL);
	log->position = log->rules->start;
	add_log_tag(log, "Variant", slice_of(variant_threechess.id));
	while (text.len > 0) {
		line = slice_take(&text, '\n');
		if (player < PLAYERS && slice_trim(line).len > 0) {
			struct slice name = slice_trim(line);

			if (take_player(&name) == player &&
			    take_text(&name, ":")) {
				add_log_tag(log,
				    variant_threechess.players[player++],
				    slice_trim(name));
				continue;
			}
			player = PLAYERS;
		}
		take_line(log, line);
	}
	end_log(log);
}

/* Where the next head begins a line, from `at` on; the text's length if none
 * does. */
static size_t
find_head(struct slice text, size_t at)
{
	while (at < text.len) {
		const char *end;

		if (text.len - at >= strlen(HEAD) &&
		    memcmp(text.ptr + at, HEAD, strlen(HEAD)) == 0)
			return at;
		end = memchr(text.ptr + at, '\n', text.len - at);
		at = end != NULL ? (size_t)(end - text.ptr) + 1 : text.len;
	}
	return text.len;
}

/* Reads so much that the rest holds a whole game; its length, of which *head
 * bytes stand before it. */
static size_t
fill_game(struct input *input, size_t *head)
{
	struct source *source = &input->source;
	size_t len = 0;

	for (;;) {
		struct slice rest = source_rest(source);

		*head = find_head(rest, 0);
		if (*head < rest.len)
			len = find_head(rest, *head + strlen(HEAD));
		if ((*head < rest.len && len < rest.len) ||
		    rest.len > input->max_record || !source_fill(source))
			return *head < rest.len ? len : rest.len;
	}
}

static bool
log_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	struct log log = {
		.input = input, .arena = arena, .diags = diags, .record = record
	};
	struct slice rest;
	size_t head, len;

	source_advance(source, input->used);
	len = fill_game(input, &head);
	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	input->used = len;
	rest = source_rest(source);
	if (slice_trim(slice_sub(rest, 0, len)).len == 0)
		return false;
	record->text = source_window(source);
	record->game = ++input->games;
	record->span =
	    log_span(&log, slice_sub(rest, head < len ? head : 0, 1));
	if (head == len || len - head > input->max_record) {
		diag_add(diags,
		    head == len ? DIAG_LOG_SKIPPED : DIAG_RECORD_TOO_LARGE,
		    record->span,
		    head == len ? "no game begins here: there is no line "
				  "" HEAD
				: "the game is longer than --max-record");
		record->broken = true;
		return true;
	}
	if (slice_trim(slice_sub(rest, 0, head)).len > 0)
		diag_add(diags, DIAG_LOG_SKIPPED, log_span(&log, rest),
		    "the lines before the first game are left out");
	read_log_game(&log,
	    slice_sub(rest, head + strlen(HEAD), len - head - strlen(HEAD)));
	return true;
}

/* All up to the last head. */
static size_t
log_split(struct slice text)
{
	size_t last = 0, at = 0;

	while ((at = find_head(text, at)) < text.len)
		last = at++;
	return last;
}

static bool
log_has_games(struct slice text, bool eof)
{
	text = slice_trim(text);
	return text.len < strlen(HEAD)
	    ? !eof
	    : memcmp(text.ptr, HEAD, strlen(HEAD)) == 0;
}

static const char *const suffixes[] = { ".log", NULL };

const struct format format_log = {
	.id = "log",
	.title = "logs of threeChess tournaments",
	.head = HEAD,
	.suffixes = suffixes,
	.split = log_split,
	.has_records = log_has_games,
	.read = log_read,
};
