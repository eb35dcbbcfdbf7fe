/* Ternion: configuration. */
#include "formats/config/config.h"
#include "parse/text/json.h"
#include "parse/text/near.h"

enum {
	AS_IN_TABLE = -1,
	NOT_REPORTED = -2,
	SUGGESTED_MAX = 100 /* diagnostics with a search for similar codes */
};

/* Policies for results that the rules do not prove; the first is usual. */
static const struct {
	const char *name;
	int level; /* enum severity, or one of the above */
} policies[] = {
	{ "usual", AS_IN_TABLE },
	{ "strict", SEV_ERROR },
	{ "lenient", NOT_REPORTED },
};

/* The codes of such results. */
static const enum diag_id result_codes[] = {
	DIAG_RESULT_MISSING,
	DIAG_RESULT_OPEN,
	DIAG_RESULT_UNPROVEN,
	DIAG_DRAW_WITHOUT_OFFER,
};

struct config_reader {
	struct config *config;
	struct diags *diags;
	bool only_notations;
	unsigned read; /* the keys that were read, as bits */
};

enum config_key {
#define KEY(id, ...) KEY_##id,
#include "formats/config/keys.def"
	KEYS,
};

static const struct {
	const char *name;
	enum tree_type type;
} keys[KEYS] = {
#define KEY(id, name, type) { name, TREE_##type },
#include "formats/config/keys.def"
};

static void
refuse_twice(struct config_reader *reader, const struct tree_node *node)
{
	diag_add(reader->diags, DIAG_CONFIG_KEY, node->key_span,
	    "the key '%.*s' occurs twice", SLICE(node->key));
}

static void
read_results(struct config_reader *reader, const struct tree_node *node)
{
	SCRATCH names = STRBUF_INIT;

	for (unsigned i = 0; i < COUNT(policies); i++) {
		strbuf_printf(&names, " %s", policies[i].name);
		if (slice_is(node->text, policies[i].name)) {
			reader->config->results = i;
			return;
		}
	}
	diag_unknown(reader->diags, DIAG_CONFIG_VALUE, node->span,
	    "results policy", node->text, &names);
}

/* The code, or DIAGS after saying why it cannot be changed. */
static enum diag_id
read_code(struct config_reader *reader, struct slice text, struct span span)
{
	SCRATCH codes = STRBUF_INIT, near = STRBUF_INIT;
	enum diag_id id = diag_find(text);

	if (id < DIAGS && diag_table[id].severity != SEV_FATAL)
		return id;
	if (id < DIAGS) {
		diag_add(reader->diags, DIAG_CONFIG_VALUE, span,
		    "'%s' is always an error, because nothing can be checked "
		    "then",
		    diag_table[id].slug);
		return DIAGS;
	}
	/* There are too many codes to list, and comparing takes time. */
	for (int i = 0; i < DIAGS && reader->diags->len < SUGGESTED_MAX; i++)
		strbuf_printf(&codes, " %s", diag_table[i].slug);
	near_choice(&near, &codes, text, "; see 'ternion help --list-codes'");
	diag_add(reader->diags, DIAG_CONFIG_VALUE, span,
	    "unknown diagnostic '%.*s'%s", SLICE(text), near.ptr);
	return DIAGS;
}

/* The severity of that name + 1; 0 if there is none. */
static uint8_t
level_of(const struct tree_node *node)
{
	for (int s = SEV_NOTE; s <= SEV_ERROR && node->type == TREE_TEXT; s++)
		if (slice_is(node->text, severity_name((enum severity)s)))
			return (uint8_t)(s + 1);
	return 0;
}

static void
read_level(struct config_reader *reader, const struct tree_node *node)
{
	enum diag_id id = read_code(reader, node->key, node->key_span);

	if (id == DIAGS)
		return;
	if (reader->config->level[id] != 0) {
		refuse_twice(reader, node);
		return;
	}
	reader->config->level[id] = level_of(node);
	if (reader->config->level[id] == 0)
		refuse(reader, node,
		    "a severity is error, warning or note; to silence a code, "
		    "list it under disable");
}

bool
setting_fits(const struct variant *only, struct slice name, struct slice value,
    const struct variant **of, int *option)
{
	*of = NULL;
	*option = -1;
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		int i = variant_option(*v, name.ptr, name.len);
		struct settings trial;

		if (i < 0 || (only != NULL && only != *v))
			continue;
		*option = *of == NULL ? i : *option;
		*of = *of == NULL ? *v : *of;
		settings_default(*v, &trial);
		if (settings_read(*v, &trial, i, value.ptr, value.len))
			return true;
	}
	return false;
}

