/*
 * Ternion: what a drawing tells of the players, beside the board.
 *
 * A panel is a list of lines in the player's nook. It begins at the nook's
 * outermost point, so that its first lines, or its last ones if it lies low,
 * have the most room. How wide a text is depends on the reader's fonts: what
 * stands behind one has a little more room than letters need in most.
 */
#include <stdio.h>

#include "formats/draw/svg_drawing.h"

enum {
	PANEL_TEXT_SIZE = 300, /* in tenths, as all lengths here */
	PITCH = 400,           /* from line to line */
	TEXT_GAP = PANEL_TEXT_SIZE / 2,
	INSET = 160,       /* from the edge of the picture */
	DISC_PITCH = 330,  /* from disc to disc */
	DISC_PERCENT = 60, /* of the disc at a player's home */
	MAN_PERCENT = 42,  /* of a whole piece, of one beside the board */
	MAN_PITCH = 400,
	DIGIT_PITCH = 200, /* more, for each digit of a number that follows */
	LINES_MAX = 24,
	WORDS_MAX = 48,
	MEN_MAX = 4,  /* in a line */
	WHY_MAX = 30, /* letters of a line below the board */
};

/* A line is text and discs, or text and pieces. */
struct panel_line {
	char words[WORDS_MAX];
	unsigned players;   /* discs after the text, as bits */
	uint8_t men[KINDS]; /* how many of each kind */
	bool has_men;
};

struct panel {
	const struct svg_drawing *drawing;
	unsigned player;
	unsigned lines;
	struct panel_line line[LINES_MAX]; /* the first is the name */
};

static struct panel_line *
add_line(struct panel *panel, const char *words)
{
	struct panel_line *line = &panel->line[panel->lines];

	if (panel->lines + 1 < LINES_MAX)
		panel->lines++;
	memset(line, 0, sizeof(*line));
	snprintf(line->words, sizeof(line->words), "%s", words);
	return line;
}

static void
add_words(void *context, const char *words, unsigned players)
{
	add_line(context, words)->players = players;
}

/* Adds lines of some pieces each. */
static void
add_men(struct panel *panel, const char *words, const uint8_t count[KINDS])
{
	struct panel_line *line = NULL;
	unsigned men = 0;

	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--) {
		if (count[kind] == 0)
			continue;
		if (men++ % MEN_MAX == 0) {
			line = add_line(panel, line == NULL ? words : "");
			line->has_men = true;
		}
		line->men[kind] = count[kind];
	}
}

static void
put_panel_text(const struct svg_drawing *drawing, struct slice words, int x,
    int y, bool at_end, bool is_bold)
{
	if (words.len > 0)
		svg_put(drawing, "<text x='%l' y='%l'%s%s>%t</text>\n", x, y,
		    at_end ? " text-anchor=\"end\"" : "",
		    is_bold ? " font-weight=\"bold\"" : "", words);
}

/* In the widest of the usual fonts. */
static int
width_of_words(const char *words)
{
	int width = 0;

	for (; *words != '\0'; words++)
		width += strchr("fijlrt ,", *words) != NULL ? 37
		    : strchr("mwMW", *words) != NULL        ? 90
							    : 61;
	return PANEL_TEXT_SIZE * width / 100;
}

/* The number of pieces is written if it is more than one. */
static int
width_of_count(unsigned count)
{
	return count < 2 ? 0 : count < 10 ? DIGIT_PITCH : 2 * DIGIT_PITCH;
}

/* How wide the discs and pieces of a line are. */
static int
width_of_signs(const struct panel_line *line)
{
	int width = 0;

	if (!line->has_men)
		return __builtin_popcount(line->players) * DISC_PITCH;
	for (unsigned kind = 0; kind < KINDS; kind++)
		if (line->men[kind] > 0)
			width += MAN_PITCH + width_of_count(line->men[kind]);
	return width;
}

/* Pieces from x to the right, on a plate on which all inks can be seen. */
static void
put_panel_men(
    const struct panel *panel, const struct panel_line *line, int x, int y)
{
	const struct svg_drawing *drawing = panel->drawing;
	unsigned percent = MAN_PERCENT * 100 / drawing->layout->percent;
	int middle = y - PANEL_TEXT_SIZE * 7 / 20;

	svg_put(drawing,
	    "<rect class='%pplate' fill='%s' rx='8' x='%l' y='%l' width='%l' "
	    "height='%l'/>\n",
	    drawing->palette->plate, x, middle - PITCH * 12 / 25,
	    width_of_signs(line), PITCH * 24 / 25);
	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--) {
		if (line->men[kind] == 0)
			continue;
		svg_use(drawing, drawing->rules->variant->kinds[kind],
		    panel->player, (struct point){ x + MAN_PITCH / 2, middle },
		    percent);
		x += MAN_PITCH;
		if (line->men[kind] < 2)
			continue;
		svg_put(drawing,
		    "<g fill='%s'>\n<text x='%l' y='%l' font-weight='bold'>"
		    "%u</text>\n</g>\n",
		    drawing->palette->name, x - DIGIT_PITCH / 4, y,
		    (unsigned)line->men[kind]);
		x += width_of_count(line->men[kind]);
	}
}

