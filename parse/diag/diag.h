/* Ternion: diagnostics: faults, their places, and how bad they are.
 *
 * Readers and the replay add to a `struct diags`, which belongs to one record
 * and lives in its arena; a report (report.h) prints it when the record is
 * done. Nothing here writes to a file. */
#pragma once

#include "parse/text/arena.h"
#include "parse/text/strbuf.h"

enum severity {
	SEV_NOTE,
	SEV_WARNING,
	SEV_ERROR,
	SEV_FATAL, /* an error of the input as such: exit status 2 */
};

enum diag_id {
#define D(id, severity, slug, kinds) DIAG_##id,
#include "parse/diag/diag.def"
	DIAGS
};

/* Kinds of diagnostics, as bits. */
enum diag_kind {
	IS_STYLE = 1,         /* the move as it should be written has none */
	IS_USELESS = 2,       /* of text that is not needed */
	DENIES_RESULT = 4,    /* the result does not hold */
	DROPS_SPAN = 8,       /* the reader leaves out the text of the span, */
	DROPS_LINES = 16,     /* or from there up to an empty line, */
	DROPS_VARIATION = 32, /* or up to the parenthesis that closes it */
	NAMES_NEAR = 64,      /* the message names what may have been meant */
	SEARCHED = 128,       /* a search for repairs tells it in place of the
				 fault that was met */
};

/* A row of diag.def. */
struct diag_row {
	enum severity severity;
	const char *slug;
	unsigned kinds;
};

/* An entry of explanations.txt. */
struct diag_explanation {
	const char *meaning; /* one line */
	const char *text;    /* all of it: lines of a terminal */
};

extern const struct diag_row diag_table[DIAGS];
extern const struct diag_explanation diag_explanations[DIAGS];

/* The id of a slug, or DIAGS if there is none. */
enum diag_id diag_find(struct slice slug);

/* "note", "warning" or "error"; static text. */
const char *severity_name(enum severity severity);

/* Bytes start .. start+len-1 of a record's text. */
struct span {
	uint32_t start, len;
};

static inline struct span
span_at(size_t start, size_t len)
{
	return (struct span){ (uint32_t)start, (uint32_t)len };
}

/* Whether some bytes are in both. */
static inline bool
spans_overlap(struct span a, struct span b)
{
	return a.start < b.start + b.len && b.start < a.start + a.len;
}

#define SPAN_NONE ((struct span){ UINT32_MAX, 0 }) /* is nowhere */

/* A text to be put in place of another. */
struct edit {
	struct span span;
	const char *text;
};

/* Edits that become more; see edits_add. */
struct edit_list {
	struct edit *edit;
	unsigned len;
};

/* A repair of a fault: all these edits together. */
struct fix {
	struct fix *next;  /* a less likely one */
	const char *title; /* its effect, in words */
	const struct edit *edits;
	unsigned len;
	bool certain;     /* nothing else can have been meant */
	bool likely;      /* nothing else is nearly as likely */
	bool holds;       /* it was tried, see parse/judge/proof.h */
	bool fails;       /* it was tried, and must not be offered */
	bool is_unsaid;   /* it is too unlikely to be offered */
	bool repairs;     /* another move was meant than the one written */
	bool is_assumed;  /* by the diagnostics after this one */
	bool is_spelling; /* it changes only how things are written */
	bool is_alike;    /* its edits differ in their places: the first one
			     alone keeps the old text */
	unsigned share;   /* of 1000, how likely this was meant; 0: nobody
			     asked, or it is not known */
};

/* The next fix of a list, this one or a later one, that holds; or NULL. */
static inline const struct fix *
fix_offered(const struct fix *fix)
{
	while (fix != NULL && !fix->holds)
		fix = fix->next;
	return fix;
}

