/* Ternion: records as PGN's export format with three players. */
#include "formats/record/pgn_read.h"
#include "formats/record/pgn_write.h"

static const char *const suffixes[] = { ".pgn", NULL };

const struct format format_pgn = {
	.id = "pgn",
	.title = "PGN with three players",
	.split = pgn_split,
	.separator = "\n",
	.suffixes = suffixes,
	.read = pgn_read,
	.write = pgn_write,
};
