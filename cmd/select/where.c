/* Ternion: conditions on tags. */
#include "cmd/run/shelf.h"
#include "cmd/select/where.h"

/* The longer signs first. */
static const struct {
	const char *sign;
	unsigned orders; /* 0: it is no comparison */
} tests[] = {
	{ ">=", WHERE_MORE | WHERE_EQUAL },
	{ "<=", WHERE_LESS | WHERE_EQUAL },
	{ "!=", WHERE_LESS | WHERE_MORE },
	{ ">", WHERE_MORE },
	{ "<", WHERE_LESS },
	{ "=", WHERE_EQUAL },
	{ "~", 0 },
};

bool
condition_read(struct condition *condition, const char *text, bool compares,
    char message[PATTERN_MESSAGE_MAX])
{
	size_t len = strcspn(text, compares ? "~=<>!" : "~="), i = 0;
	const char *sign = text + len;

	message[0] = '\0';
	while (i < sizeof(tests) / sizeof(*tests) &&
	    strncmp(sign, tests[i].sign, strlen(tests[i].sign)) != 0)
		i++;
	if (i == sizeof(tests) / sizeof(*tests))
		return false;
	condition->orders = tests[i].orders;
	condition->test = condition->orders == 0 ? WHERE_MATCHES
	    : compares                           ? WHERE_COMPARES
						 : WHERE_IS;
	condition->name = (struct slice){ text, len };
	condition->value = slice_of(sign + strlen(tests[i].sign));
	if (compares) {
		condition->name = slice_trim(condition->name);
		condition->value = slice_trim(condition->value);
		if (!is_tag_name(condition->name))
			return false;
	}
	if (condition->test != WHERE_MATCHES)
		return true;
	condition->pattern = pattern_of_user(condition->value.ptr, message);
	return condition->pattern != NULL;
}

static bool
meets(const struct condition *condition, struct slice value)
{
	bool unknown;
	int order = tag_values_compare(
	    slice_trim(value), condition->value, true, &unknown);

	return !unknown &&
	    (condition->orders &
		(order < 0          ? WHERE_LESS
			: order > 0 ? WHERE_MORE
				    : WHERE_EQUAL)) != 0;
}

bool
condition_holds(struct condition *condition, const struct record *record,
    const struct tag **given_up)
{
	bool holds = false;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		enum pattern_found found = PATTERN_FOUND;

		if (!slice_equal(t->name, condition->name))
			continue;
		if (condition->test == WHERE_MATCHES)
			found = pattern_search(condition->pattern, t->value);
		if (found == PATTERN_GAVE_UP)
			*given_up = t;
		holds |= condition->test == WHERE_MATCHES
		    ? found == PATTERN_FOUND
		    : condition->test == WHERE_IS
		    ? slice_equal(t->value, condition->value)
		    : meets(condition, t->value);
	}
	return holds;
}
