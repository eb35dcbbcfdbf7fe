/* The rules of Dreierschach, and texts in files of cases. */
#pragma once

#include "tests/unescape.h"
#include "tests/unit/unit.h"

#include "rules/rules.h"

/* The rules under test; made by make_rules and only read after that. */
static struct rules rules;

/* The set-up of every group of tests. */
SET_UP(make_rules)
{
	rules_init(&rules, &variant_dreierschach, NULL);
}
