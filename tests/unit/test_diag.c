/* Diagnostics: the limit of their number. */
#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/diag/diag.h"

TEST(diagnostics_beyond_the_limit_are_counted)
{
	struct arena arena = ARENA_INIT;
	struct diags diags;

	diags_init(&diags, &arena);
	assert_int_equal(diags_worst(&diags, 0), -1);
	for (unsigned i = 0; i < DIAGS_PER_RECORD + 7; i++)
		diag_add(&diags, DIAG_ESCAPE_DROPPED, (struct span){ i, 1 },
		    "%u", i);
	assert_int_equal(diags.len, DIAGS_PER_RECORD);
	assert_int_equal(diags.dropped[SEV_NOTE], 7);
	assert_int_equal(diags_worst(&diags, 0), SEV_NOTE);
	diag_add(&diags, DIAG_MOVE_SYNTAX, (struct span){ 0, 1 }, "x");
	assert_int_equal(diags.dropped[SEV_ERROR], 1);
	assert_int_equal(diags_worst(&diags, 0), SEV_ERROR);
	arena_release(&arena);
}

/* A list that only counts has room for one, and says that it is full. */
TEST(nothing_is_fixed_in_a_full_list)
{
	struct arena arena = ARENA_INIT;
	struct diag nowhere = { .message = NULL };
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
