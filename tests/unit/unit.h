/*
 * A program of unit tests:
 *
 *	SET_UP(make_rules) { ... }
 *	TEST(pawn_steps_forward) { ... }
 *	TEAR_DOWN(free_rules) { ... }
 *
 * The tests run in the order of the file, after all set-ups and before the
 * tear-down.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cmocka.h wants the headers above before it. */
#include <cmocka.h>

static struct {
	struct CMUnitTest tests[128];
	size_t len;
	void (*set_ups[2])(void);
	size_t set_ups_len;
	void (*tear_down)(void);
} unit;

#define TEST(f)                                                     \
	static void f(void **);                                     \
	__attribute__((constructor)) static void unit_add_##f(void) \
	{                                                           \
		unit.tests[unit.len++] =                            \
		    (struct CMUnitTest){ #f, f, NULL, NULL, NULL }; \
	}                                                           \
	static void f(__attribute__((unused)) void **state)

#define SET_UP(f)                                                   \
	static void f(void);                                        \
	__attribute__((constructor)) static void unit_add_##f(void) \
	{                                                           \
		unit.set_ups[unit.set_ups_len++] = f;               \
	}                                                           \
	static void f(void)

#define TEAR_DOWN(f)                                                \
	static void f(void);                                        \
	__attribute__((constructor)) static void unit_add_##f(void) \
	{                                                           \
		unit.tear_down = f;                                 \
	}                                                           \
	static void f(void)

int
main(void)
{
	int failed;

	for (size_t i = 0; i < unit.set_ups_len; i++)
		unit.set_ups[i]();
	failed =
	    _cmocka_run_group_tests("tests", unit.tests, unit.len, NULL, NULL);
	if (unit.tear_down != NULL)
		unit.tear_down();
	return failed;
}
