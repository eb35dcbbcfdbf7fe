/*
 * Ternion: what a drawing tells of the players, beside the board.
 *
 * A panel is a list of lines in the player's nook. It begins at the nook's
 * outermost point, so that its first lines, or its last ones if it lies low,
 * have the most room. How wide a text is depends on the reader's fonts: what
 * stands behind one has a little more room than letters need in most.
 */
#include <stdio.h>

#include "formats/draw/panel.h"
#include "formats/draw/svg_parts.h"

enum {
	PANEL_TEXT_SIZE = 300, /* in tenths, as all lengths here */
	PITCH = 400,           /* from line to line */
	TEXT_GAP = PANEL_TEXT_SIZE / 2,
	INSET = 160,       /* from the edge of the picture */
	DISC_PITCH = 330,  /* from disc to disc */
	DISC_PERCENT = 60, /* of the disc at a player's home */
	MAN_PERCENT = 42,  /* of a whole piece, of one beside the board */
	MAN_PITCH = 400,
	COUNT_PITCH = 200, /* more, if a number stands behind it */
	LINES_MAX = 24,
	WORDS_MAX = 48,
	MEN_MAX = 4,  /* in a line */
	WHY_MAX = 30, /* letters of a line below the board */
};

/* A line is text and discs, or text and pieces. */
struct line_of_panel {
	char words[WORDS_MAX];
	bool is_head;
	unsigned players;   /* discs behind the text, as bits */
	uint8_t men[KINDS]; /* how many of each kind */
	bool has_men;
};

struct panel {
	const struct variant *variant;
	const struct svg_style *style;
	const struct svg_layout *layout;
	struct strbuf *out;
	unsigned player;
	bool is_right;
	unsigned lines;
	struct line_of_panel line[LINES_MAX];
};

