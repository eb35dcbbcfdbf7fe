/* Ternion: the move logs of a Triumvirate4LLM client, for reading. */
#include "formats/trace/trace_read.h"

/* move_NNN.json */
static bool
names(struct slice name)
{
	size_t at = strlen("move_"), end = at;

	if (name.len <= at || !slice_is_nocase(slice_sub(name, 0, at), "move_"))
		return false;
	while (end < name.len && name.ptr[end] >= '0' && name.ptr[end] <= '9')
		end++;
	return end > at && slice_is_nocase(slice_from(name, end), ".json");
}

static const char *const suffixes[] = { NULL };

const struct format format_trace = {
	.id = "trace",
	.title = "move logs of a Triumvirate4LLM client",
	.suffixes = suffixes,
	.names = names,
	.read = trace_read,
};
