/* Ternion: the structures of the handles of ternion.h. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

/* The handle of a ply is the ply itself: callers cannot look into it. */
#define ternion_ply ply

#include "formats/config/config.h"
#include "parse/judge/proof.h"
#include "parse/game/turn.h"
#include "parse/record/format.h"
#include "formats/library/ternion.h"
#include "parse/notation/dialect.h"

/* The compiler warns that longjmp may change variables. A function that runs
 * out of memory returns at once and does not read them. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wclobbered"
#endif

/* After this a function may allocate memory; if there is none, it returns
 * TERNION_NO_MEMORY. The blocks belong to the heap of a handle, which is then
 * useless, or to CALL_HEAP, which ends with the call. */
#define ENTER(heap)                                                  \
	struct memory memory __attribute__((cleanup(memory_leave))); \
                                                                     \
	if (!memory_enter(&memory, heap) || setjmp(memory.out) != 0) \
	return TERNION_NO_MEMORY

#define CALL_HEAP struct heap call_heap __attribute__((cleanup(heap_release)))

/* Returns TERNION_MISUSE if the condition on the arguments is false. */
#define NEED(condition)                        \
	do {                                   \
		if (!(condition))              \
			return TERNION_MISUSE; \
	} while (0)

/* Sets an output to NULL. Returns TERNION_MISUSE if there is no output, or the
 * condition on the other arguments is false. */
#define GIVES(output, condition)               \
	do {                                   \
		if ((output) == NULL)          \
			return TERNION_MISUSE; \
		*(output) = NULL;              \
		NEED(condition);               \
	} while (0)

/* Begins a call that gives facts, which are gathered in `ours`; likewise. */
#define FACTS(facts, condition)    \
	struct facts ours = { 0 }; \
                                   \
	NEED(condition)

/* Returns the status of a call that fails. */
#define TRY(call)                                 \
	do {                                      \
		enum ternion_status tried = call; \
                                                  \
		if (tried != TERNION_OK)          \
			return tried;             \
	} while (0)

/* Until the block ends, other threads wait that call the library with handles
 * of the same reader or game. A thread can do this again while it does. No call
 * holds a reader while it waits for another one. */
#define HOLD(owner)                                                         \
	pthread_mutex_t *held __attribute__((unused, cleanup(lock_drop))) = \
	    lock_take(&(owner)->lock)

/* HOLD of the reader of a record, which is replayed if it has changed. */
#define HOLD_FRESH(record)      \
	HOLD((record)->reader); \
	TRY(record_refresh((record)->self))

/* The notations of a text, which never change; several games and readers can
 * own them. */
struct defined {
	atomic_uint owners;
	struct heap heap;
	struct arena arena;
	struct config config;
};

/* Games and positions live as long as some handle needs them. */
struct ternion_game {
	struct ternion_game *self; /* not const, so that it can be held */
	pthread_mutex_t lock;      /* of all that changes in it and positions */
	atomic_uint owners;
	struct defined *defined; /* or NULL */
	struct heap heap;
	struct arena arena; /* of `diags` and `judged` */
	struct diags diags;
	const char *judged; /* the text that they are about */
	struct rules rules;
};

struct ternion_position {
	atomic_uint owners;
	struct ternion_game *game;
	struct position position;
	struct move *moves; /* the last list; owned */
	size_t len, size;
	/* Where the moves of other players begin, who move at their places. */
	size_t others[PLAYERS];
	bool is_listed;
	size_t keys_len;
	/* Keys of the positions since the last capture or pawn move, up to this
	 * one; after them the past of the position. */
	uint64_t keys[];
};

struct ternion_move {
	struct ternion_position *before;
	struct move move;
	struct marks marks;
};

struct ternion_record {
	struct ternion_record *self;   /* not const, so that it can replay */
	struct ternion_reader *reader; /* shared with records copied from it */
	bool is_own;                   /* the caller's, not the reader's */
	bool is_stale;                 /* since it was replayed */
	bool is_other;                 /* its old plies may have become
					  illegal */
	struct session session;        /* with a replayer of the reader; its
					  format is NULL once the record was
					  changed */
	struct arena texts; /* of diagnostics and texts since the replay */
	struct arena path;  /* of pasts on the way to `position` */
	const struct source *source; /* of the record's text */
	struct source own_source;    /* of a record of the caller */
	/* The replayer drops its rules after many other games. */
	struct settings settings;
	size_t offset; /* of the window in the input */
	/* The last ply that was gone to, or NULL; its position and turn. */
	const struct ply *at;
	struct position position;
	struct turn turn;
	/* Of a record that was collated, until it changes: how each of the
	 * sheets has each ply, in the arena of the session. */
	struct ternion_reading *readings;
	unsigned sheets, readings_len;
	uint64_t *keys; /* of positions on the way to it; owned */
	size_t keys_len, keys_size;
};

