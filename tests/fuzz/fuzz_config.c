/*
 * Fuzz target: configurations. A configuration that can be read is written in
 * one way and reads as the same again.
 */

#include "formats/config/config.h"
#include "tests/fuzz/target.h"

static bool
read_and_write(struct slice text, struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct config config = { 0 };
	struct diags diags;
	bool ok;

	diags_init(&diags, &arena);
	ok = config_read(&config, text, false, &arena, &diags);
	if (ok)
		config_write(&config, out);
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].span.start > text.len)
			abort();
	config_release(&config);
	own_release(config.notations);
	arena_release(&arena);
	return ok;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf once = STRBUF_INIT, twice = STRBUF_INIT;
	char *text = mem_alloc(size + 1);

	memcpy(text, data, size);
	if (read_and_write((struct slice){ text, size }, &once) &&
	    (!read_and_write(strbuf_as_slice(&once), &twice) ||
		!slice_equal(
		    strbuf_as_slice(&once), strbuf_as_slice(&twice)))) {
		fprintf(stderr, "not the same again:\n%s", once.ptr);
		abort();
	}
	strbuf_release(&once);
	strbuf_release(&twice);
	mem_free(text);
	return 0;
}
