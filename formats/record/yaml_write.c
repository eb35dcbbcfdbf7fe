/* Ternion: writes YAML, by libyaml. */
#include <yaml.h>

#include "parse/text/arena.h"
#include "formats/record/schema.h"
#include "formats/record/yaml_write.h"

struct writer {
	yaml_emitter_t emitter;
	struct strbuf *out;
};

static int
take_bytes(void *context, unsigned char *bytes, size_t len)
{
	struct writer *writer = context;

	strbuf_add(writer->out, (const char *)bytes, len);
	return 1;
}

static void
end_emitter(void *memory)
{
	struct writer *writer = memory;

	yaml_emitter_delete(&writer->emitter);
}

/* The library fails for want of memory alone. */
static void
emit(struct writer *writer, yaml_event_t *event, int made)
{
	if (!made || !yaml_emitter_emit(&writer->emitter, event))
		memory_none();
}

/*
 * Whether a reader of YAML 1.1 or 1.2 takes the bare text as a string: it
 * begins with a letter and is none of the words that mean something else; and
 * it is one line. libyaml itself quotes what has signs of YAML in it.
 */
static bool
is_plain(struct slice text)
{
	static const char *const words[] = { "y", "n", "yes", "no", "on", "off",
		"true", "false", "null", NULL };

	if (text.len == 0 || (text.ptr[0] | 0x20) < 'a' ||
	    (text.ptr[0] | 0x20) > 'z')
		return false;
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] < ' ')
			return false;
	for (const char *const *w = words; *w != NULL; w++) {
		size_t i = 0;

		while (i < text.len && (*w)[i] == (text.ptr[i] | 0x20))
			i++;
		if (i == text.len && (*w)[i] == '\0')
			return false;
	}
	return true;
}

static void
put_scalar(struct writer *writer, struct slice text)
{
	yaml_scalar_style_t style = is_plain(text)
	    ? YAML_PLAIN_SCALAR_STYLE
	    : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	struct strbuf valid = STRBUF_INIT;
	yaml_event_t event;

	strbuf_valid(&valid, text);
	emit(writer, &event,
	    yaml_scalar_event_initialize(&event, NULL, NULL,
		(const yaml_char_t *)valid.ptr, (int)valid.len, 1, 1, style));
	strbuf_release(&valid);
}

static void
put_key(struct writer *writer, const char *key)
{
	if (key != NULL)
		put_scalar(writer, slice_of(key));
}

static void
begin_yaml_value(void *context, const char *key, char bracket, bool flow)
{
	struct writer *writer = context;
	yaml_event_t event;

	put_key(writer, key);
	if (bracket == '{')
		emit(writer, &event,
		    yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
			flow ? YAML_FLOW_MAPPING_STYLE
			     : YAML_BLOCK_MAPPING_STYLE));
	else
		emit(writer, &event,
		    yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
			flow ? YAML_FLOW_SEQUENCE_STYLE
			     : YAML_BLOCK_SEQUENCE_STYLE));
}

static void
end_yaml_value(void *context, char bracket)
{
	yaml_event_t event;

	emit(context, &event,
	    bracket == '}' ? yaml_mapping_end_event_initialize(&event)
			   : yaml_sequence_end_event_initialize(&event));
}

static void
put_yaml_string(void *context, const char *key, struct slice value)
{
	put_key(context, key);
	put_scalar(context, value);
}

static void
put_yaml_literal(void *context, const char *key, struct slice value)
{
	yaml_event_t event;

	put_key(context, key);
	emit(context, &event,
	    yaml_scalar_event_initialize(&event, NULL, NULL,
		(const yaml_char_t *)value.ptr, (int)value.len, 1, 0,
		YAML_PLAIN_SCALAR_STYLE));
}

static struct writer *
open_yaml_document(bool first, struct strbuf *out)
{
	struct writer *writer = mem_alloc_with(sizeof(*writer), end_emitter);
	yaml_event_t event;

	writer->out = out;
	if (!yaml_emitter_initialize(&writer->emitter))
		memory_none();
	yaml_emitter_set_output(&writer->emitter, take_bytes, writer);
	yaml_emitter_set_unicode(&writer->emitter, 1);
	yaml_emitter_set_width(&writer->emitter, -1);
	emit(writer, &event,
	    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
	emit(writer, &event,
	    yaml_document_start_event_initialize(
		&event, NULL, NULL, NULL, first));
	return writer;
}

static void
end_document(struct writer *writer)
{
	yaml_event_t event;

	emit(writer, &event, yaml_document_end_event_initialize(&event, 1));
	emit(writer, &event, yaml_stream_end_event_initialize(&event));
	mem_free(writer);
}

void
yaml_write_record(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct writer *writer = open_yaml_document(writing->first, out);
	const struct emitter emitter = { writer, begin_yaml_value,
		end_yaml_value, put_yaml_string, put_yaml_literal };

	schema_write(record, writing, &emitter);
	end_document(writer);
}

void
yaml_write_tree(const struct tree_node *top, bool first, struct strbuf *out)
{
	struct writer *writer = open_yaml_document(first, out);
	const struct emitter emitter = { writer, begin_yaml_value,
		end_yaml_value, put_yaml_string, put_yaml_literal };

	schema_write_tree(top, &emitter);
	end_document(writer);
}
