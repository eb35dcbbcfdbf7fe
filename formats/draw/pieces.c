/*
 * Ternion: pieces as drawings.
 *
 * A symbol is an outline that is filled with its owner's ink, stripes over the
 * fill where the ink has them, and lines upon it. The fill is whole below the
 * stripes, which some programs leave out where they are finer than a pixel.
 */
#include "formats/draw/svg_drawing.h"

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

/* "pawn-r": the shape in an ink. */
static void
define_piece(const char *kind, char letter, const struct ink *ink,
    unsigned percent, const char *prefix, struct strbuf *out)
{
	strbuf_printf(out,
	    "<g id=\"%s%s-%c\" transform=\"scale(%u.%02u) "
	    "translate(-50 -50)\" fill=\"%s\" stroke=\"%s\" "
	    "stroke-width=\"3.5\" stroke-linejoin=\"round\" "
	    "stroke-linecap=\"round\">\n<use href=\"#%s%s\"/>\n",
	    prefix, kind, letter, percent / 100, percent % 100, ink->fill,
	    ink->line, prefix, kind);
	if (ink->stripe != NULL)
		strbuf_printf(out,
		    "<use href=\"#%s%s\" fill=\"url(#%sstripes-%c)\"/>\n",
		    prefix, kind, prefix, letter);
	strbuf_printf(out, "<use href=\"#%s%s-lines\" stroke=\"%s\"/>\n</g>\n",
	    prefix, kind, ink->upon);
}

/* Defines the ring round a piece and the signs at a player's place, in his ink.
 */
static void
define_player(char letter, const struct ink *ink, const char *plate,
    unsigned percent, const char *prefix, struct strbuf *out)
{
	strbuf_printf(out,
	    "<g id=\"%sring-%c\" transform=\"scale(%u.%02u)\" "
	    "fill=\"none\">\n<circle r=\"41\" stroke=\"%s\" "
	    "stroke-width=\"9\"/>\n<circle r=\"41\" stroke=\"%s\" "
	    "stroke-width=\"5.5\"/>\n</g>\n",
	    prefix, letter, percent / 100, percent % 100, ink->line, ink->fill);
	strbuf_printf(out,
	    "<g id=\"%shome-%c\">\n<circle class=\"%splate\" r=\"25\" "
	    "fill=\"%s\"/>\n<circle r=\"19\" fill=\"%s\" "
	    "stroke=\"%s\" stroke-width=\"3\"/>\n",
	    prefix, letter, prefix, plate, ink->fill, ink->line);
	if (ink->stripe != NULL)
		strbuf_printf(out,
		    "<circle r=\"17\" fill=\"url(#%sstripes-%c)\"/>\n", prefix,
		    letter);
	strbuf_printf(out,
	    "</g>\n<path id=\"%sout-%c\" fill=\"none\" stroke=\"%s\" "
	    "stroke-width=\"5\" stroke-linecap=\"round\" "
	    "d=\"M-9-9l18 18M9-9l-18 18\"/>\n",
	    prefix, letter, ink->upon);
}

static void
define_signs(const struct palette *palette, unsigned percent,
    const char *prefix, struct strbuf *out)
{
	unsigned whole = percent / 100, part = percent % 100;

	strbuf_printf(out,
	    "<path id=\"%spromoted\" transform=\"scale(%u.%02u)\" "
	    "fill=\"%s\" stroke=\"#2b2118\" stroke-width=\"2.5\" "
	    "d=\"M25-45h9v9h9v9h-9v9h-9v-9h-9v-9h9z\"/>\n",
	    prefix, whole, part, palette->check);
	/* A small cross in the corner. */
	strbuf_printf(out,
	    "<g id=\"%sdead\" transform=\"scale(%u.%02u)\" "
	    "stroke=\"#2b2118\" stroke-linecap=\"round\">\n"
	    "<circle cx=\"25\" cy=\"-26\" r=\"11\" fill=\"#fffaf0\" "
	    "stroke-width=\"2\"/>\n"
	    "<path stroke-width=\"4\" d=\"M20-31l10 10M30-31l-10 10\"/>\n"
	    "</g>\n",
	    prefix, whole, part);
	strbuf_printf(out,
	    "<path id=\"%scheck\" transform=\"scale(%u.%02u)\" "
	    "fill=\"%s\" stroke=\"%s\" stroke-width=\"3\" "
	    "stroke-linejoin=\"round\" "
	    "d=\"M0-49l9 15 15-8v17l17 1-8 14 16 10-16 10 8 14-17 1v17l-15-8"
	    "-9 15-9-15-15 8V24l-17-1 8-14-16-10 16-10-8-14 17-1v-17l15 8z"
	    "\"/>\n",
	    prefix, whole, part, palette->check, palette->check_line);
	strbuf_printf(out,
	    "<path id=\"%sturn\" class=\"%slabel\" fill=\"%s\" "
	    "d=\"M-31 0l-17-11v22z\"/>\n",
	    prefix, prefix, palette->label);
}

void
pieces_define(const struct variant *variant, enum theme theme, unsigned percent,
    const char *prefix, struct strbuf *out)
{
	strbuf_puts(out, "<defs>\n");
	for (unsigned kind = PAWN; kind < KINDS; kind++) {
		const struct symbol *s = symbols;

		if (variant->letters[kind] == ' ')
			continue;
		while (s->kind != NULL &&
		    strcmp(s->kind, variant->kinds[kind]) != 0)
			s++;
		if (s->kind == NULL)
			s = symbols;
		strbuf_printf(out,
		    "<path id=\"%s%s\" d=\"%s\"/>\n"
		    "<path id=\"%s%s-lines\" fill=\"none\" "
		    "stroke-width=\"3\" d=\"%s\"/>\n",
		    prefix, variant->kinds[kind], s->outline, prefix,
		    variant->kinds[kind], s->lines);
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		const struct ink *ink = theme_ink(theme, variant, p);
		char letter = variant->colours[p];

		if (ink->stripe != NULL)
			strbuf_printf(out,
			    "<pattern id=\"%sstripes-%c\" width=\"7\" "
			    "height=\"7\" patternUnits=\"userSpaceOnUse\" "
			    "viewBox=\"0 0 8 8\">"
			    "<path stroke=\"%s\" stroke-opacity=\".%02u\" "
			    "stroke-width=\"2\" d=\"%s\"/></pattern>\n",
			    prefix, letter, ink->stripe, ink->stripe_opacity,
			    ink->direction);
		for (unsigned kind = PAWN; kind < KINDS; kind++)
			if (variant->letters[kind] != ' ')
				define_piece(variant->kinds[kind], letter, ink,
				    percent, prefix, out);
		define_player(letter, ink, theme_palette(theme)->plate, percent,
		    prefix, out);
	}
	define_signs(theme_palette(theme), percent, prefix, out);
	strbuf_puts(out, "</defs>\n");
}
