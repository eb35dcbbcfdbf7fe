/* Ternion: the definitions of notations in a configuration. */
#include <stdio.h>

#include "formats/config/config.h"
#include "parse/notation/scan.h"
#include "parse/resolve/resolve.h"
#include "parse/text/near.h"
#include "parse/text/prose.h"
#include "parse/text/utf8.h"

enum {
	NOTATIONS_MAX = 16,
	PATTERNS_MAX = 16,  /* of a definition */
	PATTERN_MAX = 1000, /* bytes of one */
	TEMPLATE_MAX = 100, /* bytes */
	ID_MAX = 32,
	NAME_LEN = CELL_NAME_MAX - 1,
	PART_MAX = NAME_LEN / 2,   /* of the name of a file or rank */
	PARTS_MAX = FILES_MAX * 4, /* bytes of the names of all, of a character
				      each */
};

/* Signs that end a token, or that some format cannot have in it. */
#define NO_SIGNS "{}();\"[]$%\\,"

/* A definition while it is read. */
struct definer {
	struct own_notation *own;
	const struct tree_node *map;
	const struct variant *variant; /* the first of its games */
	struct arena *arena;
	struct diags *diags;
	unsigned patterns;
};

static bool
is_game(const struct definer *definer, const struct variant *variant)
{
	return definer->own->games >> variant->number & 1;
}

/* Whether a text can stand in tokens, in every format, as it is. */
static bool
is_sign(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] <= ' ' || text.ptr[i] == 0x7f ||
		    strchr(NO_SIGNS, text.ptr[i]) != NULL)
			return false;
	return true;
}

/* The text of a node; NULL, and a report, if it cannot stand in tokens or has
 * more than `most` bytes. */
static const char *
read_sign(
    const struct definer *definer, const struct tree_node *node, unsigned most)
{
	if (node->type == TREE_TEXT && node->text.len <= most &&
	    is_sign(node->text))
		return arena_copy(definer->arena, node->text);
	refuse(definer, node,
	    "this must be a text of at most %u bytes, without a blank or one "
	    "of %s",
	    most, NO_SIGNS);
	return NULL;
}

/* The text of a node that must not be empty either. */
static const char *
read_word(const struct definer *definer, const struct tree_node *node)
{
	if (node->type == TREE_TEXT && node->text.len == 0) {
		refuse(definer, node, "this must not be empty");
		return NULL;
	}
	return read_sign(definer, node, NAME_LEN);
}

/* Refuses a text that PGN takes as words of a comment. */
static bool
is_prose(const struct definer *definer, const struct tree_node *node,
    const char *text)
{
	bool is_move = false;

	if (!prose_has(slice_of(text), &is_move) || is_move)
		return false;
	refuse(definer, node,
	    "PGN takes %s as words of a comment: add a sign or a digit", text);
	return true;
}

static void
refuse_twice(const struct definer *definer, const struct tree_node *map)
{
	for (const struct tree_node *n = map->first; n != NULL; n = n->next)
		if (tree_is_repeated(n))
			refuse(
			    definer, n, "%.*s is there twice", SLICE(n->key));
}

/*
 * Games and base
 */

const struct variant *
game_read(const struct tree_node *node, struct diags *diags)
{
	const struct variant *variant =
	    variant_find(node->text.ptr, node->text.len);
	SCRATCH ids = STRBUF_INIT;

	for (const struct variant *const *v = variants; *v != NULL; v++)
		strbuf_printf(&ids, " %s", (*v)->id);
	if (variant == NULL)
		diag_unknown(diags, DIAG_CONFIG_VALUE, node->span, "variant",
		    node->text, &ids);
	return variant;
}

/* Reads the game of a text, or those of a list. */
static void
read_games(struct definer *definer, const struct tree_node *node)
{
	bool is_list = node != NULL && node->type == TREE_LIST;

	if (node == NULL)
		refuse(definer, definer->map,
		    "the definition does not say for which games it is: add "
		    "games");
	for (const struct tree_node *n = is_list ? node->first : node;
	     n != NULL; n = is_list ? n->next : NULL) {
		const struct variant *variant = game_read(n, definer->diags);

		if (variant != NULL)
			definer->own->games |= 1u << variant->number;
		if (definer->variant == NULL)
			definer->variant = variant;
	}
}

static void
read_base(struct definer *definer, const struct tree_node *node)
{
	const struct notation *base = &notation_algebraic;
	SCRATCH ids = STRBUF_INIT;

	if (node != NULL)
		base = notation_find(NULL, node->text);
	if (base == NULL) {
		notation_put_ids(NULL, definer->variant, &ids);
		diag_unknown(definer->diags, DIAG_CONFIG_VALUE, node->span,
		    "built-in notation", node->text, &ids);
		return;
	}
	if (node == NULL && notation_of(base, definer->variant) == NULL)
		base = dialect_of(definer->variant)->notation;
	node = node != NULL ? node : definer->map;
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (is_game(definer, *v) && notation_of(base, *v) == NULL)
			refuse(definer, node, "%s cannot be written in %s",
			    (*v)->id, base->id);
	if (base == &notation_siege &&
	    tree_member(definer->map, "cells") != NULL)
		refuse(definer, node,
		    "with the base siege, cells have the names that change "
		    "with the player");
	definer->own->base = notation_of(base, definer->variant);
}

