/* Ternion: configuration. */
#include "formats/config/config.h"
#include "formats/record/tree.h"
#include "parse/text/near.h"
#include "parse/text/utf8.h"

enum {
	AS_IN_TABLE = -1,
	NOT_REPORTED = -2
};

enum {
	SUGGESTED_MAX = 100 /* codes for which a similar one is looked for */
};

const struct results_policy results_policies[] = {
	{ "usual", "as the diagnostics are", AS_IN_TABLE },
	{ "strict", "an unproven or missing result is an error", SEV_ERROR },
	{ "lenient", "unproven and missing results are not reported",
	    NOT_REPORTED },
	{ NULL, NULL, 0 },
};

/* What a policy is about: results that contradict nothing. */
static const enum diag_id result_codes[] = {
	DIAG_RESULT_MISSING,
	DIAG_RESULT_OPEN,
	DIAG_RESULT_UNPROVEN,
	DIAG_DRAW_WITHOUT_OFFER,
};

struct syntax {
	struct config *config;
	struct diags *diags;
	bool graded[DIAGS]; /* the codes whose severity was read */
	unsigned read;      /* the keys that were read, as bits */
};

/* A key at the top: what its value is, and who takes it. */
struct key {
	const char *name;
	enum tree_type type;
	void (*read)(struct syntax *syntax, const struct tree_node *node);
};

static const char *
type_words(enum tree_type type)
{
	switch (type) {
	case TREE_TEXT:
		return "a text";
	case TREE_LIST:
		return "a list";
	case TREE_MAP:
		break;
	}
	return "a map";
}

static bool
expect_config(
    struct syntax *syntax, const struct tree_node *node, enum tree_type type)
{
	if (node->type == type)
		return true;
	diag_add(syntax->diags, DIAG_CONFIG_VALUE, node->span,
	    "%.*s has to be %s", (int)node->key.len, node->key.ptr,
	    type_words(type));
	return false;
}

/* There is no such thing; but there are these, with a space before each. */
static void
refuse_config(struct syntax *syntax, enum diag_id id, struct span span,
    const char *what, struct slice text, const struct strbuf *words)
{
	struct strbuf choice = STRBUF_INIT;

	near_choice(&choice, words, text);
	diag_add(syntax->diags, id, span, "%s '%.*s'%s", what, (int)text.len,
	    text.ptr, choice.ptr);
	strbuf_release(&choice);
}

static void
read_variant(struct syntax *syntax, const struct tree_node *node)
{
	struct strbuf ids = STRBUF_INIT;

	syntax->config->variant = variant_find(node->text.ptr, node->text.len);
	if (syntax->config->variant != NULL)
		return;
	for (const struct variant *const *v = variants; *v != NULL; v++)
		strbuf_printf(&ids, " %s", (*v)->id);
	refuse_config(syntax, DIAG_CONFIG_VALUE, node->span,
	    "there is no variant", node->text, &ids);
	strbuf_release(&ids);
}

static void
read_results(struct syntax *syntax, const struct tree_node *node)
{
	struct strbuf names = STRBUF_INIT;

	for (const struct results_policy *p = results_policies; p->name; p++) {
		if (slice_is(node->text, p->name)) {
			syntax->config->results = p;
			strbuf_release(&names);
			return;
		}
		strbuf_printf(&names, " %s", p->name);
	}
	refuse_config(syntax, DIAG_CONFIG_VALUE, node->span, "results are not",
	    node->text, &names);
	strbuf_release(&names);
}

/* There are too many to list. */
static void
unknown_code(struct syntax *syntax, struct slice text, struct span span)
{
	struct strbuf codes = STRBUF_INIT, near = STRBUF_INIT;

	/* What is alike takes time to find, and nobody reads more of it. */
	for (int id = 0; id < DIAGS && syntax->diags->len < SUGGESTED_MAX; id++)
		strbuf_printf(&codes, " %s", diag_table[id].slug);
	if (codes.len == 0 || !near_words(&near, &codes, text))
		strbuf_puts(&near, "; see 'ternion help --list-codes'");
	diag_add(syntax->diags, DIAG_CONFIG_VALUE, span,
	    "there is no diagnostic '%.*s'%s", (int)text.len, text.ptr,
	    near.ptr);
	strbuf_release(&codes);
	strbuf_release(&near);
}

