/* Ternion: the facts about the players, next to the board of a drawing.
 *
 * A panel is a list of lines in the player's nook. It begins at the nook's
 * outermost point, so its first lines, or its last ones if it lies low, have
 * the most room. The width of a text depends on the reader's fonts, so there is
 * a little room to spare after it. */
#include <stdio.h>

#include "formats/draw/svg_drawing.h"
#include "parse/text/utf8.h"

enum {
	PITCH = 400, /* from line to line */
	TEXT_GAP = PANEL_TEXT_SIZE / 2,
	INSET = 160,       /* from the edge of the picture */
	DISC_PITCH = 330,  /* from disc to disc */
	DISC_PERCENT = 60, /* of the disc at a player's home */
	MAN_PERCENT = 42,  /* of a piece on the board */
	MAN_PITCH = 400,
	DIGIT_PITCH = 200, /* more for each digit of a count */
	WORDS_MAX = 48,
	NAME_MAX_SHOWN = 16, /* characters of a player's name */
	MEN_MAX = 4,         /* in a line */
	WHY_MAX = 30,        /* letters of a line below the board */
	WHY_FLAT = 68,       /* and of one below a flat board */
};

struct panel {
	const struct svg_drawing *drawing;
	unsigned player;
	bool at_end;    /* lines end at x, else they begin there */
	bool is_unseen; /* lines are only counted */
	int x, y;       /* of the last line */
};

static void
put_panel_text(const struct svg_drawing *drawing, struct slice words, int x,
    int y, bool at_end, bool is_bold)
{
	if (words.len == 0)
		return;
	svg_put(drawing, "<text x='%l' y='%l'", x, y);
	if (at_end)
		svg_put(drawing, " text-anchor='end'");
	if (is_bold)
		svg_put(drawing, " font-weight='bold'");
	svg_put(drawing, ">%t</text>\n", words);
}

/* The width in the widest of the usual fonts. */
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

/* The room for a count of pieces, which is written if it is more than one. */
static int
width_of_count(unsigned count)
{
	return count < 2 ? 0 : count < 10 ? DIGIT_PITCH : 2 * DIGIT_PITCH;
}

/* Puts pieces from x to the right, on a plate that shows all inks. */
static void
put_panel_men(
    const struct panel *panel, const uint8_t men[KINDS], int x, int width)
{
	const struct svg_drawing *drawing = panel->drawing;
	unsigned percent = MAN_PERCENT * 100 / drawing->layout->percent;
	int middle = panel->y - PANEL_TEXT_SIZE * 7 / 20;

	svg_put(drawing,
	    "<rect class='%pplate' fill='%s' rx='8' x='%l' y='%l' width='%l' "
	    "height='%l'/>\n",
	    drawing->palette->plate, x, middle - PITCH * 12 / 25, width,
	    PITCH * 24 / 25);
	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--) {
		if (men[kind] == 0)
			continue;
		svg_use(drawing, drawing->rules->variant->kinds[kind],
		    panel->player,
		    (struct svg_place){
			{ x + MAN_PITCH / 2, middle }, percent });
		x += MAN_PITCH;
		if (men[kind] < 2)
			continue;
		svg_put(drawing,
		    "<g fill='%s'>\n<text x='%l' y='%l' font-weight='bold'>"
		    "%u</text>\n</g>\n",
		    drawing->palette->name, x - DIGIT_PITCH / 4, panel->y,
		    (unsigned)men[kind]);
		x += width_of_count(men[kind]);
	}
}

static void
put_discs(const struct panel *panel, unsigned players, int x)
{
	int middle = panel->y - PANEL_TEXT_SIZE * 7 / 20;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!(players >> p & 1))
			continue;
		svg_use(panel->drawing, "home", p,
		    (struct svg_place){
			{ x + DISC_PITCH / 2, middle }, DISC_PERCENT });
		x += DISC_PITCH;
	}
}

/* Puts a line of words and after them discs of the players, as bits, or pieces,
 * if `men` is not NULL. */
static void
put_panel_line(struct panel *panel, const char *words, unsigned players,
    const uint8_t men[KINDS])
{
	int gap = words[0] != '\0' ? TEXT_GAP : 0;
	int width = __builtin_popcount(players) * DISC_PITCH;

	panel->y += PITCH;
	if (panel->is_unseen)
		return;
	for (unsigned kind = 0; men != NULL && kind < KINDS; kind++)
		if (men[kind] > 0)
			width += MAN_PITCH + width_of_count(men[kind]);
	int signs = panel->at_end ? panel->x - width
				  : panel->x + width_of_words(words) + gap;
	put_panel_text(panel->drawing, slice_of(words),
	    panel->at_end && width > 0 ? signs - gap : panel->x, panel->y,
	    panel->at_end, false);
	if (men != NULL)
		put_panel_men(panel, men, signs, width);
	else
		put_discs(panel, players, signs);
}

