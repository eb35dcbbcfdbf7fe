/*
 * Ternion: a perft from the start position that links with rules/ alone: the
 * proof that the rules depend on nothing else.
 */
#include <stdio.h>

#include "rules/rules.h"

int
main(void)
{
	static struct rules rules;

	for (const struct variant *const *v = variants; *v != NULL; v++) {
		rules_init(&rules, *v, NULL);
		printf("%s %llu\n", (*v)->id,
		    (unsigned long long)rules_perft(&rules, &rules.start, 2));
	}
	return 0;
}
