/*
 * The colours of drawings: each shape differs visibly from its ground, also for
 * people who see no red or no green.
 *
 * Contrast is that of WCAG 2: (L1 + 0.05) / (L2 + 0.05) of relative luminances.
 * Colours as seen without one kind of cones are computed after Machado,
 * Oliveira and Fernandes (2009), with their matrices for complete loss.
 */
#include <stdio.h>

#include "tests/unit/setup.h"

#include "formats/draw/theme.h"

struct light {
	double part[3]; /* linear red, green and blue, from 0 to 1 */
};

enum eyes {
	EYES_USUAL,
	EYES_NO_RED,   /* protanopia */
	EYES_NO_GREEN, /* deuteranopia */
	EYES
};

static const double seen[EYES][3][3] = {
	[EYES_USUAL] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
	[EYES_NO_RED] = { { 0.152286, 1.052583, -0.204868 },
	    { 0.114503, 0.786281, 0.099216 },
	    { -0.003882, -0.048116, 1.051998 } },
	[EYES_NO_GREEN] = { { 0.367322, 0.860646, -0.227968 },
	    { 0.280085, 0.672501, 0.047413 },
	    { -0.011820, 0.042940, 0.968881 } },
};

static const char *const eyes_names[EYES] = { "usual eyes", "protanopia",
	"deuteranopia" };

/* v to the power of 2.4: its square by the fifth root of its square. */
static double
power(double v)
{
	double square = v * v, root = 1;

	for (int i = 0; i < 60; i++)
		root -= (root - square / (root * root * root * root)) / 5;
	return square * root;
}

/* "#rrggbb" */
static struct light
light_of(const char *colour)
{
	struct light light;
	unsigned value[3];

	assert_int_equal(strlen(colour), 7);
	assert_int_equal(
	    sscanf(colour, "#%2x%2x%2x", &value[0], &value[1], &value[2]), 3);
	for (int i = 0; i < 3; i++) {
		double v = value[i] / 255.0;

		light.part[i] =
		    v <= 0.04045 ? v / 12.92 : power((v + 0.055) / 1.055);
	}
	return light;
}

/* Screens mix colours in their coded values; this does it, too. */
static struct light
mixed(const char *over, const char *under, unsigned percent)
{
	unsigned a[3], b[3];
	char text[8];

	assert_int_equal(sscanf(over, "#%2x%2x%2x", &a[0], &a[1], &a[2]), 3);
	assert_int_equal(sscanf(under, "#%2x%2x%2x", &b[0], &b[1], &b[2]), 3);
	for (int i = 0; i < 3; i++)
		a[i] = (a[i] * percent + b[i] * (100 - percent) + 50) / 100;
	snprintf(text, sizeof(text), "#%02x%02x%02x", a[0] & 255, a[1] & 255,
	    a[2] & 255);
	return light_of(text);
}

static double
luminance(struct light light, enum eyes eyes)
{
	static const double weight[3] = { 0.2126, 0.7152, 0.0722 };
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double part = 0;

		for (int j = 0; j < 3; j++)
			part += seen[eyes][i][j] * light.part[j];
		sum += weight[i] * (part < 0 ? 0 : part > 1 ? 1 : part);
	}
	return sum;
}

static double
contrast(struct light a, struct light b, enum eyes eyes)
{
	double x = luminance(a, eyes) + 0.05, y = luminance(b, eyes) + 0.05;

	return x > y ? x / y : y / x;
}

/* One of the two colours stands out from the ground. */
static void
check_either(const char *what, const char *ink, struct light fill,
    struct light line, struct light ground)
{
	for (int eyes = 0; eyes < EYES; eyes++) {
		double by_fill = contrast(fill, ground, (enum eyes)eyes);
		double by_line = contrast(line, ground, (enum eyes)eyes);

		if (by_fill < 3 && by_line < 3)
			fail_msg("%s of %s to %s: %.2f by fill, %.2f by "
				 "outline",
			    what, ink, eyes_names[eyes], by_fill, by_line);
	}
}

