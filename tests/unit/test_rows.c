/*
 * Small functions of texts: each row of rows.txt, which explains its form, is a
 * call and its result.
 */
#include "tests/unit/reader.h"

#include "formats/draw/svg.h"
#include "parse/notation/spelling.h"
#include "parse/record/format.h"
#include "parse/repair/costs.h"
#include "parse/text/binary.h"
#include "parse/text/globs.h"
#include "parse/text/json_line.h"
#include "parse/text/near.h"
#include "parse/text/utf8.h"

enum {
	FIELDS_MAX = 6 /* of a row: the function, arguments, the result */
};

/* A function with its arguments, whose result is appended. */
#define CALL(name) \
	static void call_##name(const struct slice *arg, struct strbuf *out)

static struct rules siege, segments;

SET_UP(make_all)
{
	rules_init(&siege, &variant_siege, NULL);
	rules_init(&segments, &variant_triumvirate, NULL);
}

CALL(point)
{
	uint32_t point = 0;
	unsigned len = (unsigned)utf8_next(arg[0], &point);

	assert_int_equal(utf8_next(arg[0], NULL), len);
	strbuf_printf(out, "%u %x", len, point);
}

CALL(points)
{
	strbuf_printf(out, "%lu %lu", (unsigned long)utf8_count(arg[0]),
	    (unsigned long)utf8_valid_len(arg[0]));
}

CALL(number)
{
	char text[NUMBER_DIGITS + 1];

	*strbuf_put_number(text, strtoul(arg[0].ptr, NULL, 16)) = '\0';
	strbuf_puts(out, text);
}

CALL(trim)
{
	strbuf_slice(out, slice_trim(arg[0]));
}

/* Where the line ends, nothing more is skipped. */
CALL(line)
{
	const char *p = arg[0].ptr, *end = p + arg[0].len;
	unsigned long points = utf8_skip_line(&p, end);

	assert_int_equal(utf8_skip_line(&p, end), 0);
	strbuf_printf(out, "%lu %lu", points, (unsigned long)(p - arg[0].ptr));
}

/* A kind of file is not told before enough bytes are seen. */
CALL(binary)
{
	const char *words = binary_words(arg[0]);

	for (size_t n = 1; n < arg[0].len; n++)
		assert_true(binary_is_open(slice_sub(arg[0], 0, n)) ||
		    binary_words(slice_sub(arg[0], 0, n)) == words);
	strbuf_puts(out,
	    words != NULL                ? "binary"
		: binary_is_open(arg[0]) ? "open"
					 : "text");
}

static unsigned
cost_of(const struct slice *arg)
{
	struct typing typing;

	typing_begin(&typing, arg[1], NULL);
	return typing_cost(&typing, arg[0], TYPING_UNLIKE);
}

CALL(cost)
{
	strbuf_number(out, cost_of(arg));
}

CALL(costs)
{
	unsigned one = cost_of(arg), other = cost_of(arg + 2);

	strbuf_puts(out, one < other ? "less" : one > other ? "more" : "same");
}

CALL(coloured)
{
	strbuf_masked_lines(out, arg[0], true);
}

CALL(uncoloured)
{
	strbuf_masked_lines(out, arg[0], false);
}

CALL(masked)
{
	strbuf_masked(out, arg[0]);
}

CALL(name)
{
	strbuf_name(out, arg[0]);
}

CALL(distance)
{
	strbuf_number(out, near_distance(arg[0], arg[1]));
}

CALL(quote)
{
	json_quote(out, arg[0]);
}

CALL(glob)
{
	strbuf_puts(out, glob_matches(arg[0], arg[1]) ? "yes" : "no");
}

CALL(globs)
{
	struct globs globs = GLOBS_INIT;

	globs_read(&globs, arg[0]);
	const struct glob *glob = globs_find(&globs, arg[1],
	    slice_is(arg[2], "folder"), slice_is(arg[2], "name"));
	strbuf_puts(out, glob == NULL ? "none" : glob->negated ? "no" : "yes");
	globs_release(&globs);
}

CALL(cut)
{
	strbuf_slice(out, marks_cut(arg[0]));
}

CALL(result)
{
	char plain[RESULT_MAX];
	unsigned habits;
	size_t len = spelling_take_result(arg[0], plain, &habits);

	assert_true(len == 0 || len == arg[0].len);
	strbuf_puts(out, len > 0 ? plain : "none");
}

CALL(split)
{
	size_t at = format_pgn.split(&format_pgn, arg[0]);

	if (at > 0)
		strbuf_slice(out, slice_from(arg[0], at));
}

CALL(parts)
{
	struct reader reader = reader_of(arg[0].ptr, "en", LETTERS_ANY);
	struct parsed_turn parsed;
	const struct parsed_move *move = &parsed.move;

	assert_true(
	    notation_read(reader.notation, &reader.alphabet, arg[1], &parsed));
	strbuf_printf(out, "%.*s|%.*s|%.*s|%.*s",
	    SLICE(parsed_part(arg[1], move->from)),
	    SLICE(parsed_part(arg[1], move->to)),
	    SLICE(parsed_part(arg[1], move->promotion_at)),
	    SLICE(parsed_part(arg[1], move->mark)));
}

