/* Ternion: a position as a drawing, in SVG. */
#ifndef TERNION_FORMATS_FORMAT_SVG_H
#define TERNION_FORMATS_FORMAT_SVG_H

#include "formats/draw/svg_layout.h"
#include "rules/rules.h"

/* Appends one SVG document; it refers to nothing outside itself. */
void svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out);

#endif
