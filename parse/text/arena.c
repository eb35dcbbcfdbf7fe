/* Ternion: memory by record. */
#include <stdarg.h>
#include <stdio.h>

#include "parse/text/arena.h"
#include "parse/text/strbuf.h"

#define BLOCK_SIZE (64 * 1024)

void
arena_grow(struct arena *arena, size_t size)
{
	if (size < BLOCK_SIZE)
		size = BLOCK_SIZE;
	struct arena_block *block = mem_alloc(sizeof(*block) + size);
	block->next = arena->block;
	block->used = 0;
	block->size = size;
	arena->block = block;
}

char *
arena_copy(struct arena *arena, struct slice text)
{
	char *copy = arena_take(arena, text.len + 1);

	*strbuf_put(copy, text) = '\0';
	return copy;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(arena, (size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, format, again);
	va_end(again);
	return text;
}

static void
free_blocks(struct arena *arena, struct arena_block *keep)
{
	struct arena_block *block = arena->block;

	while (block != NULL) {
		struct arena_block *next = block->next;

		if (block != keep)
			mem_free(block);
		block = next;
	}
}

void
arena_reset(struct arena *arena)
{
	struct arena_block *keep = arena->block;

	if (keep == NULL)
		return;
	/* A single huge record must not keep its memory for ever. */
	while (keep->next != NULL && keep->size > BLOCK_SIZE)
		keep = keep->next;
	free_blocks(arena, keep);
	keep->next = NULL;
	keep->used = 0;
	arena->block = keep;
}

void
arena_release(struct arena *arena)
{
	free_blocks(arena, NULL);
	arena->block = NULL;
}