/*
 * Cells
 */

/* Reads the texts of files or ranks, from `names[at]` on: the characters of a
 * text, or a list of texts. */
static void
read_texts(const struct definer *definer, const struct tree_node *node,
    char (*names)[CELL_NAME_MAX], unsigned at, unsigned count)
{
	struct slice rest = node->text;

	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		const char *sign =
		    at < count ? read_sign(definer, n, PART_MAX) : NULL;

		if (sign != NULL)
			snprintf(names[at++], CELL_NAME_MAX, "%s", sign);
	}
	if (node->type != TREE_TEXT ||
	    read_sign(definer, node, PARTS_MAX) == NULL)
		return;
	while (rest.len > 0 && at < count) {
		size_t len = utf8_next(rest, NULL);

		if (len < CELL_NAME_MAX)
			memcpy(names[at++], rest.ptr, len);
		rest = slice_from(rest, len);
	}
}

static struct rules *
new_rules(const struct variant *variant)
{
	struct rules *rules = mem_zeroed(sizeof(*rules));

	rules_init_zeroed(rules, variant, NULL);
	return rules;
}

static unsigned
highest_rank(const struct board *board)
{
	unsigned highest = 0;

	for (cell c = 0; c < board->cells; c++)
		if (board->name[c].rank > highest)
			highest = board->name[c].rank;
	return highest;
}

/* Refuses other members of cells that are named by files and ranks. */
static void
check_parts(struct definer *definer, const struct tree_node *map)
{
	const struct tree_node *letters = tree_member(map, "letters");
	const struct tree_node *numbers = tree_member(map, "numbers");
	const struct tree_node *first = tree_member(map, "first");

	for (const struct tree_node *n = map->first; n != NULL; n = n->next)
		if (n != letters && n != numbers && n != first)
			diag_add(definer->diags, DIAG_CONFIG_KEY, n->key_span,
			    "cells have letters, numbers and first, or are "
			    "named one by one");
		else if (n != first && n->type == TREE_MAP)
			refuse(definer, n, "these must be a text or a list");
	if (first != NULL && !slice_is(first->text, "numbers") &&
	    !slice_is(first->text, "letters"))
		refuse(definer, first, "first must be letters or numbers");
}

/* Names the ranks: by their numbers up or down, or by texts of the map. */
static void
name_ranks(struct definer *definer, const struct tree_node *numbers,
    unsigned highest, bool down)
{
	struct cell_names *names = &definer->own->names;

	if (numbers != NULL && !down && !slice_is(numbers->text, "up")) {
		read_texts(definer, numbers, names->rank, 1, RANKS_MAX);
		return;
	}
	for (unsigned i = 1; i <= (down ? highest : RANKS_MAX - 1u); i++)
		snprintf(names->rank[i], CELL_NAME_MAX, "%u",
		    down ? highest + 1 - i : i);
}

/* Names cells by the names of their files and ranks. */
static void
name_by_parts(struct definer *definer, const struct tree_node *map,
    unsigned highest, bool down)
{
	struct cell_names *names = &definer->own->names;
	const struct tree_node *letters = tree_member(map, "letters");
	const struct tree_node *first = tree_member(map, "first");
	bool turned = first != NULL && slice_is(first->text, "numbers");

	check_parts(definer, map);
	for (unsigned i = 0; letters == NULL && i < FILES_MAX; i++)
		names->file[i][0] = (char)('a' + i);
	if (letters != NULL)
		read_texts(definer, letters, names->file, 0, FILES_MAX);
	name_ranks(definer, tree_member(map, "numbers"), highest, down);
	for (unsigned f = 0; f < FILES_MAX; f++)
		for (unsigned r = 1; r < RANKS_MAX; r++) {
			const char *one = names->file[f], *two = names->rank[r];

			if (*one == '\0' || *two == '\0')
				continue;
			snprintf(names->text[coords_of(f, r)], CELL_NAME_MAX,
			    "%.*s%.*s", PART_MAX, turned ? two : one, PART_MAX,
			    turned ? one : two);
		}
}

