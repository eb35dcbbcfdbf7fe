/* Ternion: 3PF: the reader's state, and the key=value fields; between
 * format_3pf.c and tpf_keys.c. */
#ifndef TERNION_FORMATS_TPF_KEYS_H
#define TERNION_FORMATS_TPF_KEYS_H

#include "diag.h"
#include "rules.h"
#include "strbuf.h"

enum {
	TPF_FIELDS = 7
};

struct tpf_reader {
	const struct rules *rules;
	const struct variant *variant;
	struct slice text;
	size_t at; /* offset of the text in the record */
	struct diags *diags;
	struct position *position;
	struct slice field[TPF_FIELDS];
	size_t keys; /* offset of the key=value fields in the text */
	bool ok;
};

static inline struct span
tpf_span(const struct tpf_reader *reader, struct slice part)
{
	size_t len = part.len;

	/* An empty part is shown by the byte at its place. */
	return (struct span){
		(uint32_t)(reader->at + (size_t)(part.ptr - reader->text.ptr)),
		(uint32_t)(len > 0 ? len : 1),
	};
}

#define complain(reader, id, part, ...) \
	((reader)->ok = false,          \
	    diag_add(                   \
		(reader)->diags, id, tpf_span(reader, part), __VA_ARGS__))

/* Takes the text up to `separator` off the front of *rest. */
static inline struct slice
take(struct slice *rest, char separator)
{
	const char *at = memchr(rest->ptr, separator, rest->len);
	size_t len = at != NULL ? (size_t)(at - rest->ptr) : rest->len;
	struct slice part = slice_sub(*rest, 0, len);

	*rest = at != NULL ? slice_sub(*rest, len + 1, rest->len - len - 1)
			   : slice_sub(*rest, len, 0);
	return part;
}

/* A cell's name as 3PF has it; CELL_NONE if it is none. */
cell tpf_cell(const struct tpf_reader *reader, struct slice text);

/* Reads the key=value fields, of which none need be there. */
void tpf_read_keys(struct tpf_reader *reader);

/* Appends those that the placement does not imply. */
void tpf_write_keys(const struct rules *rules, const struct position *position,
    struct strbuf *out);

#endif