/* Checks an option of a game, such as Pope: no. */
static void
check_option(struct config_reader *reader, const struct tree_node *node)
{
	SCRATCH names = STRBUF_INIT;
	const struct variant *of;
	int option;
	const struct slice value =
	    node->type == TREE_TEXT ? node->text : slice_of("");
	bool fits = setting_fits(NULL, node->key, value, &of, &option);

	if (fits && node->type == TREE_TEXT)
		return;
	if (of != NULL)
		refuse(reader, node, "%.*s cannot be '%.*s'; it must be %s",
		    SLICE(node->key), SLICE(value), of->options[option].values);
	for (const struct variant *const *v = variants; *v && of == NULL; v++)
		for (const struct variant_option *o = (*v)->options; o->name;
		     o++)
			strbuf_printf(&names, " %s", o->name);
	if (of == NULL)
		diag_unknown(reader->diags, DIAG_CONFIG_KEY, node->key_span,
		    "option", node->key, &names);
}

static void
read_notation(struct config_reader *reader, const struct tree_node *node,
    const struct notation **notation)
{
	SCRATCH names = STRBUF_INIT;

	*notation = notation_find(reader->config->notations, node->text);
	notation_put_ids(reader->config->notations, NULL, &names);
	if (*notation == NULL)
		diag_unknown(reader->diags, DIAG_CONFIG_VALUE, node->span,
		    "notation", node->text, &names);
}

/* Reads `strict` and `fail-level`: which severity makes a call fail. */
static void
read_fail(struct config_reader *reader, enum config_key key,
    const struct tree_node *node)
{
	static const char *const yes[] = { "true", "yes", "on", NULL };
	static const char *const no[] = { "false", "no", "off", NULL };

	uint8_t level = key == KEY_FAIL_LEVEL ? level_of(node)
	    : slice_is_among(node->text, yes) ? SEV_WARNING + 1
					      : 0;

	if (level > 0)
		reader->config->fail = level;
	else if (key == KEY_FAIL_LEVEL || !slice_is_among(node->text, no))
		refuse(reader, node,
		    key == KEY_STRICT ? "strict must be true or false"
				      : "a level is error, warning or note");
}

static void
read_list(struct config_reader *reader, enum config_key key,
    const struct tree_node *list)
{
	struct config *config = reader->config;
	struct strbuf *globs =
	    key == KEY_EXCLUDE ? &config->exclude : &config->include;

	for (const struct tree_node *n = list->first; n != NULL; n = n->next) {
		if (key == KEY_SEVERITY) {
			read_level(reader, n);
		} else if (key == KEY_OPTIONS) {
			config->options = list;
			check_option(reader, n);
		} else if (key == KEY_DISABLE && n->type == TREE_TEXT) {
			enum diag_id id = read_code(reader, n->text, n->span);

			if (id < DIAGS)
				config->disabled[id] = true;
		} else if (key == KEY_DISABLE) {
			refuse(reader, n, "a code must be a text");
		} else if (n->type != TREE_TEXT || n->text.len == 0 ||
		    memchr(n->text.ptr, '\n', n->text.len) != NULL) {
			refuse(
			    reader, n, "a pattern must be a text of one line");
		} else {
			/* "./x" is "/x", as people write paths. */
			strbuf_slice(globs,
			    slice_from(n->text, slice_begins(n->text, "./")));
			strbuf_char(globs, '\n');
		}
	}
}

static void
read_member(struct config_reader *reader, const struct tree_node *node)
{
	static const char *const types[] = { [TREE_TEXT] = "a text",
		[TREE_LIST] = "a list",
		[TREE_MAP] = "a map" };
	SCRATCH names = STRBUF_INIT;
	unsigned key = 0;

	while (key < KEYS && !slice_is(node->key, keys[key].name))
		key++;
	if (reader->only_notations && key != KEY_NOTATIONS) {
		diag_add(reader->diags, DIAG_CONFIG_KEY, node->key_span,
		    "a file of notations has no key but notations");
	} else if (key == KEYS) {
		for (unsigned k = 0; k < KEYS; k++)
			strbuf_printf(&names, " %s", keys[k].name);
		diag_unknown(reader->diags, DIAG_CONFIG_KEY, node->key_span,
		    "key", node->key, &names);
	} else if (reader->read >> key & 1) {
		refuse_twice(reader, node);
	} else if (node->type != keys[key].type) {
		refuse(reader, node, "%s must be %s", keys[key].name,
		    types[keys[key].type]);
	} else if (key == KEY_NOTATIONS) {
		; /* they were read before the others */
	} else if (key == KEY_VARIANT) {
		reader->config->variant = game_read(node, reader->diags);
	} else if (key == KEY_RESULTS) {
		read_results(reader, node);
	} else if (key == KEY_STRICT || key == KEY_FAIL_LEVEL) {
		read_fail(reader, (enum config_key)key, node);
	} else if (key == KEY_BASELINE) {
		reader->config->baseline = node->text.ptr;
	} else if (key == KEY_NOTATION) {
		read_notation(reader, node, &reader->config->notation);
	} else if (key == KEY_INPUT_NOTATION) {
		read_notation(reader, node, &reader->config->input_notation);
	} else {
		read_list(reader, (enum config_key)key, node);
	}
	reader->read |= 1u << key;
}

