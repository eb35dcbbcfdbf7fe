/* Ternion: the colours of drawings.
 *
 * On every cell of a theme the fill or the outline of each player's pieces has
 * a contrast of 3 or more, also for eyes that lack red or green; text has 4.5.
 * A unit test computes this from the tables. */
#pragma once

#include <stdbool.h>

#include "parse/text/strbuf.h"
#include "rules/variants/variant.h"

#define TONES 6 /* shades of cells; 0 is the lightest */

enum theme {
	THEME_AUTO, /* light or dark like the reader's screen */
	THEME_LIGHT,
	THEME_DARK,
	THEME_PRINT,       /* black on white */
	THEME_TRANSPARENT, /* on any page: no ground */
	THEMES
};

/* How a player's pieces are drawn; colours are "#rrggbb". */
struct ink {
	const char *name;      /* of players who have it, "Red" */
	const char *fill;      /* the body */
	const char *line;      /* its outline */
	const char *upon;      /* lines upon the body */
	const char *stripe;    /* colour of stripes over the body, or NULL */
	const char *direction; /* path of a stripe in a square of 8 by 8 */
	const char *stripe_opacity; /* in percent */
	const char *terminal;       /* letters and ground, of 256 colours */
};

struct palette {
	const char *ground; /* below all, or NULL */
	const char *label;  /* texts next to the board */
	const char *line;   /* between cells */
	const char *name;   /* names in cells */
	/* On cells of the last move: */
	const char *last;               /* lies over the tone */
	unsigned last_opacity;          /* in percent */
	const char *last_line;          /* their outline */
	const char *check, *check_line; /* below a king in check */
	const char *plate;              /* below pieces next to the board */
	const struct ink *inks;         /* ended by a NULL name */
	const char *tone[TONES];
};

/* The opacity of a dead piece, in percent. */
enum {
	GHOST_FILL = 30,
	GHOST_LINE = 85,
};

extern const struct theme_row {
	const char *name;       /* as in --theme */
	struct palette palette; /* that of THEME_AUTO is the light one */
} themes[THEMES];

/* The theme of that name; false if there is none. */
bool theme_find(const char *name, enum theme *theme);

/* The ink of the player's name, or one of the first three. */
const struct ink *theme_ink(
    enum theme theme, const struct variant *variant, unsigned player);

/* Appends rules of CSS that give a drawing, whose classes have the prefix, the
 * ground, cells and texts of the theme. */
void theme_rules(enum theme theme, const char *prefix, struct strbuf *out);
