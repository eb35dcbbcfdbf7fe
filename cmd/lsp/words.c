/* Ternion: tags, results and annotations in words. */
#include "cmd/lsp/server.h"

static const struct tag_words {
	const char *name, *words;
} tags[] = {
#define TAG(name, words) { name, words },
#define NAG(number, words)
#include "cmd/lsp/words.def"
};

/* Names of tags may have small letters in YAML and JSON. */
static bool
names_tag(struct slice name, const char *tag)
{
	return name.len > 0 && name.len == strlen(tag) &&
	    (name.ptr[0] | 0x20) == (tag[0] | 0x20) &&
	    memcmp(name.ptr + 1, tag + 1, name.len - 1) == 0;
}

void
words_of_tag(
    const struct variant *variant, struct slice name, struct strbuf *out)
{
	static const char *const turns[] = { "first", "second", "third" };

	for (size_t i = 0; i < COUNT(tags); i++) {
		if (names_tag(name, tags[i].name)) {
			strbuf_puts(out, tags[i].words);
			return;
		}
	}
	if (variant == NULL)
		return;
	unsigned player = variant_player_tag(variant, name.ptr, name.len);
	if (player < PLAYERS)
		strbuf_printf(out, "The player who moves %s.", turns[player]);
	int which = variant_option(variant, name.ptr, name.len);
	if (which < 0)
		return;
	const struct variant_option *option = &variant->options[which];
	strbuf_printf(out, "An option of %s: %s; usually %s.", variant->title,
	    option->values, option->fallback);
}

void
words_tags(const struct variant *variant, struct strbuf *out)
{
	for (size_t i = 0; i < COUNT(tags); i++)
		strbuf_printf(out, " %s", tags[i].name);
	if (variant == NULL)
		return;
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %s", variant->players[p]);
	words_settings_of(out, variant);
}

void
words_of_result(
    const struct variant *variant, struct slice result, struct strbuf *out)
{
	if (slice_is(result, "*")) {
		strbuf_puts(out, "The game goes on, or its end is not known.");
		return;
	}
	if (variant == NULL ||
	    variant_result(variant, result.ptr, result.len) < 0)
		return;
	strbuf_puts(out, "Points: ");
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct slice points = slice_take(&result, '-');

		strbuf_printf(out, "%s%s %.*s", p > 0 ? ", " : "",
		    variant->players[p], (int)points.len, points.ptr);
	}
	strbuf_char(out, '.');
}

void
words_of_value(const struct own_notation *defined,
    const struct variant *variant, struct slice name, struct slice value,
    struct strbuf *out)
{
	const struct variant *named = names_tag(name, "Variant")
	    ? variant_find(value.ptr, value.len)
	    : NULL;
	const struct notation *notation =
	    names_tag(name, "Notation") ? notation_find(defined, value) : NULL;
	const struct letter_set *letters =
	    names_tag(name, "Letters") ? letter_set_find(value) : NULL;

	if (named != NULL)
		strbuf_printf(out, "%s, %s. %s", named->title, named->source,
		    named->summary);
	if (notation != NULL)
		strbuf_printf(
		    out, "%s, as %s.", notation->title, notation->example);
	if (letters != NULL)
		strbuf_puts(out, letters->summary);
	if (names_tag(name, "Result"))
		words_of_result(variant, value, out);
}

const char *
words_of_nag(unsigned number)
{
	static const char *const words[NAG_WORDS] = {
#define TAG(name, words)
#define NAG(number, words) [number] = words,
#include "cmd/lsp/words.def"
	};

	return number < NAG_WORDS ? words[number] : NULL;
}
