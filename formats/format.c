/* Ternion: the registry of formats. */
#include "format.h"

const struct format *const formats[] = {
	&format_pgn,
	&format_3pf,
	NULL,
};

const struct format *
format_find(struct slice id)
{
	for (const struct format *const *f = formats; *f != NULL; f++)
		if (slice_is(id, (*f)->id))
			return *f;
	return NULL;
}

static bool
ends_with(const char *path, const char *suffix)
{
	size_t len = strlen(path), tail = strlen(suffix);

	return len > tail && strcmp(path + len - tail, suffix) == 0;
}

const struct format *
format_of_path(const char *path)
{
	for (const struct format *const *f = formats; *f != NULL; f++)
		for (const char *const *s = (*f)->suffixes; *s != NULL; s++)
			if (ends_with(path, *s))
				return *f;
	return NULL;
}
