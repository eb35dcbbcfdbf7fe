/* Ternion: inputs as handles, from which records are read. */
#include <errno.h>
#include <unistd.h>

#include "formats/library/handles.h"
#include "parse/text/binary.h"
#include "parse/text/unpack.h"

/* Takes all options except the format. */
static enum ternion_status
take_options(
    struct ternion_reader *reader, const struct ternion_read_options *options)
{
	struct replay_options *ours = &reader->options;
	const char *const *text = options->settings;
	const struct setting **link = &ours->settings;

	TRY(defined_read(options->notations,
	    options->notations != NULL ? strlen(options->notations) : 0,
	    &reader->defined));
	ours->notations = defined_list(reader->defined);
	reader->input.max_record =
	    options->max_record > 0 ? options->max_record : MAX_RECORD;
	ours->rewrite = ours->nags_apart = ours->for_program = true;
	ours->goes_on = ours->evidence = ours->fixes = options->repairs;
	ours->force = options->force;
	if (options->game != NULL) {
		ours->variant =
		    variant_find(options->game, strlen(options->game));
		if (ours->variant == NULL)
			return fail_unknown(
			    "variant-unknown", "variant", options->game);
	}
	if (options->notation != NULL) {
		ours->input =
		    notation_find(ours->notations, slice_of(options->notation));
		if (ours->input == NULL)
			return fail_unknown(
			    "notation-unknown", "notation", options->notation);
	}
	for (; text != NULL && *text != NULL; text++) {
		struct setting *setting = mem_zeroed(sizeof(*setting));

		TRY(setting_read(mem_string(*text, strlen(*text)),
		    ours->variant, setting, NULL));
		*link = setting;
		link = &setting->next;
	}
	return TERNION_OK;
}

/* Opens a file, or a text if there is one. */
static enum ternion_status
begin_reader(struct ternion_reader *reader, const char *name, const char *text,
    size_t length, const struct ternion_read_options *options)
{
	struct input *input = &reader->input;
	struct source *source = &input->source;

	ENTER(&reader->heap);
	reader->name = mem_string(name, strlen(name));
	TRY(take_options(reader, options));
	if (text != NULL) {
		source_text(
		    source, reader->name, (struct slice){ text, length });
		source_skip_mark(source);
	} else {
		int error = source_open(source, reader->name, reader->name);

		if (error == 0 && !source_fill(source))
			error = source->error;
		if (error != 0)
			return fail_unreadable(error);
	}
	input->format = options->format != NULL
	    ? format_find(slice_of(options->format))
	    : format_of_path(reader->name);
	if (options->format == NULL && input->format == NULL)
		input->format = format_of_source(source);
	if (input->format == NULL || input->format->read == NULL)
		return fail_unknown("format-unknown", "format to read",
		    options->format != NULL ? options->format : reader->name);
	reader->record.session.replayer = replayer_new(&reader->options);
	return TERNION_OK;
}

struct ternion_reader *
reader_new(void)
{
	struct ternion_reader *reader = calloc(1, sizeof(*reader));

	if (reader == NULL)
		return NULL;
	reader->owners = 1;
	lock_init(&reader->lock);
	reader->input.source.fd = -1;
	reader->record.self = &reader->record;
	reader->record.reader = reader;
	reader->record.source = &reader->input.source;
	return reader;
}

static enum ternion_status
open_reader(const char *name, const char *text, size_t length,
    const struct ternion_read_options *options, struct ternion_reader **reader)
{
	struct ternion_read_options ours;

	NEED(OPTIONS_TAKE(ours, options));
	struct ternion_reader *made = reader_new();
	if (made == NULL)
		return TERNION_NO_MEMORY;
	enum ternion_status status =
	    begin_reader(made, name, text, length, &ours);
	if (status != TERNION_OK) {
		int error = errno;

		ternion_close(made);
		errno = error;
		return status;
	}
	made->binary = binary_words(source_rest(&made->input.source));
	*reader = made;
	return TERNION_OK;
}

enum ternion_status
ternion_open_text(const char *text, size_t length,
    const struct ternion_read_options *options, struct ternion_reader **reader)
{
	GIVES(reader, text != NULL);
	return open_reader("text", text, length, options, reader);
}

enum ternion_status
ternion_open_file(const char *path, const struct ternion_read_options *options,
    struct ternion_reader **reader)
{
	GIVES(reader, path != NULL);
	return open_reader(path, NULL, 0, options, reader);
}

/* Reads a slice as if it were a file. */
static long
read_slice(void *context, void *bytes, size_t size)
{
	struct slice *rest = context;

	if (size > rest->len)
		size = rest->len;
	memcpy(bytes, rest->ptr, size);
	*rest = slice_from(*rest, size);
	return (long)size;
}

enum ternion_status
ternion_unpack(const void *bytes, size_t size, char **text, size_t *length)
{
	CALL_HEAP = { .first = NULL };
	struct slice rest = { bytes, size };
	struct strbuf out = STRBUF_INIT;
	long got;

	GIVES(text, bytes != NULL);
	ENTER(&call_heap);
	struct unpacker *unpacker = unpacker_new(bytes, size);
	if (unpacker == NULL) {
		strbuf_slice(&out, rest);
		return text_give(&out, text, length);
	}
	while ((got = unpacker_read(unpacker, read_slice, &rest,
		    strbuf_room(&out, UNPACK_FEED_MAX), UNPACK_FEED_MAX)) > 0)
		strbuf_took(&out, (size_t)got);
	if (got < 0)
		return fail_unreadable(errno);
	return text_give(&out, text, length);
}

void
reader_disown(struct ternion_reader *reader)
{
	if (--reader->owners > 0)
		return;
	ternion_game_free(reader->game);
	defined_disown(reader->defined);
	heap_release(&reader->heap);
	pthread_mutex_destroy(&reader->lock);
	free(reader);
}

void
ternion_close(struct ternion_reader *reader)
{
	if (reader == NULL)
		return;
	if (reader->input.source.fd > 0)
		close(reader->input.source.fd);
	reader->input.source.fd = -1;
	reader_disown(reader);
}

enum ternion_status
ternion_next(struct ternion_reader *reader, struct ternion_record **record)
{
	GIVES(record, reader != NULL);
	HOLD(reader);
	struct ternion_record *next = &reader->record;
	struct session *session = &next->session;
	struct input *input = &reader->input;
	ENTER(&reader->heap);
	arena_reset(&next->texts);
	arena_reset(&next->path);
	*next = (struct ternion_record){ .self = next,
		.reader = reader,
		.source = next->source,
		.session = { .replayer = session->replayer,
		    .arena = session->arena },
		.texts = next->texts,
		.path = next->path,
		.keys = next->keys,
		.keys_size = next->keys_size };
	if (reader->told)
		return TERNION_END;
	if (reader->binary != NULL) {
		/* The input is one record that cannot be read. */
		reader->told = true;
		arena_reset(&session->arena);
		diags_init(&session->diags, &session->arena);
		session->record.text = source_rest(&input->source);
		session->record.game = 1;
		diag_add(&session->diags, DIAG_FILE_BINARY,
		    (struct span){ 0, 1 }, "%s", reader->binary);
		diags_finish(&session->diags);
		session->replayed.result = slice_of("*");
		session->format = input->format;
	} else if (session_read(session, input)) {
		next->offset = input->source.line_offset;
		record_end_tags(next);
		record_replay(next);
	} else {
		return input->source.error != 0
		    ? fail_unreadable(input->source.error)
		    : TERNION_END;
	}
	*record = next;
	return TERNION_OK;
}
