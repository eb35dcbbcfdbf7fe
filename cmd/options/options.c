/* Ternion: the options, as one table. */
#include <stddef.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/options/options.h"
#include "cmd/options/store.h"

#define MANY (1ul << 60)

enum {
	HELP_COLUMN = 32
};

/* Where a member of the job is; the compiler refuses one of another type than
 * the function that stores it expects. */
#define MEMBER(type, name)                     \
	.member = offsetof(struct job, name) + \
	    0 * sizeof(_Generic(((struct job *)NULL)->name, type:0))

#define FLAG(name) .store = store_flag, MEMBER(bool, name)
#define TEXT(name) .store = store_text, MEMBER(const char *, name)
#define WORD(name) .store = store_word, MEMBER(const char *, name)
#define LIST(name) .store = store_list, MEMBER(struct texts, name)
#define NUMBER(name, from, to)                                               \
	.store = store_number, MEMBER(unsigned long, name), .least = (from), \
	.most = (to)
#define CODES(name)                                 \
	.words = words_codes, .store = store_codes, \
	.member = offsetof(struct job, name)
#define LEVEL(name) \
	.words = words_levels, .store = store_level, MEMBER(enum severity, name)
#define VARIANT(name)                                    \
	.words = words_variants, .store = store_variant, \
	MEMBER(const struct variant *, name)
#define NOTATION(name, listed)                      \
	.words = (listed), .store = store_notation, \
	MEMBER(const struct notation *, name)
#define LETTERS(name)                                   \
	.words = words_letters, .store = store_letters, \
	MEMBER(const struct letter_set *, name)

