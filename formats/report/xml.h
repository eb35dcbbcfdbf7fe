/* Ternion: text inside XML. */
#pragma once

#include "parse/text/strbuf.h"

/* Appends text as the content of an element. Control characters and others that
 * XML 1.0 forbids, and bytes that are not UTF-8, become U+FFFD. */
void xml_text(struct strbuf *out, struct slice text);

/* Appends ` name="value"`. */
void xml_attribute(struct strbuf *out, const char *name, struct slice value);
void xml_number(struct strbuf *out, const char *name, unsigned long number);
