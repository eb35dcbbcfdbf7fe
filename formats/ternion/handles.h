/* Ternion: the structures of the handles of ternion.h. */
#ifndef TERNION_FORMATS_HANDLES_H
#define TERNION_FORMATS_HANDLES_H

#include "formats/judge/replayed.h"
#include "formats/game/turn.h"
#include "formats/record/format.h"
#include "formats/ternion/ternion.h"
#include "parse/notation/dialect.h"

/* A function that ran out of memory only returns: its variables do not matter,
 * whatever the compiler warns of. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wclobbered"
#endif

/* From here on a function may ask for memory; if there is none, it returns
 * TERNION_NO_MEMORY. The blocks are on the heap: that of the handle, which is
 * spent then, or one for the call alone, CALL_HEAP. */
#define ENTER(heap)                                                  \
	struct memory memory __attribute__((cleanup(memory_leave))); \
                                                                     \
	if (!memory_enter(&memory, heap) || setjmp(memory.out) != 0) \
	return TERNION_NO_MEMORY

#define CALL_HEAP struct heap call_heap __attribute__((cleanup(heap_release)))

/* Returns TERNION_MISUSE unless the arguments are as they must be. */
#define NEED(condition)                        \
	do {                                   \
		if (!(condition))              \
			return TERNION_MISUSE; \
	} while (0)

/* Returns the status of a call that fails. */
#define TRY(call)                                 \
	do {                                      \
		enum ternion_status tried = call; \
                                                  \
		if (tried != TERNION_OK)          \
			return tried;             \
	} while (0)

/* Games and positions live as long as some handle needs them. */
struct ternion_game {
	unsigned owners;
	struct heap heap;
	struct arena arena; /* of the diagnostics, and of what is
			       judged */
	struct diags diags;
	const char *judged; /* the text that they are about */
	struct rules rules;
};

struct ternion_position {
	unsigned owners;
	struct ternion_game *game;
	struct position position;
	struct move *moves; /* those listed last; owned */
	size_t len, size;
	bool is_listed;
	size_t keys_len;
	/* Of positions since the last capture or pawn move, the last its own;
	 * after them the past of the position. */
	uint64_t keys[];
};

struct ternion_move {
	struct ternion_position *before;
	struct move move;
	struct marks marks;
};

struct ternion_ply {
	struct ternion_record *record;
	struct ply *ply;
	struct ternion_ply *prev;      /* NULL: the first of its line */
	struct ternion_ply *branch;    /* what the line is played instead of */
	struct ternion_ply *next;      /* NULL: there is none, or not yet */
	struct ternion_ply *variation; /* the first that was asked for */
	struct ternion_ply *sibling;   /* another variation of `branch` */
	struct ternion_ply *ahead;     /* on the way to the one asked for */
	const char *token, *text;      /* NULL: nobody asked */
};

struct ternion_record {
	struct ternion_record *self;   /* for those who may not change it */
	struct ternion_reader *reader; /* shared with records copied from it */
	bool is_own;                   /* the caller's, not the reader's */
	bool is_changed;               /* since it was read */
	bool is_stale;                 /* since it was replayed */
	bool is_other;                 /* so that its plies may be played
					  otherwise */
	struct arena arena; /* of the record and of handles of plies */
	struct arena texts; /* of what was said or given since the replay */
	struct arena path;  /* of pasts on the way to `position` */
	const struct source *source; /* of the record's text */
	struct source own_source;    /* of a record of the caller */
	struct record record;
	struct diags diags;
	/* Its `rules` belong to the replayer, which drops them after many other
	 * games, so `variant` and `settings` are kept. */
	struct replayed replayed;
	const struct variant *variant; /* NULL: it is not known */
	struct settings settings;
	bool faulty;
	size_t offset; /* of the window in the input */
	struct ternion_ply *first;
	/* The ply whose position was asked for last, or NULL; that position,
	 * and the turn that led to it. */
	const struct ternion_ply *at;
	struct position position;
	struct turn turn;
	uint64_t *keys; /* of positions on the way to it; owned */
	size_t keys_len, keys_size;
};

struct ternion_reader {
	unsigned owners;  /* itself, until it is closed, and copied records */
	struct heap heap; /* of all that follows but `game` */
	struct input input;
	char *name;
	struct replay_options options;
	struct replayer *replayer;
	struct replay_options written; /* how records were written last, */
	struct replayer *writer;       /* and with what; or NULL */
	struct ternion_record record;
	struct ternion_game *game; /* of the last position given; or NULL */
	const char *binary; /* what the input is instead of a text, or NULL */
	bool told;          /* it was said */
};

