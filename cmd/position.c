/* Ternion: `position`: a position of a record, as text or as a board. */
#include "cmd/cmd.h"
#include "cmd/run/drawing.h"
#include "formats/position/tpf.h"
#include "formats/draw/text_board.h"
#include "formats/position/position_json.h"
#include "formats/record/yaml_write.h"
#include "cmd/run/positions.h"

enum form {
	FORM_3PF,
	FORM_JSON,
	FORM_JSONL,
	FORM_YAML,
	FORM_ASCII, /* from here on it is drawn from a seat */
	FORM_UNICODE,
	FORM_SVG,
	FORMS
};

static const char *const form_names[FORMS] = {
	[FORM_3PF] = "3pf",
	[FORM_JSON] = "json",
	[FORM_JSONL] = "jsonl",
	[FORM_YAML] = "yaml",
	[FORM_ASCII] = "ascii",
	[FORM_UNICODE] = "unicode",
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
	const struct job *job = positions->run.job;
	unsigned seat =
	    job->seat != NULL ? variant_player(variant, job->seat[0]) : 0;

	if (seat == PLAYER_NONE) {
		if (!positions->run.trouble)
			usage_error(job, "--seat: %s has no player '%s'",
			    variant->id, job->seat);
		positions->run.trouble = true;
	}
	return seat;
}

/* The position as a JSON object, in `out`, or as a tree of YAML. */
static void
put_object(struct positions *positions, const struct rules *rules,
    const struct position *position, const struct names *names, enum form form)
{
	struct strbuf *out = &positions->run.text, text = STRBUF_INIT;
	struct json json = { .out = &text, .indent = form == FORM_JSON };
	struct arena arena = ARENA_INIT;
	struct diags diags;

	position_json(
	    rules, position, names, positions->arrival.fates, &json, NULL);
	if (form == FORM_JSON) {
		positions_put_json(positions, strbuf_as_slice(&text));
	} else if (form == FORM_JSONL) {
		strbuf_slice(out, strbuf_as_slice(&text));
		strbuf_char(out, '\n');
	} else {
		diags_init(&diags, &arena);
		yaml_write_tree(
		    json_read(&arena, &diags, strbuf_as_slice(&text), 0),
		    positions->shown == 0, out);
	}
	strbuf_release(&text);
	arena_release(&arena);
}

/* Whether the game has the names that are asked for; if not, says so once. */
static bool
has_names(
    struct run *run, const struct names *names, const struct variant *variant)
{
	if (names_serve(names, variant))
		return true;
	if (!run->trouble)
		usage_error(run->job, "%s has no names of '%s'", variant->id,
		    names->letters != NULL &&
			    !letter_set_serves(names->letters, variant->letters)
			? names->letters->id
			: names->notation->id);
	run->trouble = true;
	return false;
}

static void
show_position(struct positions *positions, const struct replayed *replayed,
    const struct position *position)
{
	const struct picture *picture = positions->context;
	const struct job *job = positions->run.job;
	const struct rules *rules = replayed->output_rules;
	struct strbuf *out = &positions->run.text;
	struct names names = { job->output.notation, job->output.letters, 0 };
	struct board_style style = { .unicode = picture->form == FORM_UNICODE,
		.colour = picture->colour,
		.names = &names };

	if (picture->form == FORM_3PF) {
		tpf_write(replayed->rules, position, out);
		strbuf_char(out, '\n');
		return;
	}
	style.seat = seat_of(positions, rules->variant);
	if (style.seat == PLAYER_NONE)
		return;
	if (picture->form == FORM_SVG) {
		drawing_show(&picture->drawing, positions, replayed, position,
		    style.seat);
		return;
	}
	if (!has_names(&positions->run, &names, rules->variant))
		return;
	if (picture->form != FORM_ASCII && picture->form != FORM_UNICODE) {
		/* Moves are counted by the player who makes them. */
		names.seat = job->seat != NULL ? style.seat : position->to_move;
		put_object(positions, rules, position, &names, picture->form);
		return;
	}
	if (positions->shown > 0)
		strbuf_char(out, '\n');
	board_write(rules, position, &style, out);
}

/* Whether something is asked for that only a drawing has. */
static bool
is_drawn(const struct job *job)
{
	return job->drawing.labels != NULL || job->drawing.arrows.len > 0 ||
	    job->drawing.marks.len > 0 || job->drawing.size > 0 ||
	    job->drawing.theme != NULL || job->drawing.view != NULL ||
	    job->drawing.no_panels;
}

static void
words_position_forms(struct strbuf *words)
{
	for (int form = 0; form < FORMS; form++)
		strbuf_printf(words, " %s", form_names[form]);
}

static int
run_position(struct job *job)
{
	struct picture picture = { .form = FORM_3PF };
	struct positions positions = { .show = show_position,
		.context = &picture };

	while (job->output.format != NULL &&
	    strcmp(job->output.format, form_names[picture.form]) != 0)
		picture.form++;
	if (picture.form != FORM_SVG && is_drawn(job))
		return usage_error(job,
		    "--labels, --arrow, --mark, --size, --theme, --view and "
		    "--no-panels are of --to svg");
	if (picture.form == FORM_3PF &&
	    (job->output.notation != NULL || job->output.letters != NULL))
		return usage_error(job,
		    "3PF has one way to name cells and pieces, and takes "
		    "neither -n nor --letters");
	if (job->seat != NULL && picture.form < FORM_ASCII &&
	    job->output.notation == NULL)
		return usage_error(job,
		    "--seat is of --to ascii, unicode and svg, or of names by "
		    "-n");
	positions.is_list = picture.form == FORM_JSON;
	if (picture.form == FORM_SVG)
		drawing_init(&picture.drawing, job);
	positions.writes_files = picture.drawing.files != NULL;
	positions.wants_fates = picture.form == FORM_JSON ||
	    picture.form == FORM_JSONL || picture.form == FORM_YAML ||
	    picture.form == FORM_SVG;
	picture.colour = job->output.path == NULL
	    ? output_wants_colour(job->colour, stdout)
	    : job->colour > 0;
	return positions_run(&positions, job);
}

static const enum option_id options[] = { OPT_OPTION, OPT_TO, OPT_JSON,
	OPT_NOTATION, OPT_INPUT_NOTATION, OPT_LETTERS, OPT_POSITION, OPT_PLY,
	OPT_MOVE, OPT_EVERY, OPT_PLAY, OPT_AFTER, OPT_SEAT, OPT_LABELS,
	OPT_ARROW, OPT_MARK, OPT_SIZE, OPT_THEME, OPT_VIEW, OPT_NO_PANELS,
	OPTIONS_OF_RECORDS, OPTIONS_END };

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
	.forms = words_position_forms,
	.options = options,
	.run = run_position,
};