const struct option_row option_table[OPTIONS] = {
	[OPT_VARIANT] = { 'v', "variant", "VARIANT",
	    "the game, where a record has no Variant tag", VARIANT(variant) },
	[OPT_GAME] = { 'v', "variant", "VARIANT", "the game",
	    VARIANT(variant) },
	[OPT_ONE_VARIANT] = { 'v', "variant", "VARIANT",
	    "tell of that game alone", VARIANT(variant) },
	[OPT_OPTION] = { 'o', "option", "NAME=VALUE",
	    "an option of the variant", .words = words_settings,
	    .store = store_setting },
	[OPT_FROM] = { 'f', "from", "FORMAT", "format of the input",
	    .words = words_read_formats, .store = store_from },
	[OPT_TO] = { 't', "to", "FORMAT", "format of the output",
	    .store = store_to },
	[OPT_JSON] = { 0, "json", NULL, "the same as --to json",
	    .store = store_json },
	[OPT_NOTATION] = { 'n', "notation", "NOTATION",
	    "notation of what is written",
	    NOTATION(output.notation, words_written_notations) },
	[OPT_CELL_NOTATION] = { 'n', "notation", "NOTATION",
	    "notation that --filter writes",
	    NOTATION(output.notation, words_notations) },
	[OPT_PLAYED_NOTATION] = { 'n', "notation", "NOTATION",
	    "notation of --played",
	    NOTATION(output.notation, words_written_notations) },
	[OPT_INPUT_NOTATION] = { 'N', "input-notation", "NOTATION",
	    "notation of the input, where a record has no Notation tag",
	    NOTATION(input.notation, words_notations) },
	[OPT_LETTERS] = { 0, "letters", "SET",
	    "piece letters of what is written", LETTERS(output.letters) },
	[OPT_FORCE] = { 0, "force", NULL,
	    "-v, -N and NOTATION win over the tags", FLAG(input.force) },
	[OPT_OUTPUT] = { 'O', "output", "FILE",
	    "write to FILE, not standard output", TEXT(output.path) },
	[OPT_POSITION] = { 'p', "position", "3PF",
	    "a position instead of records", TEXT(input.position) },
	[OPT_FROM_POSITION] = { 'p', "position", "3PF",
	    "count from that position", TEXT(input.position) },
	[OPT_REACHED] = { 'p', "position", "3PF", "it reaches the position",
	    TEXT(input.position) },
	[OPT_PLY] = { 0, "ply", "N",
	    "the position after N plies; 0 is the start",
	    NUMBER(positions.ply, 0, 99999999) },
	[OPT_MOVE] = { 0, "move", "NUMBER+COLOUR",
	    "the position after that player's ply of a move, as 12w",
	    TEXT(positions.move) },
	[OPT_EVERY] = { 0, "every", NULL, "every position of the game",
	    FLAG(positions.every) },
	[OPT_ALL] = { 0, "all", NULL, "what perft does not count as well",
	    FLAG(all) },
	[OPT_MOVES] = { 0, "moves", NULL, "list the legal moves as well",
	    FLAG(moves) },
	[OPT_PLAY] = { 0, "play", "MOVES", "play on from the position first",
	    TEXT(positions.play) },
	[OPT_TAG] = { 0, "tag", "NAME~PATTERN",
	    "a tag matches; NAME=VALUE: it is just that; repeatable",
	    LIST(criteria.tags) },
	[OPT_IS_VARIANT] = { 0, "is-variant", "VARIANT",
	    "of that game; repeatable", .words = words_variants,
	    LIST(criteria.variants) },
	[OPT_RESULT] = { 0, "result", "RESULT", "with that result; repeatable",
	    LIST(criteria.results) },
	[OPT_AFTER] = { 0, "after", "MOVES", "another name of --play",
	    TEXT(positions.play) },
	[OPT_PLAYER] = { 0, "player", "PATTERN",
	    "somebody's name matches; repeatable", LIST(criteria.players) },
	[OPT_PLIES] = { 0, "plies", "A-B", "of A to B plies; A-, -B, or N",
	    TEXT(criteria.plies) },
	[OPT_MATERIAL] = { 0, "material", "PIECES",
	    "has had just these pieces, as wKRP,rKQ; repeatable",
	    LIST(criteria.materials) },
	[OPT_PLAYED] = { 0, "played", "MOVE", "the move was played; repeatable",
	    LIST(criteria.played) },
	[OPT_LEGAL] = { 0, "legal", NULL, "without an error",
	    FLAG(criteria.legal) },
	[OPT_INVERT] = { 0, "invert", NULL, "those that do not match",
	    FLAG(criteria.invert) },
	[OPT_COUNT] = { 0, "count", NULL, "only their number",
	    FLAG(criteria.count) },
	[OPT_UNIQUE] = { 0, "unique", NULL, "no game twice, by its positions",
	    FLAG(criteria.unique) },
	[OPT_FIRST] = { 0, "first", "N", "at most N of them",
	    NUMBER(criteria.first, 1, MANY) },
	[OPT_MERGE] = { 0, "merge", NULL,
	    "the files are what --json has written of parts", FLAG(merge) },
	[OPT_SEAT] = { 0, "seat", "COLOUR",
	    "as the player of that colour sees the board", .words = words_seats,
	    WORD(seat) },
	[OPT_FROM_NOTATION] = { 0, "from-notation", "NOTATION",
	    "how the cells are named",
	    NOTATION(from_notation, words_notations) },
	[OPT_IN_PLACE] = { 'i', "in-place", NULL,
	    "rewrite the files themselves", FLAG(rewrite.in_place) },
	[OPT_BACKUP] = { 0, "backup", "SUFFIX",
	    "keep the old file, its name with SUFFIX", .store = store_suffix,
	    MEMBER(const char *, rewrite.backup) },
	[OPT_SPLIT] = { 0, "split", "N", "N records in a file; -O holds a %d",
	    NUMBER(rewrite.split, 1, MANY) },
	[OPT_NO_REPLAY] = { 0, "no-replay", NULL,
	    "change the format alone: moves are copied as they are",
	    FLAG(rewrite.no_replay) },
	[OPT_PARTIAL] = { 0, "partial", NULL,
	    "write what replays, and the rest as a comment",
	    FLAG(rewrite.partial) },
	[OPT_CHECK] = { 0, "check", NULL,
	    "only list the files that would change", FLAG(rewrite.check) },
	[OPT_DIFF] = { 0, "diff", NULL, "show what would change",
	    FLAG(rewrite.diff) },
	[OPT_STOP_AT_FIRST] = { 0, "stop-at-first", NULL,
	    "do not go on behind the first fault of a line",
	    FLAG(repair.stop_at_first) },
	[OPT_FIX] = { 0, "fix", NULL, "put right what is certain",
	    FLAG(repair.fix) },
	[OPT_UNSAFE_FIXES] = { 0, "unsafe-fixes", NULL,
	    "with --fix: what is likely as well", FLAG(repair.unsafe_fixes) },
	[OPT_FIXABLE] = { 0, "fixable", "CODE",
	    "with --fix: only CODE; repeatable, or a list a,b",
	    CODES(repair.fixable) },
	[OPT_UNFIXABLE] = { 0, "unfixable", "CODE",
	    "with --fix: all but CODE; repeatable, or a list a,b",
	    CODES(repair.unfixable) },
	[OPT_REPORT] = { 0, "report", "FORM",
	    "only report what differs, in that form",
	    .words = words_report_forms, WORD(repair.report) },
	[OPT_FILTER] = { 0, "filter", NULL, "rewrite the cell names of a text",
	    FLAG(filter) },
	[OPT_LABELS] = { 0, "labels", "WHERE",
	    "names of cells in a drawing: edges, cells or none",
	    .words = words_labels, WORD(drawing.labels) },
	[OPT_ARROW] = { 0, "arrow", "FROM-TO[:COLOUR]",
	    "draw an arrow; repeatable", LIST(drawing.arrows) },
	[OPT_MARK] = { 0, "mark", "CELL[:COLOUR]",
	    "mark a cell in a drawing; repeatable", LIST(drawing.marks) },
	[OPT_SIZE] = { 0, "size", "PIXELS", "width of a drawing (720)",
	    NUMBER(drawing.size, 1, 100000) },
	[OPT_THEME] = { 0, "theme", "THEME",
	    "colours of a drawing: auto, light, dark, print or transparent",
	    .words = words_themes, WORD(drawing.theme) },
	[OPT_VIEW] = { 0, "view", "VIEW",
	    "draw three faces as a cube, flat or both", .words = words_views,
	    WORD(drawing.view) },
	[OPT_NO_PANELS] = { 0, "no-panels", NULL,
	    "tell nothing of the players beside the board",
	    FLAG(drawing.no_panels) },
	[OPT_DIVIDE] = { 'd', "divide", NULL, "leaves by first move",
	    FLAG(divide) },
	[OPT_FAIL_LEVEL] = { 0, "fail-level", "LEVEL",
	    "exit 1 from this on: error, warning or note", LEVEL(report.fail) },
	[OPT_STRICT] = { 0, "strict", NULL, "the same as --fail-level warning",
	    .store = store_strict },
	[OPT_EXIT_ZERO] = { 0, "exit-zero", NULL, "exit 0 where it would be 1",
	    FLAG(exit_zero) },
	[OPT_SEVERITY] = { 'S', "severity", "LEVEL", "show nothing below LEVEL",
	    LEVEL(report.least) },
	[OPT_DISABLE] = { 0, "disable", "CODE",
	    "do not report or fix CODE; repeatable, or a list a,b",
	    CODES(report.disabled) },
	[OPT_BASELINE] = { 0, "baseline", "FILE",
	    "report only what is not in FILE", TEXT(baseline.read) },
	[OPT_WRITE_BASELINE] = { 0, "write-baseline", "FILE",
	    "write what is found to FILE, for --baseline",
	    TEXT(baseline.write) },
	[OPT_STATISTICS] = { 0, "statistics", NULL,
	    "only how often each code is found", FLAG(statistics) },
	[OPT_EXPLAIN] = { 0, "explain", NULL,
	    "say what each code that is found means", FLAG(report.explain) },
	[OPT_MAX_ERRORS] = { 0, "max-errors", "N",
	    "show nothing after N errors",
	    NUMBER(report.max_errors, 0, 1000000) },
	[OPT_MAX_RECORD] = { 0, "max-record", "BYTES",
	    "longest record (8388608)",
	    NUMBER(input.max_record, 1, 1ul << 30) },
	[OPT_STDIN_FILENAME] = { 0, "stdin-filename", "NAME",
	    "name of standard input in messages", TEXT(input.stdin_name) },
	[OPT_FILES0_FROM] = { 0, "files0-from", "FILE",
	    "read the files named in FILE, each name ended by a NUL",
	    TEXT(input.list) },
	[OPT_EXCLUDE] = { 0, "exclude", "GLOB",
	    "leave out such files and folders in folders; repeatable",
	    .store = store_glob },
	[OPT_LIST_FILES] = { 0, "list-files", NULL,
	    "print the names of the files that would be read, and exit",
	    FLAG(folders.list) },
	[OPT_CONFIG] = { 0, "config", "FILE",
	    "configuration instead of .ternion.yaml", TEXT(config.file) },
	[OPT_NO_CONFIG] = { 0, "no-config", NULL, "read no configuration",
	    FLAG(config.none) },
	[OPT_PRINT_CONFIG] = { 0, "print-config", NULL,
	    "print the configuration and exit", FLAG(config.print) },
	[OPT_COLOR] = { 0, "color", "WHEN", "auto, always or never",
	    .words = words_when, .store = store_colour },
	[OPT_COMPLETION] = { 0, "completion", "SHELL",
	    "completions for bash, zsh or fish", .words = words_shells,
	    WORD(completion) },
	[OPT_LIST_CODES] = { 0, "list-codes", NULL, "list all diagnostics",
	    FLAG(list_codes) },
	[OPT_JOBS] = { 'j', "jobs", "N", "threads (as many as there are cores)",
	    NUMBER(threads, 1, 256) },
	[OPT_QUIET] = { 'q', "quiet", NULL,
	    "no diagnostics, only the exit status", FLAG(quiet) },
	[OPT_VERBOSE] = { 0, "verbose", NULL, "a summary on standard error",
	    FLAG(verbose) },
	[OPT_HELP] = { .letter = 'h', .name = "help", .help = "this text" },
	[OPT_VERSION] = { .letter = 'V',
	    .name = "version",
	    .help = "the version of the program" },
};