/* The code, or DIAGS after saying why it cannot be changed. */
static enum diag_id
read_code(struct syntax *syntax, struct slice text, struct span span)
{
	enum diag_id id = diag_find(text);

	if (id == DIAGS) {
		unknown_code(syntax, text, span);
	} else if (diag_table[id].severity == SEV_FATAL) {
		diag_add(syntax->diags, DIAG_CONFIG_VALUE, span,
		    "'%s' is always an error: there is nothing to check then",
		    diag_table[id].slug);
		id = DIAGS;
	}
	return id;
}

static void
say_twice(struct syntax *syntax, const struct tree_node *node)
{
	diag_add(syntax->diags, DIAG_CONFIG_KEY, node->key_span,
	    "'%.*s' is stated twice", (int)node->key.len, node->key.ptr);
}

static void
read_level(struct syntax *syntax, const struct tree_node *node)
{
	enum diag_id id = read_code(syntax, node->key, node->key_span);

	if (id == DIAGS)
		return;
	if (syntax->graded[id]) {
		say_twice(syntax, node);
		return;
	}
	syntax->graded[id] = true;
	for (int s = SEV_NOTE; s <= SEV_ERROR && node->type == TREE_TEXT; s++)
		if (slice_is(node->text, severity_name((enum severity)s))) {
			syntax->config->level[id] = (uint8_t)(s + 1);
			return;
		}
	diag_add(syntax->diags, DIAG_CONFIG_VALUE, node->span,
	    "a severity is error, warning or note; to silence a code, list it "
	    "under disable");
}

static void
read_severity(struct syntax *syntax, const struct tree_node *node)
{
	for (const struct tree_node *n = node->first; n != NULL; n = n->next)
		read_level(syntax, n);
}

static void
read_disable(struct syntax *syntax, const struct tree_node *node)
{
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		enum diag_id id;

		if (n->type != TREE_TEXT) {
			diag_add(syntax->diags, DIAG_CONFIG_VALUE, n->span,
			    "a code is a text");
			continue;
		}
		id = read_code(syntax, n->text, n->span);
		if (id < DIAGS)
			syntax->config->disabled[id] = true;
	}
}

/* A list of patterns, as lines. */
static void
read_globs(
    struct syntax *syntax, const struct tree_node *node, struct strbuf *globs)
{
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		if (n->type != TREE_TEXT || n->text.len == 0 ||
		    memchr(n->text.ptr, '\n', n->text.len) != NULL) {
			diag_add(syntax->diags, DIAG_CONFIG_VALUE, n->span,
			    "a pattern is a text of one line");
			continue;
		}
		strbuf_slice(globs, n->text);
		strbuf_char(globs, '\n');
	}
}

static void
read_exclude(struct syntax *syntax, const struct tree_node *node)
{
	read_globs(syntax, node, &syntax->config->exclude);
}

static void
read_include(struct syntax *syntax, const struct tree_node *node)
{
	read_globs(syntax, node, &syntax->config->include);
}

static const struct key keys[] = {
	{ "variant", TREE_TEXT, read_variant },
	{ "results", TREE_TEXT, read_results },
	{ "severity", TREE_MAP, read_severity },
	{ "disable", TREE_LIST, read_disable },
	{ "exclude", TREE_LIST, read_exclude },
	{ "include", TREE_LIST, read_include },
	{ NULL, TREE_TEXT, NULL },
};

static void
unknown_config_key(struct syntax *syntax, const struct tree_node *node)
{
	struct strbuf names = STRBUF_INIT;

	for (const struct key *k = keys; k->name != NULL; k++)
		strbuf_printf(&names, " %s", k->name);
	refuse_config(syntax, DIAG_CONFIG_KEY, node->key_span,
	    "there is no key", node->key, &names);
	strbuf_release(&names);
}

static void
read_config_member(struct syntax *syntax, const struct tree_node *node)
{
	const struct key *key = keys;
	unsigned bit;

	while (key->name != NULL && !slice_is(node->key, key->name))
		key++;
	bit = 1u << (key - keys);
	if (key->name == NULL)
		unknown_config_key(syntax, node);
	else if (syntax->read & bit)
		say_twice(syntax, node);
	else if (expect_config(syntax, node, key->type))
		key->read(syntax, node);
	syntax->read |= bit;
}

/* After the map nothing is left but comments. */
static void
expect_end(
    struct syntax *syntax, const struct tree_node *top, struct slice text)
{
	size_t at = (size_t)top->span.start + top->span.len;

	while (at < text.len) {
		const char *line = text.ptr + at;
		const char *end = memchr(line, '\n', text.len - at);
		size_t len = end != NULL ? (size_t)(end - line) : text.len - at;
		struct slice rest = slice_trim(slice_sub(text, at, len));

		if (rest.len > 0 && rest.ptr[0] != '#' &&
		    !slice_is(rest, "...")) {
			diag_add(syntax->diags, DIAG_CONFIG_VALUE,
			    (struct span){ (uint32_t)at, (uint32_t)len },
			    "a configuration is one document");
			return;
		}
		at += len + 1;
	}
}

