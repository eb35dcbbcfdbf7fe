/* Ternion: the legal moves of a position with their texts. */
#pragma once

#include "cmd/options/job.h"

struct listed_move {
	struct move move;
	struct marks marks;
	const char *text; /* with marks, if the notation has them */
};

struct move_list {
	struct listed_move *moves; /* owned */
	size_t len, size;
	size_t most;        /* that it takes; 0: all */
	struct language in; /* how they are written */
	struct alphabet alphabet;
	struct arena texts;
	struct strbuf text;              /* of the move at hand */
	const struct position *position; /* whose moves they are */
};

/* Takes the notation and the letters of the job; the defaults are the native
 * notation of the game and English letters. A list that is all 0 is empty. */
void move_list_set_style(struct move_list *list, const struct job *job,
    const struct variant *variant);

/* Replaces the moves of the list; `all`: with calls and passes, see
 * rules_all_moves. */
void move_list_fill(struct move_list *list, const struct rules *rules,
    const struct position *position, bool all);

/* Sorts the moves by the bytes of their texts. */
void move_list_sort(struct move_list *list);

void move_list_release(struct move_list *list);
