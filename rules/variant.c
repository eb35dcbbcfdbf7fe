/* Ternion: the registry of variants, and look-ups in a variant's tables. */
#include <ctype.h>
#include <string.h>

#include "variant.h"

const struct variant *const variants[] = {
	&variant_dreierschach,
	NULL,
};

static bool
same(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && memcmp(name, text, len) == 0;
}

const struct variant *
variant_find(const char *id, size_t len)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (same((*v)->id, id, len))
			return *v;
	return NULL;
}

unsigned
variant_player(const struct variant *variant, char letter)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (variant->colours[p] == letter ||
		    variant->colours[p] == letter + ('a' - 'A'))
			return p;
	return PLAYER_NONE;
}

unsigned
variant_player_tag(const struct variant *variant, const char *name, size_t len)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (same(variant->players[p], name, len))
			return p;
		if (variant->aliases[p] == NULL)
			continue;
		for (const char *const *a = variant->aliases[p]; *a; a++)
			if (same(*a, name, len))
				return p;
	}
	return PLAYER_NONE;
}

enum kind
variant_kind(const struct variant *variant, char letter)
{
	for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
		if (variant->letters[kind] == letter && letter != ' ')
			return (enum kind)kind;
	return KIND_NONE;
}

int
variant_result(const struct variant *variant, const char *text, size_t len)
{
	for (int i = 0; variant->results[i] != NULL; i++)
		if (same(variant->results[i], text, len))
			return i;
	return -1;
}