/* Whether there is nothing but comments in the text. */
static bool
is_config_blank(struct slice text)
{
	while (text.len > 0) {
		const char *end = memchr(text.ptr, '\n', text.len);
		size_t len =
		    end != NULL ? (size_t)(end - text.ptr) + 1 : text.len;
		struct slice line = slice_trim(slice_sub(text, 0, len));

		if (line.len > 0 && line.ptr[0] != '#')
			return false;
		text = slice_from(text, len);
	}
	return true;
}

bool
config_read(struct config *config, struct slice text, struct arena *arena,
    struct diags *diags)
{
	struct syntax syntax = { .config = config, .diags = diags };
	unsigned said = diags->len;
	const struct tree_node *top;

	*config = (struct config){ 0 };
	if (is_config_blank(text))
		return true; /* nothing is configured */
	top = yaml_read(arena, diags, text, 0);
	if (top != NULL && top->type != TREE_MAP) {
		diag_add(diags, DIAG_CONFIG_VALUE, top->span,
		    "a configuration is a map, of keys and values");
	} else if (top != NULL) {
		for (const struct tree_node *n = top->first; n; n = n->next)
			read_config_member(&syntax, n);
		expect_end(&syntax, top, text);
	}
	return diags->len == said;
}

void
config_release(struct config *config)
{
	strbuf_release(&config->exclude);
	strbuf_release(&config->include);
}

/* In quotes; what has a meaning in YAML, or is no sign that can be seen, as an
 * escape. */
static void
write_quoted(struct slice text, struct strbuf *out)
{
	uint32_t point = 0;
	size_t len;

	strbuf_char(out, '"');
	for (; text.len > 0; text = slice_from(text, len)) {
		len = utf8_next(text, &point);
		if (len == 1 && point >= ' ' && point < 0x7f && point != '"' &&
		    point != '\\')
			strbuf_char(out, (char)point);
		else
			strbuf_printf(out, "\\U%08lx", (unsigned long)point);
		len += len == 0;
	}
	strbuf_char(out, '"');
}

static void
write_globs(const char *key, const struct strbuf *globs, struct strbuf *out)
{
	struct slice rest = strbuf_as_slice(globs);

	if (rest.len > 0)
		strbuf_printf(out, "%s:\n", key);
	while (rest.len > 0) {
		strbuf_puts(out, "  - ");
		write_quoted(slice_take(&rest, '\n'), out);
		strbuf_char(out, '\n');
	}
}

void
config_write(const struct config *config, struct strbuf *out)
{
	const char *head = "severity:\n";

	if (config->variant != NULL)
		strbuf_printf(out, "variant: %s\n", config->variant->id);
	strbuf_printf(out, "results: %s\n",
	    config->results != NULL ? config->results->name
				    : results_policies[0].name);
	for (unsigned id = 0; id < DIAGS; id++) {
		if (config->level[id] == 0)
			continue;
		strbuf_printf(out, "%s  %s: %s\n", head, diag_table[id].slug,
		    severity_name((enum severity)(config->level[id] - 1)));
		head = "";
	}
	head = "disable:\n";
	for (unsigned id = 0; id < DIAGS; id++) {
		if (!config->disabled[id])
			continue;
		strbuf_printf(out, "%s  - %s\n", head, diag_table[id].slug);
		head = "";
	}
	write_globs("exclude", &config->exclude, out);
	write_globs("include", &config->include, out);
}

static void
apply_results(const struct results_policy *policy, bool disabled[DIAGS],
    uint8_t level[DIAGS])
{
	for (size_t i = 0; i < sizeof(result_codes) / sizeof(*result_codes);
	     i++) {
		if (policy->level == NOT_REPORTED)
			disabled[result_codes[i]] = true;
		else if (policy->level != AS_IN_TABLE)
			level[result_codes[i]] = (uint8_t)(policy->level + 1);
	}
}

void
config_apply(
    const struct config *config, bool disabled[DIAGS], uint8_t level[DIAGS])
{
	if (config->results != NULL)
		apply_results(config->results, disabled, level);
	for (unsigned id = 0; id < DIAGS; id++) {
		if (config->level[id] > 0) {
			level[id] = config->level[id];
			disabled[id] = false;
		}
		disabled[id] |= config->disabled[id];
	}
}
