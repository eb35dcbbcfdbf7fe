/*
 * Ternion: pieces as drawings.
 *
 * A symbol is an outline that is filled with its owner's ink, and lines upon
 * it in the ink's own `color`. Inks differ in lightness and in pattern, so
 * that owners can be told apart in a print without colours: white is plain,
 * black has light lines, and between them red has stripes that stand and gray
 * has stripes that lie, as heralds hatch their tinctures.
 */
#include "formats/draw/pieces.h"

struct symbol {
	const char *kind;
	const char *outline;
	const char *lines;
};

static const struct symbol symbols[] = {
	{ "pawn",
	    "M50 19a13 13 0 0 1 8 23c6 3 9 6 9 11h-9c1 11 6 18 14 22v11H28V75"
	    "c8-4 13-11 14-22h-9c0-5 3-8 9-11a13 13 0 0 1 8-23z",
	    "M33 75h34" },
	{ "knight",
	    "M33 86c-1-17 5-26 17-36-6 3-11 4-16 8-4 4-10 4-12-1-2-4 0-8 3-12"
	    " 5-7 7-12 10-18 2-4 4-6 8-8l1-9 9 8c20 3 29 20 29 43 0 10-1 17-3"
	    " 25z",
	    "M38 34l3-2M26 50l2-1M58 27c10 7 14 20 13 34" },
	{ "bishop",
	    "M50 11a6 6 0 0 1 4 10c11 8 17 18 17 28 0 8-4 13-9 17l2 8h10v12H26"
	    "V74h10l2-8c-5-4-9-9-9-17 0-10 6-20 17-28a6 6 0 0 1 4-10z",
	    "M50 32v20M41 41h18M38 66h24M36 74h28" },
	{ "rook",
	    "M27 17h11v8h7v-8h10v8h7v-8h11v19l-8 7 3 27 7 7v9H25v-9l7-7 3-27"
	    "-8-7z",
	    "M35 43h30M32 70h36" },
	{ "queen",
	    "M15 28a5 5 0 1 1 6 5l12 15 1-25a5 5 0 1 1 6 0l10 23 10-23a5 5 0 1"
	    " 1 6 0l1 25 12-15a5 5 0 1 1 6-5c0 3-2 5-5 5L72 68l2 18H26l2-18"
	    "-8-35c-3 0-5-2-5-5z",
	    "M28 68h44M27 77h46" },
	{ "king",
	    "M46 9h8v6h6v7h-6v12c5-6 12-8 19-6 12 4 15 16 9 26L71 70l2 16H27"
	    "l2-16-11-16c-6-10-3-22 9-26 7-2 14 0 19 6V22h-6v-7h6z",
	    "M50 34v36M29 70h42M28 78h44" },
	/* As Siege Chess has it: the tiara, a triple crown. */
	{ "pope",
	    "M47 8h6v5h5v6h-5v5c5 3 9 7 11 13l4-3v11l5-3 1 14 6-3-2 20v13H22V73"
	    "l-2-20 6 3 1-14 5 3V34l4 3c2-6 6-10 11-13v-5h-5v-6h5z",
	    "M36 37c9 4 19 4 28 0M32 45c12 5 24 5 36 0M26 56c16 6 32 6 48 0"
	    "M22 73c18 6 38 6 56 0M50 47v10M45 52h10M50 62v10M45 67h10" },
	{ "chariot",
	    "M50 16a32 32 0 0 1 24 53l8 8v9H18v-9l8-8a32 32 0 0 1 24-53z",
	    "M50 24a24 24 0 1 1 0 48a24 24 0 1 1 0-48zM50 24v17M50 55v17M26 48"
	    "h17M57 48h17M33 31l12 12M55 53l12 12M67 31L55 43M45 53L33 65M50 41"
	    "a7 7 0 1 1 0 14a7 7 0 1 1 0-14z" },
	{ "star", "M50 10l12 27 29 3-22 20 7 29-26-15-26 15 7-29L9 40l29-3z",
	    "M50 10v42M91 40L50 52M76 89L50 52M24 89l26-37M9 40l41 12" },
	/* The head of an eagle with ears. */
	{ "griffin",
	    "M60 10l3 14c12 6 19 17 19 32 0 10-2 20-4 30H30c0-10 3-17 10-24-6 1"
	    "-10 4-12 10-8-3-13-10-12-20 1-12 9-20 21-23 3-8 11-14 23-19z",
	    "M41 38l5-2M22 52c8-5 17-5 24 0M62 34c-4 4-4 8 0 12M70 44c-5 4-5 9"
	    " 0 13M60 54c-5 4-5 9 0 13M72 64c-5 4-5 9 0 13" },
	{ "draught",
	    "M50 28c18 0 32 6 32 15v28c0 9-14 15-32 15S18 80 18 71V43c0-9 14"
	    "-15 32-15z",
	    "M18 43c0 9 14 15 32 15s32-6 32-15M18 57c0 9 14 15 32 15s32-6 32-15"
	    "M36 43c0-3 6-6 14-6s14 3 14 6-6 6-14 6-14-3-14-6z" },
	{ "rose",
	    "M50 12c10 0 17 7 16 17 10-2 19 3 21 12 2 10-4 17-12 19 5 9 3 18-6"
	    " 23-8 5-16 2-19-5-3 7-11 10-19 5-9-5-11-14-6-23-8-2-14-9-12-19 2-9"
	    " 11-14 21-12-1-10 6-17 16-17z",
	    "M50 38a12 12 0 1 1 0 24a12 12 0 1 1 0-24zM50 38V24M61 46l14-5M57"
	    " 60l8 12M43 60l-8 12M39 46l-14-5" },
	{ NULL, NULL, NULL },
};