static void
check_text(const char *what, const char *text, struct light ground)
{
	for (int eyes = 0; eyes < EYES; eyes++) {
		double there =
		    contrast(light_of(text), ground, (enum eyes)eyes);

		if (there < 4.5)
			fail_msg(
			    "%s to %s: %.2f", what, eyes_names[eyes], there);
	}
}

static void
check_ink(const struct palette *p, const struct ink *ink)
{
	struct light fill = light_of(ink->fill), line = light_of(ink->line);
	struct light upon = light_of(ink->upon);

	for (unsigned tone = 0; tone < TONES; tone++) {
		const char *ground = p->tone[tone];

		check_either(
		    "a piece", ink->name, fill, line, light_of(ground));
		check_either("a piece of the last move", ink->name, fill, line,
		    mixed(p->last, ground, p->last_opacity));
		check_either("a dead piece", ink->name,
		    mixed(ink->fill, ground, GHOST_FILL),
		    mixed(ink->line, ground, GHOST_LINE), light_of(ground));
	}
	check_either(
	    "a piece on a plate", ink->name, fill, line, light_of(p->plate));
	check_either(
	    "a king in check", ink->name, fill, line, light_of(p->check));
	/* The cross of a player who is out, and lines on pieces. */
	check_either("lines upon a piece", ink->name, upon, upon, fill);
}

TEST(pieces_differ_from_what_is_around_them)
{
	for (unsigned theme = 0; theme < THEMES; theme++) {
		const struct palette *p = &themes[theme].palette;

		for (const struct ink *ink = p->inks; ink->name; ink++)
			check_ink(p, ink);
	}
}

/* A glance tells Gray's pieces from White's and Black's by their lightness
 * alone, also to people who see no colours, by its luminance. Nothing
 * lies over the fill that would bring it nearer to either. */
TEST(gray_is_halfway_between_white_and_black)
{
	for (unsigned theme = 0; theme < THEMES; theme++) {
		const struct ink *ink[PLAYERS];

		for (unsigned p = 0; p < PLAYERS; p++)
			ink[p] = theme_ink(
			    (enum theme)theme, &variant_dreierschach, p);
		assert_string_equal(ink[1]->name, "Gray");
		assert_null(ink[1]->stripe);
		for (unsigned p = 0; p < PLAYERS; p += 2) {
			struct light other = light_of(ink[p]->fill);

			check_either("the fill", ink[p]->name, other, other,
			    light_of(ink[1]->fill));
		}
	}
}

TEST(texts_can_be_read)
{
	for (unsigned theme = 0; theme < THEMES; theme++) {
		const struct palette *p = &themes[theme].palette;

		if (p->ground != NULL) {
			check_text("a label", p->label, light_of(p->ground));
		} else {
			check_text("a label", p->label, light_of("#ffffff"));
			check_text("a label", p->label, light_of("#000000"));
		}
		for (unsigned tone = 0; tone < TONES; tone++)
			check_text("a name", p->name, light_of(p->tone[tone]));
		check_text("a number", p->name, light_of(p->plate));
	}
}

/* Cells side by side differ, as do the inks of one game, to all eyes. */
TEST(inks_differ_from_each_other)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (unsigned theme = 0; theme < THEMES; theme++)
			for (unsigned p = 0; p < PLAYERS; p++) {
				const struct ink *a =
				    theme_ink((enum theme)theme, *v, p);
				const struct ink *b = theme_ink(
				    (enum theme)theme, *v, (p + 1) % PLAYERS);
				double there = contrast(light_of(a->fill),
				    light_of(b->fill), EYES_USUAL);

				if (there < 2)
					fail_msg("%s and %s: %.2f", a->name,
					    b->name, there);
			}
}

TEST(themes_are_found_by_name)
{
	enum theme theme;

	for (unsigned t = 0; t < THEMES; t++) {
		assert_true(theme_find(themes[t].name, &theme));
		assert_int_equal(theme, t);
	}
	assert_false(theme_find("blue", &theme));
}
