/* Ternion: memory that lives as long as one record, given back all at once. */
#pragma once

#include "parse/text/memory.h"
#include "parse/text/slice.h"

#define ARENA_ALIGNMENT 16

/* Open only so that arena_alloc can be inlined: it is called for every ply. */
struct arena_block {
	struct arena_block *next; /* an older one */
	size_t used, size;
	_Alignas(ARENA_ALIGNMENT) unsigned char bytes[];
};

struct arena {
	struct arena_block *block; /* the one in use; NULL at first */
};

#define ARENA_INIT ((struct arena){ NULL })

/* The type of an arena that is given back where its block ends. */
#define SCRATCH_ARENA __attribute__((cleanup(arena_release))) struct arena

/* Adds a block with room for `size` bytes at least; for arena_alloc. */
void arena_grow(struct arena *arena, size_t size) __attribute__((cold));

/* `size` bytes, aligned for any type and not initialized. */
static inline void *
arena_take(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->block;

	size = (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
	if (block == NULL || block->size - block->used < size) {
		arena_grow(arena, size);
		block = arena->block;
	}
	block->used += size;
	return block->bytes + block->used - size;
}

/* Like arena_take, zeroed. */
static inline void *
arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_take(arena, size), 0, size);
}

static inline void *
arena_bytes(struct arena *arena, const void *bytes, size_t size)
{
	void *copy = arena_take(arena, size);

	return size > 0 ? memcpy(copy, bytes, size) : copy;
}

/* A copy of a slice that ends with a NUL. */
char *arena_copy(struct arena *arena, struct slice text);

static inline struct slice
arena_slice(struct arena *arena, struct slice text)
{
	return (struct slice){ arena_copy(arena, text), text.len };
}

char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Forgets all that was allocated, and keeps one block for the next record. */
void arena_reset(struct arena *arena);

/* Gives everything back. */
void arena_release(struct arena *arena);
