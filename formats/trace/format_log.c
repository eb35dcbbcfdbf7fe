/* Ternion: the logs of threeChess tournaments, for reading.
 *
 *	game = "======NEW GAME======" 3( PLAYER ": " name ) *line [ end ]
 *	line = PLAYER ": " cell "-" cell " t:" milliseconds
 *	     | what an agent printed: a comment
 *	end  = "=====Game Over====="
 *	       3( PLAYER " score:" number " time:" ms " points:" number )
 *
 * PLAYER is a player's name in capitals. Each element has a line of its own.
 * ternion-format(5), "LOGS". */
#include <stdio.h>

#include "formats/record/format.h"

#define HEAD "======NEW GAME======"
#define END  "=====Game Over====="

enum {
	LINE_MAX = 96 /* bytes of a line that is none of an agent's */
};

/* A game while it is read. */
struct log {
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	struct comments opening; /* before the first ply */
	bool ended;              /* the line END was read */
	bool skips;              /* and so were lines after the end */
	unsigned told;           /* players, as bits, of whom the end tells */
	bool is_late;            /* one of them has no time left */
	struct span end;         /* of the first of these lines */
	long points[PLAYERS];
};

static struct span
log_span(const struct log *log, struct slice text)
{
	return (struct span){
		(uint32_t)(text.ptr - log->record->text.ptr),
		(uint32_t)text.len,
	};
}

static struct slice
copy_of(const struct log *log, const char *text)
{
	struct slice slice = slice_of(text);

	return (struct slice){ arena_copy(log->arena, slice), slice.len };
}

/* Adds a tag; its name is a literal or a copy. */
static void
add_tag_of_log(struct log *log, const char *name, struct slice value)
{
	value.ptr = arena_copy(log->arena, value);
	record_add_tag(log->record, log->arena, slice_of(name),
	    text_without_nul(log->arena, value), log->record->span);
}

/* The player whose name in capitals that is, or PLAYER_NONE. */
static unsigned
player_of(const char *capitals)
{
	unsigned p = 0;

	for (; p < PLAYERS; p++) {
		const char *name = variant_threechess.players[p];
		size_t i = 0;

		while (name[i] != '\0' && capitals[i] == ascii_upper(name[i]))
			i++;
		if (name[i] == '\0' && capitals[i] == '\0')
			break;
	}
	return p;
}