/* Names cells one by one: a list in the order of the board, or a map. */
static void
name_each(const struct definer *definer, const struct tree_node *node,
    const struct board *board)
{
	const struct naming *usual =
	    dialect_of(definer->variant)->machine_cells;
	bool is_list = node->type == TREE_LIST;
	cell next = 0;

	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		cell c =
		    is_list ? next++ : coords_read(board, usual, 0, n->key);

		if (c >= board->cells) {
			diag_add(definer->diags, DIAG_CONFIG_VALUE,
			    is_list ? n->span : n->key_span,
			    "%s has no such cell", definer->variant->title);
			return;
		}
		unsigned code =
		    coords_of(board->name[c].file, board->name[c].rank);
		const char *name = read_sign(definer, n, NAME_LEN);
		if (name != NULL)
			snprintf(definer->own->names.text[code], CELL_NAME_MAX,
			    "%s", name);
	}
}

/* Every cell has a name, which nothing else has. */
static void
check_cells(struct definer *definer, const struct tree_node *node,
    const struct board *board)
{
	struct cell_names *names = &definer->own->names;
	char usual[CELL_NAME_MAX];

	for (cell c = 0; c < board->cells; c++) {
		struct place place = board->name[c];
		unsigned code = coords_of(place.file, place.rank);
		struct slice text = slice_of(names->text[code]);

		if (text.len > names->longest)
			names->longest = text.len;
		coords_name(board, dialect_of(definer->variant)->machine_cells,
		    0, c, usual);
		if (text.len == 0)
			refuse(definer, node, "the cell %s has no name", usual);
		else if (coords_code(&definer->own->naming, text) != code)
			refuse(definer, node,
			    "the cell %s has the name %s of another", usual,
			    text.ptr);
		else if (!coords_is_cell(&definer->own->naming, text))
			refuse(definer, node,
			    "the cell %s has the name %s, which a row or a "
			    "column has, too",
			    usual, text.ptr);
		else
			continue;
		return;
	}
}

static void
read_cells(struct definer *definer, const struct tree_node *node)
{
	struct own_notation *own = definer->own;
	bool by_parts = tree_member(node, "letters") != NULL ||
	    tree_member(node, "numbers") != NULL ||
	    tree_member(node, "first") != NULL;
	const struct tree_node *numbers = tree_member(node, "numbers");
	bool down = numbers != NULL && slice_is(numbers->text, "down");
	unsigned said = definer->diags->len, highest = 0;

	own->naming = (struct naming){
		.kind = BY_OWN_NAMES, .own = &own->names, .at_edges = by_parts
	};
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		if (!is_game(definer, *v) || definer->diags->len > said)
			continue;
		struct rules *rules = new_rules(*v);
		if (highest == 0) {
			highest = highest_rank(&rules->board);
			if (by_parts)
				name_by_parts(definer, node, highest, down);
			else
				name_each(definer, node, &rules->board);
		}
		if (down && highest != highest_rank(&rules->board))
			refuse(definer, node,
			    "the games have boards of different heights: "
			    "define a notation for each");
		if (definer->diags->len == said)
			check_cells(definer, node, &rules->board);
		mem_free(rules);
	}
}

/*
 * Pieces, castling and signs
 */

static void
read_pieces(struct definer *definer, const struct tree_node *node)
{
	struct own_notation *own = definer->own;
	char letters[KINDS * 4 + 1] = { 0 };
	size_t len = 0;

	/* The English letters of the pieces of its games, each once. */
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (const char *l = (*v)->letters;
		     is_game(definer, *v) && *l != '\0'; l++)
			if (*l != ' ' && strchr(letters, *l) == NULL &&
			    len + 1 < sizeof(letters))
				letters[len++] = *l;
	const char *from = arena_copy(definer->arena, slice_of(letters));
	const char **to =
	    arena_alloc(definer->arena, strlen(from) * sizeof(*to));
	own->letters = (struct letter_set){
		.id = own->notation.id, .from = from, .to = to
	};
	for (size_t i = 0; from[i] != '\0'; i++)
		to[i] = arena_copy(
		    definer->arena, (struct slice){ from + i, from[i] != 'P' });
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		const char *text = read_sign(definer, n, NAME_LEN);
		const char *at =
		    n->key.len == 1 ? strchr(from, *n->key.ptr) : NULL;

		if (at == NULL || *at == '\0')
			diag_add(definer->diags, DIAG_CONFIG_KEY, n->key_span,
			    "a piece is one of the English letters %s", from);
		else if (text != NULL)
			to[at - from] = text;
	}
	for (size_t i = 0; from[i] != '\0'; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(to[i], to[k]) == 0)
				refuse(definer, node,
				    "the pieces %c and %c have the same text",
				    from[k], from[i]);
	alphabet_init(&own->english, &letter_sets[0], from);
	own->notation.letters = &own->letters;
	own->notation.has_letters = true;
}

