/* Ternion: fixes never change what a player called or offered. */
#ifndef TERNION_FORMATS_CLAIMS_H
#define TERNION_FORMATS_CLAIMS_H

#include "formats/record/record.h"
#include "parse/notation/notation.h"

/*
 * Withholds each repair that would add, remove or change a call (a yield, a
 * draw, a fortification, a touch of death) or the offer of a draw in the text
 * of the record, and each fix that assumes such a repair.
 */
void claims_protect(const struct record *record,
    const struct notation *notation, struct diags *diags);

#endif
