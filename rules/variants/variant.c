/* Ternion: the registry of variants, and look-ups in a variant's tables. */
#include <stdio.h>
#include <string.h>

#include "rules/variants/variant_rules.h"

#define ADDRESS(name) &variant_##name,
const struct variant *const variants[] = { VARIANTS(ADDRESS) NULL };
#undef ADDRESS

__attribute__((always_inline)) static inline bool
spells(const char *name, const char *text, size_t len)
{
	/* Most begin otherwise. */
	return len > 0 && name[0] == text[0] && strlen(name) == len &&
	    memcmp(name, text, len) == 0;
}

/* Whether the texts are equal but for the case of ASCII letters. */
static bool
equals_nocase(const char *name, const char *text, size_t len)
{
	size_t i = 0;

	while (i < len && name[i] != '\0' &&
	    ((unsigned)(name[i] ^ text[i]) & ~0x20u) == 0)
		i++;
	return i == len && name[i] == '\0';
}

const struct variant *
variant_find(const char *id, size_t len)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (equals_nocase((*v)->id, id, len))
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

/* The player one of whose names is the text. */
__attribute__((always_inline)) static inline unsigned
find_player(const struct variant *variant,
    bool (*equals)(const char *name, const char *text, size_t len),
    const char *text, size_t len)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		const char *const *alias = variant->aliases[p];

		if (equals(variant->players[p], text, len))
			return p;
		for (; alias != NULL && *alias != NULL; alias++)
			if (equals(*alias, text, len))
				return p;
	}
	return PLAYER_NONE;
}

unsigned
variant_player_tag(const struct variant *variant, const char *name, size_t len)
{
	return find_player(variant, spells, name, len);
}

unsigned
variant_player_named(
    const struct variant *variant, const char *text, size_t len)
{
	return len == 1 ? variant_player(variant, *text)
			: find_player(variant, equals_nocase, text, len);
}

enum kind
variant_kind(const struct variant *variant, char letter)
{
	for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
		if (variant->letters[kind] == letter && letter != ' ')
			return (enum kind)kind;
	return KIND_NONE;
}

const char *const results_one_point[] = { "1-0-0", "0-1-0", "0-0-1",
	"1/2-1/2-0", "1/2-0-1/2", "0-1/2-1/2", "1/3-1/3-1/3", NULL };

const char *const draws_one_point[ALL_PLAYERS + 1] = {
	[0] = "1/3-1/3-1/3",
	[1] = "0-1/2-1/2",
	[2] = "1/2-0-1/2",
	[4] = "1/2-1/2-0",
};

const struct army_row orthodox_army[] = {
	{ "a1", "RNBQKBNR" },
	{ "a2", "PPPPPPPP" },
	{ NULL, NULL },
};

const struct castling_side orthodox_sides[] = {
	{ 'K', "0-0", "e1", "g1", "h1", "f1", CASTLING_PATH },
	{ 'Q', "0-0-0", "e1", "c1", "a1", "d1", CASTLING_PATH },
	{ .letter = 0 },
};

unsigned
points_result(unsigned winner, unsigned loser)
{
	static const uint8_t result[PLAYERS][PLAYERS] = { { 6, 0, 1 },
		{ 2, 6, 3 }, { 4, 5, 6 } };

	return result[winner][loser];
}

int
variant_result(const struct variant *variant, const char *text, size_t len)
{
	for (int i = 0; variant->results[i] != NULL; i++)
		if (spells(variant->results[i], text, len))
			return i;
	return -1;
}

int
variant_option(const struct variant *variant, const char *name, size_t len)
{
	for (int i = 0; variant->options[i].name != NULL; i++)
		if (spells(variant->options[i].name, name, len))
			return i;
	return -1;
}

bool
variants_have_option(const char *name, size_t len)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (variant_option(*v, name, len) >= 0)
			return true;
	return false;
}

bool
variants_have_player(const char *name, size_t len)
{
	const struct variant *const *v = variants;

	while (*v != NULL && variant_player_tag(*v, name, len) == PLAYER_NONE)
		v++;
	return *v != NULL;
}

static void
set_default(const struct variant *variant, struct settings *settings, int i)
{
	const char *text = variant->options[i].fallback;

	memset(settings->value[i], 0, sizeof(settings->value[i]));
	if (variant->options[i].type == OPTION_NUMBERS)
		for (unsigned p = 0; p < PLAYERS; p++)
			settings->value[i][p] = NUMBER_USUAL;
	else
		settings_read(variant, settings, i, text, strlen(text));
}

