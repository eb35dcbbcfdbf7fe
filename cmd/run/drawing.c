/* Ternion: `position --to svg`: what to draw, and where drawings go. */
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "cmd/run/drawing.h"
#include "formats/draw/svg.h"

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
put_name(
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
refuse(struct positions *positions, const char *option, const char *what,
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

static bool
read_arrow(const struct board *board, const struct svg_style *style,
    const char *text, struct svg_arrow *arrow)
{
	const char *dash = strchr(text, '-');

	if (dash == NULL)
		return false;
	arrow->from = coords_read(board, style->naming, style->seat,
	    (struct slice){ text, (size_t)(dash - text) });
	arrow->to =
	    coords_read(board, style->naming, style->seat, slice_of(dash + 1));
	return arrow->from != CELL_NONE && arrow->to != CELL_NONE;
}

static bool
read_signs(struct positions *positions, const struct board *board,
    struct svg_style *style, struct svg_arrow *arrows, cell *marks)
{
	const struct job *job = positions->run.job;

	for (unsigned i = 0; i < job->drawing.arrows.len; i++) {
		if (!read_arrow(
			board, style, job->drawing.arrows.text[i], &arrows[i]))
			return refuse(positions, "--arrow",
			    "FROM-TO, two cells", job->drawing.arrows.text[i]);
	}
	for (unsigned i = 0; i < job->drawing.marks.len; i++) {
		marks[i] = coords_read(board, style->naming, style->seat,
		    slice_of(job->drawing.marks.text[i]));
		if (marks[i] == CELL_NONE)
			return refuse(positions, "--mark", "a cell",
			    job->drawing.marks.text[i]);
	}
	style->arrow = arrows;
	style->arrows = job->drawing.arrows.len;
	style->mark = marks;
	style->marks = job->drawing.marks.len;
	return true;
}

static enum svg_labels
labels_of(const struct job *job, enum naming naming)
{
	if (job->drawing.labels == NULL)
		return svg_labels_usual(naming);
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
	struct output output;

	put_name(drawing, positions->shown, &name);
	if (output_open(&output, name.ptr)) {
		output_flush(&output, text);
		if (!output_close(&output, true))
			positions->run.trouble = true;
	} else {
		positions->run.trouble = true;
	}
	strbuf_release(&name);
}

void
drawing_show(const struct drawing *drawing, struct positions *positions,
    const struct replayed *replayed, const struct position *position,
    unsigned seat)
{
	const struct job *job = positions->run.job;
	enum naming naming = naming_of(job, replayed);
	struct svg_arrow arrows[TEXTS_MAX];
	cell marks[TEXTS_MAX];
	struct svg_style style = { .seat = seat,
		.width = job->drawing.size > 0 ? (unsigned)job->drawing.size
					       : SVG_WIDTH,
		.labels = labels_of(job, naming),
		.naming = naming,
		.last = positions->last };
	struct strbuf text = STRBUF_INIT;

	if (positions->run.trouble ||
	    !read_signs(positions, &replayed->output_rules->board, &style,
		arrows, marks))
		return;
	if (drawing->files == NULL && positions->shown > 0) {
		usage_error(job,
		    "several drawings need -O with a folder, or with %%d in "
		    "the name");
		positions->run.trouble = true;
		strbuf_reset(&positions->run.text);
		return;
	}
	svg_write(replayed->output_rules, position, &style, &text);
	if (drawing->files != NULL)
		write_file(drawing, positions, &text);
	else
		strbuf_slice(&positions->run.text, strbuf_as_slice(&text));
	strbuf_release(&text);
}
