/* Ternion: how often each opening was played. */
#include "cmd/run/openings.h"

enum {
	SHOWN = 5,              /* in text */
	JSON_AHEAD = 64 * 1024, /* bytes that are ready, and not yet put out */
};

void
openings_add(struct openings *openings, struct slice moves)
{
	tally_add(&openings->tally, moves, 1);
}

bool
openings_merge(struct openings *openings, const struct tree_node *list)
{
	if (list == NULL || list->type != TREE_LIST)
		return false;
	for (const struct tree_node *n = list->first; n != NULL; n = n->next) {
		const struct tree_node *moves =
		    n->type == TREE_MAP ? tree_member(n, "moves") : NULL;
		unsigned long games = 0;

		if (moves == NULL || moves->type != TREE_TEXT ||
		    !tree_number(n, &games, "games"))
			return false;
		tally_add(&openings->tally, moves->text, games);
	}
	return true;
}

/* Openings on their way out. */
struct listing {
	struct strbuf *out;
	unsigned shown;
	struct json *json;
	struct output *output;
};

static bool
put_opening_text(void *context, const char *moves, unsigned long games)
{
	struct listing *listing = context;

	strbuf_printf(listing->out, "    %lu  %s\n", games, moves);
	return ++listing->shown < SHOWN;
}

int
openings_text(struct openings *openings, struct strbuf *out)
{
	struct listing listing = { .out = out };

	if (tally_is_empty(&openings->tally))
		return 0;
	strbuf_puts(out, "  openings:\n");
	return tally_each(&openings->tally, put_opening_text, &listing);
}

static bool
put_opening_json(void *context, const char *moves, unsigned long games)
{
	struct listing *listing = context;
	struct json *json = listing->json;

	json_begin(json, NULL, '{');
	json_string(json, "moves", moves);
	json_number(json, "games", games);
	json_end(json, '}');
	if (json->out->len >= JSON_AHEAD)
		output_flush(listing->output, json->out);
	return true;
}

int
openings_json(
    struct openings *openings, struct json *json, struct output *output)
{
	struct listing listing = { .json = json, .output = output };
	int error;

	json_begin(json, "openings", '[');
	error = tally_each(&openings->tally, put_opening_json, &listing);
	json_end(json, ']');
	return error;
}

void
openings_release(struct openings *openings)
{
	tally_release(&openings->tally);
}