/* A disc for each of the players, from x on. */
static void
put_discs(const struct panel *panel, unsigned players, int x, int y)
{
	int middle = y - PANEL_TEXT_SIZE * 7 / 20;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!(players >> p & 1))
			continue;
		svg_use(panel->drawing, "home", p,
		    (struct point){ x + DISC_PITCH / 2, middle }, DISC_PERCENT);
		x += DISC_PITCH;
	}
}

static void
put_panel(struct panel *panel)
{
	const struct svg_drawing *drawing = panel->drawing;
	const struct snapshot *snapshot = drawing->snapshot;
	const struct nook *nook = &drawing->layout->picture.nook[panel->player];
	const struct seat_state *seat = &snapshot->seat[panel->player];
	int x = nook->at.x + (nook->is_right ? -INSET : INSET);
	int y = nook->at.y + INSET + PANEL_TEXT_SIZE * 4 / 5;
	int aside = DISC_PITCH + DISC_PITCH / 4;

	panel->lines = 0;
	add_line(panel, drawing->rules->variant->players[panel->player]);
	if (nook->is_low)
		snapshot_tell(snapshot, panel->player, add_words, panel);
	add_men(panel, "hand", seat->hand);
	add_men(panel, "lost", seat->lost);
	if (nook->is_low)
		y = nook->at.y - INSET - ((int)panel->lines - 1) * PITCH;
	else
		snapshot_tell(snapshot, panel->player, add_words, panel);
	/* The name, after or before a disc in his ink. */
	put_discs(
	    panel, 1u << panel->player, nook->is_right ? x - DISC_PITCH : x, y);
	put_panel_text(drawing, slice_of(panel->line[0].words),
	    nook->is_right ? x - aside : x + aside, y, nook->is_right, true);
	for (unsigned i = 1; i < panel->lines; i++) {
		const struct panel_line *line = &panel->line[i];
		int gap = line->words[0] != '\0' ? TEXT_GAP : 0;
		int width = width_of_signs(line);
		int signs = nook->is_right
		    ? x - width
		    : x + width_of_words(line->words) + gap;

		y += PITCH;
		put_panel_text(drawing, slice_of(line->words),
		    nook->is_right && width > 0 ? signs - gap : x, y,
		    nook->is_right, false);
		if (line->has_men)
			put_panel_men(panel, line, signs, y);
		else
			put_discs(panel, line->players, signs, y);
	}
}

/* Whose turn it is and why, in the corner on the right below: the reason in
 * lines of some letters, the last of them at y. */
static void
put_panel_turn(const struct svg_drawing *drawing, unsigned long number)
{
	const struct snapshot *snapshot = drawing->snapshot;
	struct point most = drawing->layout->picture.most;
	int x = most.x - INSET, y = most.y - INSET, lines = 0;
	const char *words = snapshot->why;
	struct slice line[WORDS_MAX];
	char text[WORDS_MAX];

	while (*words != '\0' && lines < WORDS_MAX) {
		const char *end = words, *p = words;

		while (*p != '\0') {
			p += *p == ' ';
			p += strcspn(p, " ");
			if (p - words > WHY_MAX && end > words)
				break;
			end = p;
		}
		line[lines++] = (struct slice){ words, (size_t)(end - words) };
		words = end + (*end == ' ');
	}
	if (snapshot->turn == PLAYER_NONE)
		snprintf(text, sizeof(text), "%s", snapshot->outcome.result);
	else
		snprintf(text, sizeof(text), "Move %lu, %s to move", number,
		    drawing->rules->variant->players[snapshot->turn]);
	put_panel_text(
	    drawing, slice_of(text), x, y - lines * PITCH, true, true);
	for (int i = 0; i < lines; i++)
		put_panel_text(drawing, line[i], x, y - (lines - 1 - i) * PITCH,
		    true, false);
}

bool
panel_is_too_small(const struct picture *picture, const struct svg_style *style)
{
	return svg_is_too_small(picture, style, PANEL_TEXT_SIZE);
}

void
panel_write(const struct svg_drawing *drawing, unsigned long number)
{
	struct panel panel = { .drawing = drawing };

	if (panel_is_too_small(&drawing->layout->picture, drawing->style))
		return;
	svg_put(drawing,
	    "<g class='panels %plabel' font-family='sans-serif' fill='%s' "
	    "font-size='%l'>\n",
	    drawing->palette->label, PANEL_TEXT_SIZE);
	for (panel.player = 0; panel.player < PLAYERS; panel.player++)
		put_panel(&panel);
	put_panel_turn(drawing, number);
	svg_put(drawing, "</g>\n");
}
