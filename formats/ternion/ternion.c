/* Ternion: the library as such, and what its handles share. */

#include "formats/ternion/handles.h"

const char *
ternion_version(unsigned api_version)
{
	return api_version >= 1 && api_version <= TERNION_API_VERSION
	    ? TERNION_VERSION
	    : NULL;
}

const char *
ternion_status_text(enum ternion_status status)
{
	switch (status) {
	case TERNION_OK:
		return "success";
	case TERNION_END:
		return "there are no more";
	case TERNION_FAULTY:
		return "it has an error";
	case TERNION_UNKNOWN:
		return "unknown game, option, notation, format or form";
	case TERNION_MISUSE:
		return "wrong arguments in a call of the library";
	case TERNION_UNREADABLE:
		return "the input cannot be read";
	case TERNION_NO_MEMORY:
		return "out of memory";
	}
	return "unknown status";
}

/* An element of a list of pointers that ends with NULL. */
static const void *
element(const void *list, size_t index)
{
	const void *const *item = list;

	for (; index > 0 && *item != NULL; index--)
		item++;
	return *item;
}

const char *
ternion_id(enum ternion_list list, size_t index)
{
	const struct letter_set *set = letter_sets;
	const struct variant *variant;
	const struct notation *notation;
	const struct format *format;

	switch (list) {
	case TERNION_GAMES:
		variant = element(variants, index);
		return variant != NULL ? variant->id : NULL;
	case TERNION_NOTATIONS:
		notation = element(notations, index);
		return notation != NULL ? notation->id : NULL;
	case TERNION_FORMATS:
		format = element(formats, index);
		return format != NULL ? format->id : NULL;
	case TERNION_LETTERS:
		for (; index > 0 && set->id != NULL; index--)
			set++;
		return set->id;
	}
	return NULL;
}

void
ternion_free(char *text)
{
	mem_free(text);
}

/* The size that a structure of the caller states. */
static size_t
size_of(const void *theirs)
{
	size_t size;

	memcpy(&size, theirs, sizeof(size));
	return size;
}

bool
options_take(void *ours, size_t size, const void *theirs)
{
	const unsigned char *bytes = theirs;
	size_t stated = theirs != NULL ? size_of(theirs) : 0;

	memset(ours, 0, size);
	if (theirs == NULL)
		return true;
	if (stated < sizeof(size_t))
		return false;
	for (size_t i = size; i < stated; i++)
		if (bytes[i] != 0)
			return false; /* an option that we do not know */
	memcpy(ours, theirs, stated < size ? stated : size);
	return true;
}

bool
facts_give(const void *ours, size_t size, void *theirs)
{
	size_t stated = size_of(theirs);

	if (stated < sizeof(size_t))
		return false;
	memset(theirs, 0, stated);
	memcpy(theirs, ours, stated < size ? stated : size);
	memcpy(theirs, &stated, sizeof(stated));
	return true;
}

enum ternion_status
text_give(struct strbuf *buf, char **text, size_t *length)
{
	strbuf_add(buf, "", 0); /* there is a NUL even if there is no text */
	mem_give(buf->ptr);
	*text = buf->ptr;
	if (length != NULL)
		*length = buf->len;
	return TERNION_OK;
}

enum ternion_status
diagnostic_give(const struct diags *diags, size_t index,
    const struct source *source, size_t offset,
    struct ternion_diagnostic *diagnostic)
{
	struct ternion_diagnostic ours = { 0 };
	struct location start, end;
	const struct diag *diag;

	if (index >= diags->len)
		return TERNION_END;
	diag = &diags->list[index];
	start = source_locate(source, diag->span.start);
	end = source_locate(source, diag->span.start + diag->span.len);
	ours.code = diag_table[diag->id].slug;
	ours.severity = diag->severity == SEV_NOTE ? TERNION_NOTE
	    : diag->severity == SEV_WARNING        ? TERNION_WARNING
						   : TERNION_ERROR;
	ours.message = diag->message;
	ours.fix = diag->fix;
	ours.ply = diag->ply;
	ours.offset = offset + diag->span.start;
	ours.length = diag->span.len;
	ours.line = start.line;
	ours.column = start.column;
	ours.end_line = end.line;
	ours.end_column = end.column;
	return FACTS_GIVE(ours, diagnostic) ? TERNION_OK : TERNION_MISUSE;
}

bool
setting_split(const char *text, struct setting *setting)
{
	const char *equals = strchr(text, '=');

	if (equals == NULL)
		return false;
	setting->name = (struct slice){ text, (size_t)(equals - text) };
	setting->value = slice_of(equals + 1);
	return true;
}

const struct notation *
notation_named(const struct variant *variant, const char *id)
{
	const struct notation *found;

	if (id == NULL)
		return dialect_of(variant)->notation;
	found = notation_find(slice_of(id));
	return found != NULL ? notation_of(found, variant) : NULL;
}

enum ternion_status
writing_find(const struct variant *variant, const char *notation,
    const char *letters, const struct notation **found,
    const struct letter_set **set)
{
	*found = notation_named(variant, notation);
	*set = letters != NULL ? letter_set_find(slice_of(letters))
			       : &letter_sets[0];
	if (*found == NULL || !notation_reads(*found, variant))
		return fail_unknown(
		    "notation-unknown", "notation to write in", notation);
	if (*set == NULL || !letter_set_serves(*set, variant->letters))
		return fail_unknown(
		    "letters-unknown", "set of letters", letters);
	return TERNION_OK;
}
