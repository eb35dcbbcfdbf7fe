/* Ternion: `cell`: the names and properties of cells. */
#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "formats/draw/picture.h"

/* The columns of names. */
struct columns {
	struct cell_column *column; /* owned */
	size_t len, size;
};

static void
put_row(const struct columns *columns, const struct rules *rules, cell c,
    struct strbuf *out)
{
	static const char *const shades[] = { "dark", "light" };
	const struct variant *variant = rules->variant;
	const struct board *board = &rules->board;
	const struct sector *sector = &board->sector[c];
	bool has_rings = dialect_of(variant)->has_rings;
	unsigned owner = picture_colour_owner(rules, c);

	for (size_t i = 0; i < columns->len; i++) {
		const struct cell_column *column = &columns->column[i];

		if (column->naming == NAMING_SECTOR && !has_rings)
			strbuf_char(out, '-');
		else
			coords_write(
			    board, column->naming, column->seat, c, out);
		strbuf_char(out, '\t');
	}
	if (board->colours == 0)
		strbuf_char(out, '-');
	else if (board->colours == 2)
		strbuf_puts(out, shades[board->colour[c]]);
	else
		strbuf_number(out, board->colour[c]);
	/* Ring, depth, flank, and the buried level. */
	if (has_rings)
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
	const struct variant *variant = rules->variant;
	const struct cell_column *usual = dialect_of(variant)->columns;
	struct columns columns = { .len = 0 };
	struct strbuf out = STRBUF_INIT;
	int status = EXIT_GOOD;

	/* The usual columns of a game, the names that the configuration
	 * defines, and those in coordinate notation. */
	for (usual = usual != NULL ? usual : usual_columns;
	     usual->title != NULL; usual++)
		*MEM_ADD(&columns, column) = *usual;
	for (const struct own_notation *o = job->config.notations; o != NULL;
	     o = o->next)
		if (o->naming.kind == BY_OWN_NAMES &&
		    notation_of(&o->notation, variant) != NULL)
			*MEM_ADD(&columns, column) =
			    (struct cell_column){ o->notation.id, &o->naming,
				    0 };
	*MEM_ADD(&columns, column) = (struct cell_column){ "coordinate",
		notation_naming(&notation_coordinate, variant), 0 };
	for (size_t i = 0; i < columns.len; i++)
		strbuf_printf(&out, "%s\t", columns.column[i].title);
	strbuf_puts(&out, "colour\tring\tdepth\tflank\tburied");
	strbuf_puts(&out,
	    picture_colour_owner(rules, 0) != PLAYER_NONE ? "\tcolour-name\n"
							  : "\n");
	for (int i = 0; i < job->operands; i++) {
		cell c =
		    coords_read(board, naming, seat, slice_of(job->operand[i]));

		if (c != CELL_NONE) {
			put_row(&columns, rules, c, &out);
			continue;
		}
		trouble_say("ternion cell: '%s' is not a cell of %s",
		    job->operand[i], job->variant->title);
		status = EXIT_FINDINGS;
	}
	for (cell c = 0; c < board->cells && job->operands == 0; c++)
		put_row(&columns, rules, c, &out);
	return output_text(job->output.path, &out, status);
}

int
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