struct ternion_reader {
	pthread_mutex_t lock; /* of all members, records and plies */
	atomic_uint owners; /* itself, until it is closed, and copied records */
	struct defined *defined; /* or NULL */
	struct heap heap;        /* of the members below except `game` */
	struct input input;
	char *name;
	struct replay_options options;
	struct replayer *writer;       /* of the last written record, or NULL */
	struct replay_options written; /* its options */
	struct ternion_record record;
	struct ternion_game *game; /* of the last position given; or NULL */
	const char *binary; /* says that the input is no text; NULL: it is */
	bool told;          /* `binary` was reported */
};

/* Copy a caller's options, or NULL, into ours, and our facts into a caller's
 * structure, of any size; false if options are not known, or no size is set. */
bool options_take(void *ours, size_t size, const void *theirs);
enum ternion_status facts_give(const void *ours, size_t size, void *theirs);

#define OPTIONS_TAKE(ours, theirs) options_take(&(ours), sizeof(ours), theirs)
#define FACTS_GIVE(ours, theirs)   facts_give(&(ours), sizeof(ours), theirs)

/* Gives a text to the caller, and its length unless that is NULL. */
enum ternion_status text_give(struct strbuf *buf, char **text, size_t *length);

/* A copy with a NUL, until the record is replayed again. */
enum ternion_status record_keep(
    struct ternion_record *record, struct slice text, const char **kept);

void lock_init(pthread_mutex_t *lock);
pthread_mutex_t *lock_take(pthread_mutex_t *lock);
void lock_drop(pthread_mutex_t *const *lock);

/* A reader without an input; NULL without memory. */
struct ternion_reader *reader_new(void);
/* Frees the reader if this was its last owner. */
void reader_disown(struct ternion_reader *reader);

/* Ends names and values of tags with a NUL, for callers. */
void record_end_tags(struct ternion_record *record);

void record_replay(struct ternion_record *record);

/* Replays a record that was changed since it was replayed. */
enum ternion_status record_refresh(struct ternion_record *record);

/* Notes that a record was changed; `is_other`: not only by comments,
 * annotations or legal plies, so it is replayed before its plies are used.
 * TERNION_OK. */
enum ternion_status record_changed(
    struct ternion_record *record, bool is_other);

/* Keep a failure for ternion_error, and return its status: the first error of
 * diagnostics about a text, or of a record. */
enum ternion_status fail_unknown(
    const char *code, const char *what, const char *text);
enum ternion_status fail_faulty(struct diags *diags, const char *text);
enum ternion_status fail_record(const struct ternion_record *record);
enum ternion_status fail_unreadable(int error);

/* Gives a diagnostic; the source begins at `offset` of the input. */
enum ternion_status diagnostic_give(const struct diags *diags, size_t index,
    const struct source *source, size_t offset,
    struct ternion_diagnostic *diagnostic);

/* Splits "NAME=VALUE", an option of the game, or of any game for NULL, and sets
 * it in the settings of the game, if these are not NULL. */
enum ternion_status setting_read(const char *text, const struct variant *game,
    struct setting *setting, struct settings *settings);

/* Reads a text of notations, and gives it an owner; NULL gives NULL. */
enum ternion_status defined_read(
    const char *text, size_t length, struct defined **defined);
struct defined *defined_share(struct defined *defined);
void defined_disown(struct defined *defined);
const struct own_notation *defined_list(const struct defined *defined);

/* A game with settings that are settled; NULL without memory. */
struct ternion_game *game_new(const struct variant *variant,
    const struct settings *settings, struct defined *defined);

/* True if it is this game, with these settings; NULL is none. */
bool game_is(const struct ternion_game *game, const struct variant *variant,
    const struct settings *settings);

/* The game of the record's positions; NULL without memory. */
struct ternion_game *record_game(struct ternion_record *record);

/* Give handles of a copy of a position, and of a move in it; `keys` are those
 * of the positions before it. */
enum ternion_status position_give(struct ternion_game *game,
    const struct position *position, const uint64_t *keys, size_t len,
    struct ternion_position **given);
enum ternion_status move_give(struct ternion_position *before,
    const struct move *move, const struct marks *marks,
    struct ternion_move **given);

/* The notation of that id, or NULL; for NULL the native one of the game. */
const struct notation *notation_named(const struct defined *defined,
    const struct variant *variant, const char *id);

/* Finds the notation and the letters of these ids (NULL: the native ones), if
 * moves of the game can be written in them. */
enum ternion_status writing_find(const struct defined *defined,
    const struct variant *variant, const char *notation, const char *letters,
    const struct notation **found, const struct letter_set **set);
