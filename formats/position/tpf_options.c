/* Ternion: 3PF: opt=, the options of the game that the position is of. */
#include "formats/position/tpf.h"
#include "formats/position/tpf_games.h"
#include "parse/notation/dialect.h"

void
tpf_read_options(struct tpf_reader *reader, struct slice value)
{
	const struct variant *variant = reader->variant;
	struct settings settings = { { { 0 } } };
	struct slice part;

	while (tpf_next(&value, ';', &part)) {
		struct slice name = slice_take(&part, ':');
		int i = variant_option(variant, name.ptr, name.len);

		if (i < 0 || dialect_is_text_option(variant, i))
			complain(reader, KEY, name,
			    "positions of %s have no option '%.*s'",
			    variant->title, SLICE(name));
		else if (!settings_read(
			     variant, &settings, i, part.ptr, part.len))
			complain(reader, KEY, part,
			    "%s cannot be '%.*s'; it must be %s",
			    variant->options[i].name, SLICE(part),
			    variant->options[i].values);
	}
}

void
tpf_write_options(const struct tpf_state *state, struct strbuf *out)
{
	const struct variant *variant = state->rules->variant;
	char value[SETTING_MAX];

	for (int i = 0; variant->options[i].name != NULL; i++) {
		if (dialect_is_text_option(variant, i) ||
		    settings_is_default(variant, &state->rules->settings, i))
			continue;
		settings_write(variant, &state->rules->settings, i, value);
		strbuf_printf(out, "%s%s:%s", out->len > 0 ? ";" : "",
		    variant->options[i].name, value);
	}
}

/* The value of opt=, of length 0 if there is none. */
static struct slice
find_options(struct slice text)
{
	struct slice none = { text.ptr, 0 };

	while (text.len > 0) {
		struct slice field = slice_take(&text, ' ');

		if (field.len > 4 && memcmp(field.ptr, "opt=", 4) == 0)
			return slice_sub(field, 4, field.len - 4);
	}
	return none;
}

bool
tpf_states_options(struct slice text)
{
	return find_options(text).len > 0;
}

void
tpf_options(
    const struct variant *variant, struct slice text, struct settings *settings)
{
	struct slice rest = find_options(text), value;

	while (tpf_next(&rest, ';', &value)) {
		struct slice name = slice_take(&value, ':');
		int i = variant_option(variant, name.ptr, name.len);

		if (i >= 0 && !dialect_is_text_option(variant, i))
			settings_read(
			    variant, settings, i, value.ptr, value.len);
	}
	settings_settle(variant, settings);
}
