/* Ternion: how one text differs from another, line by line.
 *
 * The shortest edit is found greedily by diagonals (E. W. Myers, "An O(ND)
 * Difference Algorithm and Its Variations", 1986). When texts differ too much
 * for that, the rest of one is shown as replaced by the rest of the other. */

#include "parse/text/arena.h"
#include "cmd/run/fixing.h"

enum {
	EDITS_MAX = 1500, /* the trace takes memory by the square of it */
	CONTEXT = 3,      /* lines shown around a difference */
};

struct lines {
	struct slice *line; /* owned */
	long len;
	size_t size;
};

/* A line of both texts, or of one alone. */
struct diff_edit {
	char sign;     /* ' ', '-' or '+' */
	long old, new; /* lines from 0 */
};

struct script {
	struct diff_edit *edit; /* owned; in reverse while it is made */
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
		    (struct slice){ start, (size_t)(whole.ptr - start) };
	}
}

static void
add_edit(struct script *script, char sign, long old, long new)
{
	*MEM_ADD(script, edit) = (struct diff_edit){ sign, old, new };
}

/* Goes back from the end through the furthest points of each round; round d
 * has those of diagonals -d .. d at trace[d * d + d + k]. */
static void
trace_back(struct script *script, const long *trace, long d, long x, long y)
{
	for (; d > 0; d--) {
		const long *v = trace + (d - 1) * (d - 1) + (d - 1);
		long k = x - y;
		bool down = k == -d || (k != d && v[k - 1] < v[k + 1]);
		long from = down ? k + 1 : k - 1;
		long px = v[from], py = px - from;

		while (x > px && y > py)
			add_edit(script, ' ', --x, --y);
		if (down)
			add_edit(script, '+', x, --y);
		else
			add_edit(script, '-', --x, y);
	}
	while (x > 0 && y > 0)
		add_edit(script, ' ', --x, --y);
}

static void
find_edits(struct script *script, const struct lines *a, const struct lines *b)
{
	long *trace = NULL;

	for (long d = 0; d <= EDITS_MAX; d++) {
		const long *before = trace;
		long *v;

		trace = mem_grow(
		    trace, (size_t)((d + 1) * (d + 1)) * sizeof(*trace));
		before = trace + (d - 1) * (d - 1) + (d - 1);
		v = trace + d * d + d;
		for (long k = -d; k <= d; k += 2) {
			bool down = k == -d ||
			    (k != d && before[k - 1] < before[k + 1]);
			long x = d == 0 ? 0
			    : down      ? before[k + 1]
					: before[k - 1] + 1;
			long y = x - k;

			while (x < a->len && y < b->len &&
			    slice_equal(a->line[x], b->line[y]))
				x++, y++;
			v[k] = x;
			if (x < a->len || y < b->len || x > a->len ||
			    y > b->len)
				continue;
			trace_back(script, trace, d, x, y);
			mem_free(trace);
			return;
		}
	}
	mem_free(trace);
	/* The texts have little in common: all lines are replaced. */
	for (long i = b->len; i > 0; i--)
		add_edit(script, '+', a->len, i - 1);
	for (long i = a->len; i > 0; i--)
		add_edit(script, '-', i - 1, 0);
}

/* Edits first .. last-1, which are in reverse order from the end. */
static void
put_hunk(const struct script *script, const struct lines *a,
    const struct lines *b, long first, long last, struct strbuf *out)
{
	const struct diff_edit *edit = script->edit;
	long n = script->len, old = 0, new = 0;

	for (long i = first; i < last; i++) {
		old += edit[n - 1 - i].sign != '+';
		new += edit[n - 1 - i].sign != '-';
	}
	strbuf_printf(out, "@@ -%ld,%ld +%ld,%ld @@\n",
	    edit[n - 1 - first].old + (old > 0), old,
	    edit[n - 1 - first].new + (new > 0), new);
	for (long i = first; i < last; i++) {
		const struct diff_edit *e = &edit[n - 1 - i];
		struct slice line =
		    e->sign == '+' ? b->line[e->new] : a->line[e->old];

		strbuf_char(out, e->sign);
		strbuf_slice(out, line);
		if (line.len == 0 || line.ptr[line.len - 1] != '\n')
			strbuf_puts(out, "\n\\ No newline at end of file\n");
	}
}

void
diff_write(struct slice old, struct slice new, const char *name,
    const char *what, struct strbuf *out)
{
	struct script script = { NULL, 0, 0 };
	struct lines a, b;
	long first = -1, last = 0; /* of the hunk; -1: none is open */
	bool begun = false;

	split_lines(&a, old);
	split_lines(&b, new);
	find_edits(&script, &a, &b);
	for (long i = 0; i < script.len; i++) {
		if (script.edit[script.len - 1 - i].sign == ' ')
			continue;
		if (!begun) {
			/* The name as git writes it, so that it is one line. */
			strbuf_puts(out, "--- ");
			strbuf_name(out, slice_of(name));
			strbuf_puts(out, "\n+++ ");
			strbuf_name(out, slice_of(name));
			strbuf_printf(out, "\t(%s)\n", what);
		}
		begun = true;
		if (first >= 0 && i - last > 2 * CONTEXT) {
			put_hunk(&script, &a, &b, first, last + CONTEXT, out);
			first = -1;
		}
		if (first < 0)
			first = i > CONTEXT ? i - CONTEXT : 0;
		last = i + 1;
	}
	if (first >= 0)
		put_hunk(&script, &a, &b, first,
		    last + CONTEXT < script.len ? last + CONTEXT : script.len,
		    out);
	mem_free(script.edit);
	mem_free(a.line);
	mem_free(b.line);
}
