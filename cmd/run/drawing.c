/* Ternion: `position --to svg`: what to draw, and where drawings go. */
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "cmd/run/drawing.h"
#include "formats/draw/signs.h"

static bool
find_number(const char *name, struct number_place *place)
{
	const char *p = strchr(name, '%');

	if (p == NULL)
		return false;
	*place = (struct number_place){ .begin = p++ };
	place->zeros = *p == '0';
	while (*p >= '0' && *p <= '9' && place->width < 10)
		place->width = place->width * 10 + (unsigned)(*p++ - '0');
	place->end = p + 1;
	return *p == 'd';
}

void
drawing_init(struct drawing *drawing, struct job *job)
{
	struct number_place place = { NULL, NULL, 0, false };
	struct stat info;
	bool folder;

	*drawing = (struct drawing){ .files = NULL };
	if (job->output.path == NULL)
		return;
	folder = stat(job->output.path, &info) == 0 && S_ISDIR(info.st_mode);
	if (!folder && !find_number(job->output.path, &place))
		return;
	drawing->number = place;
	drawing->files = job->output.path;
	job->output.path = NULL;
}

/* The name of the drawing with that number, from 0. */
static void
put_file_name(
    const struct drawing *drawing, unsigned long number, struct strbuf *out)
{
	const struct number_place *place = &drawing->number;
	struct strbuf digits = STRBUF_INIT;

	if (place->begin == NULL) {
		strbuf_printf(out, "%s/%04lu.svg", drawing->files, number);
		return;
	}
	strbuf_number(&digits, number);
	strbuf_add(
	    out, drawing->files, (size_t)(place->begin - drawing->files));
	for (size_t i = digits.len; i < place->width; i++)
		strbuf_char(out, place->zeros ? '0' : ' ');
	strbuf_slice(out, strbuf_as_slice(&digits));
	strbuf_puts(out, place->end);
	strbuf_release(&digits);
}

/* Says, once, that the call cannot be carried out; false. */
static bool
refuse_option(struct positions *positions, const char *option, const char *what,
    const char *text)
{
	if (!positions->run.trouble)
		usage_error(positions->run.job,
		    "%s is %s of the board, not '%s'", option, what, text);
	positions->run.trouble = true;
	return false;
}

/* How cells are named in arguments, and in the drawing. */
static enum naming
naming_of(const struct job *job, const struct replayed *replayed)
{
	return notation_naming(job->output.notation != NULL
		? job->output.notation
		: replayed->notation,
	    replayed->output_rules->variant);
}

/* Reads a colour name or its first letter after a colon; the default is green.
 */
static bool
read_colour(struct slice *text, enum svg_colour *colour)
{
	const char *colon = memchr(text->ptr, ':', text->len);
	struct slice name;

	*colour = SVG_GREEN;
	if (colon == NULL)
		return true;
	name = slice_from(*text, (size_t)(colon - text->ptr) + 1);
	text->len = (size_t)(colon - text->ptr);
	return signs_colour(name, colour);
}

static bool
read_arrow(const struct board *board, const struct svg_style *style,
    struct slice text, struct svg_arrow *arrow)
{
	const char *dash;

	if (!read_colour(&text, &arrow->colour))
		return false;
	dash = memchr(text.ptr, '-', text.len);
	if (dash == NULL)
		return false;
	arrow->from = coords_read(board, style->naming, style->seat,
	    (struct slice){ text.ptr, (size_t)(dash - text.ptr) });
	arrow->to = coords_read(board, style->naming, style->seat,
	    slice_from(text, (size_t)(dash - text.ptr) + 1));
	return arrow->from != CELL_NONE && arrow->to != CELL_NONE;
}

static bool
read_mark_option(const struct board *board, const struct svg_style *style,
    struct slice text, struct svg_mark *mark)
{
	if (!read_colour(&text, &mark->colour))
		return false;
	mark->at = coords_read(board, style->naming, style->seat, text);
	return mark->at != CELL_NONE;
}

static bool
read_signs(struct positions *positions, const struct board *board,
    const struct svg_style *style, struct signs *signs)
{
	const struct job *job = positions->run.job;

	for (unsigned i = 0; i < job->drawing.arrows.len; i++) {
		const char *text = job->drawing.arrows.text[i];

		if (!read_arrow(board, style, slice_of(text),
			&signs->arrow[signs->arrows++]))
			return refuse_option(positions, "--arrow",
			    "FROM-TO or FROM-TO:COLOUR, two cells", text);
	}
	for (unsigned i = 0; i < job->drawing.marks.len; i++) {
		const char *text = job->drawing.marks.text[i];

		if (!read_mark_option(board, style, slice_of(text),
			&signs->mark[signs->marks++]))
			return refuse_option(positions, "--mark",
			    "CELL or CELL:COLOUR, a cell", text);
	}
	return true;
}

