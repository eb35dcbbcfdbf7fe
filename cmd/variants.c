/* Ternion: `variants`: the games, their options, and how they are read. */
#include "cmd/cmd.h"
#include "formats/record/json.h"
#include "cmd/run/output.h"

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
	for (const struct variant_interpretation *r = v->interpretations;
	     r->rule; r++)
		strbuf_printf(out, "    %s\n      %s\n", r->rule, r->reason);
}

static void
put_variant_json(const struct variant *v, struct json *json)
{
	json_begin(json, NULL, '{');
	json_string(json, "id", v->id);
	json_string(json, "title", v->title);
	json_string(json, "source", v->source);
	json_string(json, "summary", v->summary);
	json_begin(json, "players", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		json_string(json, NULL, v->players[p]);
	json_end(json, ']');
	json_string(json, "notation", dialect_of(v)->notation->id);
	json_begin(json, "options", '[');
	for (const struct variant_option *o = v->options; o->name; o++) {
		json_begin(json, NULL, '{');
		json_string(json, "name", o->name);
		json_string(json, "values", o->values);
		json_string(json, "default", o->fallback);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_begin(json, "readings", '[');
	for (const struct variant_interpretation *r = v->interpretations;
	     r->rule; r++) {
		json_begin(json, NULL, '{');
		json_string(json, "rule", r->rule);
		json_string(json, "reason", r->reason);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_end(json, '}');
}

static int
run_variants(struct job *job)
{
	struct strbuf out = STRBUF_INIT;
	struct json json = { .out = &out, .indent = true };
	bool as_json = job_is_to(job, "json");
	struct output output = { .file = NULL };

	if (job->operands > 0)
		return usage_error(job,
		    "variants takes no operand such as '%s'; choose a game "
		    "with -v",
		    job->operand[0]);
	if (!output_open(&output, job->output.path))
		return EXIT_TROUBLE;
	if (as_json)
		json_begin(&json, NULL, '[');
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		if (job->variant != NULL && job->variant != *v)
			continue;
		if (as_json)
			put_variant_json(*v, &json);
		else
			put_variant_text(*v, &out);
	}
	if (as_json) {
		json_end(&json, ']');
		strbuf_char(&out, '\n');
	}
	output_flush(&output, &out);
	strbuf_release(&out);
	return output_close(&output, true) ? EXIT_GOOD : EXIT_TROUBLE;
}

const struct command command_variants = {
	.name = "variants",
	.forms = words_text_json,
	.run = run_variants,
};
