/* Ternion: a piece of an input. */
#include <errno.h>

#include "cmd/run/rewrite.h"
#include "cmd/run/piece.h"
#include "cmd/run/run.h"
#include "cmd/run/terminal.h"
#include "formats/config/config.h"
#include "formats/report/report.h"
#include "parse/text/binary.h"

enum {
	HEAD_MIN = 64 * 1024,   /* bytes that tell whether a file has records */
	SMALL_FILE = 48 * 1024, /* bytes; see piece_is_large */
	/* Bytes that one thread works on: enough that handing them over costs
	 * little, and few enough that all threads end at about the same time.
	 */
	PIECE_BYTES = 256 * 1024,
	RECORDS_MAX = 8192 /* of a piece, that are kept */
};

static struct piece *
new_piece(const struct job *job, const struct entry *entry)
{
	struct piece *piece = mem_zeroed(sizeof(*piece));

	piece->entry = *entry;
	piece->is_stdin =
	    entry->kind == ENTRY_FILE && strcmp(entry->path, "-") == 0;
	piece->name = piece->is_stdin ? job->input.stdin_name : entry->path;
	piece->input.source.fd = -1;
	piece->input.max_record = job->input.max_record;
	piece->input.format = entry->format;
	piece->has_more = true;
	return piece;
}

void
piece_free(struct piece *piece)
{
	source_release(&piece->input.source);
	strbuf_release(&piece->text);
	arena_release(&piece->arena);
	mem_free(piece->record);
	mem_free(piece);
}

/* Opens the files of a folder that are one input. */
static void
join_files(struct piece *piece)
{
	const struct entry *entry = &piece->entry;
	struct unread **end = &piece->unread;

	source_text(&piece->input.source, piece->name, (struct slice){ "", 0 });
	for (size_t i = 0; i < entry->names; i++) {
		struct strbuf path = STRBUF_INIT;
		int error;

		strbuf_printf(
		    &path, "%s/%s", piece->entry.path, entry->name[i]);
		error = source_join(
		    &piece->input.source, path.ptr, piece->input.max_record);
		if (error != 0) {
			struct unread *unread =
			    arena_alloc(&piece->arena, sizeof(*unread));

			unread->path =
			    arena_copy(&piece->arena, strbuf_as_slice(&path));
			unread->why = input_fault(error);
			*end = unread;
			end = &unread->next;
		}
		strbuf_release(&path);
	}
}

static void
open_file(const struct run *run, struct piece *piece)
{
	struct source *source = &piece->input.source;
	const char *from = run->job->input.format;
	const struct format *format = from != NULL
	    ? format_find(slice_of(from))
	    : format_of_path(piece->name);

	/* Opening a pipe would wait for a writer. */
	if (run->in_place && !piece->is_stdin &&
	    stat(piece->entry.path, &piece->status) == 0 &&
	    !S_ISREG(piece->status.st_mode) &&
	    !S_ISDIR(piece->status.st_mode)) {
		source_text(source, piece->name, (struct slice){ "", 0 });
		piece->input.format = &format_pgn;
		return;
	}
	if (piece->is_stdin)
		terminal_tell_waiting(run->job, "records");
	piece->error = source_open(source, piece->entry.path, piece->name);
	if (piece->error == 0)
		fstat(source->fd, &piece->status);
	if (piece->error == 0 && !source_fill(source))
		piece->error = source->error;
	piece->input.format =
	    format != NULL ? format : format_of_source(source);
	/* A pipe delivers the first bytes in pieces of any length. */
	while (piece->error == 0 && binary_is_open(source_rest(source)) &&
	    source_fill(source))
		;
	if (piece->error == 0)
		piece->binary = binary_words(source_rest(source));
}

struct piece *
piece_open(const struct run *run, const struct entry *entry)
{
	struct piece *piece = new_piece(run->job, entry);
	struct source *source = &piece->input.source;

	piece->is_last = true;
	if (entry->kind == ENTRY_FILE) {
		open_file(run, piece);
	} else if (entry->kind == ENTRY_JOINED) {
		join_files(piece);
	} else if (entry->kind == ENTRY_POSITION) {
		piece->input.format = &format_3pf;
		source_text(
		    source, piece->name, slice_of(run->job->input.position));
	}
	if (entry->kind == ENTRY_FILE && !entry->is_named &&
	    piece->error == 0 && piece->input.format->has_records != NULL) {
		source_fill_up(source, HEAD_MIN);
		if (source->error == 0 &&
		    !piece->input.format->has_records(
			source_rest(source), source->eof)) {
			piece->entry.kind = ENTRY_PASSED;
			piece->entry.why = "it is not a record";
		}
	}
	return piece;
}

