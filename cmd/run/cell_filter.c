/* Ternion: `cell --filter`: rewrites the names of cells inside a text. */
#include <stdlib.h>

#include "cmd/run/cell_filter.h"
#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "cmd/run/run.h"
#include "cmd/run/output.h"
#include "cmd/run/terminal.h"
#include "parse/text/source.h"

/* How the text names cells, and how the output is to name them. */
struct filter {
	const struct variant *variant;
	const struct board *board;
	enum naming from, to;
	unsigned seat;
	struct slice line;
};

static bool
is_row_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_small(char c)
{
	return c >= 'a' && c <= 'z';
}

/*
 * The length of the name that stands at `at`, 0 if there is none; *c is its
 * cell. It must be written just as we would write it: other capitals with a
 * number behind them are no cells.
 */
static size_t
name_at(const struct filter *filter, size_t at, cell *c)
{
	size_t most = filter->line.len - at;

	if (most > CELL_NAME_MAX)
		most = CELL_NAME_MAX;
	for (size_t len = most; len >= 2; len--) {
		struct slice text = slice_sub(filter->line, at, len);
		char name[CELL_NAME_MAX];

		*c = coords_read(
		    filter->board, filter->from, filter->seat, text);
		if (*c != CELL_NONE &&
		    slice_is(text,
			coords_name(filter->board, filter->from, filter->seat,
			    *c, name)))
			return len;
	}
	return 0;
}

/* Before a name stands the sign of a piece, a player or a capture, another
 * name, or no letter and no digit. */
static bool
may_begin(const struct filter *filter, size_t at, bool behind_name)
{
	char before = at > 0 ? filter->line.ptr[at - 1] : ' ';

	return behind_name || before == 'x' ||
	    (!is_row_digit(before) && !is_small(before));
}

/* Whether the letter is all that is left, and a piece: the promotion. */
static bool
is_promotion_mark(const struct filter *filter, size_t at)
{
	char c = filter->line.ptr[at];
	char next = at + 1 < filter->line.len ? filter->line.ptr[at + 1] : ' ';

	return is_small(c) && !is_small(next) && !is_row_digit(next) &&
	    variant_kind(filter->variant, (char)(c - 'a' + 'A')) != KIND_NONE;
}

/* Behind a name stands a capture, a promotion, or no letter and no digit. */
static bool
ends_here(const struct filter *filter, size_t end)
{
	char next = end < filter->line.len ? filter->line.ptr[end] : ' ';

	return next == 'x' || (!is_row_digit(next) && !is_small(next)) ||
	    is_promotion_mark(filter, end);
}

/* Whether a name may end here; another name may follow it at once. */
static bool
may_end(const struct filter *filter, size_t end)
{
	size_t len;
	cell c;

	if (ends_here(filter, end))
		return true;
	len = name_at(filter, end, &c);
	return len > 0 &&
	    (ends_here(filter, end + len) ||
		name_at(filter, end + len, &c) > 0);
}

static void
rewrite_line(const struct filter *filter, struct strbuf *out)
{
	bool behind_name = false;
	size_t at = 0;

	while (at < filter->line.len) {
		size_t len = 0;
		cell c;

		if (may_begin(filter, at, behind_name))
			len = name_at(filter, at, &c);
		if (len > 0 && may_end(filter, at + len)) {
			coords_write(
			    filter->board, filter->to, filter->seat, c, out);
			at += len;
			behind_name = true;
		} else {
			strbuf_char(out, filter->line.ptr[at++]);
			behind_name = false;
		}
	}
}

int
cell_filter(const struct job *job, const struct board *board, enum naming from,
    enum naming to, unsigned seat)
{
	struct filter filter = { job->variant, board, from, to, seat,
		{ NULL, 0 } };
	struct strbuf out = STRBUF_INIT;
	struct source source;
	struct output output = { .file = NULL };
	bool ok;

	if (job->operands > 0)
		return usage_error(job, "--filter reads standard input");
	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	terminal_tell_waiting(job, "lines");
	source.error = source_open(&source, "-", job->input.stdin_name);
	for (;;) {
		struct slice rest = source_rest(&source);
		const char *end = memchr(rest.ptr, '\n', rest.len);

		/* A line without end is taken in pieces. */
		if (end == NULL && !source.eof &&
		    rest.len < job->input.max_record) {
			source_fill(&source);
			continue;
		}
		if (rest.len == 0)
			break;
		filter.line = slice_sub(rest, 0,
		    end != NULL ? (size_t)(end - rest.ptr) + 1 : rest.len);
		rewrite_line(&filter, &out);
		output_flush(&output, &out);
		source_advance(&source, filter.line.len);
	}
	ok = source.error == 0;
	if (!ok)
		trouble_say("ternion cell: %s: %s", source.name,
		    input_fault(source.error));
	source_release(&source);
	strbuf_release(&out);
	return output_close(&output, ok) && ok ? EXIT_GOOD : EXIT_TROUBLE;
}