/* Arrows and marks of the comments about the position, which name cells as the
 * record does, and count as the player who has moved. */
static void
read_comments(const struct positions *positions,
    const struct replayed *replayed, struct signs *signs)
{
	const struct rules *rules = replayed->rules;
	unsigned mover = positions->arrival.mover;

	for (int i = 0; i < 2; i++) {
		if (positions->said[i] == NULL)
			continue;
		for (const struct comment *c = positions->said[i]->first; c;
		     c = c->next)
			signs_read(&rules->board,
			    notation_naming(replayed->notation, rules->variant),
			    mover < PLAYERS ? mover : 0, c->text, signs);
	}
}

static enum svg_labels
labels_of(const struct job *job, const struct board *board, enum naming naming)
{
	if (job->drawing.labels == NULL)
		return svg_labels_usual(board, naming);
	if (strcmp(job->drawing.labels, "none") == 0)
		return SVG_BARE;
	return strcmp(job->drawing.labels, "cells") == 0 ? SVG_CELLS
							 : SVG_EDGES;
}

static void
write_file(const struct drawing *drawing, struct positions *positions,
    struct strbuf *text)
{
	struct strbuf name = STRBUF_INIT;
	struct output output = { .file = NULL };

	put_file_name(drawing, positions->shown, &name);
	if (run_open_file(&positions->run, &output, name.ptr)) {
		output_flush(&output, text);
		if (!output_close(&output, true))
			positions->run.trouble = true;
	}
	strbuf_release(&name);
}

/* What the job asks for; false, after saying so, if the board has no such
 * view. */
static bool
choose_style(struct positions *positions, const struct replayed *replayed,
    struct svg_style *style)
{
	const struct job *job = positions->run.job;
	const struct board *board = &replayed->output_rules->board;
	const char *view = job->drawing.view;

	style->naming = naming_of(job, replayed);
	style->labels = labels_of(job, board, style->naming);
	style->width =
	    job->drawing.size > 0 ? (unsigned)job->drawing.size : SVG_WIDTH;
	style->panels = !job->drawing.no_panels;
	if (job->drawing.size > 0)
		style->width = (unsigned)job->drawing.size;
	if (job->drawing.theme != NULL)
		theme_find(job->drawing.theme, &style->theme);
	if (view == NULL || strcmp(view, "cube") == 0)
		return true;
	style->view = strcmp(view, "flat") == 0 ? SVG_FLAT : SVG_BOTH;
	if (style->view == SVG_BOTH && job->drawing.size == 0)
		style->width *= 2;
	if (board->shape == SHAPE_FACES)
		return true;
	if (!positions->run.trouble)
		usage_error(job, "--view %s: the board of %s has no faces",
		    view, replayed->rules->variant->id);
	positions->run.trouble = true;
	return false;
}

static bool
has_room(const struct drawing *drawing, struct positions *positions)
{
	if (drawing->files != NULL || positions->shown == 0)
		return true;
	usage_error(positions->run.job,
	    "several drawings need -O with a folder, or with %%d in the name");
	positions->run.trouble = true;
	strbuf_reset(&positions->run.text);
	return false;
}

void
drawing_show(const struct drawing *drawing, struct positions *positions,
    const struct replayed *replayed, const struct position *position,
    unsigned seat)
{
	const struct board *board = &replayed->output_rules->board;
	struct signs signs = { .arrows = 0 };
	struct svg_style style = { .seat = seat,
		.arrival = &positions->arrival,
		.arrow = signs.arrow,
		.mark = signs.mark };
	struct strbuf text = STRBUF_INIT;

	if (positions->run.trouble ||
	    !choose_style(positions, replayed, &style) ||
	    !read_signs(positions, board, &style, &signs) ||
	    !has_room(drawing, positions))
		return;
	read_comments(positions, replayed, &signs);
	style.arrows = signs.arrows;
	style.marks = signs.marks;
	svg_write(replayed->output_rules, position, &style, &text);
	if (drawing->files != NULL)
		write_file(drawing, positions, &text);
	else
		strbuf_slice(&positions->run.text, strbuf_as_slice(&text));
	strbuf_release(&text);
}