static struct line_of_panel *
add_line(struct panel *panel, const char *words)
{
	struct line_of_panel *line = &panel->line[panel->lines];

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

/* Pieces, so many in a line. */
static void
add_men(struct panel *panel, const char *words, const uint8_t count[KINDS])
{
	struct line_of_panel *line = NULL;
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
put_panel_text(const struct panel *panel, const char *words, int x, int y,
    bool at_end, bool is_bold)
{
	if (*words == '\0')
		return;
	strbuf_puts(panel->out, "<text");
	svg_attribute("x", x, panel->out);
	svg_attribute("y", y, panel->out);
	strbuf_printf(panel->out, "%s%s>%s</text>\n",
	    at_end ? " text-anchor=\"end\"" : "",
	    is_bold ? " font-weight=\"bold\"" : "", words);
}

static void
put_panel_inked(const struct panel *panel, const char *symbol, unsigned player,
    struct point at, unsigned percent)
{
	char name[32];

	snprintf(name, sizeof(name), "%s-%c", symbol,
	    panel->variant->colours[player]);
	svg_use(panel->style->prefix, name, at, percent, panel->out);
}

/* In the widest of the usual fonts. */
static int
width_of(const char *words)
{
	int width = 0;

	for (; *words != '\0'; words++)
		width += strchr("fijlrt ,", *words) != NULL ? 37
		    : strchr("mwMW", *words) != NULL        ? 90
							    : 61;
	return PANEL_TEXT_SIZE * width / 100;
}

static int
width_of_men(const struct line_of_panel *line)
{
	int width = 0;

	for (unsigned kind = 0; kind < KINDS; kind++)
		if (line->men[kind] > 0)
			width +=
			    MAN_PITCH + (line->men[kind] > 1 ? COUNT_PITCH : 0);
	return width;
}

/* Pieces from x to the right, on a plate on which all inks can be seen. */
static void
put_panel_men(
    const struct panel *panel, const struct line_of_panel *line, int x, int y)
{
	const struct palette *palette = theme_palette(panel->style->theme);
	unsigned percent = MAN_PERCENT * 100 / panel->layout->percent;
	int middle = y - PANEL_TEXT_SIZE * 7 / 20;
	char count[8];

	strbuf_printf(panel->out,
	    "<rect class=\"%splate\" fill=\"%s\" rx=\"8\"",
	    panel->style->prefix, palette->plate);
	svg_attribute("x", x, panel->out);
	svg_attribute("y", middle - PITCH * 12 / 25, panel->out);
	svg_attribute("width", width_of_men(line), panel->out);
	svg_attribute("height", PITCH * 24 / 25, panel->out);
	strbuf_puts(panel->out, "/>\n");
	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--) {
		if (line->men[kind] == 0)
			continue;
		put_panel_inked(panel, panel->variant->kinds[kind],
		    panel->player, (struct point){ x + MAN_PITCH / 2, middle },
		    percent);
		x += MAN_PITCH;
		if (line->men[kind] < 2)
			continue;
		snprintf(count, sizeof(count), "%u", line->men[kind]);
		strbuf_printf(panel->out, "<g fill=\"%s\">\n", palette->name);
		put_panel_text(
		    panel, count, x - COUNT_PITCH / 4, y, false, true);
		strbuf_puts(panel->out, "</g>\n");
		x += COUNT_PITCH;
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
		put_panel_inked(panel, "home", p,
		    (struct point){ x + DISC_PITCH / 2, middle }, DISC_PERCENT);
		x += DISC_PITCH;
	}
}

static unsigned
count_players(unsigned players)
{
	return (players & 1) + (players >> 1 & 1) + (players >> 2 & 1);
}

/* The name, behind or before a disc in his ink. */
static void
put_panel_head(
    const struct panel *panel, const struct line_of_panel *line, int x, int y)
{
	put_discs(panel, 1u << panel->player,
	    panel->is_right ? x - DISC_PITCH : x, y);
	put_panel_text(panel, line->words,
	    panel->is_right ? x - DISC_PITCH - DISC_PITCH / 4
			    : x + DISC_PITCH + DISC_PITCH / 4,
	    y, panel->is_right, true);
}

static void
put_panel_line(
    const struct panel *panel, const struct line_of_panel *line, int x, int y)
{
	int gap = *line->words != '\0' ? TEXT_GAP : 0;
	int width = line->has_men
	    ? width_of_men(line)
	    : (int)count_players(line->players) * DISC_PITCH;
	int start =
	    panel->is_right ? x - width : x + width_of(line->words) + gap;

	if (line->is_head) {
		put_panel_head(panel, line, x, y);
		return;
	}
	put_panel_text(panel, line->words,
	    panel->is_right && width > 0 ? x - width - gap : x, y,
	    panel->is_right, false);
	if (line->has_men)
		put_panel_men(panel, line, start, y);
	else
		put_discs(panel, line->players, start, y);
}

static void
put_panel(struct panel *panel, const struct snapshot *snapshot)
{
	const struct nook *nook = &panel->layout->picture.nook[panel->player];
	const struct seat_state *seat = &snapshot->seat[panel->player];
	int x = nook->at.x + (nook->is_right ? -INSET : INSET);
	int y = nook->at.y + INSET + PANEL_TEXT_SIZE * 4 / 5;

	panel->lines = 0;
	panel->is_right = nook->is_right;
	add_line(panel, panel->variant->players[panel->player])->is_head = true;
	if (!nook->is_low) {
		add_men(panel, "hand", seat->hand);
		add_men(panel, "lost", seat->lost);
	}
	snapshot_tell(snapshot, panel->player, add_words, panel);
	if (nook->is_low) {
		add_men(panel, "hand", seat->hand);
		add_men(panel, "lost", seat->lost);
		y = nook->at.y - INSET - ((int)panel->lines - 1) * PITCH;
	}
	for (unsigned i = 0; i < panel->lines; i++, y += PITCH)
		put_panel_line(panel, &panel->line[i], x, y);
}

/* Words in lines of so many letters, the last of them at y. */
static void
put_wrapped(const struct panel *panel, const char *first, const char *words,
    int x, int y)
{
	const char *line[WORDS_MAX];
	int length[WORDS_MAX], lines = 0;
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
		line[lines] = words;
		length[lines++] = (int)(end - words);
		words = end + (*end == ' ');
	}
	put_panel_text(panel, first, x, y - lines * PITCH, true, true);
	for (int i = 0; i < lines; i++) {
		snprintf(text, sizeof(text), "%.*s", length[i], line[i]);
		put_panel_text(
		    panel, text, x, y - (lines - 1 - i) * PITCH, true, false);
	}
}

/* Whose turn it is and why, in the corner on the right below. */
static void
put_panel_turn(const struct panel *panel, const struct snapshot *snapshot,
    unsigned long number)
{
	const struct picture *picture = &panel->layout->picture;
	char text[WORDS_MAX];

	if (snapshot->turn == PLAYER_NONE)
		snprintf(text, sizeof(text), "%s", snapshot->result);
	else
		snprintf(text, sizeof(text), "Move %lu, %s to move", number,
		    panel->variant->players[snapshot->turn]);
	put_wrapped(panel, text, snapshot->why, picture->most.x - INSET,
	    picture->most.y - INSET);
}

bool
panel_is_too_small(const struct picture *picture, const struct svg_style *style)
{
	return svg_is_too_small(picture, style, PANEL_TEXT_SIZE);
}

void
panel_write(const struct rules *rules, const struct svg_layout *layout,
    const struct snapshot *snapshot, unsigned long number,
    const struct svg_style *style, struct strbuf *out)
{
	struct panel panel = { .variant = rules->variant,
		.style = style,
		.layout = layout,
		.out = out };

	if (panel_is_too_small(&layout->picture, style))
		return;
	strbuf_printf(out,
	    "<g class=\"panels %slabel\" font-family=\"sans-serif\" "
	    "fill=\"%s\"",
	    style->prefix, theme_palette(style->theme)->label);
	svg_attribute("font-size", PANEL_TEXT_SIZE, out);
	strbuf_puts(out, ">\n");
	for (panel.player = 0; panel.player < PLAYERS; panel.player++)
		put_panel(&panel, snapshot);
	put_panel_turn(&panel, snapshot, number);
	strbuf_puts(out, "</g>\n");
}
