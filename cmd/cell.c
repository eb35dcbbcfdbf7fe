/* Ternion: `cell`: the names and properties of cells. */
#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "cmd/run/terminal.h"
#include "parse/notation/coords.h"

/*
 * The table
 */

/* The leftmost hex of a player has the colour that is named like the player. */
static void
put_colour_name(const struct rules *rules, cell c, struct strbuf *out)
{
	const struct board *board = &rules->board;
	unsigned seat = 0;

	while (seat < PLAYERS - 1 &&
	    board->colour[coords_read(
		board, NAMING_SEAT, seat, slice_of("1a"))] != board->colour[c])
		seat++;
	for (const char *l = rules->variant->players[seat]; *l != '\0'; l++)
		strbuf_char(out, (char)(*l | 0x20));
}

static const struct cell_column *
columns_of(const struct variant *variant)
{
	const struct dialect *dialect = dialect_of(variant);

	return dialect->columns != NULL ? dialect->columns : usual_columns;
}

static void
put_row(const struct rules *rules, cell c, struct strbuf *out)
{
	static const char *const shades[] = { "dark", "light" };
	const struct variant *variant = rules->variant;
	const struct dialect *dialect = dialect_of(variant);
	const struct board *board = &rules->board;
	const struct sector *sector = &board->sector[c];

	for (const struct cell_column *column = columns_of(variant);
	     column->title != NULL; column++) {
		if (column->naming == NAMING_SECTOR && !dialect->has_rings)
			strbuf_char(out, '-');
		else
			coords_write(
			    board, column->naming, column->seat, c, out);
		strbuf_char(out, '\t');
	}
	coords_write(
	    board, notation_naming(&notation_coordinate, variant), 0, c, out);
	strbuf_char(out, '\t');
	if (board->colours == 0)
		strbuf_char(out, '-');
	else if (board->colours == 2)
		strbuf_puts(out, shades[board->colour[c]]);
	else
		strbuf_number(out, board->colour[c]);
	/* Ring, depth, flank, and the buried level. */
	if (dialect->has_rings)
		strbuf_printf(out, "\t%u\t%u\t%u\t%u", sector->ring,
		    sector->depth, sector->flank,
		    sector->rosette ? 0u : sector->ring + 0u + sector->depth);
	else
		strbuf_puts(out, "\t-\t-\t-\t-");
	if (dialect->colours_of_players) {
		strbuf_char(out, '\t');
		put_colour_name(rules, c, out);
	}
	strbuf_char(out, '\n');
}

/* Writes the table of the operands, or of the whole board. */
static int
put_table(const struct job *job, const struct rules *rules, enum naming naming,
    unsigned seat)
{
	const struct board *board = &rules->board;
	struct strbuf out = STRBUF_INIT;
	struct output output = { .file = NULL };
	int status = EXIT_GOOD;

	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	for (const struct cell_column *column = columns_of(job->variant);
	     column->title != NULL; column++)
		strbuf_printf(&out, "%s\t", column->title);
	strbuf_puts(&out, "coordinate\tcolour\tring\tdepth\tflank\tburied");
	strbuf_puts(&out,
	    dialect_of(job->variant)->colours_of_players ? "\tcolour-name\n"
							 : "\n");
	for (int i = 0; i < job->operands; i++) {
		cell c =
		    coords_read(board, naming, seat, slice_of(job->operand[i]));

		if (c != CELL_NONE) {
			put_row(rules, c, &out);
			continue;
		}
		trouble_say("ternion cell: '%s' is not a cell of %s",
		    job->operand[i], job->variant->title);
		status = EXIT_FINDINGS;
	}
	for (cell c = 0; c < board->cells && job->operands == 0; c++)
		put_row(rules, c, &out);
	output_flush(&output, &out);
	strbuf_release(&out);
	return output_close(&output, true) ? status : EXIT_TROUBLE;
}

/*
 * --filter: rewrites the names of cells inside a text
 */

/* How the text names cells, and how the output is to name them. */
struct filter {
	const struct variant *variant;
	const struct board *board;
	enum naming from, to;
	unsigned seat;
	struct slice line;
};

static bool
is_small(char c)
{
	return c >= 'a' && c <= 'z';
}

/*
 * Returns the length of the name at `at`, or 0 if there is none; *c is its
 * cell. The name must be written exactly as ternion writes it: other capitals
 * with a number are no cells.
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

/* Returns the character at a place; a space at the end of the line. */
static char
char_at(const struct filter *filter, size_t at)
{
	return at < filter->line.len ? filter->line.ptr[at] : ' ';
}