static void
read_castling(struct definer *definer, const struct tree_node *node)
{
	const char **texts = definer->own->castling;

	definer->own->notation.castles_by_king = false;
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		/* In the order of enum parsed_castle, from 1. */
		int side = near_index(slice_of("minor major queen"), n->key);
		const char *text = side >= 0 ? read_word(definer, n) : NULL;

		if (side < 0)
			diag_add(definer->diags, DIAG_CONFIG_KEY, n->key_span,
			    "a side is minor, major or queen");
		if (text == NULL)
			continue;
		if (is_prose(definer, n, text))
			return;
		for (unsigned i = 0; i < PARSED_CASTLE_LETTER; i++)
			if (texts[i] != NULL && strcmp(texts[i], text) == 0)
				refuse(
				    definer, n, "two sides have the same text");
		texts[side + 1] = text;
	}
}

/*
 * Patterns and templates
 */

/* The part with that name, OWN_TEXT if there is none; then it is reported. */
static enum own_part
read_part(const struct definer *definer, const struct tree_node *node,
    struct slice name)
{
	SCRATCH names = STRBUF_INIT;

	for (unsigned part = OWN_TEXT + 1; part < OWN_PARTS; part++) {
		if (slice_is(name, own_parts[part].name))
			return (enum own_part)part;
		strbuf_printf(&names, " %s", own_parts[part].name);
	}
	diag_unknown(definer->diags, DIAG_CONFIG_VALUE, node->span,
	    "part of a move", name, &names);
	return OWN_TEXT;
}

/* Refuses a pattern or a template without a part that all moves of its kind
 * have; `has` are its parts, as bits. */
static void
require_parts(const struct definer *definer, const struct tree_node *node,
    const struct own_form *form, unsigned has)
{
	static const uint16_t needs[MOVE_TYPES] = {
		[MOVE_UNSTATED] = 1 << OWN_TO,
		[MOVE_ENPASSANT] = 1 << OWN_TO,
		[MOVE_DROP] = 1 << OWN_PIECE | 1 << OWN_TO,
		[MOVE_FIELD] = 1 << OWN_FROM,
		[MOVE_TRAITOR] = 1 << OWN_FROM,
	};
	unsigned type = (unsigned)(form - definer->own->form);

	for (unsigned part = 0; part < OWN_PARTS; part++)
		if ((needs[type] & ~has) >> part & 1)
			refuse(definer, node,
			    "the part '%s' is missing, without which nobody "
			    "knows the move",
			    own_parts[part].name);
}

static void
read_pattern(struct definer *definer, const struct tree_node *node,
    struct own_form *form)
{
	struct own_pattern **link = &form->patterns;
	char message[PATTERN_MESSAGE_MAX];
	struct slice name;
	struct slice groups[PATTERN_GROUPS];
	unsigned said = definer->diags->len, has = 0, group;

	if (node->type != TREE_TEXT || node->text.len > PATTERN_MAX ||
	    memchr(node->text.ptr, '\0', node->text.len) != NULL) {
		refuse(definer, node,
		    "a pattern must be a text of at most %d bytes",
		    PATTERN_MAX);
		return;
	}
	if (definer->patterns++ == PATTERNS_MAX)
		refuse(definer, node, "a notation has at most %d patterns",
		    PATTERNS_MAX);
	if (definer->patterns > PATTERNS_MAX)
		return;
	struct own_pattern *new = arena_alloc(definer->arena, sizeof(*new));
	const char *text = arena_copy(definer->arena, node->text);
	new->pattern = pattern_new(text, true, message);
	if (new->pattern == NULL) {
		refuse(
		    definer, node, "the pattern does not compile: %s", message);
		return;
	}
	while (*link != NULL)
		link = &(*link)->next;
	*link = new;
	definer->own->has_blanks |=
	    strchr(text, ' ') != NULL || strstr(text, "\\s") != NULL;
	for (unsigned i = 0;
	     (group = pattern_group(new->pattern, i, &name)) > 0; i++) {
		if (group >= PATTERN_GROUPS) {
			refuse(definer, node,
			    "the pattern has more than %d groups",
			    PATTERN_GROUPS - 1);
			continue;
		}
		new->part[group] = (uint8_t)read_part(definer, node, name);
		has |= 1u << new->part[group];
	}
	if (definer->diags->len > said)
		return;
	require_parts(definer, node, form, has);
	if (pattern_match(new->pattern, slice_of(""), groups) == PATTERN_FOUND)
		refuse(definer, node,
		    "the pattern matches the empty text, but no move is empty");
}

static void
read_template(struct definer *definer, const struct tree_node *node,
    struct own_form *form)
{
	const struct own_item **link = &form->items;
	struct slice rest = node->text;
	unsigned has = 0;

