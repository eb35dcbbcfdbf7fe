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

static enum diag_id
id_of(enum passage_kind kind)
{
	static const enum diag_id ids[] = {
		[PASSAGE_NOTATION] = DIAG_NOTATION_CHANGES,
		[PASSAGE_LETTERS] = DIAG_LETTERS_CHANGE,
		[PASSAGE_DIGITS] = DIAG_DIGITS_CONFUSED,
		[PASSAGE_COLUMNS] = DIAG_COLUMNS_ROTATED,
		[PASSAGE_SECOND_GAME] = DIAG_SECOND_GAME,
	};

	return ids[kind];
}

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

/* The text to put between two games: the end of the first, and the tags that
 * say how both are written. */
static const char *
text_between(const struct record *record, const struct variant *variant,
    struct arena *arena)
{
	const struct tag *result = record_tag(record, "Result");
	const char *text = arena_printf(arena, "%s\n\n",
	    result != NULL &&
		    variant_result(
			variant, result->value.ptr, result->value.len) >= 0
		? arena_copy(arena, result->value)
		: "*");
	const char *tags = text;

	for (const struct tag *tag = record->tags; tag; tag = tag->next)
		if (slice_is(tag->name, "Variant") ||
		    slice_is(tag->name, "Notation") ||
		    slice_is(tag->name, "Letters") ||
		    variant_option(variant, tag->name.ptr, tag->name.len) >= 0)
			text = arena_printf(arena, "%s[%.*s \"%.*s\"]\n", text,
			    (int)tag->name.len, tag->name.ptr,
			    (int)tag->value.len, tag->value.ptr);
	return text == tags ? text : arena_printf(arena, "%s\n", text);
}

/* The game that begins in the line as a record of its own. */
static struct fix *
fix_second_game(const struct repair_line *line, const struct repair *repair,
    struct arena *arena)
{
	const struct rules *rules = line->reader->rules;
	const struct ply *ply = line->items[repair->change.at].ply;
	struct fix *fix = arena_alloc(arena, sizeof(*fix));
	struct edit *edit = arena_alloc(arena, sizeof(*edit));

	if (!line->is_movetext || line->record == NULL)
		return NULL;
	edit->span.start =
	    ply->number_span.len > 0 && trial_number_fits(ply, &rules->start)
	    ? ply->number_span.start
	    : ply->span.start;
	edit->text = text_between(line->record, rules->variant, arena);
	fix->edits = edit;
	fix->len = 1;
	fix->title = repair_given(line, repair, arena);
	fix->likely = true;
	return fix;
}

/* Each token that is written otherwise than it should be. */
static struct fix *
fix_of(const struct repair_line *line, const struct repair *repair, bool sure,
    struct arena *arena)
{
	const struct passage *passage = repair->change.passage;
	struct fix *fix = arena_alloc(arena, sizeof(*fix));
	struct edit *edits = arena_alloc(arena, passage->len * sizeof(*edits));

	for (unsigned i = 0; i < passage->len; i++) {
		const struct item *item = &line->items[repair->change.at + i];

		if (!slice_is(item->token, passage->texts[i]))
			edits[fix->len++] =
			    (struct edit){ item->ply->span, passage->texts[i] };
	}
	fix->edits = edits;
	fix->title = repair_given(line, repair, arena);
	fix->repairs = true;
	fix->likely = sure;
	return fix;
}

struct fix *
passage_tell(const struct repair_line *line, const struct repair *repair,
    bool sure, struct diags *diags, struct diag *diag)
{
	const struct passage *passage = repair->change.passage;
	const struct item *first = &line->items[repair->change.at];
	bool complete = repair->reach == line->len;
	struct strbuf words = STRBUF_INIT;
	struct fix *fix;

	put_finding(passage, &words);
	strbuf_printf(&words, ", the %s %u plies replay",
	    complete ? "remaining" : "next", passage->len);
	fix = passage->kind == PASSAGE_SECOND_GAME
	    ? fix_second_game(line, repair, diags->arena)
	    : fix_of(line, repair, sure, diags->arena);
	diag->id = id_of(passage->kind);
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
