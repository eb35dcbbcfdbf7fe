/* Ternion: `position`: a position of a record, as text or as a board. */
#include "cmd.h"
#include "format_3pf.h"
#include "format_board.h"
#include "position_json.h"
#include "positions.h"

enum form {
	FORM_3PF,
	FORM_ASCII,
	FORM_UNICODE,
	FORM_JSON,
	FORMS
};

static const char *const form_names[FORMS] = {
	[FORM_3PF] = "3pf",
	[FORM_ASCII] = "ascii",
	[FORM_UNICODE] = "unicode",
	[FORM_JSON] = "json",
};

struct picture {
	enum form form;
	bool colour;
};

static void
show(struct positions *positions, const struct replayed *replayed,
    const struct position *position)
{
	const struct picture *picture = positions->context;
	const struct job *job = positions->pass.job;
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
	if (job->seat != NULL)
		style.seat =
		    variant_player(replayed->rules->variant, job->seat[0]);
	if (style.seat == PLAYER_NONE) {
		if (!positions->pass.trouble)
			usage_error(job, "--seat: %s has no player '%s'",
			    replayed->rules->variant->id, job->seat);
		positions->pass.trouble = true;
		return;
	}
	if (positions->shown > 0)
		strbuf_char(out, '\n');
	board_write(replayed->rules, position, &style, out);
}

static int
run(struct job *job)
{
	struct picture picture = { FORM_3PF, false };
	struct positions positions = { .show = show, .context = &picture };
	int form = 0;

	if (job->to != NULL) {
		while (form < FORMS && strcmp(job->to, form_names[form]) != 0)
			form++;
		if (form == FORMS)
			return usage_error(job,
			    "a position is 3pf, json, ascii or unicode, not "
			    "'%s'",
			    job->to);
		picture.form = (enum form)form;
	}
	if (job->seat != NULL &&
	    (strlen(job->seat) != 1 || strchr("wrgb", job->seat[0]) == NULL))
		return usage_error(
		    job, "--seat is a colour letter, not '%s'", job->seat);
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
	    "for the terminal as ascii or unicode (--to), from any seat.\n"
	    "Positions can be given as well: one with --position, or one a\n"
	    "line with --from 3pf.",
	.examples = "  ternion position --ply 12 game.pgn\n"
		    "  ternion position --move 7g --to ascii game.pgn\n"
		    "  ternion position -v dreierschach --position start "
		    "--to unicode --seat b",
	.options = "vofNtJFOpPMYESqlszyxmricZHGg",
	.run = run,
};
