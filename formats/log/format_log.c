/* Ternion: the logs of threeChess tournaments, for reading.
 *
 *	game = "======NEW GAME======" 3( PLAYER ": " name ) *line [ end ]
 *	line = PLAYER ": " cell "-" cell " t:" milliseconds
 *	     | any other text, printed by an agent: a comment
 *	end  = "=====Game Over====="
 *	       3( PLAYER " score:" number " time:" ms " points:" number )
 *
 * PLAYER is a player's name in capitals. Each element has a line of its own.
 * ternion-format(5), "LOGS". */
#include <stdio.h>
#include <strings.h>

#include "formats/documents.h"

#define HEAD "======NEW GAME======"
#define END  "=====Game Over====="

#define LINE_MAX 96 /* bytes of a line that the tournament wrote */

/* A game while it is read. */
struct log {
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	struct comments opening; /* before the first ply */
	bool ended;              /* the line END was read */
	bool skips;              /* lines after the end were left out */
	unsigned told;           /* players, as bits, whose scores were read */
	bool is_late;            /* one of them has no time left */
	struct span end;         /* of the first score */
	long points[PLAYERS];
};

static struct span
log_span(const struct log *log, struct slice text)
{
	return span_at((size_t)(text.ptr - log->record->text.ptr), text.len);
}

/* Adds a tag; its name is a literal or a copy. */
static void
add_log_tag(struct log *log, const char *name, struct slice value)
{
	value = text_without_nul(log->arena, arena_slice(log->arena, value));
	record_add_tag(
	    log->record, log->arena, slice_of(name), value, log->record->span);
}

/* The player of that name, or PLAYER_NONE. */
static unsigned
player_of(const char *name)
{
	unsigned p = 0;

	while (
	    p < PLAYERS && strcasecmp(variant_threechess.players[p], name) != 0)
		p++;
	return p;
}