bool
config_read(struct config *config, struct slice text, bool only_notations,
    struct arena *arena, struct diags *diags)
{
	struct config_reader reader = { .config = config,
		.diags = diags,
		.only_notations = only_notations };
	unsigned said = diags->len;
	bool has_content = false;

	for (struct slice rest = text; rest.len > 0;) {
		struct slice line = slice_trim(slice_take(&rest, '\n'));

		has_content |= line.len > 0 && line.ptr[0] != '#';
	}
	if (!has_content)
		return true; /* nothing is configured */
	const struct tree_node *top = yaml_read(arena, diags, text, 0, NULL);
	if (top != NULL && top->type != TREE_MAP) {
		refuse(&reader, top,
		    "a configuration must be a map of keys and values");
	} else if (top != NULL) {
		/* The other keys may name them. */
		config->definitions = tree_member(top, "notations");
		if (config->definitions != NULL &&
		    config->definitions->type == TREE_MAP)
			config->notations = notations_read(config->notations,
			    config->definitions, arena, diags);
		for (const struct tree_node *n = top->first; n; n = n->next)
			read_member(&reader, n);
	}
	return diags->len == said;
}

void
config_release(struct config *config)
{
	strbuf_release(&config->exclude);
	strbuf_release(&config->include);
}

static void
put_globs(struct json *json, const char *key, const struct strbuf *globs)
{
	struct slice rest = strbuf_as_slice(globs);

	json_begin(json, key, '[');
	while (rest.len > 0)
		json_text(json, NULL, slice_take(&rest, '\n'));
	json_end(json, ']');
}

void
config_write(const struct config *config, struct strbuf *out)
{
	struct json *json = yaml_begin(false, true, out);

	json_put(json, "{variant:!%s results:%s severity:{",
	    config->variant != NULL ? config->variant->id : NULL,
	    policies[config->results].name);
	for (unsigned id = 0; id < DIAGS; id++)
		if (config->level[id] > 0)
			json_string(json, diag_table[id].slug,
			    severity_name(
				(enum severity)(config->level[id] - 1)));
	json_put(json, "} disable:[");
	for (unsigned id = 0; id < DIAGS; id++)
		if (config->disabled[id])
			json_string(json, NULL, diag_table[id].slug);
	json_end(json, ']');
	put_globs(json, "exclude", &config->exclude);
	put_globs(json, "include", &config->include);
	json_put(json,
	    "fail-level:!%s baseline:!%s notation:!%s input-notation:!%s",
	    config->fail > 0 ? severity_name((enum severity)(config->fail - 1))
			     : NULL,
	    config->baseline,
	    config->notation != NULL ? config->notation->id : NULL,
	    config->input_notation != NULL ? config->input_notation->id : NULL);
	if (config->options != NULL) {
		json_begin(json, "options", '{');
		for (const struct tree_node *n = config->options->first; n;
		     n = n->next)
			json_text(json, n->key.ptr, n->text);
		json_end(json, '}');
	}
	if (config->definitions != NULL)
		tree_write(json, "notations", config->definitions, false);
	json_end(json, '}');
	yaml_end(json);
}

void
config_apply(
    const struct config *config, bool disabled[DIAGS], uint8_t level[DIAGS])
{
	int results = policies[config->results].level;

	for (size_t i = 0; i < COUNT(result_codes); i++) {
		if (results == NOT_REPORTED)
			disabled[result_codes[i]] = true;
		else if (results != AS_IN_TABLE)
			level[result_codes[i]] = (uint8_t)(results + 1);
	}
	for (unsigned id = 0; id < DIAGS; id++) {
		if (config->level[id] > 0) {
			level[id] = config->level[id];
			disabled[id] = false;
		}
		disabled[id] |= config->disabled[id];
	}
}
