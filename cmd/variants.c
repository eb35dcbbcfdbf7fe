/* Ternion: `variants`: the games, their options, and how they are read. */
#include "cmd/cmd.h"
#include "cmd/run/output.h"

/* Readings of the rules that are ours. */
static const struct reading {
	enum variant_number game;
	const char *rule, *reason;
} readings[] = {
#define READING(game, ...) { NUMBER_##game, __VA_ARGS__ },
#include "rules/variants/readings.def"
};

static void
put_variant_text(const struct variant *v, struct strbuf *out)
{
	strbuf_printf(out, "%s\n  %s, %s\n  %s\n", v->id, v->title, v->source,
	    v->summary);
	strbuf_printf(out, "  players %s (%c), %s (%c), %s (%c); notation %s\n",
	    v->players[0], v->colours[0], v->players[1], v->colours[1],
	    v->players[2], v->colours[2], dialect_of(v)->notation->id);
	strbuf_puts(
	    out, v->options->name != NULL ? "  options:\n" : "  no options\n");
	for (const struct variant_option *o = v->options; o->name; o++)
		strbuf_printf(
		    out, "    %s: %s (%s)\n", o->name, o->values, o->fallback);
	strbuf_puts(out, "  readings:\n");
	for (size_t i = 0; i < COUNT(readings); i++)
		if (readings[i].game == v->number)
			strbuf_printf(out, "    %s\n      %s\n",
			    readings[i].rule, readings[i].reason);
}

static void
put_variant_json(const struct variant *v, struct json *json)
{
	json_put(json, "{ id:%s title:%s source:%s summary:%s", v->id, v->title,
	    v->source, v->summary);
	json_put(json, "players:[ %s %s %s ] notation:%s options:[",
	    v->players[0], v->players[1], v->players[2],
	    dialect_of(v)->notation->id);
	for (const struct variant_option *o = v->options; o->name; o++)
		json_put(json, "{ name:%s values:%s default:%s }", o->name,
		    o->values, o->fallback);
	json_put(json, "] readings:[");
	for (size_t i = 0; i < COUNT(readings); i++)
		if (readings[i].game == v->number)
			json_put(json, "{ rule:%s reason:%s }",
			    readings[i].rule, readings[i].reason);
	json_put(json, "] }");
}

/* The cells of a game: their usual names, and those of a notation as each
 * player counts. */
static void
put_cells(
    const struct job *job, const struct variant *variant, struct strbuf *out)
{
	const struct notation *notation = job->output.notation;
	const struct naming *naming = notation_naming(notation, variant);
	unsigned seats = naming->kind == BY_SEAT ? PLAYERS : 1;
	struct rules *rules = job_rules(job, variant, NULL);

	strbuf_printf(out, "%s\t%s\n", variant->id, notation->id);
	for (cell c = 0; c < rules->board.cells; c++) {
		coords_write(
		    &rules->board, dialect_of(variant)->cells, 0, c, out);
		for (unsigned seat = 0; seat < seats; seat++) {
			strbuf_char(out, '\t');
			coords_write(&rules->board, naming, seat, c, out);
		}
		strbuf_char(out, '\n');
	}
}

int
run_variants(struct job *job)
{
	struct strbuf out = STRBUF_INIT;
	struct json json = { .out = &out, .indent = true };
	bool as_json = job_is_to(job, "json");
	const struct notation *notation = job->output.notation;
	bool given = job->given[OPT_CELLS_NOTATION];
	const struct variant *only =
	    job->configured_variant ? NULL : job->variant;

	if (job->operands > 0)
		return usage_error(job,
		    "variants takes no operand such as '%s'; choose a game "
		    "with -v",
		    job->operand[0]);
	if (as_json && given)
		return usage_error(job, "--notation needs --to text");
	if (as_json)
		json_put(&json, "[");
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		if (only != NULL && only != *v)
			continue;
		if (given && notation_of(notation, *v) != NULL)
			put_cells(job, *v, &out);
		else if (given)
			;
		else if (as_json)
			put_variant_json(*v, &json);
		else
			put_variant_text(*v, &out);
	}
	if (as_json) {
		json_end(&json, ']');
		strbuf_char(&out, '\n');
	}
	return output_text(job->output.path, &out, EXIT_GOOD);
}
