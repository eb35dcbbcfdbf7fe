/* Ternion: asks the user which move was meant when no fix is certain. */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "formats/draw/text_board.h"

enum {
	ANSWER_MAX = 200 /* bytes */
};

/* Shows the fault, the board before it and the suggested moves. */
static void
show(const struct run_record *record, const struct diag *diag)
{
	const struct board_style style = { .seat = diag->before->to_move };
	struct location place =
	    source_locate(&record->source, diag->span.start);
	struct strbuf text = STRBUF_INIT;
	unsigned number = 1;

	strbuf_masked(&text, slice_of(record->source.name));
	strbuf_printf(&text, ":%lu:%lu: ", place.line, place.column);
	strbuf_masked(&text, slice_of(diag->message));
	strbuf_char(&text, '\n');
	board_write(diag->rules, diag->before, &style, &text);
	for (const struct fix *f = diag->fixes; f != NULL; f = f->next) {
		strbuf_printf(&text, "  %u  ", number++);
		if (f->share > 0)
			strbuf_printf(
			    &text, "%3u.%u %%  ", f->share / 10, f->share % 10);
		strbuf_masked(&text, slice_of(f->title));
		strbuf_char(&text, '\n');
	}
	strbuf_printf(&text, "%ss(kip), e(dit) or q(uit)? ",
	    number > 1 ? "a number, " : "");
	fwrite(text.ptr, 1, text.len, stderr);
	fflush(stderr);
	strbuf_release(&text);
}

/* Reads a line without its end; false at the end of the input. */
static bool
read_answer(char answer[ANSWER_MAX])
{
	if (fgets(answer, ANSWER_MAX, stdin) == NULL)
		return false;
	answer[strcspn(answer, "\r\n")] = '\0';
	return true;
}

/* Keeps only one fix and makes it certain; with NULL none is left. */
static void
choose(struct diags *diags, struct diag *diag, const struct fix *fix)
{
	struct fix *only = NULL;

	if (fix != NULL) {
		only = arena_alloc(diags->arena, sizeof(*only));
		*only = *fix;
		only->next = NULL;
		only->certain = true;
	}
	diag->fixes = only;
}

/* Asks about one fault; true if the user chose the likeliest fix, on which
 * later diagnostics depend. */
static bool
ask(struct run_record *record, struct diag *diag, bool *has_ended)
{
	const struct fix *first = diag->fixes, *fix;
	struct diags *diags = &record->diags;
	struct fix *edited;
	char answer[ANSWER_MAX];
	const char *move;
	unsigned long number;

	for (;;) {
		show(record, diag);
		if (!read_answer(answer) || answer[0] == 'q') {
			*has_ended = true;
			choose(diags, diag, NULL);
			return false;
		}
		number = strtoul(answer, NULL, 10);
		for (fix = number > 0 ? first : NULL; fix != NULL && number > 1;
		     number--)
			fix = fix->next;
		if (fix != NULL || answer[0] == 's') {
			choose(diags, diag, fix);
			return fix != NULL && fix == first;
		}
		if (answer[0] != 'e')
			continue;
		fputs("the move: ", stderr);
		if (!read_answer(answer) || answer[0] == '\0' ||
		    strpbrk(answer, "{}[];\"") != NULL)
			continue;
		move = arena_copy(diags->arena, slice_of(answer));
		edited = diag_new_fix(diags, move, diag->span, move, true);
		edited->repairs = true;
		choose(diags, diag, edited);
		return false;
	}
}

void
ask_about_record(struct run_record *record, bool *has_ended)
{
	struct diags *diags = &record->diags;
	bool holds = true;

	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];

		if (!holds && diag->given != NULL)
			choose(diags, diag, NULL);
		else if (diag->before != NULL && !*has_ended &&
		    (diag->fixes == NULL || !diag->fixes->certain))
			holds &= ask(record, diag, has_ended);
	}
}
