/* Ternion: a record: the document that readers fill, the replay completes and
 * writers print.
 *
 * Its parts live in the record's arena or in the source's window, until the
 * next record is read. */
#pragma once

#include "parse/diag/diag.h"
#include "rules/types.h"

enum {
	TAGS_MAX = 1000,      /* of one record */
	VARIATIONS_DEEP = 64, /* variations in one another */
};

/* Puts an item after the last of a list. */
#define LIST_APPEND(first, last, item)                           \
	(*((first) == NULL ? &(first) : &(last)->next) = (item), \
	    (void)((last) = (item)))

/* Moves a pointer on by `index` items of its list, to NULL after the last. */
#define LIST_SKIP(item, index)                  \
	while ((item) != NULL && (index)-- > 0) \
	(item) = (item)->next

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
	struct slice text; /* trimmed; lines end with LF */
	struct span span;
};

struct comments {
	struct comment *first, *last;
};

struct nag {
	struct nag *next;
	unsigned number; /* 0..255 */
};

/* Comments, annotations and variations of a ply; most plies have none. */
struct notes {
	struct comments before;  /* before the move, after its number */
	struct comments comment; /* after the move */
	struct nag *nags, *last_nag;
	const struct tree_node *extra; /* a map with unknown keys */
	struct line *variations, *last_variation;
};

struct ply {
	struct ply *next;    /* in its line */
	struct notes *notes; /* NULL: none */
	bool is_respelled;   /* the token is not what the span holds */
	bool is_ended;       /* a NUL follows the token */
	bool is_removed;     /* from its record, by a call of the library */
	/* Set by the replay: */
	bool played;         /* the move is legal, and the rest is set */
	uint8_t seat;        /* who moves */
	bool nag_in_text;    /* the first of its NAGs, 1..6, is part of text */
	bool has_token_nags; /* NAGs of the token were added to its NAGs */
	uint32_t round;      /* the true move number */
	struct slice text;   /* in the notation asked for */
	/* Up to here all is zero at first. */
	struct ply *prev; /* in its line */
	struct line *line;
	struct slice token; /* as written, annotations included */
	struct span span;   /* of the token */
	/* Of the move number before it; len 0: none. In JSON and YAML it starts
	 * where the ply's element does. */
	struct span number_span;
	uint32_t number; /* as written */
	uint32_t dots;   /* after the number */
};

/* How the letters of moves are written, in all of a record. */
enum letter_case {
	CASE_UNKNOWN, /* respell has not looked */
	CASE_USUAL,
	CASE_SMALL,   /* without a capital one, though pieces move */
	CASE_CAPITAL, /* without a small one */
};

/* The main line, or a variation that is played instead of a ply. */
struct line {
	struct ply *parent; /* the line is played instead of it; NULL: of none,
			       it is the main line */
	struct line *next;  /* the next variation of the same ply */
	struct ply *first, *last;
	unsigned plies;
	struct span open; /* of the ( */
	uint32_t end;     /* of the line in the text */
	/* The notation for which respell has looked at all its plies. */
	const struct notation *spelled;
	struct comments comment; /* of a line without plies */
	struct comments after;   /* after a variation, before the next one */
};

struct record {
	struct slice text;  /* the source's window, where spans point */
	unsigned long game; /* its number in the file, from 1 */
	struct span span;   /* of the record in the text */
	struct tag *tags, *last_tag;
	struct line line;
	struct slice result; /* after the moves; len 0: none is written */
	struct span result_span;
	struct habits *habits;         /* habits.h; NULL: there are none */
	enum letter_case letter_case;  /* of the main line */
	struct comments escapes;       /* lines that begin with %, with it */
	const struct tree_node *extra; /* a map with unknown keys */
	/* Len 0 if there is none: */
	struct span foreign;      /* the first unknown key, of a ply too */
	struct span yaml_comment; /* the first comment with #, not kept */
	bool broken;              /* it could not be read to its end */
	bool is_movetext;         /* plies are parted by blanks alone */
	bool has_dash;            /* a - stands alone among the plies */
	bool is_replayed;         /* and its plies have facts of that */
	struct arena *arena;      /* of all its parts */
};

/* True if a text can be the name, or the value, of a tag in PGN. */
bool is_tag_name(struct slice name);
bool is_one_line(struct slice text);

/* Copies a record with all its texts into an arena. Slices of record->text
 * become slices of `window`, a copy of it. */
void record_copy(struct record *copy, const struct record *record,
    struct slice window, struct arena *arena);

struct tag *record_add_tag(struct record *record, struct arena *arena,
    struct slice name, struct slice value, struct span span);

/* The first tag of that name (case matters), or NULL. */
struct tag *record_find_tag(const struct record *record, struct slice name);

/* Like record_find_tag for a literal, whose length the compiler knows. */
__attribute__((always_inline)) static inline const struct tag *
record_tag(const struct record *record, const char *name)
{
	return record_find_tag(record, slice_of(name));
}

/* The tag of that name, unless its value says that it is not known: it is
 * empty, ? or -. NULL: it is not known. */
const struct tag *record_known_tag(
    const struct record *record, const char *name);

/* Warns of the first character in each line that turns its direction. */
void record_check_bidi(const struct record *record, struct diags *diags);

/* The text, or a copy in which NUL bytes are spaces. */
struct slice text_without_nul(struct arena *arena, struct slice text);

static inline void
line_append(struct line *line, struct ply *ply)
{
	ply->prev = line->last;
	ply->line = line;
	LIST_APPEND(line->first, line->last, ply);
	line->plies++;
}

/* A new ply, after another one in its line. */
struct ply *ply_insert_after(struct arena *arena, struct ply *ply);

/* Takes a ply and those after it out of their line. */
void line_cut(const struct ply *ply);

/* Exchanges a variation with the line that it is played instead of, from there
 * on: that becomes the first variation. */
void line_promote(struct arena *arena, struct line *variation);

/* The notes of a ply, made if there are none. */
struct notes *ply_notes(struct arena *arena, struct ply *ply);

/* The last list of comments of a ply: after its last variation, or its move. */
struct comments *ply_comments_after(struct arena *arena, struct ply *ply);

void ply_add_variation(struct arena *arena, struct ply *ply, struct line *line);
void ply_add_nag(struct arena *arena, struct ply *ply, unsigned number);

/* Where a ply begins in the text, with its number. */
static inline uint32_t
ply_start(const struct ply *ply)
{
	return ply->number_span.len > 0 ? ply->number_span.start
					: ply->span.start;
}

static inline struct line *
ply_variations(const struct ply *ply)
{
	return ply->notes != NULL ? ply->notes->variations : NULL;
}

/* The ply that follows in a line and its variations, in the order of the text;
 * NULL after the last:
 *
 *	for (p = line->first; p != NULL; p = ply_walk(line, p)) */
struct ply *ply_walk(const struct line *line, const struct ply *ply);

/* Adds the offer of a draw, =, to the token; false if it has one. */
bool ply_offer_draw(struct arena *arena, struct ply *ply);

void comments_add(struct arena *arena, struct comments *comments,
    struct slice text, struct span span);

void comments_append(struct comments *comments, struct comments *more);

/* A command that programs write in comments, `[%clk 0:05:00]`. */
struct command_text {
	struct slice before; /* the text up to it */
	struct slice whole, name, value;
};

/* Takes a command, and the text before it, off a text; false without one. */
bool command_take(struct slice *text, struct command_text *command);