bool
piece_is_large(struct piece *piece)
{
	source_fill_up(&piece->input.source, SMALL_FILE);
	return !piece->input.source.eof;
}

struct piece *
piece_cut(const struct job *job, struct piece *file)
{
	struct source *source = &file->input.source;
	uint64_t begins = source_position(source);
	struct piece *piece;
	size_t len;

	source_fill_up(source, PIECE_BYTES);
	for (;;) {
		struct slice rest = source_rest(source);

		len = source->eof ? rest.len : file->input.format->split(rest);
		if (len > 0 || source->eof)
			break;
		if (rest.len > file->input.max_record + PIECE_BYTES)
			return NULL;
		source_fill(source);
	}
	piece = new_piece(job, &file->entry);
	piece->is_cut = true;
	piece->status = file->status;
	piece->input.format = file->input.format;
	source_text(&piece->input.source, piece->name,
	    slice_sub(source_rest(source), 0, len));
	piece->input.source.line = source->line;
	source_advance(source, len);
	piece->begins = begins;
	piece->ends = source_position(source);
	piece->is_last = source->eof && source_rest(source).len == 0;
	piece->error = source->error;
	return piece;
}

/*
 * Records
 */

void
reader_begin(struct record_reader *reader, const struct replay_options *options)
{
	*reader = (struct record_reader){ .replayer = replayer_new(options) };
}

void
reader_release(struct record_reader *reader)
{
	replayer_free(reader->replayer);
	arena_release(&reader->arena);
	strbuf_release(&reader->text);
}

/* Reads the next record of an input, replays it and works on it, as the run
 * does, and changes nothing but the reader. False at the end of the input. */
static bool
reader_next(struct record_reader *reader, const struct run *run,
    struct input *input, struct run_record *result)
{
	struct record *record = &reader->record;
	struct replayed *replayed = &reader->replayed;
	struct diags *diags = &result->diags;

	*result = (struct run_record){ .ok = true };
	strbuf_reset(&reader->text);
	if (!input->format->read(input, &reader->arena, diags, record))
		return false;
	edit_read(run->job, record, &reader->arena);
	result->game = record->game;
	result->start = record->span.start;
	if (run->report.options.baseline != NULL)
		result->names = baseline_game(record);
	if (run->keeps_format)
		replayer_set_nags_apart(reader->replayer,
		    input->format->nags_apart ||
			run->job->edits.strip[STRIP_ANNOTATIONS]);
	if (!run->no_replay) {
		result->ok =
		    replay_record(reader->replayer, record, diags, replayed);
		result->plies = replayed->all_plies;
		if (replayed->rules != NULL)
			result->variant = replayed->rules->variant;
	}
	if (run->work != NULL)
		run->work(run, input->format, reader, result);
	if (!run->no_replay)
		suppress(record, diags, run->report.options.keeps_errors);
	result->text = strbuf_as_slice(&reader->text);
	result->source = input->source;
	return true;
}

void
piece_work(
    const struct run *run, struct record_reader *reader, struct piece *piece)
{
	struct run_record result;

	while (piece->is_cut && piece->len < RECORDS_MAX) {
		piece->has_more =
		    reader_next(reader, run, &piece->input, &result);
		if (!piece->has_more)
			break;
		diags_keep(&result.diags, &piece->arena);
		result.text_at = piece->text.len;
		strbuf_slice(&piece->text, result.text);
		piece->record = mem_room(piece->record, piece->len,
		    &piece->size, sizeof(*piece->record));
		piece->record[piece->len++] = result;
	}
}

bool
piece_next(const struct run *run, struct record_reader *reader,
    struct piece *piece, struct run_record *record)
{
	if (piece->at < piece->len) {
		*record = piece->record[piece->at++];
		record->text = slice_sub(strbuf_as_slice(&piece->text),
		    record->text_at, record->text.len);
		return true;
	}
	piece->has_more =
	    piece->has_more && reader_next(reader, run, &piece->input, record);
	return piece->has_more;
}
