/* The options of a game as text, for tests. */
#pragma once

#include <string.h>

#include "rules/variants/variant.h"

/* Reads "Pope=no Siege=moved" and so on, and settles them; false if the variant
 * has no such option or value. */
static inline bool
read_settings(
    const struct variant *variant, const char *text, struct settings *settings)
{
	settings_default(variant, settings);
	while (*text != '\0') {
		size_t len = strcspn(text, " "), name = strcspn(text, "=");
		int option = variant_option(variant, text, name);

		if (option < 0 || name >= len ||
		    !settings_read(variant, settings, option, text + name + 1,
			len - name - 1))
			return false;
		text += len + strspn(text + len, " ");
	}
	settings_settle(variant, settings);
	return true;
}
