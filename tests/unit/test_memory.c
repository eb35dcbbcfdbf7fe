/* Memory that runs out. */
#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/text/memory.h"

static void
count(void *memory)
{
	++**(int **)memory;
}

/* Allocates two blocks, then acts as if memory had run out. */
static void
spend(struct heap *heap, int *destroyed)
{
	struct memory memory;
	int **block;

	assert_true(memory_enter(&memory, heap));
	if (setjmp(memory.out) != 0)
		return;
	mem_alloc(7);
	block = mem_alloc_with(sizeof(*block), count);
	*block = destroyed;
	memory_none();
}

TEST(heap_is_released_as_a_whole)
{
	struct heap heap = { .first = NULL };
	struct memory memory;
	int destroyed = 0;

	spend(&heap, &destroyed);
	assert_true(heap.is_spent);
	assert_false(memory_enter(&memory, &heap));
	assert_int_equal(destroyed, 0);
	heap_release(&heap);
	assert_int_equal(destroyed, 1);
	assert_null(heap.first);
	assert_true(memory_enter(&memory, &heap));
	memory_leave(&memory);
}

TEST(innermost_heap_runs_out_of_memory)
{
	struct heap outer = { .first = NULL }, inner = { .first = NULL };
	struct memory memory;
	int destroyed = 0;
	char *block;

	assert_true(memory_enter(&memory, &outer));
	if (setjmp(memory.out) != 0)
		fail();
	spend(&inner, &destroyed);
	block = mem_alloc(1);
	assert_non_null(outer.first);
	mem_free(block);
	assert_null(outer.first);
	assert_false(outer.is_spent);
	memory_leave(&memory);
	heap_release(&inner);
	assert_int_equal(destroyed, 1);
}

/* Blocks move when they grow, with other blocks before and after them. */
TEST(blocks_leave_in_any_order)
{
	struct heap heap = { .first = NULL };
	struct memory memory;
	char *block[3];

	assert_true(memory_enter(&memory, &heap));
	for (int i = 0; i < 3; i++)
		block[i] = mem_alloc(8);
	for (int i = 0; i < 3; i++)
		block[i] = mem_grow(block[i], (size_t)100000 * (size_t)(i + 1));
	mem_free(block[1]);
	mem_give(block[0]);
	memory_leave(&memory);
	mem_free(block[2]);
	assert_null(heap.first);
	mem_free(block[0]);
	block[0] = mem_alloc(8); /* outside, on no heap */
	assert_null(heap.first);
	mem_free(block[0]);
	mem_free(NULL);
}

/* After a reset an arena returns the same memory again. */
TEST(reset_arena_reuses_its_memory)
{
	struct arena arena = ARENA_INIT;
	void *first = arena_alloc(&arena, 24);

	arena_alloc(&arena, 100);
	arena_reset(&arena);
	assert_ptr_equal(arena_alloc(&arena, 24), first);
	arena_release(&arena);
}