void
settings_default(const struct variant *variant, struct settings *settings)
{
	memset(settings, 0, sizeof(*settings));
	for (int i = 0; variant->options[i].name != NULL; i++)
		set_default(variant, settings, i);
	settings_settle(variant, settings);
}

/* "4" for all, or "4,4,6"; of one to three digits each. */
static bool
read_numbers(uint16_t *value, const char *text, size_t len)
{
	uint16_t number[PLAYERS] = { 0 };
	unsigned n = 0, digits = 0;

	for (size_t i = 0; i < len; i++) {
		if (text[i] == ',' && digits > 0 && n + 1 < PLAYERS) {
			n++;
			digits = 0;
		} else if (text[i] >= '0' && text[i] <= '9' && digits < 3) {
			number[n] = (uint16_t)(number[n] * 10 + text[i] - '0');
			digits++;
		} else {
			return false;
		}
	}
	if (digits == 0 || (n != 0 && n != PLAYERS - 1))
		return false;
	for (unsigned p = 0; p < PLAYERS; p++)
		value[p] = number[n == 0 ? 0 : p];
	return true;
}

/* Any of the letters, each once, or "none". */
static bool
read_letters(const struct variant_option *option, uint16_t *value,
    const char *text, size_t len)
{
	const char *letters = option->choices[0];
	unsigned bits = 0;

	if (spells("none", text, len))
		len = 0;
	else if (len == 0)
		return false;
	for (size_t i = 0; i < len; i++) {
		const char *at =
		    text[i] != '\0' ? strchr(letters, text[i]) : NULL;

		if (at == NULL || (bits >> (at - letters) & 1))
			return false;
		bits |= 1u << (at - letters);
	}
	*value = (uint16_t)bits;
	return true;
}

bool
settings_read(const struct variant *variant, struct settings *settings, int i,
    const char *text, size_t len)
{
	const struct variant_option *option = &variant->options[i];
	uint16_t *value = settings->value[i];

	switch (option->type) {
	case OPTION_CHOICE:
		/* The index of the choice is the value. */
		for (uint16_t k = 0; option->choices[k] != NULL; k++)
			if (spells(option->choices[k], text, len)) {
				*value = k;
				return true;
			}
		return false;
	case OPTION_NUMBERS:
		return read_numbers(value, text, len);
	case OPTION_LETTERS:
		return read_letters(option, value, text, len);
	}
	return false;
}

void
settings_settle(const struct variant *variant, struct settings *settings)
{
	for (int i = 0; variant->options[i].name != NULL; i++)
		if (variant->options[i].settle != NULL)
			variant->options[i].settle(settings);
}

void
settings_write(const struct variant *variant, const struct settings *settings,
    int i, char text[SETTING_MAX])
{
	const struct variant_option *option = &variant->options[i];
	const uint16_t *value = settings->value[i];
	size_t len = 0;

	switch (option->type) {
	case OPTION_CHOICE:
		snprintf(text, SETTING_MAX, "%s", option->choices[*value]);
		break;
	case OPTION_NUMBERS:
		if (value[0] == value[1] && value[1] == value[2])
			snprintf(text, SETTING_MAX, "%u", value[0]);
		else
			snprintf(text, SETTING_MAX, "%u,%u,%u", value[0],
			    value[1], value[2]);
		break;
	case OPTION_LETTERS:
		for (size_t k = 0; option->choices[0][k] != '\0'; k++)
			if (*value >> k & 1)
				text[len++] = option->choices[0][k];
		text[len] = '\0';
		if (len == 0)
			snprintf(text, SETTING_MAX, "none");
		break;
	}
}

bool
settings_is_default(
    const struct variant *variant, const struct settings *settings, int i)
{
	struct settings usual = *settings;

	set_default(variant, &usual, i);
	return memcmp(usual.value[i], settings->value[i],
		   sizeof(usual.value[i])) == 0;
}

bool
settings_equal(const struct settings *a, const struct settings *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

unsigned
settings_choice(const struct variant *variant, const struct settings *settings,
    enum option_use use)
{
	unsigned choice = 0, choices;

	for (int i = 0; variant->options[i].name != NULL; i++) {
		const struct variant_option *option = &variant->options[i];

		if (option->use != use)
			continue;
		for (choices = 0; option->choices[choices] != NULL;)
			choices++;
		choice = choice * choices + settings->value[i][0];
	}
	return choice;
}

const struct setup *
variant_setup(const struct variant *variant, const struct settings *settings)
{
	return variant
	    ->setups[settings_choice(variant, settings, CHOOSES_SETUP)];
}
