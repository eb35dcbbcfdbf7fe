/* Ternion: memory that does not run out.
 *
 * No caller checks for NULL. When memory runs out, the running code jumps
 * (longjmp) to the latest memory_enter, and that place reports it: a function
 * of the library returns a status, the program ends. Call these functions only
 * after memory_enter.
 *
 * A library must not leak when it jumps: its blocks are on a heap, which is
 * released as a whole. A block that owns anything but our memory, for example a
 * descriptor or a decompressor, has a function that closes it. */
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct heap {
	struct memory_block *first; /* NULL at first */
	bool is_spent;              /* it has run out once */
};

struct memory {
	jmp_buf out;          /* where to go when there is none */
	struct heap *heap;    /* of the blocks; NULL: they are on none */
	struct memory *outer; /* entered before */
};

/* Enters it, in this thread. Returns false if the heap is spent. The caller
 * calls setjmp for `out`, and leaves it when he is done; he is not in it any
 * more when setjmp returns for the second time. */
bool memory_enter(struct memory *memory, struct heap *heap);
void memory_leave(const struct memory *memory); /* entered or not */

/* Jumps to the latest memory_enter. */
_Noreturn void memory_none(void);

/* malloc, calloc, realloc and free; they do not return without memory. */
void *mem_alloc(size_t size);
void *mem_zeroed(size_t size);
void *mem_grow(void *old, size_t size);
void mem_free(void *memory);

/* A copy of a text, which ends with a NUL. */
char *mem_string(const char *text, size_t len);

/* The list with room for another element; *size counts those with room. */
static inline void *
mem_room(void *list, size_t len, size_t *size, size_t each)
{
	if (len < *size)
		return list;
	list = mem_grow(list, (*size * 2 + 64) * each);
	*size = *size * 2 + 64;
	return list;
}

/* A new last element of a list with the members `items`, len and size. */
#define MEM_ADD(list, items)                                          \
	((list)->items = mem_room((list)->items, (size_t)(list)->len, \
	     &(list)->size, sizeof(*(list)->items)),                  \
	    &(list)->items[(list)->len++])

/* Sorts such a list, which may be empty. */
#define MEM_SORT(list, items, order)                          \
	((list)->len == 0 ? (void)0                           \
			  : qsort((list)->items, (list)->len, \
				sizeof(*(list)->items), order))

/* Zeroed bytes for which `destroy` is called before they are freed. */
void *mem_alloc_with(size_t size, void (*destroy)(void *memory));

/* Takes a block from its heap: somebody else frees it. */
void mem_give(void *memory);

void heap_release(struct heap *heap);