/* Boards, each with a way to name its cells. */
static const struct view {
	const char *name;
	const struct rules *rules;
	const struct naming *naming;
	unsigned seat;
} views[] = { { "algebraic", &rules, NAMING_ALGEBRAIC, 0 },
	{ "swapped", &rules, NAMING_SWAPPED, 0 },
	{ "seat", &rules, NAMING_SEAT, 0 }, { "White", &siege, NAMING_SEAT, 0 },
	{ "Red", &siege, NAMING_SEAT, 1 },
	{ "diamond", &segments, NAMING_ALGEBRAIC, 0 },
	{ "segment", &segments, NAMING_SEGMENT, 0 },
	{ "sector", &segments, NAMING_SECTOR, 0 },
	{ "upper", &segments, NAMING_UPPER, 0 } };

static const struct view *
view_of(struct slice name)
{
	const struct view *view = views;

	while (!slice_is(name, view->name))
		view++;
	return view;
}

CALL(cell)
{
	const struct view *view = view_of(arg[0]);
	const struct board *board = &view->rules->board;
	cell c = coords_read(board, view->naming, view->seat, arg[1]);
	char name[CELL_NAME_MAX];

	strbuf_puts(out,
	    c == CELL_NONE ? "none"
			   : coords_name(board, NAMING_ALGEBRAIC, 0, c, name));
}

CALL(code)
{
	strbuf_number(out, coords_code(view_of(arg[0])->naming, arg[1]));
}

CALL(borders)
{
	const struct view *view = view_of(arg[0]);
	const struct board *board = &view->rules->board;
	cell c = coords_read(board, NAMING_ALGEBRAIC, 0, arg[1]);
	char column[CELL_NAME_MAX], row[CELL_NAME_MAX];

	coords_column(board, view->naming, c, column);
	coords_row(board, view->naming, c, row);
	strbuf_printf(out, "%s %s", column, row);
}

CALL(signs)
{
	const struct view *view = view_of(arg[0]);
	const struct board *board = &view->rules->board;
	struct signs signs = { .arrows = 0 };
	char a[CELL_NAME_MAX], b[CELL_NAME_MAX];

	signs_read(board, view->naming, view->seat, arg[1], &signs);
	for (unsigned i = 0; i < signs.arrows; i++)
		strbuf_printf(out, "%s %s-%s ",
		    svg_paints[signs.arrow[i].colour].name,
		    coords_name(
			board, NAMING_ALGEBRAIC, 0, signs.arrow[i].from, a),
		    coords_name(
			board, NAMING_ALGEBRAIC, 0, signs.arrow[i].to, b));
	for (unsigned i = 0; i < signs.marks; i++)
		strbuf_printf(out, "%s %s ",
		    svg_paints[signs.mark[i].colour].name,
		    coords_name(
			board, NAMING_ALGEBRAIC, 0, signs.mark[i].at, a));
	out->len -= out->len > 0; /* the last blank */
}

CALL(colour)
{
	enum svg_colour colour;

	strbuf_puts(out,
	    signs_colour(arg[0], &colour) ? svg_paints[colour].name : "none");
}

static const struct {
	const char *name;
	void (*call)(const struct slice *arg, struct strbuf *out);
} functions[] = { { "point", call_point }, { "points", call_points },
	{ "number", call_number }, { "trim", call_trim }, { "line", call_line },
	{ "binary", call_binary }, { "cost", call_cost },
	{ "costs", call_costs }, { "coloured", call_coloured },
	{ "uncoloured", call_uncoloured }, { "masked", call_masked },
	{ "name", call_name }, { "distance", call_distance },
	{ "quote", call_quote }, { "glob", call_glob }, { "globs", call_globs },
	{ "cut", call_cut }, { "result", call_result }, { "split", call_split },
	{ "parts", call_parts }, { "signs", call_signs },
	{ "colour", call_colour }, { "cell", call_cell }, { "code", call_code },
	{ "borders", call_borders } };

enum {
	FUNCTIONS = sizeof(functions) / sizeof(*functions)
};

/* Cuts the line at its tabs and decodes the parts; returns their number. */
static unsigned
read_fields(char *line, struct slice field[FIELDS_MAX])
{
	unsigned n = 0;

	for (char *next = line; next != NULL; n++) {
		char *at = next;

		assert_true(n < FIELDS_MAX);
		next = strchr(at, '\t');
		if (next != NULL)
			*next++ = '\0';
		field[n] = (struct slice){ at, unescape(at) };
	}
	return n;
}

static void
check_row(unsigned f, struct slice *field, unsigned n, unsigned row)
{
	struct strbuf out = STRBUF_INIT;

	strbuf_puts(&out, "");
	functions[f].call(field + 1, &out);
	if (out.len == 0)
		strbuf_puts(&out, "nothing");
	if (!slice_equal(strbuf_as_slice(&out), field[n - 1]))
		fail_msg("rows.txt:%u: %s gives %.*s, not %.*s", row,
		    functions[f].name, SLICE(strbuf_as_slice(&out)),
		    SLICE(field[n - 1]));
	strbuf_release(&out);
}

TEST(functions_give_what_the_rows_say)
{
	FILE *file = fopen("tests/unit/rows.txt", "r");
	unsigned rows[FUNCTIONS] = { 0 }, row = 0;
	struct slice field[FIELDS_MAX];
	char line[512];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		unsigned f = 0, n;

		row++;
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0' || line[0] == '#')
			continue;
		n = read_fields(line, field);
		while (f < FUNCTIONS && !slice_is(field[0], functions[f].name))
			f++;
		assert_true(f < FUNCTIONS && n > 2);
		check_row(f, field, n, row);
		rows[f]++;
	}
	fclose(file);
	for (unsigned f = 0; f < FUNCTIONS; f++)
		assert_true(rows[f] > 0);
}