	if (node->type != TREE_TEXT || rest.len == 0 ||
	    rest.len > TEMPLATE_MAX) {
		refuse(definer, node, "a template is a text of 1 to %d bytes",
		    TEMPLATE_MAX);
		return;
	}
	while (rest.len > 0) {
		struct own_item *item =
		    arena_alloc(definer->arena, sizeof(*item));
		bool is_part = *rest.ptr == '{';
		const char *end =
		    memchr(rest.ptr, is_part ? '}' : '{', rest.len);
		size_t len = end != NULL ? (size_t)(end - rest.ptr) : rest.len;

		if (is_part && end == NULL) {
			refuse(definer, node, "a { of the template has no }");
			return;
		}
		struct slice inner = slice_sub(rest, is_part, len - is_part);
		item->text = arena_copy(definer->arena, inner);
		if (is_part) { /* NAME, NAME?, or NAME?TEXT */
			item->optional =
			    memchr(inner.ptr, '?', inner.len) != NULL;
			item->part =
			    read_part(definer, node, slice_take(&inner, '?'));
			item->text = inner.len > 0
			    ? arena_copy(definer->arena, inner)
			    : own_parts[item->part].usual;
		}
		if (item->part == OWN_CHECK)
			definer->own->check = item->text;
		if (item->part == OWN_MATE)
			definer->own->mate = item->text;
		rest = slice_from(rest, len + is_part);
		if (!is_sign(slice_of(item->text))) {
			refuse(definer, node,
			    "a template has no blanks, and none of %s",
			    NO_SIGNS);
			return;
		}
		*link = item;
		link = &item->next;
		has |= 1u << item->part;
	}
	if (form != definer->own->form) /* the start proves plain moves */
		require_parts(definer, node, form, has);
	if (has == 1u << OWN_TEXT)
		is_prose(definer, node, form->items->text);
}

/* The kind of move of that name that can be given; MOVE_TYPES: there is none.
 */
static unsigned
form_named(struct slice name)
{
	unsigned type = 0;
	const char *known;

	while (type < MOVE_TYPES &&
	    !(own_form_name(type, &known) && slice_is(name, known)))
		type++;
	return type;
}

/* Reads how moves are written: a template of plain moves, or a map of templates
 * by the kind of move. */
static void
read_templates(struct definer *definer, const struct tree_node *node)
{
	struct own_form *forms = definer->own->form;

	if (node->type == TREE_TEXT) {
		read_template(definer, node, &forms[MOVE_UNSTATED]);
		return;
	}
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		unsigned type = form_named(n->key);

		if (type < MOVE_TYPES)
			read_template(definer, n, &forms[type]);
		else
			diag_add(definer->diags, DIAG_CONFIG_KEY, n->key_span,
			    "no moves of the kind '%.*s' have a template",
			    SLICE(n->key));
	}
}

/*
 * Proof
 */

/* The legal moves of a start, first written, then read again. */
struct proof {
	struct definer *definer;
	struct language reader;
	struct alphabet english;
	const struct tree_node *written, *read; /* for reports */
	struct strbuf text;                     /* of the move at hand */
	struct strbuf texts; /* of all so far, each with a blank before it */
};

static struct slice
write_move(
    struct proof *proof, const struct move *move, const struct marks *marks)
{
	strbuf_reset(&proof->text);
	notation_write(&proof->reader, &proof->reader.rules->start, move, marks,
	    &proof->text);
	return strbuf_as_slice(&proof->text);
}

/* No two moves have the same text. */
static bool
prove_apart(void *context, const struct move *move)
{
	struct proof *proof = context;
	struct slice text = write_move(proof, move, &no_marks);
	bool is_new = !near_has(strbuf_as_slice(&proof->texts), text);

	if (!is_new)
		refuse(proof->definer, proof->written,
		    "two legal moves of the start of %s are both written %s: "
		    "the template lacks a part that tells them apart",
		    proof->reader.rules->variant->id, text.ptr);
	strbuf_printf(&proof->texts, " %s", text.ptr);
	return is_new;
}

/* A move is read as it is written. */
static bool
prove_read(void *context, const struct move *move)
{
	struct proof *proof = context;
	struct definer *definer = proof->definer;
	const struct position *start = &proof->reader.rules->start;
	struct slice text = write_move(proof, move, &no_marks);
	struct parsed_turn parsed;
	const char *fault = NULL;
	struct diags unsaid = { .arena = definer->arena };
	struct move found;

	if (!notation_read(
		proof->reader.notation, &proof->english, text, &parsed))
		fault = own_gives_up(definer->own, text)
		    ? "one of the patterns takes too many steps for it"
		    : "no pattern reads it";
	else if (!resolve_move(&proof->reader, start, text, 0, &parsed, &unsaid,
		     &found) ||
	    found.from != move->from || found.to != move->to)
		fault = "the patterns read another move";
	if (fault != NULL)
		refuse(definer, proof->read,
		    "%s is how a move of the start of %s is written, but %s",
		    text.ptr, proof->reader.rules->variant->id, fault);
	else if (text.len > strlen(definer->own->notation.example))
		definer->own->notation.example =
		    arena_copy(definer->arena, text);
	return fault == NULL;
}

/* A move with other signs than those of the start have is read as it is
 * written. The first quiet one stands for all: none has to be legal. */
