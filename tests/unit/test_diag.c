/* Diagnostics beyond the limit of their number; tests/lint has all others. */
#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/diag/diag.h"

/* A list that only counts has room for one, and says that it is full. */
TEST(nothing_is_fixed_in_a_full_list)
{
	struct arena arena = ARENA_INIT;
	struct diag nowhere = { .fault = NULL };
	struct diags diags = {
		.arena = &arena, .list = &nowhere, .len = DIAGS_PER_RECORD
	};

	struct fix *near = NULL;

	diag_near(&diags, &near, (struct span){ 0, 1 }, slice_of("a text"));
	assert_null(near);
	diag_add_near(&diags, DIAG_TAG_NEAR, (struct span){ 0, 1 }, "a message",
	    near, "a text");
	assert_null(nowhere.fix);
	assert_int_equal(diags.dropped[SEV_WARNING], 1);
	arena_release(&arena);
}