/* Takes a ply and its time; false if the line has none. */
static bool
take_log_ply(struct log *log, struct slice line, const char *text)
{
	char name[8], token[8];
	SCRATCH time = STRBUF_INIT;
	unsigned long ms;
	unsigned player;
	int end = 0;

	if (sscanf(text, "%7[A-Z]: %7[^ ] t:%12lu%n", name, token, &ms, &end) !=
		3 ||
	    text[end] != '\0' || (player = player_of(name)) == PLAYER_NONE ||
	    strlen(token) != 7 || token[3] != '-')
		return false;
	unsigned turn = log->record->line.plies % PLAYERS;
	if (player != turn)
		diag_add(log->diags, DIAG_WRONG_TURN,
		    log_span(log, slice_sub(line, 0, strlen(name))),
		    "the line names %s, but it is %s's turn",
		    variant_threechess.players[player],
		    variant_threechess.players[turn]);
	struct ply *ply = arena_alloc(log->arena, sizeof(*ply));
	ply->token = slice_sub(line, strlen(name) + 2, strlen(token));
	ply->span = log_span(log, ply->token);
	ply->number_span.start = ply->span.start;
	line_append(&log->record->line, ply);
	log->record->line.end = ply->span.start + ply->span.len;
	comments_append(&ply_notes(log->arena, ply)->before, &log->opening);
	strbuf_printf(&time, "[%%emt %lu:%02lu:%02lu.%03lu]", ms / 3600000,
	    ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
	comments_add(log->arena, &ply_notes(log->arena, ply)->comment,
	    arena_slice(log->arena, strbuf_as_slice(&time)), ply->span);
	return true;
}

/* Takes a player's score at the end; false if the line has none. */
static bool
take_score(struct log *log, struct slice line, const char *text)
{
	char name[8];
	long time, points;
	int end = 0;
	unsigned p;

	if (sscanf(text, "%7[A-Z] score:%*12d time:%12ld points:%12ld%n", name,
		&time, &points, &end) != 3 ||
	    text[end] != '\0' || (p = player_of(name)) == PLAYER_NONE)
		return false;
	add_log_tag(log,
	    arena_printf(log->arena, "%sTime", variant_threechess.players[p]),
	    slice_of(arena_printf(log->arena, "%ld", time)));
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

	line = slice_trim(line);
	if (line.len == 0)
		return;
	if (line.len < LINE_MAX)
		memcpy(text, line.ptr, line.len);
	if (log->ended) {
		if (take_score(log, line, text) || log->skips)
			return;
		log->skips = true;
		diag_add(log->diags, DIAG_LOG_SKIPPED, log_span(log, line),
		    "the lines after the end of the game are left out");
	} else if (strcmp(text, END) == 0) {
		log->ended = true;
	} else if (!take_log_ply(log, line, text)) {
		struct ply *ply = log->record->line.last;
		struct slice words =
		    slice_trim(text_without_nul(log->arena, line));

		if (words.len > 0)
			comments_add(log->arena,
			    ply != NULL ? &ply_notes(log->arena, ply)->comment
					: &log->opening,
			    words, log_span(log, line));
	}
}

/* Sets the result; replay_record compares it with the captured king. */
static void
end_log(struct log *log)
{
	struct record *record = log->record;
	const long *points = log->points;
	const char *result = "*";

	if (log->told != ALL_PLAYERS)
		add_log_tag(log, "Termination", slice_of("unterminated"));
	else if (log->is_late)
		add_log_tag(log, "Termination", slice_of("time forfeit"));
	/* One point more for each player gives a result the usual form. */
	if (log->told == ALL_PLAYERS)
		result = arena_printf(log->arena, "%ld-%ld-%ld", points[0] + 1,
		    points[1] + 1, points[2] + 1);
	add_log_tag(log, "Result", slice_of(result));
	record->result = record->last_tag->value;
	record->result_span = log->end.len > 0 ? log->end : record->span;
	comments_append(&record->line.comment, &log->opening);
}

static void
fill_log(
    struct record *record, struct diags *diags, struct slice text, size_t at)
{
	struct log log = { diags->arena, diags, record, .told = 0 };
	unsigned player = 0;

	(void)at;
	record->span.len = 1;
	record->broken = !slice_begins(text, HEAD);
	if (record->broken) {
		diag_add(diags, DIAG_LOG_SKIPPED, record->span,
		    "no game begins here: there is no line " HEAD);
		return;
	}
	text = slice_from(text, strlen(HEAD));
	add_log_tag(&log, "Variant", slice_of(variant_threechess.id));
	while (text.len > 0) {
		struct slice line = slice_take(&text, '\n'), name = line;
		struct slice head = slice_take(&name, ':');
		char capitals[8] = "";

		if (slice_trim(line).len == 0)
			continue;
		if (head.len < sizeof(capitals))
			memcpy(capitals, head.ptr, head.len);
		if (player < PLAYERS && player_of(capitals) == player) {
			add_log_tag(&log, variant_threechess.players[player++],
			    slice_trim(name));
		} else {
			player = PLAYERS;
			take_line(&log, line);
		}
	}
	end_log(&log);
}

/* A game ends before the next head. */
static size_t
scan_log(struct slice text, struct document *scan)
{
	size_t at = 0;

	while (at < text.len) {
		struct slice rest = slice_from(text, at);
		size_t len = slice_take(&rest, '\n').len;
		bool whole = at + len < text.len;

		rest = slice_from(text, at);
		/* Too short to tell whether it is a head. */
		if (!scan->in_line && !whole && !scan->eof &&
		    len < strlen(HEAD))
			break;
		scan->ended =
		    scan->begun && !scan->in_line && slice_begins(rest, HEAD);
		if (scan->ended)
			break;
		at += len + whole;
		scan->begun = true;
		scan->in_line = !whole;
	}
	return at;
}

/* Skips lines before the first head; if there is none, they are read. */
static bool
skip_log(struct slice text, struct document *document)
{
	struct document scan = { .eof = document->eof, .begun = true };
	size_t head = scan_log(text, &scan);
	bool is_blank = slice_trim(slice_sub(text, 0, head)).len == 0;

	if (!scan.ended && !is_blank)
		return true;
	document->skip = head;
	if (!is_blank) {
		document->fault = "the lines before this game are left out";
		document->fault_id = DIAG_LOG_SKIPPED;
	}
	return true;
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
	.signatures = { HEAD },
	.suffixes = { ".log" },
	.split = document_split,
	.has_records = log_has_games,
	.read = document_read,
	.documents = &(const struct document_kind){ "game", DIAG_LOG_SKIPPED,
	    skip_log, scan_log, fill_log },
};