/* Takes a ply and its time; false if the line is none. */
static bool
take_log_ply(struct log *log, struct slice line, const char *text)
{
	char name[8], token[8];
	struct strbuf time = STRBUF_INIT;
	unsigned long ms;
	unsigned player, turn;
	struct ply *ply;
	int end = 0;

	if (sscanf(text, "%7[A-Z]: %7[^ ] t:%12lu%n", name, token, &ms, &end) !=
		3 ||
	    text[end] != '\0' || (player = player_of(name)) == PLAYER_NONE ||
	    strlen(token) != 7 || token[3] != '-')
		return false;
	turn = log->record->line.plies % PLAYERS;
	if (player != turn)
		diag_add(log->diags, DIAG_WRONG_TURN,
		    log_span(log, slice_sub(line, 0, strlen(name))),
		    "the line names %s, but it is %s's turn",
		    variant_threechess.players[player],
		    variant_threechess.players[turn]);
	ply = arena_alloc(log->arena, sizeof(*ply));
	ply->token = slice_sub(line, strlen(name) + 2, strlen(token));
	ply->span = log_span(log, ply->token);
	ply->number_span.start = ply->span.start;
	line_append(&log->record->line, ply);
	log->record->line.end = ply->span.start + ply->span.len;
	if (log->opening.first != NULL)
		comments_append(
		    &ply_notes(log->arena, ply)->before, &log->opening);
	strbuf_printf(&time, "[%%emt %lu:%02lu:%02lu.%03lu]", ms / 3600000,
	    ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
	comments_add(log->arena, &ply_notes(log->arena, ply)->comment,
	    copy_of(log, time.ptr), ply->span);
	strbuf_release(&time);
	return true;
}

/* Takes what the end tells of a player; false if the line is something else. */
static bool
take_end(struct log *log, struct slice line, const char *text)
{
	char name[8], number[32];
	long time, points;
	int end = 0;
	unsigned p;

	if (sscanf(text, "%7[A-Z] score:%*12d time:%12ld points:%12ld%n", name,
		&time, &points, &end) != 3 ||
	    text[end] != '\0' || (p = player_of(name)) == PLAYER_NONE)
		return false;
	snprintf(number, sizeof(number), "%ld", time);
	add_tag_of_log(log,
	    arena_printf(log->arena, "%sTime", variant_threechess.players[p]),
	    slice_of(number));
	if (log->told == 0)
		log->end = log_span(log, line);
	log->told |= 1u << p;
	log->is_late |= time < 0;
	log->points[p] = points;
	return true;
}

static void
take_line(struct log *log, struct slice line)
{
	char text[LINE_MAX] = "";
	struct slice words;

	line = slice_trim(line);
	if (line.len == 0)
		return;
	if (line.len < LINE_MAX)
		memcpy(text, line.ptr, line.len);
	if (log->ended) {
		if (take_end(log, line, text) || log->skips)
			return;
		log->skips = true;
		diag_add(log->diags, DIAG_LOG_SKIPPED, log_span(log, line),
		    "the lines after the end of the game are left out");
	} else if (strcmp(text, END) == 0) {
		log->ended = true;
	} else if (!take_log_ply(log, line, text)) {
		/* A comment of the ply before it. */
		struct ply *ply = log->record->line.last;

		words = slice_trim(text_without_nul(log->arena, line));
		if (words.len > 0)
			comments_add(log->arena,
			    ply != NULL ? &ply_notes(log->arena, ply)->comment
					: &log->opening,
			    words, log_span(log, line));
	}
}

/* The judge of the record holds the points to the king that was captured. */
static void
end_log(struct log *log)
{
	struct record *record = log->record;
	const long *points = log->points;
	char text[64] = "*";

	if (log->told != ALL_PLAYERS)
		add_tag_of_log(log, "Termination", slice_of("unterminated"));
	else if (log->is_late)
		add_tag_of_log(log, "Termination", slice_of("time forfeit"));
	/* One point more for each player, so that a result has the usual
	 * form. */
	if (log->told == ALL_PLAYERS)
		snprintf(text, sizeof(text), "%ld-%ld-%ld", points[0] + 1,
		    points[1] + 1, points[2] + 1);
	add_tag_of_log(log, "Result", slice_of(text));
	record->result = record->last_tag->value;
	record->result_span = log->end.len > 0 ? log->end : record->span;
	comments_append(&record->line.comment, &log->opening);
}

/* Reads a game from the line after its head on. */
static void
read_log_game(struct log *log, struct slice text)
{
	unsigned player = 0;

	add_tag_of_log(log, "Variant", slice_of(variant_threechess.id));
	while (text.len > 0) {
		struct slice line = slice_take(&text, '\n'), name = line;
		struct slice head = slice_take(&name, ':');
		char capitals[8] = "";

		if (slice_trim(line).len == 0)
			continue;
		if (head.len < sizeof(capitals))
			memcpy(capitals, head.ptr, head.len);
		if (player < PLAYERS && player_of(capitals) == player) {
			add_tag_of_log(log,
			    variant_threechess.players[player++],
			    slice_trim(name));
		} else {
			player = PLAYERS;
			take_line(log, line);
		}
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

		if (slice_begins(slice_from(text, at), HEAD))
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
	struct log log = { arena, diags, record, .told = 0 };
	struct slice rest;
	size_t head, len;

	source_advance(source, input->used);
	len = fill_game(input, &head);
	record_begin(record, input, arena, diags);
	input->used = len;
	rest = source_rest(source);
	if (slice_trim(slice_sub(rest, 0, len)).len == 0)
		return false;
	input->games++;
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
log_split(const struct format *format, struct slice text)
{
	size_t last = 0, at = 0;

	(void)format;
	while ((at = find_head(text, at)) < text.len)
		last = at++;
	return last;
}

static bool
log_has_games(struct slice text, bool eof)
{
	text = slice_trim(text);
	return text.len < strlen(HEAD) ? !eof : slice_begins(text, HEAD);
}

const struct format format_log = {
	.id = "log",
	.title = "logs of threeChess tournaments",
	.heads = { HEAD },
	.suffixes = { ".log" },
	.split = log_split,
	.has_records = log_has_games,
	.read = log_read,
};
