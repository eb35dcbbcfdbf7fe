/* Ternion: memory that does not run out. */
#include <string.h>

#include "parse/text/memory.h"

struct memory_block {
	struct memory_block *next;
	struct memory_block **link; /* the pointer to it; NULL: on no heap */
	void (*destroy)(void *memory);
	_Alignas(max_align_t) unsigned char bytes[];
};

/* Each thread has its own, and outside of a call it is NULL. */
static _Thread_local struct memory *current;

bool
memory_enter(struct memory *memory, struct heap *heap)
{
	memory->outer = current;
	if (heap != NULL && heap->is_spent)
		return false;
	memory->heap = heap;
	current = memory;
	return true;
}

void
memory_leave(const struct memory *memory)
{
	current = memory->outer;
}

_Noreturn void
memory_none(void)
{
	struct memory *memory = current;

	if (memory == NULL)
		abort(); /* called before memory_enter */
	current = memory->outer;
	if (memory->heap != NULL)
		memory->heap->is_spent = true;
	longjmp(memory->out, 1);
}

static struct memory_block *
block_of(void *memory)
{
	return (struct memory_block *)((unsigned char *)memory -
	    offsetof(struct memory_block, bytes));
}

/* After a block has moved. */
static void
relink(struct memory_block *block)
{
	if (block->link != NULL)
		*block->link = block;
	if (block->next != NULL)
		block->next->link = &block->next;
}

static void
unlink_block(struct memory_block *block)
{
	if (block->link != NULL)
		*block->link = block->next;
	if (block->next != NULL)
		block->next->link = block->link;
	block->link = NULL;
	block->next = NULL;
}

static void *
take_block(struct memory_block *block)
{
	struct heap *heap = current != NULL ? current->heap : NULL;

	if (block == NULL)
		memory_none();
	block->destroy = NULL;
	block->next = heap != NULL ? heap->first : NULL;
	block->link = heap != NULL ? &heap->first : NULL;
	relink(block);
	return block->bytes;
}

void *
mem_alloc(size_t size)
{
	return take_block(malloc(sizeof(struct memory_block) + size));
}

void *
mem_zeroed(size_t size)
{
	return take_block(calloc(1, sizeof(struct memory_block) + size));
}

char *
mem_string(const char *text, size_t len)
{
	return memcpy(mem_zeroed(len + 1), text, len);
}

void *
mem_grow(void *old, size_t size)
{
	if (old == NULL)
		return mem_alloc(size);
	struct memory_block *block =
	    realloc(block_of(old), sizeof(*block) + size);
	if (block == NULL)
		memory_none();
	relink(block);
	return block->bytes;
}

void
mem_free(void *memory)
{
	if (memory == NULL)
		return;
	struct memory_block *block = block_of(memory);
	unlink_block(block);
	if (block->destroy != NULL)
		block->destroy(memory);
	free(block);
}

void *
mem_alloc_with(size_t size, void (*destroy)(void *memory))
{
	void *memory = mem_zeroed(size);

	block_of(memory)->destroy = destroy;
	return memory;
}

void
mem_give(void *memory)
{
	unlink_block(block_of(memory));
}

void
heap_release(struct heap *heap)
{
	struct memory_block *block, *next;

	for (block = heap->first; block != NULL; block = next) {
		next = block->next;
		mem_free(block->bytes);
	}
	heap->is_spent = false;
}