static bool
prove_signs(void *context, const struct move *move)
{
	static const struct {
		const char *words;
		struct marks marks;
		bool captures, promotes;
	} cases[] = {
		{ "an offer of a draw", { .draw = true }, false, false },
		{ "check", { .attacked = 2, .check = 2 }, false, false },
		{ "mate", { .attacked = 2, .mated = 2, .mate = 2 }, false,
		    false },
		{ "a capture", { .draw = false }, true, false },
		{ "a promotion", { .draw = false }, false, true },
	};
	struct proof *proof = context;
	struct definer *definer = proof->definer;
	unsigned kinds =
	    proof->reader.rules->variant->promotions & ~(1u << KIND_NONE);
	struct parsed_turn parsed;

	if (move->type != MOVE_QUIET || move->pair)
		return true;
	const char *plain =
	    arena_copy(definer->arena, write_move(proof, move, &no_marks));

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct move other = *move;

		if (cases[i].captures) {
			other.type = MOVE_CAPTURE;
			other.victim = move->to;
		}
		while (cases[i].promotes && kinds >> other.promotion > 1)
			other.promotion++;
		struct slice text = write_move(proof, &other, &cases[i].marks);
		if (slice_is(text, plain) ||
		    (notation_read(&definer->own->notation, &proof->english,
			 text, &parsed) &&
			parsed.move.draw == cases[i].marks.draw &&
			parsed.move.check == (cases[i].marks.check != 0) &&
			parsed.move.mate == (cases[i].marks.mate != 0) &&
			(parsed.move.captures || !cases[i].captures) &&
			(parsed.move.promotion != 0) == cases[i].promotes))
			continue;
		refuse(definer, proof->read,
		    "%s is how a move with %s is written, but it is not read "
		    "as one",
		    text.ptr, cases[i].words);
	}
	return false;
}

/* Where en passant is a choice and no letter tells pieces apart, it is written
 * differently from a capture on the cell. */
static bool
prove_en_passant(void *context, const struct move *move)
{
	struct proof *proof = context;
	const struct notation *notation = &proof->definer->own->notation;
	struct move other = *move;

	if (proof->reader.rules->en_passant != EN_PASSANT_CHOICE ||
	    notation->has_letters || move->type != MOVE_QUIET || move->pair)
		return true;
	other.victim = move->to;
	other.type = MOVE_CAPTURE;
	const char *capture = arena_copy(
	    proof->definer->arena, write_move(proof, &other, &no_marks));
	other.type = MOVE_ENPASSANT;
	if (slice_is(write_move(proof, &other, &no_marks), capture))
		refuse(proof->definer, proof->written,
		    "%s is how a capture and a capture en passant in %s are "
		    "written: add a template for enpassant",
		    capture, proof->reader.rules->variant->id);
	return false;
}

/* A text of castling is not read as another move, and one that is written as
 * the king's move does not go where the king can go by himself. */
static void
prove_castling(struct proof *proof)
{
	struct own_notation *own = proof->definer->own;
	struct parsed_turn parsed;

	for (unsigned i = 0; i < PARSED_CASTLE_LETTER; i++) {
		const char *text = own->castling[i];

		own->castling[i] = NULL;
		if (text != NULL &&
		    notation_read(&own->notation, &proof->english,
			slice_of(text), &parsed) &&
		    parsed.move.type != MOVE_CASTLE)
			refuse(proof->definer,
			    tree_member(proof->definer->map, "castling"),
			    "%s is the text of castling and of another move",
			    text);
		own->castling[i] = text;
	}
	if (!own->notation.castles_by_king ||
	    own->form[MOVE_UNSTATED].items == NULL ||
	    own->form[MOVE_CASTLE].items != NULL)
		return;
	for (unsigned side = 0; side < SIDES_MAX; side++)
		if (proof->reader.rules->seat[0].side[side].is_step)
			refuse(proof->definer, proof->written,
			    "castling and a step of the king in %s are written "
			    "alike: add castling, a text for each side",
			    proof->reader.rules->variant->id);
}

/* Whether a text is that of a cell of the board or, in a short notation, of a
 * part of its name. */
static bool
is_of_cells(
    const struct own_notation *own, const struct board *board, const char *text)
{
	const struct naming *naming = own->notation.naming;
	char name[CELL_NAME_MAX], file[CELL_NAME_MAX], rank[CELL_NAME_MAX];

	for (cell c = 0; c < board->cells; c++) {
		coords_name(board, naming, 0, c, name);
		coords_column(board, naming, c, file);
		coords_row(board, naming, c, rank);
		if (strcmp(text, name) == 0 ||
		    (own->notation.is_short &&
			(strcmp(text, file) == 0 || strcmp(text, rank) == 0)))
			return *text != '\0';
	}
	return false;
}

