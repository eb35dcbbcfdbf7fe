/* Ternion: the elements of SVG that drawings are made of. Lengths are in tenths
 * of the drawing's unit. */
#ifndef TERNION_FORMATS_SVG_PARTS_H
#define TERNION_FORMATS_SVG_PARTS_H

#include "formats/draw/picture.h"
#include "parse/text/strbuf.h"

/* Appends a length, and a point as two lengths. */
void svg_length(int tenths, struct strbuf *out);
void svg_point(struct point p, struct strbuf *out);

/* Appends an attribute that is a length. */
void svg_attribute(const char *name, int tenths, struct strbuf *out);

/* Appends <use> of the symbol at a place; `size` is in percent. */
void svg_use(const char *prefix, const char *symbol, struct point at,
    unsigned size, struct strbuf *out);

/* Appends the outline of a cell, as data of a path. */
void svg_outline(const struct picture *picture, cell c, struct strbuf *out);

/* Appends the opening tag `svg` with `attributes` of the caller's; a width of 0
 * pixels is not stated. */
void svg_open(const struct picture *picture, unsigned width,
    const char *attributes, struct strbuf *out);

#endif