/* Whether a capture, a promotion, or no letter and no digit follows. */
static bool
ends_here(const struct filter *filter, size_t end)
{
	char next = char_at(filter, end), last = char_at(filter, end + 1);
	bool is_promotion = is_small(next) && !is_small(last) &&
	    !ascii_is_digit(last) &&
	    variant_kind(filter->variant, (char)(next - 'a' + 'A')) !=
		KIND_NONE;

	return next == 'x' || is_promotion ||
	    (!ascii_is_digit(next) && !is_small(next));
}

/* Whether a name may end here; other names may follow it at once. */
static bool
may_end(const struct filter *filter, size_t end)
{
	size_t len;
	cell c;

	if (ends_here(filter, end))
		return true;
	len = name_at(filter, end, &c);
	return len > 0 && may_end(filter, end + len);
}

static void
rewrite_line(const struct filter *filter, struct strbuf *out)
{
	bool after_name = false;
	size_t at = 0;

	while (at < filter->line.len) {
		char before = at > 0 ? filter->line.ptr[at - 1] : ' ';
		size_t len = 0;
		cell c;

		/* Before a name is the sign of a piece, a player or a capture,
		 * another name, or no letter or digit. */
		if (after_name || before == 'x' ||
		    (!ascii_is_digit(before) && !is_small(before)))
			len = name_at(filter, at, &c);
		after_name = len > 0 && may_end(filter, at + len);
		if (after_name) {
			coords_write(
			    filter->board, filter->to, filter->seat, c, out);
			at += len;
		} else {
			strbuf_char(out, filter->line.ptr[at++]);
		}
	}
}

/* Copies standard input with the names of cells rewritten. */
static int
filter_input(const struct job *job, struct filter *filter)
{
	struct strbuf out = STRBUF_INIT;
	struct source source;
	struct output output = { .file = NULL };
	bool ok;

	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	terminal_tell_waiting(job, "lines");
	source.error = source_open(&source, "-", job->input.stdin_name);
	for (;;) {
		/* A line that is too long is handled in pieces. */
		filter->line = source_line(&source, job->input.max_record);
		if (filter->line.len == 0)
			break;
		rewrite_line(filter, &out);
		output_flush(&output, &out);
		source_advance(&source, filter->line.len);
	}
	ok = source.error == 0;
	if (!ok)
		trouble_say("ternion cell: %s: %s", source.name,
		    input_fault(source.error));
	source_release(&source);
	strbuf_release(&out);
	return output_close(&output, ok) && ok ? EXIT_GOOD : EXIT_TROUBLE;
}

static int
run_cell(struct job *job)
{
	const struct variant *variant = job->variant;
	const struct notation *from = job->from_notation != NULL
	    ? job->from_notation
	    : &notation_coordinate;
	const struct notation *to;
	struct filter filter = { .variant = variant };
	struct settings settings;
	struct rules *rules;
	int status;

	if (variant == NULL)
		return usage_error(job, "no game is given: use -v");
	if (job->filter && job->operands > 0)
		return usage_error(
		    job, "--filter reads standard input and takes no CELL");
	if (!job->filter && job->operands == 0 &&
	    (job->seat != NULL || job->from_notation != NULL))
		return usage_error(
		    job, "--seat and --from-notation need a CELL");
	if (!notation_reads(from, variant))
		return usage_error(job, "the cells of %s have no names in '%s'",
		    variant->id, from->id);
	if (job->seat != NULL)
		filter.seat = variant_player(variant, job->seat[0]);
	if (filter.seat == PLAYER_NONE)
		return usage_error(job,
		    "--seat must be one of the letters %s, not '%s'",
		    variant->colours, job->seat);
	to = job->output.notation != NULL ? job->output.notation
					  : dialect_of(variant)->notation;
	if (job->filter && !notation_reads(to, variant))
		return usage_error(job, "the cells of %s have no names in '%s'",
		    variant->id, to->id);
	rules = mem_zeroed(sizeof(*rules));
	job_settings(job, variant, &settings);
	rules_init_zeroed(rules, variant, &settings);
	filter.board = &rules->board;
	filter.from = notation_naming(from, variant);
	filter.to = notation_naming(to, variant);
	status = job->filter ? filter_input(job, &filter)
			     : put_table(job, rules, filter.from, filter.seat);
	mem_free(rules);
	return status;
}

const struct command command_cell = {
	.name = "cell",
	.run = run_cell,
};
