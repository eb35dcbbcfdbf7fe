/* Ternion: `cell`: the names and properties of cells. */
#include "cell_filter.h"
#include "cmd.h"
#include "output.h"

static void
put_row(const struct board *board, cell c, struct strbuf *out)
{
	coords_write(board, NAMING_ALGEBRAIC, 0, c, out);
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		strbuf_char(out, '\t');
		coords_write(board, NAMING_SEAT, seat, c, out);
	}
	strbuf_puts(out, "\t-\t");
	coords_write(board, NAMING_ALGEBRAIC, 0, c, out);
	strbuf_printf(out, "\t%u\t-\t-\t-\n", board->colour[c]);
}

/* Prints the cells named by the operands; returns how many were none. */
static int
put_operands(const struct job *job, const struct board *board,
    enum naming naming, unsigned seat, struct strbuf *out)
{
	int bad = 0;

	for (int i = 0; i < job->operands; i++) {
		cell c =
		    coords_read(board, naming, seat, slice_of(job->operand[i]));

		if (c != CELL_NONE) {
			put_row(board, c, out);
			continue;
		}
		fprintf(stderr, "ternion cell: '%s' is no cell of %s\n",
		    job->operand[i], job->variant->title);
		bad++;
	}
	return bad;
}

static int
run(struct job *job)
{
	struct strbuf out = STRBUF_INIT;
	const struct notation *notation = &notation_coordinate;
	struct output output;
	struct settings settings;
	struct board board;
	unsigned seat = 0;
	int bad = 0;

	if (job->variant == NULL)
		return usage_error(job, "which board? give -v");
	if (job->from_notation != NULL)
		notation = notation_find(slice_of(job->from_notation));
	if (notation == NULL || !notation_reads(notation, job->variant))
		return usage_error(job, "%s has no cell names of '%s'",
		    job->variant->id, job->from_notation);
	if (job->seat != NULL) {
		seat = strlen(job->seat) == 1
		    ? variant_player(job->variant, job->seat[0])
		    : (unsigned)PLAYER_NONE;
		if (seat == PLAYER_NONE)
			return usage_error(job,
			    "--seat is one of the letters %s, not '%s'",
			    job->variant->colours, job->seat);
	}
	job_settings(job, job->variant, &settings);
	variant_setup(job->variant, &settings)->build(&board);
	if (job->filter) {
		const struct notation *to = job->notation != NULL
		    ? job->notation
		    : notation_find(slice_of(job->variant->notation));

		if (!notation_reads(to, job->variant))
			return usage_error(job, "%s has no cell names of '%s'",
			    job->variant->id, to->id);
		return cell_filter(
		    job, &board, notation->naming, to->naming, seat);
	}
	if (!output_open(&output, job->output))
		return EXIT_TROUBLE;
	strbuf_puts(&out,
	    "algebraic\tsiege-1\tsiege-2\tsiege-3\ttriumvirate"
	    "\tcoordinate\tcolour\tring\tdepth\tflank\t"
	    "buried\n");
	if (job->operands > 0)
		bad = put_operands(job, &board, notation->naming, seat, &out);
	else
		for (cell c = 0; c < board.cells; c++)
			put_row(&board, c, &out);
	output_flush(&output, &out);
	strbuf_release(&out);
	if (!output_close(&output, true))
		return EXIT_TROUBLE;
	return bad > 0 ? EXIT_FINDINGS : EXIT_GOOD;
}

const struct command command_cell = {
	.name = "cell",
	.summary = "the names of cells in every notation, and their colours",
	.usage = "-v ID [OPTIONS] [CELL...]",
	.description =
	    "Prints a table with a header: each cell's name in algebraic\n"
	    "notation, as the first, second and third seat count it in siege\n"
	    "notation, in triumvirate and coordinate notation, its colour\n"
	    "class, ring, depth, flank and buried level; '-' stands where the\n"
	    "board has none. Without CELL it is the whole board.\n"
	    "CELLs are named as in --from-notation, by the player of --seat.\n"
	    "With --filter standard input is copied, and the cell names in it\n"
	    "rewritten from --from-notation to -n (the native notation).",
	.examples = "  ternion cell -v dreierschach e1 f6\n"
		    "  ternion cell -v dreierschach --from-notation siege "
		    "--seat g 1e",
	.options = "voCnSBOriHGg",
	.run = run,
};
