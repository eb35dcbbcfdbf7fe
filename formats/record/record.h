/* Ternion: a record: the document that readers fill, the replay enriches and
 * writers print.
 *
 * All of it is in the record's arena, or borrowed from the source's window,
 * and is gone when the next record is read. It is plain data and open. */
#ifndef TERNION_FORMATS_RECORD_H
#define TERNION_FORMATS_RECORD_H

#include "parse/diag/diag.h"
#include "parse/text/slice.h"
#include "rules/types.h"

enum {
	TAGS_MAX = 1000,      /* of one record */
	VARIATIONS_DEEP = 64, /* variations in one another */
};

/* Puts an item after the last of a list. */
#define LIST_APPEND(first, last, item)                           \
	(*((first) == NULL ? &(first) : &(last)->next) = (item), \
	    (void)((last) = (item)))

/* Takes an item out of a list. */
#define LIST_REMOVE(first, last, item)                          \
	do {                                                    \
		__typeof__(&(first)) link = &(first);           \
                                                                \
		(last) = NULL;                                  \
		while (*link != NULL)                           \
			if (*link == (item))                    \
				*link = (*link)->next;          \
			else                                    \
				link = &((last) = *link)->next; \
	} while (0)

/* One tag pair. */
struct tag {
	struct tag *next;
	struct slice name;
	struct slice value;    /* without quotes and escapes */
	struct span span;      /* of the value in the text */
	struct span name_span; /* of the name; len 0: it is not in the text */
};

struct comment {
	struct comment *next;
	struct slice text; /* trimmed */
	struct span span;  /* of the text, as it was read */
};

struct comments {
	struct comment *first, *last;
};

struct nag {
	struct nag *next;
	unsigned number; /* 0..255 */
};

/* Written about a ply besides the move; most plies have none. */
struct notes {
	struct comments before;  /* before the move, after its number */
	struct comments comment; /* after the move */
	struct comments after;   /* after its variations */
	struct nag *nags, *last_nag;
	const struct tree_node *extra; /* a map with unknown keys */
	struct line *variations, *last_variation;
};

struct tree_node; /* tree.h */

struct ply {
	struct ply *next;
	struct slice token;      /* as written, annotations included */
	struct span span;        /* of the token */
	struct notes *notes;     /* NULL: none */
	struct span number_span; /* of a move number before it; len 0: none.
				    It starts where the ply does in a text
				    that is no movetext */
	uint32_t number;         /* as written, if it is */
	uint32_t dots;           /* after the number */
	/* Set by the replay: */
	bool played;         /* the move is legal, and what follows is set */
	uint8_t seat;        /* who moves */
	bool nag_in_text;    /* the first of its NAGs, 1..6, is part of text */
	bool has_token_nags; /* those of the token are among its NAGs */
	uint32_t round;      /* the true move number */
	struct slice text;   /* in the notation asked for */
};

/* The main line, or a variation, which is played instead of a ply. */
struct line {
	struct line *next; /* the next variation of the same ply */
	struct ply *first, *last;
	unsigned plies;
	struct span open;        /* of the ( */
	uint32_t end;            /* of the line in the text */
	struct comments comment; /* of a line without plies */
};

struct record {
	struct slice text;  /* the source's window, where spans point */
	unsigned long game; /* its number in the file, from 1 */
	struct span span;   /* of the record in the text */
	/* In the order in which they came; the last is known to readers. */
	struct tag *tags, *last_tag;
	struct line line;
	struct slice result; /* after the moves; len 0: none is written */
	struct span result_span;
	struct span escape;      /* the first line that begins with %; len 0 */
	struct comments escapes; /* all of them, with their % */
	const struct tree_node *extra; /* a map with unknown keys */
	struct span foreign;      /* the first such key, of a ply too; len 0 */
	struct span yaml_comment; /* the first # comment in its document or
				     before that; len 0; no tree has it */
	bool broken;              /* it could not be read to its end */
	bool is_movetext;         /* its plies follow each other, with blanks
				     between */
	/* Where what a replay adds to the record lives; NULL: with the
	 * diagnostics. */
	struct arena *arena;
};

/* A tag is a line in PGN, and must be able to become one: whether a text can
 * be its name, and whether one can be its value. */
bool is_tag_name(struct slice name);
bool is_one_line(struct slice text);

/* Copies a record with all its texts into an arena. `window` is a copy of
 * record->text, in which slices of that are found again. What the replay sets
 * of plies is not copied. */
void record_copy(struct record *copy, const struct record *record,
    struct slice window, struct arena *arena);

/* Adds a tag after the others. */
struct tag *record_add_tag(struct record *record, struct arena *arena,
    struct slice name, struct slice value, struct span span);

/* The first tag of that name (case matters), or NULL. */
const struct tag *record_find_tag(
    const struct record *record, struct slice name);

/* Like record_find_tag, for a literal, whose length is known when inlined. */
__attribute__((always_inline)) static inline const struct tag *
record_tag(const struct record *record, const char *name)
{
	return record_find_tag(record, slice_of(name));
}

/* A result with plain signs, and a note if it has others; the span is where it
 * stands. */
struct slice record_result(struct arena *arena, struct diags *diags,
    struct slice text, struct span span);

/* Warns of the first character that turns the direction of text in each line of
 * a record. */
void record_check_bidi(const struct record *record, struct diags *diags);

/* The text, or a copy in which NUL bytes are spaces. */
struct slice text_without_nul(struct arena *arena, struct slice text);

/* Puts a ply, which lives as long as the record, after the others. */
void line_append(struct line *line, struct ply *ply);

/* The notes of a ply, made when there are none. */
struct notes *ply_notes(struct arena *arena, struct ply *ply);

/* Where a comment stands that follows all that is written about a ply. */
struct comments *ply_comments_after(struct arena *arena, struct ply *ply);

/* Puts a variation of the ply, which lives as long as the record, after the
 * others. */
void notes_add_variation(struct notes *notes, struct line *line);

/* The variations of a ply, or NULL. */
static inline struct line *
ply_variations(const struct ply *ply)
{
	return ply->notes != NULL ? ply->notes->variations : NULL;
}

/* Adds an offer of a draw, which stands apart, to the ply's token; false if it
 * has one. */
bool ply_offer_draw(struct arena *arena, struct ply *ply);

void comments_add(struct arena *arena, struct comments *comments,
    struct slice text, struct span span);
/* A command that programs write in comments, `[%clk 0:05:00]`. */
struct command_text {
	struct slice before; /* the text up to it */
	struct slice whole, name, value;
};

/* Takes the next command, and what is before it, off a text; false if it has
 * none. */
bool command_take(struct slice *text, struct command_text *command);

/* Moves all of `more` after the comments. */
void comments_append(struct comments *comments, struct comments *more);
void ply_add_nag(struct arena *arena, struct ply *ply, unsigned number);

#endif
