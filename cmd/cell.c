/* Ternion: `cell`: the names and properties of cells. */

#include "cmd/run/cell_filter.h"
#include "cmd/cmd.h"
#include "cmd/run/output.h"

/* Ring, depth, flank, and the buried level: ring + depth, 0 on the rosette. */
static void
put_sector_columns(const struct sector *sector, struct strbuf *out)
{
	strbuf_printf(out, "\t%u\t%u\t%u\t%u", sector->ring, sector->depth,
	    sector->flank,
	    sector->rosette ? 0u : sector->ring + 0u + sector->depth);
}

/* A player's leftmost hex has the colour that is called as he is. */
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

static void
put_row(const struct rules *rules, cell c, struct strbuf *out)
{
	static const char *const shades[] = { "dark", "light" };
	const struct variant *variant = rules->variant;
	const struct board *board = &rules->board;

	coords_write(board, NAMING_ALGEBRAIC, 0, c, out);
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		strbuf_char(out, '\t');
		coords_write(board, NAMING_SEAT, seat, c, out);
	}
	strbuf_char(out, '\t');
	if (dialect_of(variant)->has_sectors)
		coords_write(board, NAMING_SECTOR, 0, c, out);
	else
		strbuf_char(out, '-');
	strbuf_char(out, '\t');
	coords_write(
	    board, notation_naming(&notation_coordinate, variant), 0, c, out);
	strbuf_char(out, '\t');
	if (board->colours == 0)
		strbuf_char(out, '-');
	else if (board->colours == 2)
		strbuf_puts(out, shades[board->colour[c]]);
	else
		strbuf_number(out, board->colour[c]);
	if (dialect_of(variant)->has_sectors)
		put_sector_columns(&board->sector[c], out);
	else
		strbuf_puts(out, "\t-\t-\t-\t-");
	if (dialect_of(variant)->colours_of_players) {
		strbuf_char(out, '\t');
		put_colour_name(rules, c, out);
	}
	strbuf_char(out, '\n');
}

/* Prints the cells named by the operands; returns how many were none. */
static int
put_operands(const struct job *job, const struct rules *rules,
    enum naming naming, unsigned seat, struct strbuf *out)
{
	int bad = 0;

	for (int i = 0; i < job->operands; i++) {
		cell c = coords_read(
		    &rules->board, naming, seat, slice_of(job->operand[i]));

		if (c != CELL_NONE) {
			put_row(rules, c, out);
			continue;
		}
		trouble_say("ternion cell: '%s' is no cell of %s",
		    job->operand[i], job->variant->title);
		bad++;
	}
	return bad;
}

/* Writes the table of the operands, or of the whole board. */
static int
put_table(const struct job *job, const struct rules *rules, enum naming naming,
    unsigned seat)
{
	struct strbuf out = STRBUF_INIT;
	struct output output = { .file = NULL };
	int bad = 0;

	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	strbuf_puts(&out,
	    "algebraic\tsiege-1\tsiege-2\tsiege-3\ttriumvirate"
	    "\tcoordinate\tcolour\tring\tdepth\tflank\t"
	    "buried");
	strbuf_puts(&out,
	    dialect_of(job->variant)->colours_of_players ? "\tcolour-name\n"
							 : "\n");
	if (job->operands > 0)
		bad = put_operands(job, rules, naming, seat, &out);
	else
		for (cell c = 0; c < rules->board.cells; c++)
			put_row(rules, c, &out);
	output_flush(&output, &out);
	strbuf_release(&out);
	if (!output_close(&output, true))
		return EXIT_TROUBLE;
	return bad > 0 ? EXIT_FINDINGS : EXIT_GOOD;
}

static int
run_cell(struct job *job)
{
	const struct notation *from = &notation_coordinate,
			      *to = job->output.notation;
	const struct variant *variant = job->variant;
	struct settings settings;
	struct rules *rules;
	unsigned seat = 0;
	int status;

	if (variant == NULL)
		return usage_error(job, "which board? give -v");
	if (job->filter && job->operands > 0)
		return usage_error(
		    job, "--filter reads standard input, and takes no CELL");
	if (!job->filter && job->output.notation != NULL)
		return usage_error(job, "-n is of --filter");
	if (!job->filter && job->operands == 0 &&
	    (job->seat != NULL || job->from_notation != NULL))
		return usage_error(job,
		    "--seat and --from-notation tell how a CELL is named, and "
		    "none is given");
	if (job->from_notation != NULL)
		from = job->from_notation;
	if (!notation_reads(from, variant))
		return usage_error(
		    job, "%s has no cell names of '%s'", variant->id, from->id);
	if (job->seat != NULL) {
		seat = variant_player(variant, job->seat[0]);
		if (seat == PLAYER_NONE)
			return usage_error(job,
			    "--seat is one of the letters %s, not '%s'",
			    variant->colours, job->seat);
	}
	if (to == NULL)
		to = dialect_of(variant)->notation;
	if (job->filter && !notation_reads(to, variant))
		return usage_error(
		    job, "%s has no cell names of '%s'", variant->id, to->id);
	rules = mem_zeroed(sizeof(*rules));
	job_settings(job, variant, &settings);
	rules_init_zeroed(rules, variant, &settings);
	if (job->filter)
		status = cell_filter(job, &rules->board,
		    notation_naming(from, variant),
		    notation_naming(to, variant), seat);
	else
		status =
		    put_table(job, rules, notation_naming(from, variant), seat);
	mem_free(rules);
	return status;
}

static const enum option_id options[] = { OPT_GAME, OPT_OPTION,
	OPT_CELL_NOTATION, OPT_OUTPUT, OPT_SEAT, OPT_FROM_NOTATION, OPT_FILTER,
	OPT_MAX_RECORD, OPT_STDIN_FILENAME, OPTIONS_OF_CONFIG, OPTIONS_END };

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
	.options = options,
	.run = run_cell,
};
