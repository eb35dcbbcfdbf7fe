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

static void
heap_is_released_as_a_whole(void **state)
{
	struct heap heap = { .first = NULL };
	struct memory memory;
	int destroyed = 0;

	(void)state;
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

static void
innermost_heap_runs_out_of_memory(void **state)
{
	struct heap outer = { .first = NULL }, inner = { .first = NULL };
	struct memory memory;
	int destroyed = 0;
	char *block;

	(void)state;
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
static void
blocks_leave_in_any_order(void **state)
{
	struct heap heap = { .first = NULL };
	struct memory memory;
	char *block[3];

	(void)state;
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
static void
reset_arena_reuses_its_memory(void **state)
{
	struct arena arena = ARENA_INIT;
	void *first = arena_alloc(&arena, 24);

	(void)state;
	arena_alloc(&arena, 100);
	arena_reset(&arena);
	assert_ptr_equal(arena_alloc(&arena, 24), first);
	arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heap_is_released_as_a_whole),
		cmocka_unit_test(innermost_heap_runs_out_of_memory),
		cmocka_unit_test(blocks_leave_in_any_order),
		cmocka_unit_test(reset_arena_reuses_its_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
