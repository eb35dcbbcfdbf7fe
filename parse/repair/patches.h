/* Ternion: the fixes of diagnostics as patches of the text. Comments keep the
 * old text where the format has a place for one. */
#pragma once

#include "parse/record/record.h"
#include "parse/text/strbuf.h"

struct patch {
	size_t at, len; /* bytes of the text */
	char *text;     /* owned */
};

/* All 0 is empty. */
struct patches {
	struct slice text;  /* all of it, as far as it is read; borrowed */
	size_t offset;      /* in it, from which the spans of a record count */
	struct patch *list; /* owned */
	size_t len, size;
	size_t end;                   /* no patch of the list ends after it */
	bool is_bare;                 /* no comment keeps the old text */
	bool is_movetext;             /* the current record is, and its */
	uint32_t moves_at, result_at; /* moves and result begin here */
};

/* Which diagnostics are to be fixed. */
struct wishes {
	bool (*wants)(const struct diag *diag, const void *context);
	const void *context;
};

/* Makes patches of the fixes of a record's diagnostics that are wanted, and
 * marks those as fixed. */
void patches_take(struct patches *patches, const struct record *record,
    struct diags *diags, const struct wishes *wishes);

/* Adds a patch; false if it overlaps another one. An equal patch is not added
 * twice. */
bool patches_add(
    struct patches *patches, size_t at, size_t len, struct slice text);

/* Takes the quotes of a ply of JSON or YAML into its place. Returns the sign
 * before it, which tells whether it is an element of a list; or NUL. */
char patches_find_ply(struct slice text, size_t *at, size_t *len);

/* Sorts the patches by their places in the text. */
void patches_sort(struct patches *patches);

/* Appends the text from byte `at` on, with the patches made. */
void patches_write(struct patches *patches, size_t at, struct strbuf *out);

void patches_release(struct patches *patches);
