/* Ternion: the colours of drawings. */
#include <string.h>

#include "formats/draw/theme.h"

/*
 * Inks differ in lightness and in pattern, so that owners can be told apart in
 * a print without colours: white is plain, black and blue have light lines, and
 * others are hatched as heralds hatch their tinctures: stripes stand for red,
 * lie for gray, and slant for green.
 */
#define STANDING "M2 0v8"
#define LYING    "M0 2h8"
#define SLANTING "M-2 2l8 8M-2-6l16 16M2-6l8 8"

static const struct ink colours[] = {
	{ "White", "#fffdf6", "#2b2118", "#2b2118", NULL, NULL, NULL,
	    "\033[1;38;5;16;48;5;231m" },
	{ "Black", "#2d2a2b", "#0b0a0a", "#f4ecdc", NULL, NULL, NULL,
	    "\033[1;38;5;231;48;5;16m" },
	{ "Red", "#dd3b33", "#3c0b0a", "#ffffff", "#ffffff", STANDING, "45",
	    "\033[1;38;5;231;48;5;160m" },
	{ "Gray", "#9d9d98", "#1c1c1a", "#22221f", "#ffffff", LYING, "60",
	    "\033[1;38;5;16;48;5;248m" },
	{ "Blue", "#23458f", "#0a1430", "#ffffff", NULL, NULL, NULL,
	    "\033[1;38;5;231;48;5;25m" },
	{ "Green", "#7cc96a", "#12290c", "#0f2409", "#ffffff", SLANTING, "55",
	    "\033[1;38;5;16;48;5;77m" },
	{ NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL },
};

static const struct ink blacks[] = {
	{ "White", "#ffffff", "#000000", "#000000", NULL, NULL, NULL, NULL },
	{ "Black", "#000000", "#000000", "#ffffff", NULL, NULL, NULL, NULL },
	{ "Red", "#808080", "#000000", "#ffffff", "#ffffff", STANDING, "50",
	    NULL },
	{ "Gray", "#a0a0a0", "#000000", "#000000", "#ffffff", LYING, "60",
	    NULL },
	{ "Blue", "#202020", "#000000", "#ffffff", NULL, NULL, NULL, NULL },
	{ "Green", "#d8d8d8", "#000000", "#000000", "#606060", SLANTING, "60",
	    NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL },
};

#define PALETTE(ground_, label_, ...)                           \
	{                                                       \
		.ground = ground_, .label = label_, __VA_ARGS__ \
	}

#define LIGHT                                                            \
	.tone = { "#f8ecd4", "#e2c79c", "#c6a071", "#b58d5e", "#dfe3d8", \
		"#c6cdbb" },                                             \
	.line = "#6f5233", .name = "#2e2115", .last = "#f6dc4e",         \
	.last_opacity = 75, .last_line = "#7a5a00", .check = "#ffe14d",  \
	.check_line = "#b0201a", .plate = "#f8ecd4", .inks = colours

static const struct palette light = PALETTE("#fffaf0", "#4a3824", LIGHT);

static const struct palette dark = PALETTE("#211f1c", "#d8cfc0",
    .tone = { "#d9c6a4", "#bca17a", "#9c8161", "#957a5a", "#b8bfae",
	"#98a18e" },
    .line = "#473824", .name = "#140e08", .last = "#e3c531", .last_opacity = 70,
    .last_line = "#5a4200", .check = "#ffe14d", .check_line = "#b0201a",
    .plate = "#d6c3a1", .inks = colours);

static const struct palette print = PALETTE("#ffffff", "#000000",
    .tone = { "#ffffff", "#e3e3e3", "#c6c6c6", "#d2d2d2", "#f4f4f4",
	"#e3e3e3" },
    .line = "#555555", .name = "#000000", .last = "#ffffff", .last_opacity = 60,
    .last_line = "#000000", .check = "#ffffff", .check_line = "#000000",
    .plate = "#ffffff", .inks = blacks);

/* Its texts can be read on white and on black. */
static const struct palette transparent = PALETTE(NULL, "#757575", LIGHT);

static const struct {
	const char *name;
	const struct palette *palette;
} themes[THEMES] = {
	[THEME_AUTO] = { "auto", &light },
	[THEME_LIGHT] = { "light", &light },
	[THEME_DARK] = { "dark", &dark },
	[THEME_PRINT] = { "print", &print },
	[THEME_TRANSPARENT] = { "transparent", &transparent },
};

const char *
theme_name(enum theme theme)
{
	return themes[theme].name;
}

bool
theme_find(const char *name, enum theme *theme)
{
	for (unsigned t = 0; t < THEMES; t++)
		if (strcmp(themes[t].name, name) == 0) {
			*theme = (enum theme)t;
			return true;
		}
	return false;
}

const struct palette *
theme_palette(enum theme theme)
{
	return themes[theme].palette;
}

const struct ink *
theme_ink(enum theme theme, const struct variant *variant, unsigned player)
{
	const struct ink *inks = themes[theme].palette->inks, *ink = inks;

	while (ink->name != NULL &&
	    strcmp(ink->name, variant->players[player]) != 0)
		ink++;
	return ink->name != NULL ? ink : &inks[player];
}

void
theme_rules(enum theme theme, const char *prefix, struct strbuf *out)
{
	const struct palette *palette = themes[theme].palette;

	strbuf_printf(out, ".%sground{fill:%s}\n", prefix,
	    palette->ground != NULL ? palette->ground : "none");
	for (unsigned tone = 0; tone < TONES; tone++)
		strbuf_printf(out, ".%st%u{fill:%s}\n", prefix, tone,
		    palette->tone[tone]);
	strbuf_printf(out,
	    ".%sline{stroke:%s}\n.%slabel{fill:%s}\n.%slast{fill:%s;"
	    "fill-opacity:.%u;stroke:%s}\n.%splate{fill:%s}\n",
	    prefix, palette->line, prefix, palette->label, prefix,
	    palette->last, palette->last_opacity, palette->last_line, prefix,
	    palette->plate);
}