/* Structures of callers: takes options of theirs, which may be NULL, into
 * ours; false if they state what we do not know. And gives what we know. */
bool options_take(void *ours, size_t size, const void *theirs);
bool facts_give(const void *ours, size_t size, void *theirs);

#define OPTIONS_TAKE(ours, theirs) options_take(&(ours), sizeof(ours), theirs)
#define FACTS_GIVE(ours, theirs)   facts_give(&(ours), sizeof(ours), theirs)

/* Sets what a call is to give to NULL, until it can give it. */
#define GIVE_NONE(given)                 \
	do {                             \
		if ((given) != NULL)     \
			*(given) = NULL; \
	} while (0)

/* Hands a text over to the caller, who is told its length if he asks. */
enum ternion_status text_give(struct strbuf *buf, char **text, size_t *length);

/* A NUL-terminated copy of the text, that lives until the record is replayed
 * again, or as long as the record. */
enum ternion_status record_keep(
    struct ternion_record *record, struct slice text, const char **kept);

/* A reader without an input; NULL without memory. */
struct ternion_reader *reader_new(void);
/* Frees the reader if this was the last who needs it. */
void reader_disown(struct ternion_reader *reader);

/* Makes strings of names and values of tags, which callers are given. */
void record_end_tags(struct ternion_record *record);

/* Replays a record, and keeps what its replayer may lose. */
void record_replay(struct ternion_record *record);

/* The comment of that number, from 0, or NULL. */
struct comment *comment_at(const struct comments *comments, size_t index);

/* Replays a record that was changed since it was replayed. */
enum ternion_status record_refresh(struct ternion_record *record);

/* Notes that a record was changed; `is_other`: perhaps not only by plies that
 * were found legal, or by what is said of plies. */
void record_changed(struct ternion_record *record, bool is_other);

/* Brings the record to the position after a ply, or to its start for NULL. */
enum ternion_status record_go_to(
    struct ternion_record *record, struct ternion_ply *ply);

/* The ply after which this one is played; NULL: it begins the record. */
struct ternion_ply *ply_before(const struct ternion_ply *ply);

/* A handle of a ply, in the arena of its record; NULL without memory. */
struct ternion_ply *make_ply(struct ternion_record *record, struct ply *ply,
    struct ternion_ply *prev, struct ternion_ply *branch);

/* The comments of a ply in a place; NULL if there is no such place. */
struct comments *comments_in(struct notes *notes, enum ternion_place place);

/* How tokens of the record are read. */
struct reader_context record_context_of(const struct ternion_record *record);

/* Failures: keep what ternion_error tells, and return the status. The first
 * error of diagnostics is about the text, or about a record. */
enum ternion_status fail_unknown(
    const char *code, const char *what, const char *text);
enum ternion_status fail_faulty(const struct diags *diags, const char *text);
enum ternion_status fail_record(const struct ternion_record *record);
enum ternion_status fail_unreadable(int error);

/* A diagnostic of the list; where it is in the input is for the caller. */
enum ternion_status diagnostic_give(const struct diags *diags, size_t index,
    const struct source *source, size_t offset,
    struct ternion_diagnostic *diagnostic);

/* Splits "NAME=VALUE", an option of the game, or of some game for NULL, and
 * sets it in the settings of that game, if they are not NULL. */
enum ternion_status setting_read(const char *text, const struct variant *game,
    struct setting *setting, struct settings *settings);

/* A game with settings that are settled; NULL without memory. */
struct ternion_game *game_new(
    const struct variant *variant, const struct settings *settings);
struct ternion_game *game_share(struct ternion_game *game);

/* Forgets what was said of a text, and keeps the one that is judged next. */
const char *game_begin_judging(struct ternion_game *game, const char *text);

/* Makes a game without memory what it was at first. */
void game_forget(struct ternion_game *game);

/* The game of the record's positions; NULL without memory. */
struct ternion_game *record_game(struct ternion_record *record);

/* Handles of a position and of a move in it, copies of theirs; `keys` are those
 * of the positions before it. */
enum ternion_status position_give(struct ternion_game *game,
    const struct position *position, const uint64_t *keys, size_t len,
    struct ternion_position **given);
enum ternion_status move_give(struct ternion_position *before,
    const struct move *move, const struct marks *marks,
    struct ternion_move **given);

/* The notation of that id, or NULL; the native one of the game for NULL. */
const struct notation *notation_named(
    const struct variant *variant, const char *id);

/* The notation and the letters of these ids, NULL being the native ones, if
 * moves of the game can be written in them. */
enum ternion_status writing_find(const struct variant *variant,
    const char *notation, const char *letters, const struct notation **found,
    const struct letter_set **set);

#endif