struct diag {
	enum diag_id id;
	enum severity severity;
	struct span span;
	const char *message; /* all of it in words; NULL before diags_finish */
	/* The facts that become the message: */
	const char *fault;  /* in words */
	unsigned more;      /* faults like it that it stands for, too */
	const char *advice; /* the likeliest repair in words; or NULL */
	bool asks;          /* without advice, which of `meant` was meant */
	const char *fix;    /* the text that may have been meant in place of
			       the span, or NULL */
	struct fix *fixes;  /* the likeliest first; NULL: none is known */
	/* Texts that look like the one at fault; once fixes were tried, these
	 * and the fixes that do not fail. */
	struct fix *meant;
	bool fixed;        /* it is gone with the fixes that were made */
	const char *given; /* the repairs before it that are assumed; NULL:
			      none */
	unsigned ply;      /* of the main line, from 1; 0: none in particular */
	uint32_t round;    /* the number of the move; 0: not known */
	uint8_t seat;      /* whose move it is */
	/* The board before the move at fault, if somebody asked; or NULL: */
	const struct position *before;
	const struct rules *rules;
	const struct cellset *marked; /* the cells that the move names */
	const char *board;            /* in characters; NULL: nobody drew it */
};

enum {
	DIAGS_PER_RECORD = 200
}; /* more are counted, not kept */

struct diags {
	struct arena *arena;
	struct diag *list; /* room for DIAGS_PER_RECORD; NULL at first */
	unsigned len;      /* DIAGS_PER_RECORD: further ones are only counted */
	unsigned dropped[SEV_FATAL + 1]; /* beyond the limit, by severity */
	/* Given to each new diagnostic: */
	unsigned ply;
	uint32_t round;
	uint8_t seat;
	const char *given;
	struct span
	    place; /* of a token that the text holds in other words: of
		      all that is said of it; len 0: parts have theirs */
};

/* How many diagnostics were only counted. */
unsigned diags_count(const struct diags *diags);

void diags_init(struct diags *diags, struct arena *arena);

/* Copies all that was said into another arena, in as little room as it takes,
 * so that the diagnostics outlive the record. */
void diags_keep(struct diags *diags, struct arena *arena);

/* True if further diagnostics are only counted: their words need no care. */
static inline bool
diags_full(const struct diags *diags)
{
	return diags->len == DIAGS_PER_RECORD;
}

/* Adds a diagnostic; the message is formatted as by printf. Cold: the
 * compiler moves the calls away from the code that sound records use. */
void diag_add_as(struct diags *diags, enum diag_id id, enum severity severity,
    struct span span, const char *format, ...)
    __attribute__((cold, format(printf, 5, 6)));

/* Adds a diagnostic with the severity of the table. */
#define diag_add(diags, id, ...) \
	diag_add_as(diags, id, diag_table[id].severity, __VA_ARGS__)

/* Adds "unknown WHAT 'TEXT'" and which of the words may have been meant, or
 * all of them; each has a space before it. */
void diag_unknown(struct diags *diags, enum diag_id id, struct span span,
    const char *what, struct slice text, const struct strbuf *words);

/* Appends to a list what may have been meant in place of a span. */
void diag_near(struct diags *diags, struct fix **near, struct span span,
    struct slice text);

/* Adds a diagnostic which offers the texts of that list; its message asks which
 * of them was meant, unless it names them already. If their span is SPAN_NONE
 * they are only asked about. `fix` may have been meant in place of the
 * diagnostic's span; NULL: that is not known. */
void diag_add_near(struct diags *diags, enum diag_id id, struct span span,
    const char *words, struct fix *near, const char *fix);

void edits_add(struct edit_list *edits, struct arena *arena, struct span span,
    const char *text);

/* A fix of one edit. */
struct fix *diag_new_fix(struct diags *diags, const char *title,
    struct span span, const char *text, bool certain);

/* Adds a fix of one edit to the last diagnostic; NULL if it is only counted. */
struct fix *diag_fix_as(struct diags *diags, const char *title,
    struct span span, const char *text, bool certain);

/* Adds a sure fix, by which the text changes and no move. */
struct fix *diag_fix_text(
    struct diags *diags, const char *title, struct span span, const char *text);

/* Adds what another list has, with its fixes, which live as long as these. */
void diags_append(struct diags *diags, const struct diags *more);

/* The fault in words, and after it the advice or a question about `meant`: "did
 * you mean A, B or C?". */
const char *diag_words(const struct diag *diag, struct arena *arena);

/* The worst severity from element `from` on, or -1 if there is none. */
int diags_worst(const struct diags *diags, unsigned from);

/* Puts the list in the order of the text; equal places keep their order. */
void diags_sort(struct diags *diags);

/* Sorts the list and makes the messages, once all facts are known: the words of
 * a diagnostic and the repairs that it assumes. */
void diags_finish(struct diags *diags);
