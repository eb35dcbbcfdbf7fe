/* Ternion: `convert`: rewrites records in another notation or format. */
#include "cmd.h"
#include "format_3pf.h"
#include "inputs.h"

struct conversion {
	const struct format *to;
	unsigned long written; /* records */
	struct strbuf held;    /* the first, until it is known to be alone */
};

/* Several records of a format that has them as one value stand in a list. */
static void
put_in_list(
    struct conversion *conversion, struct slice record, struct strbuf *out)
{
	if (conversion->written == 0) {
		strbuf_slice(&conversion->held, record);
		return;
	}
	if (conversion->written == 1) {
		strbuf_puts(out, "[\n");
		strbuf_slice(
		    out, slice_trim(strbuf_as_slice(&conversion->held)));
	}
	strbuf_puts(out, ",\n");
	strbuf_slice(out, slice_trim(record));
}

static void
end_list(struct conversion *conversion, struct strbuf *out)
{
	if (conversion->written == 1)
		strbuf_slice(out, strbuf_as_slice(&conversion->held));
	else
		strbuf_puts(out, conversion->written == 0 ? "[]\n" : "\n]\n");
}

static void
convert_record(struct pass *pass, struct record *record,
    const struct replayed *replayed, bool ok, struct diags *diags)
{
	struct conversion *conversion = pass->context;
	const struct letter_set *letters = pass->job->letters;
	struct strbuf position = STRBUF_INIT, text = STRBUF_INIT;
	const struct notation *notation;
	struct writing writing;

	if (record->escape.len > 0)
		diag_add(diags, DIAG_ESCAPE_DROPPED, record->escape,
		    "the line that begins with %% is not carried over");
	if (record->foreign.len > 0 && !conversion->to->keeps_keys)
		diag_add(diags, DIAG_KEY_DROPPED, record->foreign,
		    "the key is not carried over");
	if (!ok)
		return; /* left out whole; the report says why */
	if (!pass_can_write(pass, replayed->rules->variant))
		return;
	notation = replayed->output;
	if (!replayed->usual_start)
		tpf_write(replayed->rules, &replayed->start, &position);
	writing = (struct writing){
		.variant = replayed->rules->variant,
		.settings = &replayed->rules->settings,
		.notation = notation->id,
		.letters = notation->has_letters && letters != NULL
		    ? letters->id
		    : NULL,
		.position = strbuf_as_slice(&position),
		.result = replayed->result,
		.first = conversion->written == 0,
	};
	if (conversion->to->is_list) {
		conversion->to->write(record, &writing, &text);
		put_in_list(conversion, strbuf_as_slice(&text), &pass->text);
	} else {
		conversion->to->write(record, &writing, &pass->text);
	}
	conversion->written++;
	strbuf_release(&position);
	strbuf_release(&text);
}

static void
end_conversion(struct pass *pass)
{
	end_list(pass->context, &pass->text);
}

static int
run(struct job *job)
{
	struct conversion conversion = { &format_pgn, 0, STRBUF_INIT };
	struct pass pass;
	int status;

	if (job->to != NULL)
		conversion.to = format_find(slice_of(job->to));
	if (conversion.to == NULL || conversion.to->write == NULL)
		return usage_error(
		    job, "there is no format '%s' to write", job->to);
	if (job->notation != NULL && job->notation->write == NULL)
		return usage_error(
		    job, "%s is for reading only", job->notation->id);
	pass_init(&pass, job, stderr);
	pass.replay.rewrite = true;
	pass.context = &conversion;
	pass.replay.nags_apart = conversion.to->nags_apart;
	pass.record = convert_record;
	if (conversion.to->is_list)
		pass.end = end_conversion;
	status = pass_run(&pass);
	strbuf_release(&conversion.held);
	return status;
}

const struct command command_convert = {
	.name = "convert",
	.summary = "rewrite records in another notation or layout",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Replays records and writes them anew: in the notation of -n (the\n"
	    "record's own without it), in canonical form and layout, with\n"
	    "tags, comments, annotations and variations kept.\n"
	    "A record with an error is left out whole and diagnosed on\n"
	    "standard error; the others are written, and the exit status is 1.",
	.examples = "  ternion convert -n siege games.pgn\n"
		    "  ternion convert -n long --letters de -O long.pgn a.pgn\n"
		    "  ternion dreierschach convert -N algebraic22 < old.txt",
	.options = "votfJnNFLOqVlszyxmric",
	.run = run,
};
