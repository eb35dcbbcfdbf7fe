/* Ternion: `position`: a position of a record, as text or as a board. */

#include "cmd/cmd.h"
#include "cmd/run/positions.h"
#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "parse/position/position_json.h"
#include "parse/position/tpf.h"
#include "parse/record/tree.h"
#include "parse/text/near.h"

/* In the order of POSITION_FORMS. */
enum form {
	FORM_3PF,
	FORM_JSON,
	FORM_JSONL,
	FORM_YAML,
	FORM_ASCII, /* from here on it is drawn from a seat */
	FORM_UNICODE,
	FORM_SVG,
};

static const struct {
	const char *suffix;  /* of files */
	const char *between; /* two positions */
} forms[] = {
	[FORM_3PF] = { "3pf", "" },
	[FORM_JSON] = { "json", "" },
	[FORM_JSONL] = { "jsonl", "" },
	[FORM_YAML] = { "yaml", "---\n" },
	[FORM_ASCII] = { "txt", "\n" },
	[FORM_UNICODE] = { "txt", "\n" },
	[FORM_SVG] = { "svg", "\n" },
};

/* The form in which positions are shown, and where they go; first: it is the
 * context of the run. */
struct showing {
	struct positions positions;
	enum form form;
	bool colour;
	/* The names of several drawings, with %d, %4d or %04d at a place for
	 * the number of the drawing, from 0; NULL: there is only one. */
	const char *files;
	size_t place;
};

/* Writes a drawing where the call says. */
static void
put_drawing(struct run *run, unsigned long game, struct slice drawing)
{
	const struct showing *showing = run->context;
	SCRATCH text = STRBUF_INIT;
	struct output output = { .file = NULL };
	char part[1024]; /* %999d */
	unsigned long number = showing->positions.placing.number;

	if (run->trouble)
		return;
	if (showing->files != NULL) {
		const char *width = showing->files + showing->place + 1;

		snprintf(part, sizeof(part), *width == '0' ? "%0*lu" : "%*lu",
		    (int)strtoul(width, NULL, 10), number - 1);
		if (!run_open_named(
			run, &output, showing->files, showing->place, part))
			return;
		strbuf_slice(&text, drawing);
		output_flush(&output, &text);
		run->trouble |= !output_close(&output, true);
	} else if (number == 1 ||
	    (run->by_file && folder_begin_file(run, game))) {
		strbuf_slice(&run->text, drawing);
	} else {
		run_refuse(run,
		    "several drawings need -O with a folder or a name that has "
		    "%%d");
		strbuf_reset(&run->text);
	}
}

/* Reads --arrow and --mark: cells, and after a colon a colour or its first
 * letter; the default is green. */
static bool
read_signs(struct viewer *viewer, const struct board *board,
    const struct svg_style *style, struct signs *signs)
{
	const struct texts *arrows = &viewer->run->job->drawing.arrows;
	const struct texts *marks = &viewer->run->job->drawing.marks;

	for (unsigned i = 0; i < arrows->len + marks->len; i++) {
		bool is_arrow = i < arrows->len;
		const char *text =
		    is_arrow ? arrows->text[i] : marks->text[i - arrows->len];
		struct slice colour = slice_of(text);
		struct slice cells = slice_take(&colour, ':');
		enum svg_colour chosen = SVG_GREEN;

		if ((text[cells.len] == ':' &&
			!signs_colour(colour, &chosen)) ||
		    !signs_add(board, style->naming, style->seat, cells,
			is_arrow, chosen, signs)) {
			viewer_refuse(viewer,
			    "--%s takes %s with cells of the board, not '%s'",
			    is_arrow ? "arrow" : "mark",
			    is_arrow ? "FROM-TO or FROM-TO:COLOUR"
				     : "CELL or CELL:COLOUR",
			    text);
			return false;
		}
	}
	return true;
}

static void
draw(struct viewer *viewer, const struct replayed *replayed,
    const struct position *position, unsigned seat)
{
	const struct job *job = viewer->run->job;
	const char *view = job->drawing.view, *labels = job->drawing.labels;
	const struct board *board = &replayed->output_rules->board;
	unsigned mover = viewer->arrival.mover;
	struct signs signs = { .arrows = 0 };
	struct svg_style style = {
		.seat = seat, .arrival = &viewer->arrival, .signs = &signs
	};

	style.naming =
	    notation_naming(job->output.notation != NULL ? job->output.notation
							 : replayed->notation,
		replayed->output_rules->variant);
	style.labels = labels == NULL      ? SVG_USUAL
	    : strcmp(labels, "none") == 0  ? SVG_BARE
	    : strcmp(labels, "cells") == 0 ? SVG_CELLS
					   : SVG_EDGES;
	style.panels = !job->drawing.no_panels;
	if (job->drawing.theme != NULL)
		theme_find(job->drawing.theme, &style.theme);
	style.flat = view != NULL && strcmp(view, "flat") == 0;
	style.width =
	    job->drawing.size > 0 ? (unsigned)job->drawing.size : SVG_WIDTH;
	if (style.flat && board->shape != SHAPE_FACES) {
		viewer_refuse(viewer, "--view %s: the board of %s has no faces",
		    view, replayed->rules->variant->id);
		return;
	}
	if (!read_signs(viewer, board, &style, &signs))
		return;
	/* Those of the comments about the position, which name cells as the
	 * record does, and count as that player who made the last move. */
	for (int i = 0; i < 2; i++)
		for (const struct comment *c = viewer->comments[i] != NULL
			 ? viewer->comments[i]->first
			 : NULL;
		     c != NULL; c = c->next)
			signs_read(&replayed->rules->board,
			    notation_naming(
				replayed->notation, replayed->rules->variant),
			    mover < PLAYERS ? mover : 0, c->text, &signs);
	for (unsigned p = 0; p < PLAYERS; p++) {
		style.players[p] = record_player(
		    replayed->record, replayed->rules->variant, p);
		if (slice_is(style.players[p], "?"))
			style.players[p].len = 0;
	}
	svg_write(replayed->output_rules, position, &style, viewer->text);
}

