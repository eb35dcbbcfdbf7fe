/* Ternion: a passage in words, and as edits. */
#include "formats/repair/passage.h"

/* The letters that differ from those of the texts, each once: "O for 0, D for
 * Q". They can be told if they are of one byte. */
static void
put_letters(const struct passage *passage, struct strbuf *words)
{
	bool told[256] = { false };
	const char *comma = "";

	for (unsigned i = 0; i < passage->len; i++) {
		struct slice token = passage->items[i].token;
		const char *text = passage->texts[i];

		for (size_t k = 0; strlen(text) == token.len && k < token.len;
		     k++) {
			unsigned char sign = (unsigned char)token.ptr[k];

			if (token.ptr[k] == text[k] || told[sign])
				continue;
			told[sign] = true;
			strbuf_printf(
			    words, "%s%c for %c", comma, sign, text[k]);
			comma = ", ";
		}
	}
}

void
passage_given(const struct passage *passage, struct strbuf *words)
{
	strbuf_puts(words, "on ");
	switch (passage->kind) {
	case PASSAGE_NOTATION:
		strbuf_printf(words, "in the notation %s", passage->detail);
		break;
	case PASSAGE_LETTERS:
	case PASSAGE_DIGITS:
		put_letters(passage, words);
		break;
	case PASSAGE_COLUMNS:
		strbuf_puts(words, "in the order of play");
		break;
	case PASSAGE_SECOND_GAME:
		strbuf_puts(words, "another game");
		break;
	}
}

/* Puts between two games the end of the first, and the tags that say how both
 * are written. */
static bool
separate_games(const struct repair_line *line, const struct item *first,
    struct arena *arena, struct edit *edit)
{
	const struct rules *rules = line->reader->rules;
	const struct variant *variant = rules->variant;
	const struct ply *ply = first->ply;
	struct strbuf text = STRBUF_INIT;
	const struct tag *result;
	size_t len;

	if (!line->is_movetext || line->record == NULL)
		return false;
	edit->span.start =
	    ply->number_span.len > 0 && trial_number_fits(ply, &rules->start)
	    ? ply->number_span.start
	    : ply->span.start;
	result = record_tag(line->record, "Result");
	if (result != NULL &&
	    variant_result(variant, result->value.ptr, result->value.len) >= 0)
		strbuf_slice(&text, result->value);
	else
		strbuf_char(&text, '*');
	strbuf_puts(&text, "\n\n");
	len = text.len;
	for (const struct tag *tag = line->record->tags; tag; tag = tag->next)
		if (slice_is(tag->name, "Variant") ||
		    slice_is(tag->name, "Notation") ||
		    slice_is(tag->name, "Letters") ||
		    variant_option(variant, tag->name.ptr, tag->name.len) >= 0)
			strbuf_printf(&text, "[%.*s \"%.*s\"]\n",
			    SLICE(tag->name), SLICE(tag->value));
	if (text.len > len)
		strbuf_char(&text, '\n');
	edit->text = arena_copy(arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	return true;
}

/* A second game as a record of its own, or each token that is written otherwise
 * than it should be; NULL: it cannot be done. */
static struct fix *
fix_of(const struct repair_line *line, const struct repair *repair, bool sure,
    struct arena *arena)
{
	const struct passage *passage = repair->change.passage;
	const struct item *items = &line->items[repair->change.at];
	struct fix *fix = arena_alloc(arena, sizeof(*fix));
	struct edit *edits = arena_alloc(arena, passage->len * sizeof(*edits));

	fix->edits = edits;
	fix->title = repair_given(line, repair, arena);
	if (passage->kind == PASSAGE_SECOND_GAME) {
		fix->len = 1;
		fix->likely = true;
		return separate_games(line, items, arena, edits) ? fix : NULL;
	}
	for (unsigned i = 0; i < passage->len; i++)
		if (!slice_is(items[i].token, passage->texts[i]))
			edits[fix->len++] = (struct edit){ items[i].ply->span,
				passage->texts[i] };
	fix->repairs = true;
	fix->likely = sure;
	return fix;
}

/* Describes the finding, with the number of plies that replay. */
static void
put_finding(const struct passage *passage, struct strbuf *words)
{
	switch (passage->kind) {
	case PASSAGE_NOTATION:
		strbuf_printf(words,
		    "from here on this is in the notation %s; with that",
		    passage->detail);
		break;
	case PASSAGE_LETTERS:
		strbuf_puts(words,
		    "from here on the pieces have other "
		    "letters: ");
		put_letters(passage, words);
		strbuf_puts(words, "; with these");
		break;
	case PASSAGE_DIGITS:
		strbuf_puts(words, "from here on letters stand for digits: ");
		put_letters(passage, words);
		strbuf_puts(words, "; with digits");
		break;
	case PASSAGE_COLUMNS:
		strbuf_printf(words, "from here on %s; in the order of play",
		    passage->detail);
		break;
	case PASSAGE_SECOND_GAME:
		strbuf_puts(
		    words, "a new game begins here: from the start of a game");
		break;
	}
}

struct fix *
passage_tell(const struct repair_line *line, const struct repair *repair,
    bool sure, struct diags *diags, struct diag *diag)
{
	static const enum diag_id ids[] = {
		[PASSAGE_NOTATION] = DIAG_NOTATION_CHANGES,
		[PASSAGE_LETTERS] = DIAG_LETTERS_CHANGE,
		[PASSAGE_DIGITS] = DIAG_DIGITS_CONFUSED,
		[PASSAGE_COLUMNS] = DIAG_COLUMNS_ROTATED,
		[PASSAGE_SECOND_GAME] = DIAG_SECOND_GAME,
	};
	const struct passage *passage = repair->change.passage;
	const struct item *first = &line->items[repair->change.at];
	struct strbuf words = STRBUF_INIT;
	struct fix *fix = fix_of(line, repair, sure, diags->arena);

	put_finding(passage, &words);
	strbuf_printf(&words, ", the %s %u plies replay",
	    repair->reach == line->len ? "remaining" : "next", passage->len);
	diag->id = ids[passage->kind];
	diag->severity = diag_table[diag->id].severity;
	diag->span = first->ply->span;
	diag->ply = diag->ply > 0 ? first->number : 0;
	diag->message = arena_copy(diags->arena, strbuf_as_slice(&words));
	diag->plain = (unsigned)words.len;
	diag->near = NULL;
	diag->fix = NULL;
	diag->fixes = fix;
	strbuf_release(&words);
	return fix;
}