/* Puts pieces, MEN_MAX kinds a line. */
static void
put_men(struct panel *panel, const char *words, const uint8_t count[KINDS])
{
	uint8_t men[KINDS] = { 0 };
	unsigned kinds = 0;

	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--) {
		if (count[kind] > 0 && kinds++ == MEN_MAX) {
			put_panel_line(panel, words, 0, men);
			memset(men, 0, sizeof(men));
			words = "";
			kinds = 1;
		}
		men[kind] = count[kind];
	}
	if (kinds > 0)
		put_panel_line(panel, words, 0, men);
}

static void
put_all_men(struct panel *panel)
{
	const struct seat_state *seat =
	    &panel->drawing->snapshot->seat[panel->player];

	put_men(panel, "hand", seat->own.hand);
	put_men(panel, "lost", seat->lost);
}

/* Puts the lines below the name. In a low panel the pieces come last, where
 * there is the most room. */
static void
put_panel_lines(struct panel *panel, bool is_low)
{
	struct facts facts;

	snapshot_facts(panel->drawing->snapshot, panel->player, &facts);
	if (!is_low)
		put_all_men(panel);
	for (unsigned i = 0; i < facts.len; i++)
		put_panel_line(
		    panel, facts.fact[i].words, facts.fact[i].players, NULL);
	if (is_low)
		put_all_men(panel);
}

static void
put_panel(const struct svg_drawing *drawing, unsigned player)
{
	const struct nook *nook = &drawing->layout->picture.nook[player];
	const int aside = DISC_PITCH + DISC_PITCH / 4;
	struct slice name = drawing->style->players[player], rest = name;
	uint32_t point;
	SCRATCH title = STRBUF_INIT;
	struct panel panel = { drawing, player, nook->is_right,
		.x = nook->at.x + (nook->is_right ? -INSET : INSET),
		.y = nook->at.y + INSET + PANEL_TEXT_SIZE * 4 / 5 };

	if (nook->is_low) {
		panel.is_unseen = true;
		panel.y = 0;
		put_panel_lines(&panel, true);
		panel.is_unseen = false;
		panel.y = nook->at.y - INSET - panel.y;
	}
	put_discs(&panel, 1u << player,
	    nook->is_right ? panel.x - DISC_PITCH : panel.x);
	/* The colour and the name, which is cut if it is long. */
	strbuf_puts(&title, drawing->rules->variant->players[player]);
	strbuf_puts(&title, name.len > 0 ? ": " : "");
	for (unsigned n = 0; n < NAME_MAX_SHOWN && rest.len > 0; n++)
		rest = slice_from(rest, utf8_next(rest, &point));
	if (name.len > 0)
		strbuf_slice(&title, slice_sub(name, 0, name.len - rest.len));
	strbuf_puts(&title, rest.len > 0 ? "\xe2\x80\xa6" : "");
	put_panel_text(drawing, strbuf_as_slice(&title),
	    nook->is_right ? panel.x - aside : panel.x + aside, panel.y,
	    nook->is_right, true);
	put_panel_lines(&panel, nook->is_low);
}

void
panel_write(const struct svg_drawing *drawing, unsigned long number)
{
	const struct snapshot *snapshot = drawing->snapshot;
	struct point most = drawing->layout->picture.most;
	int x = most.x - INSET, y = most.y - INSET, lines = 0;
	long most_letters = drawing->style->flat ? WHY_FLAT : WHY_MAX;
	const char *words = snapshot->why;
	struct slice line[WORDS_MAX];
	char text[WORDS_MAX];

	if (svg_is_too_small(
		&drawing->layout->picture, drawing->style, PANEL_TEXT_SIZE))
		return;
	svg_put(drawing,
	    "<g class='panels %plabel' font-family='sans-serif' fill='%s' "
	    "font-size='%l'>\n",
	    drawing->palette->label, PANEL_TEXT_SIZE);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_panel(drawing, p);
	/* Whose turn it is, and the reason in lines, at the lower right. */
	while (*words != '\0' && lines < WORDS_MAX) {
		const char *end = words, *p = words;

		while (*p != '\0') {
			p += *p == ' ';
			p += strcspn(p, " ");
			if (p - words > most_letters && end > words)
				break;
			end = p;
		}
		line[lines++] = slice_between(words, end);
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
	svg_put(drawing, "</g>\n");
}