static void
show_position(struct viewer *viewer, const struct replayed *replayed,
    const struct position *position)
{
	const struct showing *showing = viewer->run->context;
	const struct job *job = viewer->run->job;
	const struct rules *rules = replayed->output_rules;
	const struct variant *variant = rules->variant;
	struct strbuf *out = viewer->text;
	struct names names = { job->output.notation, job->output.letters, 0 };
	struct json json = { .out = out, .indent = showing->form == FORM_JSON };
	struct board_style style = { .unicode = showing->form == FORM_UNICODE,
		.colour = showing->colour,
		.names = &names,
		.arrival = &viewer->arrival,
		.lost = replayed->usual_start,
		.seat = job->seat != NULL ? variant_player_named(variant,
						job->seat, strlen(job->seat))
					  : 0 };

	if (showing->form == FORM_3PF) {
		tpf_write(replayed->rules, position, out);
		strbuf_char(out, '\n');
	} else if (style.seat == PLAYER_NONE) {
		viewer_refuse(viewer,
		    "--seat: %s has no player '%s'; its players are %s",
		    variant->id, job->seat, variant->colours);
	} else if (showing->form == FORM_SVG) {
		draw(viewer, replayed, position, style.seat);
	} else if (!names_serve(&names, variant)) {
		viewer_refuse(viewer, "%s has no names of '%s'", variant->id,
		    names.letters != NULL &&
			    !letter_set_serves(names.letters, variant->letters)
			? names.letters->id
			: names.notation->id);
	} else if (showing->form < FORM_ASCII) {
		/* Moves are counted by the player who makes them. */
		names.seat = job->seat != NULL ? style.seat : position->to_move;
		struct json *yaml = showing->form == FORM_YAML
		    ? yaml_begin(false, true, out)
		    : NULL;
		position_json(rules, position, &names, viewer->arrival.fates,
		    yaml != NULL ? yaml : &json);
		if (yaml != NULL)
			yaml_end(yaml);
		else if (showing->form == FORM_JSONL)
			strbuf_char(out, '\n');
	} else {
		/* Cells as the moves name them, pieces in English. */
		if (names.notation == NULL && replayed->plies > 0) {
			names.notation = replayed->notation;
			if (names.letters == NULL)
				names.letters = letter_set_find(slice_of("en"));
		}
		board_write(rules, position, &style, out);
	}
}

/* Finds the names of drawings, if the call wants several files. */
static void
find_files(struct showing *showing, const struct job *job)
{
	const char *path = job->output.path;
	const char *place = path != NULL ? strchr(path, '%') : NULL;
	size_t digits = place != NULL ? strspn(place + 1, "0123456789") : 0;

	if (path != NULL && job->positions.every && is_folder(path)) {
		mkdir(path, 0777); /* or else no file can be opened */
		showing->files = arena_printf(
		    &showing->positions.arena, "%s/%%04d.svg", path);
		showing->place = strlen(path) + 1;
	} else if (place != NULL && digits < 4 && place[1 + digits] == 'd') {
		showing->files = path;
		showing->place = (size_t)(place - path);
	}
	if (showing->form != FORM_SVG)
		showing->files = NULL;
}

int
run_position(struct job *job)
{
	struct showing showing = { .form = FORM_3PF };
	struct positions *positions = &showing.positions;

	if (job->output.format != NULL)
		showing.form = (enum form)near_index(
		    slice_of(POSITION_FORMS), slice_of(job->output.format));
	if (job->seat != NULL && showing.form < FORM_ASCII &&
	    job->output.notation == NULL)
		return usage_error(
		    job, "--seat needs --to ascii, unicode or svg, or -n");
	find_files(&showing, job);
	positions->show = show_position;
	positions->put = showing.form == FORM_SVG ? put_drawing : NULL;
	positions->is_list = showing.form == FORM_JSON;
	positions->between = forms[showing.form].between;
	positions->suffix = forms[showing.form].suffix;
	positions->writes_files = showing.files != NULL;
	positions->wants_fates = showing.form != FORM_3PF;
	showing.colour = job->output.path == NULL
	    ? output_wants_colour(job->colour, stdout)
	    : job->colour > 0;
	return positions_run(positions, job);
}
