/* Ternion: how one text differs from another, line by line.
 *
 * The shortest edit is found greedily by diagonals (E. W. Myers, "An O(ND)
 * Difference Algorithm and Its Variations", 1986). When texts differ too much
 * for that, the rest of one is shown as replaced by the rest of the other. */

#include <assert.h>

#include "cmd/run/diff.h"
#include "parse/text/memory.h"

enum {
	EDITS_MAX = 1500, /* the trace takes memory by the square of it */
	CONTEXT = 3,      /* lines shown around a difference */
};

struct diff_line {
	struct slice text; /* with its end */
	bool is_changed;   /* the other text does not have it */
};

struct lines {
	struct diff_line *line; /* owned */
	long len;
	size_t size;
};

static void
split_lines(struct lines *text, struct slice whole)
{
	*text = (struct lines){ .len = 0 };
	while (whole.len > 0) {
		const char *start = whole.ptr;

		slice_take(&whole, '\n');
		*MEM_ADD(text, line) =
		    (struct diff_line){ { start, (size_t)(whole.ptr - start) },
			    false };
	}
}

/* Goes back from the end through the furthest points of each round; round d
 * has those of diagonals -d .. d at trace[d * d + d + k]. */
static void
trace_back(struct lines *a, struct lines *b, const long *trace, long d)
{
	long x = a->len, y = b->len;

	for (; d > 0; d--) {
		const long *v = trace + (d - 1) * (d - 1) + (d - 1);
		long k = x - y;
		bool down = k == -d || (k != d && v[k - 1] < v[k + 1]);
		long from = down ? k + 1 : k - 1;

		x = v[from];
		y = x - from;
		if (down)
			b->line[y].is_changed = true;
		else
			a->line[x].is_changed = true;
	}
}

static void
mark_changes(struct lines *a, struct lines *b)
{
	long *trace = NULL;

	for (long d = 0; d <= EDITS_MAX; d++) {
		trace = mem_grow(
		    trace, (size_t)((d + 1) * (d + 1)) * sizeof(*trace));
		const long *before = trace + (d - 1) * (d - 1) + (d - 1);
		long *v = trace + d * d + d;
		for (long k = -d; k <= d; k += 2) {
			bool down = k == -d ||
			    (k != d && before[k - 1] < before[k + 1]);
			long x = d == 0 ? 0
			    : down      ? before[k + 1]
					: before[k - 1] + 1;
			long y = x - k;

			assert(x >= 0 && y >= 0);
			while (x < a->len && y < b->len &&
			    slice_equal(a->line[x].text, b->line[y].text))
				x++, y++;
			v[k] = x;
			if (x != a->len || y != b->len)
				continue;
			trace_back(a, b, trace, d);
			mem_free(trace);
			return;
		}
	}
	mem_free(trace);
	/* The texts have little in common: all lines are replaced. */
	for (long i = 0; i < a->len; i++)
		a->line[i].is_changed = true;
	for (long i = 0; i < b->len; i++)
		b->line[i].is_changed = true;
}

/* The sign of the next line, i of the old text or j of the new one. */
static char
next_sign(const struct lines *a, long i, const struct lines *b, long j)
{
	if (i < a->len && a->line[i].is_changed)
		return '-';
	return j < b->len && b->line[j].is_changed ? '+' : ' ';
}

/* A line of a patch. A patch with a command that must be broken shows what
 * changes, but patch(1) refuses it. */
static void
put_line(char sign, struct slice line, struct strbuf *out)
{
	size_t start = out->len;

	strbuf_char(out, sign);
	strbuf_slice(out, line);
	if (line.len == 0 || line.ptr[line.len - 1] != '\n')
		strbuf_puts(out, "\n\\ No newline at end of file\n");
	strbuf_break_commands(out, start);
}

/* Lines i .. old_end-1 of the old text and j .. new_end-1 of the new one. */
static void
put_hunk(const struct lines *a, const struct lines *b, long i, long old_end,
    long j, long new_end, struct strbuf *out)
{
	strbuf_printf(out, "@@ -%ld,%ld +%ld,%ld @@\n", i + (old_end > i),
	    old_end - i, j + (new_end > j), new_end - j);
	while (i < old_end || j < new_end) {
		char sign = next_sign(a, i, b, j);
		struct slice line =
		    sign == '+' ? b->line[j].text : a->line[i].text;

		/* Only a blank would stand before it. */
		if (sign == ' ' && begins_command(line)) {
			put_line('-', line, out);
			put_line('+', line, out);
		} else {
			put_line(sign, line, out);
		}
		i += sign != '+';
		j += sign != '-';
	}
}

void
diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out)
{
	size_t empty = out->len;
	struct lines a, b;

	split_lines(&a, old);
	split_lines(&b, new);
	mark_changes(&a, &b);
	for (long i = 0, j = 0; i < a.len || j < b.len;) {
		long before = i < CONTEXT ? i : CONTEXT, same = 0;
		long old_start = i - before, new_start = j - before;

		if (next_sign(&a, i, &b, j) == ' ') {
			i++, j++;
			continue;
		}
		/* A hunk goes on while its changes are near each other. */
		while (same <= 2 * CONTEXT && (i < a.len || j < b.len)) {
			char sign = next_sign(&a, i, &b, j);

			same = sign == ' ' ? same + 1 : 0;
			i += sign != '+';
			j += sign != '-';
		}
		long after = same > CONTEXT ? same - CONTEXT : 0;
		if (out->len == empty) {
			/* The name as git writes it, so that it is one line. */
			strbuf_puts(out, "--- ");
			strbuf_name(out, slice_of(name));
			strbuf_puts(out, "\n+++ ");
			strbuf_name(out, slice_of(name));
			strbuf_printf(out, "\t(%s)\n", what);
		}
		put_hunk(
		    &a, &b, old_start, i - after, new_start, j - after, out);
	}
	mem_free(a.line);
	mem_free(b.line);
}
