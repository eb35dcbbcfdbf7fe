/* Ternion: `position`: a position of a record, as text or as a board. */
#include "cmd.h"
#include "drawing.h"
#include "format_3pf.h"
#include "format_board.h"
#include "position_json.h"
#include "schema.h"
#include "positions.h"

enum form {
	FORM_3PF,
	FORM_ASCII,
	FORM_UNICODE,
	FORM_JSON,
	FORM_YAML,
	FORM_SVG,
	FORMS
};

static const char *const form_names[FORMS] = {
	[FORM_3PF] = "3pf",
	[FORM_ASCII] = "ascii",
	[FORM_UNICODE] = "unicode",
	[FORM_JSON] = "json",
	[FORM_YAML] = "yaml",
	[FORM_SVG] = "svg",
};

struct picture {
	enum form form;
	bool colour;
	struct drawing drawing;
};

/* The seat that is asked for, or PLAYER_NONE after saying that the variant has
 * no such player. */
static unsigned
seat_of(struct positions *positions, const struct variant *variant)
{
	const struct job *job = positions->pass.job;
	unsigned seat =
	    job->seat != NULL ? variant_player(variant, job->seat[0]) : 0;

	if (seat == PLAYER_NONE) {
		if (!positions->pass.trouble)
			usage_error(job, "--seat: %s has no player '%s'",
			    variant->id, job->seat);
		positions->pass.trouble = true;
	}
	return seat;
}

/* The same as JSON, read as a tree. */
static void
put_yaml(const struct rules *rules, const struct position *position, bool first,
    struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	struct json json = { .out = &text };
	struct diags diags;

	diags_init(&diags, &arena);
	position_json(rules, position, &json, NULL);
	yaml_write_tree(
	    json_read(&arena, &diags, strbuf_as_slice(&text), 0), first, out);
	strbuf_release(&text);
	arena_release(&arena);
}

static void
show(struct positions *positions, const struct replayed *replayed,
    const struct position *position)
{
	const struct picture *picture = positions->context;
	struct strbuf *out = &positions->pass.text;
	struct board_style style = { picture->form == FORM_UNICODE,
		picture->colour, 0 };

	if (picture->form == FORM_3PF) {
		tpf_write(replayed->rules, position, out);
		strbuf_char(out, '\n');
		return;
	}
	if (picture->form == FORM_JSON) {
		struct json json = { .out = out, .indent = true };

		position_json(replayed->rules, position, &json, NULL);
		strbuf_char(out, '\n');
		return;
	}
	if (picture->form == FORM_YAML) {
		put_yaml(replayed->rules, position, positions->shown == 0, out);
		return;
	}
	style.seat = seat_of(positions, replayed->rules->variant);
	if (style.seat == PLAYER_NONE)
		return;
	if (picture->form == FORM_SVG) {
		drawing_show(&picture->drawing, positions, replayed, position,
		    style.seat);
		return;
	}
	if (positions->shown > 0)
		strbuf_char(out, '\n');
	board_write(replayed->rules, position, &style, out);
}

static int
run(struct job *job)
{
	struct picture picture = { .form = FORM_3PF };
	struct positions positions = { .show = show, .context = &picture };
	int form = 0;

	if (job->to != NULL) {
		while (form < FORMS && strcmp(job->to, form_names[form]) != 0)
			form++;
		if (form == FORMS)
			return usage_error(job,
			    "a position is 3pf, json, yaml, ascii, unicode or "
			    "svg, "
			    "not '%s'",
			    job->to);
		picture.form = (enum form)form;
	}
	if (job->seat != NULL &&
	    (strlen(job->seat) != 1 || strchr("wrgb", job->seat[0]) == NULL))
		return usage_error(
		    job, "--seat is a colour letter, not '%s'", job->seat);
	if (picture.form == FORM_SVG)
		drawing_init(&picture.drawing, job);
	picture.colour = job->output == NULL
	    ? output_wants_colour(job->colour, stdout)
	    : job->colour > 0;
	return positions_run(&positions, job);
}

const struct command command_position = {
	.name = "position",
	.summary = "the position after a ply, as 3PF or as a board",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Prints one position of each record: the last, or the one after\n"
	    "a ply (--ply) or a player's ply of a move (--move), or all of\n"
	    "them (--every). It is written as 3pf, spelt out as json, or "
	    "drawn\n"
	    "from any seat: for the terminal as ascii or unicode, or as svg\n"
	    "(--to). A drawing names the cells in the notation of -n, and "
	    "shows\n"
	    "the last move and who is in check. Several go to several files:\n"
	    "-O is then a folder, or a name with %d.\n"
	    "Positions can be given as well: one with --position, or one a\n"
	    "line with --from 3pf.",
	.examples = "  ternion position --ply 12 game.pgn\n"
		    "  ternion position --move 7g --to ascii game.pgn\n"
		    "  ternion position -v dreierschach --position start "
		    "--to unicode --seat b\n"
		    "  ternion position --every --to svg -O ply%03d.svg "
		    "game.pgn",
	.options = "vofntNJFOpPMYESWa^_qlszyxmricZHGg",
	.run = run,
};
