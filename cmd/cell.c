/* Ternion: `cell`: the names and properties of cells. */
#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "formats/draw/picture.h"
#include "parse/notation/coords.h"

static const struct cell_column *
columns_of(const struct variant *variant)
{
	const struct dialect *dialect = dialect_of(variant);

	return dialect->columns != NULL ? dialect->columns : usual_columns;
}

/* The next definition, from this one on, that names the cells of the game. */
static const struct own_notation *
next_defined(const struct own_notation *defined, const struct variant *variant)
{
	while (defined != NULL &&
	    (defined->naming.kind != BY_OWN_NAMES ||
		notation_of(&defined->notation, variant) == NULL))
		defined = defined->next;
	return defined;
}

static void
put_row(const struct job *job, const struct rules *rules, cell c,
    struct strbuf *out)
{
	static const char *const shades[] = { "dark", "light" };
	const struct variant *variant = rules->variant;
	const struct dialect *dialect = dialect_of(variant);
	const struct board *board = &rules->board;
	const struct sector *sector = &board->sector[c];
	unsigned owner = picture_colour_owner(rules, c);

	for (const struct cell_column *column = columns_of(variant);
	     column->title != NULL; column++) {
		if (column->naming == NAMING_SECTOR && !dialect->has_rings)
			strbuf_char(out, '-');
		else
			coords_write(
			    board, column->naming, column->seat, c, out);
		strbuf_char(out, '\t');
	}
	for (const struct own_notation *o =
		 next_defined(job->config.notations, variant);
	     o != NULL; o = next_defined(o->next, variant)) {
		coords_write(board, &o->naming, 0, c, out);
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
	if (owner != PLAYER_NONE) {
		strbuf_char(out, '\t');
		for (const char *l = variant->players[owner]; *l != '\0'; l++)
			strbuf_char(out, (char)(*l | 0x20));
	}
	strbuf_char(out, '\n');
}

/* Writes the table of the operands, or of the whole board. */
static int
put_table(const struct job *job, const struct rules *rules,
    const struct naming *naming, unsigned seat)
{
	const struct board *board = &rules->board;
	struct strbuf out = STRBUF_INIT;
	int status = EXIT_GOOD;

	for (const struct cell_column *column = columns_of(job->variant);
	     column->title != NULL; column++)
		strbuf_printf(&out, "%s\t", column->title);
	for (const struct own_notation *o =
		 next_defined(job->config.notations, job->variant);
	     o != NULL; o = next_defined(o->next, job->variant))
		strbuf_printf(&out, "%s\t", o->notation.id);
	strbuf_puts(&out, "coordinate\tcolour\tring\tdepth\tflank\tburied");
	strbuf_puts(&out,
	    picture_colour_owner(rules, 0) != PLAYER_NONE ? "\tcolour-name\n"
							  : "\n");
	for (int i = 0; i < job->operands; i++) {
		cell c =
		    coords_read(board, naming, seat, slice_of(job->operand[i]));

		if (c != CELL_NONE) {
			put_row(job, rules, c, &out);
			continue;
		}
		trouble_say("ternion cell: '%s' is not a cell of %s",
		    job->operand[i], job->variant->title);
		status = EXIT_FINDINGS;
	}
	for (cell c = 0; c < board->cells && job->operands == 0; c++)
		put_row(job, rules, c, &out);
	return output_text(job->output.path, &out, status);
}

static int
run_cell(struct job *job)
{
	const struct variant *variant = job->variant;
	const struct notation *from = job->from_notation != NULL
	    ? job->from_notation
	    : &notation_coordinate;
	unsigned seat = 0;

	if (variant == NULL)
		return usage_no_game(job);
	if (job->operands == 0 &&
	    (job->seat != NULL || job->from_notation != NULL))
		return usage_error(
		    job, "--seat and --from-notation need a CELL");
	if (notation_of(from, variant) == NULL)
		return usage_error(job, "the cells of %s have no names in '%s'",
		    variant->id, from->id);
	if (job->seat != NULL)
		seat =
		    variant_player_named(variant, job->seat, strlen(job->seat));
	if (seat == PLAYER_NONE)
		return usage_error(job,
		    "--seat: %s has no player '%s'; its players are %s",
		    variant->id, job->seat, variant->colours);
	struct rules *rules = job_rules(job, variant, NULL);
	return put_table(job, rules, notation_naming(from, variant), seat);
}

const struct command command_cell = {
	.name = "cell",
	.run = run_cell,
};