/* Without patterns, what moves must not look like what follows it; and no cell
 * ends as a sign after a move, which could not be told from it. */
static void
prove_texts(const struct definer *definer, const struct board *board)
{
	const struct own_notation *own = definer->own;
	const char *const signs[] = { own->draw, own->check, own->mate };
	const struct letter_set *set = &own->letters;
	bool has_texts =
	    own->form[MOVE_UNSTATED].patterns == NULL && set->from != NULL;
	char name[CELL_NAME_MAX];

	for (size_t i = 0; has_texts && set->from[i] != '\0'; i++)
		if (strcmp(set->to[i], "x") == 0 ||
		    is_of_cells(own, board, set->to[i]))
			refuse(definer, tree_member(definer->map, "pieces"),
			    "the text %s of the piece %c is also one of a cell "
			    "or a capture",
			    set->to[i], set->from[i]);
	for (unsigned i = 0; i < 3; i++)
		for (cell c = 0; c < board->cells; c++) {
			size_t len = strlen(signs[i]);

			coords_name(board, own->notation.naming, 0, c, name);
			size_t all = strlen(name);
			if (len == 0 || len > all ||
			    strcmp(name + all - len, signs[i]) != 0)
				continue;
			refuse(definer, definer->map,
			    "the sign %s is also the end of the cell %s",
			    signs[i], name);
			return;
		}
}

static void
prove(struct definer *definer, const struct variant *variant)
{
	struct rules *rules = new_rules(variant);
	const struct tree_node *write = tree_member(definer->map, "write");
	const struct tree_node *read = tree_member(definer->map, "move");
	unsigned said = definer->diags->len;
	struct proof proof = { .definer = definer,
		.reader = { rules, &definer->own->notation, &proof.english } };

	proof.written = write != NULL ? write : definer->map;
	proof.read = read != NULL ? read : proof.written;

	alphabet_init(&proof.english, &letter_sets[0], variant->letters);
	prove_texts(definer, &rules->board);
	if (definer->diags->len == said)
		rules_moves(rules, &rules->start, NULL, prove_apart, &proof);
	if (definer->diags->len == said)
		rules_moves(rules, &rules->start, NULL, prove_read, &proof);
	if (definer->diags->len == said) {
		rules_moves(rules, &rules->start, NULL, prove_signs, &proof);
		rules_moves(
		    rules, &rules->start, NULL, prove_en_passant, &proof);
		prove_castling(&proof);
	}
	strbuf_release(&proof.text);
	strbuf_release(&proof.texts);
	mem_free(rules);
}

/*
 * Definitions
 */

static bool
is_id(struct slice id)
{
	for (size_t i = 0; i < id.len; i++)
		if (!ascii_is_letter(id.ptr[i]) && !ascii_is_digit(id.ptr[i]) &&
		    (i == 0 || strchr("-_", id.ptr[i]) == NULL))
			return false;
	return id.len > 0 && id.len <= ID_MAX;
}

static void
read_title(struct definer *definer, const struct tree_node *node)
{
	for (size_t i = 0; i < node->text.len; i++)
		if ((unsigned char)node->text.ptr[i] < ' ')
			refuse(definer, node, "a title is a text of one line");
	definer->own->notation.title = arena_copy(definer->arena, node->text);
}

static void
read_draw(struct definer *definer, const struct tree_node *node)
{
	definer->own->draw = read_word(definer, node);
}

enum {
	TEXT = 1 << TREE_TEXT,
	LIST = 1 << TREE_LIST,
	MAP = 1 << TREE_MAP
};

/* The members of a definition, but for patterns, which kinds of moves name. */
static const struct member {
	const char *name;
	unsigned types;
	const char *words;
	/* NULL: it was read before the others. */
	void (*read)(struct definer *definer, const struct tree_node *node);
} members[] = {
	{ "games", TEXT | LIST, "a text or a list", NULL },
	{ "base", TEXT, "a text", NULL },
	{ "title", TEXT, "a text", read_title },
	{ "cells", LIST | MAP, "a list or a map", read_cells },
	{ "pieces", MAP, "a map", read_pieces },
	{ "castling", MAP, "a map", read_castling },
	{ "draw", TEXT, "a text", read_draw },
	{ "write", TEXT | MAP, "a text or a map", read_templates },
};

static const struct member *
find_member(struct slice key)
{
	for (size_t i = 0; i < COUNT(members); i++)
		if (slice_is(key, members[i].name))
			return &members[i];
	return NULL;
}