bool
option_taken(const struct command *command, enum option_id id)
{
	if (id == OPT_HELP || id == OPT_VERSION)
		return true;
	for (const enum option_id *o = command->options; *o != OPTIONS_END; o++)
		if (*o == id)
			return true;
	return false;
}

/* "  -j, --jobs N", padded to where the help begins, or on a line before. */
void
print_option(const struct option_row *row)
{
	char left[48];
	int len;

	len = snprintf(left, sizeof(left), "  %c%c%s--%s%s%s",
	    row->letter != 0 ? '-' : ' ', row->letter != 0 ? row->letter : ' ',
	    row->letter != 0 ? ", " : "  ", row->name,
	    row->argument != NULL ? " " : "",
	    row->argument != NULL ? row->argument : "");
	if (len >= HELP_COLUMN)
		printf("%s\n%*s%s\n", left, HELP_COLUMN, "", row->help);
	else
		printf("%-*s%s\n", HELP_COLUMN, left, row->help);
}

void
print_help(const struct command *command)
{
	printf("Usage: ternion %s %s\n\n%s\n\nOptions:\n", command->name,
	    command->usage, command->description);
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (option_taken(command, id))
			print_option(&option_table[id]);
	if (command->examples != NULL)
		printf("\nExamples:\n%s\n", command->examples);
}