struct ink {
	char colour;
	const char *fill, *line, *upon; /* body, outline, lines upon it */
	const char *stripes; /* path of the pattern of 8 by 8, or NULL */
};

static const struct ink inks[] = {
	{ 'w', "#fffdf6", "#2b2118", "#2b2118", NULL },
	{ 'b', "#2d2a2b", "#0b0a0a", "#f4ecdc", NULL },
	{ 'r', "#e2473f", "#3c0b0a", "#ffffff", "M2 0v8" },
	{ 'g', "#9d9d98", "#22221f", "#22221f", "M0 2h8" },
	{ 0, NULL, NULL, NULL, NULL },
};

static const struct ink *
ink_of(char colour)
{
	const struct ink *ink = inks;

	while (ink->colour != 0 && ink->colour != colour)
		ink++;
	return ink->colour != 0 ? ink : inks;
}

static void
define_symbol(
    const char *kind, unsigned percent, const char *prefix, struct strbuf *out)
{
	const struct symbol *s = symbols;

	while (s->kind != NULL && strcmp(s->kind, kind) != 0)
		s++;
	if (s->kind == NULL)
		s = symbols;
	strbuf_printf(out,
	    "<g id=\"%s%s\" transform=\"scale(%u.%02u) translate(-50 -50)\" "
	    "stroke-width=\"3.5\" stroke-linejoin=\"round\" "
	    "stroke-linecap=\"round\">\n<path d=\"%s\"/>\n"
	    "<path fill=\"none\" stroke=\"currentColor\" "
	    "stroke-width=\"3\" d=\"%s\"/>\n</g>\n",
	    prefix, kind, percent / 100, percent % 100, s->outline, s->lines);
}

struct sign {
	const char *id, *attributes, *path;
};

/* What is drawn on or round a piece. */
static const struct sign piece_signs[] = {
	{ "promoted",
	    "fill=\"#ffd94a\" stroke=\"#2b2118\" stroke-width=\"2.5\"",
	    "M25-45h9v9h9v9h-9v9h-9v-9h-9v-9h9z" },
	{ "dead",
	    "fill=\"none\" stroke=\"#2b2118\" stroke-width=\"6\" "
	    "stroke-linecap=\"round\"",
	    "M-34-34l68 68M34-34l-68 68" },
	{ "ring", "stroke-width=\"2.5\"",
	    "M0-45a45 45 0 1 1 0 90a45 45 0 1 1 0-90z" },
	{ "check",
	    "fill=\"#ffe14d\" stroke=\"#b0201a\" stroke-width=\"3\" "
	    "stroke-linejoin=\"round\"",
	    "M0-49l9 15 15-8v17l17 1-8 14 16 10-16 10 8 14-17 1v17l-15-8-9 15-9"
	    "-15-15 8V24l-17-1 8-14-16-10 16-10-8-14 17-1v-17l15 8z" },
	{ NULL, NULL, NULL },
};

/* What is drawn at a player's place. */
static const struct sign home_signs[] = {
	{ "home", "stroke-width=\"3\"",
	    "M0-20a20 20 0 1 1 0 40a20 20 0 1 1 0-40z" },
	{ "turn", "fill=\"#2b2118\" stroke=\"none\"", "M-25 0l-17-11v22z" },
	{ "out", "fill=\"none\" stroke=\"#2b2118\" stroke-width=\"5\"",
	    "M-22-22l44 44M22-22l-44 44" },
	{ NULL, NULL, NULL },
};

static void
define_signs(const struct sign *sign, unsigned percent, const char *prefix,
    struct strbuf *out)
{
	for (; sign->id != NULL; sign++)
		strbuf_printf(out,
		    "<path id=\"%s%s\" transform=\"scale(%u.%02u)\" %s "
		    "d=\"%s\"/>\n",
		    prefix, sign->id, percent / 100, percent % 100,
		    sign->attributes, sign->path);
}

static void
define_stripes(const struct ink *ink, const char *prefix, struct strbuf *out)
{
	if (ink->stripes == NULL)
		return;
	strbuf_printf(out,
	    "<pattern id=\"%sink-%c\" width=\"7\" height=\"7\" "
	    "patternUnits=\"userSpaceOnUse\" viewBox=\"0 0 8 8\">\n"
	    "<path fill=\"%s\" d=\"M0 0h8v8H0z\"/>\n"
	    "<path stroke=\"#fff\" stroke-opacity=\".6\" "
	    "stroke-width=\"2\" d=\"%s\"/>\n</pattern>\n",
	    prefix, ink->colour, ink->fill, ink->stripes);
}

void
pieces_define(const struct variant *variant, unsigned percent,
    const char *prefix, struct strbuf *out)
{
	strbuf_puts(out, "<defs>\n");
	for (unsigned p = 0; p < PLAYERS; p++)
		define_stripes(ink_of(variant->colours[p]), prefix, out);
	for (unsigned kind = PAWN; kind < KINDS; kind++)
		if (variant->letters[kind] != ' ')
			define_symbol(
			    variant->kinds[kind], percent, prefix, out);
	define_signs(piece_signs, percent, prefix, out);
	define_signs(home_signs, 100, prefix, out);
	strbuf_puts(out, "</defs>\n");
}

void
pieces_ink(const struct variant *variant, unsigned player, const char *prefix,
    struct strbuf *out)
{
	const struct ink *ink = ink_of(variant->colours[player]);

	if (ink->stripes != NULL)
		strbuf_printf(
		    out, "fill=\"url(#%sink-%c)\"", prefix, ink->colour);
	else
		strbuf_printf(out, "fill=\"%s\"", ink->fill);
	strbuf_printf(out, " stroke=\"%s\" color=\"%s\"", ink->line, ink->upon);
}