/* Refuses an unknown key, and a value of another type. */
static void
check_member(const struct definer *definer, const struct tree_node *node)
{
	const struct member *member = find_member(node->key);
	SCRATCH names = STRBUF_INIT;
	const char *name;

	if (member != NULL && !(member->types >> node->type & 1))
		refuse(definer, node, "%s must be %s", member->name,
		    member->words);
	if (member != NULL && node->type == TREE_MAP)
		refuse_twice(definer, node);
	if (member == NULL && form_named(node->key) == MOVE_TYPES) {
		for (size_t i = 0; i < COUNT(members); i++)
			strbuf_printf(&names, " %s", members[i].name);
		for (unsigned type = 0; type < MOVE_TYPES; type++)
			if (own_form_name(type, &name))
				strbuf_printf(&names, " %s", name);
		diag_unknown(definer->diags, DIAG_CONFIG_KEY, node->key_span,
		    "key", node->key, &names);
	} else if (node->first == NULL && node->text.len == 0) {
		refuse(
		    definer, node, "%.*s must not be empty", SLICE(node->key));
	}
}

/* Sets the members of the notation to those of its base. */
static void
take_base(struct own_notation *own, const char *id)
{
	bool has_marks = (own->base->tail & SCAN_MARK) != 0;

	own->notation = *own->base;
	own->notation.id = id;
	own->notation.title = "defined by the configuration";
	own->notation.example = "";
	own->notation.read = own_read;
	own->notation.own = own;
	own->check = has_marks ? "+" : "";
	own->mate = has_marks ? "++" : "";
	own->draw = "=";
	own->naming = *own->base->naming;
}

/* Reads a member of the definition, or the pattern or patterns of a kind of
 * moves. */
static void
read_member(struct definer *definer, const struct tree_node *node)
{
	const struct member *member = find_member(node->key);

	if (member != NULL) {
		if (member->read != NULL)
			member->read(definer, node);
		return;
	}
	bool is_list = node->type == TREE_LIST;
	struct own_form *form = &definer->own->form[form_named(node->key)];
	for (const struct tree_node *p = is_list ? node->first : node;
	     p != NULL; p = is_list ? p->next : NULL)
		read_pattern(definer, p, form);
}

/* Sets what follows from the template of moves. */
static void
settle_template(struct own_notation *own)
{
	const struct own_item *item = own->form[MOVE_UNSTATED].items;

	if (item != NULL) {
		own->notation.is_short = false;
		/* Siege's are among what the base writes after a template. */
		own->notation.has_marks = own->base->naming == NAMING_SEAT;
	}
	for (; item != NULL; item = item->next) {
		own->notation.is_short |=
		    item->part == OWN_FROM && item->optional;
		own->notation.has_marks |=
		    item->part == OWN_CHECK || item->part == OWN_MATE;
	}
}

/* Reads a definition; NULL, and reports, if it is faulty. */
static struct own_notation *
read_definition(
    const struct tree_node *map, struct arena *arena, struct diags *diags)
{
	struct own_notation *own = arena_alloc(arena, sizeof(*own));
	struct definer definer = {
		.own = own, .map = map, .arena = arena, .diags = diags
	};
	unsigned said = diags->len;

	refuse_twice(&definer, map);
	for (const struct tree_node *n = map->first; n != NULL; n = n->next)
		check_member(&definer, n);
	if (diags->len > said)
		return NULL;
	read_games(&definer, tree_member(map, "games"));
	if (definer.variant != NULL)
		read_base(&definer, tree_member(map, "base"));
	if (diags->len > said)
		return NULL;
	take_base(own, arena_copy(arena, map->key));
	for (const struct tree_node *n = map->first; n != NULL; n = n->next)
		read_member(&definer, n);
	if (own->naming.kind == BY_OWN_NAMES)
		own->notation.naming = &own->naming;
	settle_template(own);
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (is_game(&definer, *v) && diags->len == said)
			prove(&definer, *v);
	if (diags->len == said)
		return own;
	own_release(own);
	return NULL;
}

const struct own_notation *
notations_read(const struct own_notation *list, const struct tree_node *map,
    struct arena *arena, struct diags *diags)
{
	unsigned count = 0;

	for (const struct own_notation *o = list; o != NULL; o = o->next)
		count++;
	for (const struct tree_node *n = map->first; n != NULL; n = n->next) {
		struct own_notation *own;

		if (count++ == NOTATIONS_MAX) {
			diag_add(diags, DIAG_CONFIG_VALUE, n->key_span,
			    "there are more than %d notations", NOTATIONS_MAX);
			break;
		}
		if (!is_id(n->key))
			diag_add(diags, DIAG_CONFIG_KEY, n->key_span,
			    "the name of a notation has at most %d letters, "
			    "digits, - and _, and none of these two first",
			    ID_MAX);
		else if (notation_find(list, n->key) != NULL)
			diag_add(diags, DIAG_CONFIG_KEY, n->key_span,
			    "there is a notation %.*s already", SLICE(n->key));
		else if (n->type != TREE_MAP)
			diag_add(diags, DIAG_CONFIG_VALUE, n->span,
			    "a notation is defined by a map");
		else if ((own = read_definition(n, arena, diags)) != NULL) {
			own->next = list;
			list = own;
		}
	}
	return list;
}
