/* Ternion: the colours of drawings. */

#include "formats/draw/theme.h"

static const struct ink inks[] = {
#define INK(...) { __VA_ARGS__ },
#define THEME(...)
#include "formats/draw/theme.def"
};

const struct theme_row themes[THEMES] = {
#define INK(...)
#define THEME(id, name, ground, label, line, cell, last, opacity, outline,  \
    check, check_line, plate, own, ...)                                     \
	[id] = { name,                                                      \
		{ ground, label, line, cell, last, opacity, outline, check, \
		    check_line, plate, own, { __VA_ARGS__ } } },
#include "formats/draw/theme.def"
};

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

const struct ink *
theme_ink(enum theme theme, const struct variant *variant, unsigned player)
{
	const struct ink *own = themes[theme].palette.inks, *ink = own;

	while (ink->name != NULL &&
	    strcmp(ink->name, variant->players[player]) != 0)
		ink++;
	return ink->name != NULL ? ink : &own[player];
}

void
theme_rules(enum theme theme, const char *prefix, struct strbuf *out)
{
	const struct palette *palette = &themes[theme].palette;

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
