/* Ternion: Siege Chess: what its options mean. */
#include "rules/siege/siege_int.h"

enum {
	LAST_MAX = 31 /* captures that a position can remember */
};

enum siege_method
siege_method_of(const struct settings *settings)
{
	return (enum siege_method)settings->value[OPTION_SIEGE][0];
}

static const uint16_t usual_threshold[] = {
	[SIEGE_NONE] = 0,
	[SIEGE_CAPTURES] = 3,
	[SIEGE_POINTS] = 4,
	[SIEGE_MOVED] = 18,
};

unsigned
siege_usual_threshold(enum siege_method method)
{
	return usual_threshold[method];
}

/* A threshold that is the method's own counts as not stated; and a position
 * remembers no more captures than LAST_MAX. */
void
siege_settle_threshold(struct settings *settings)
{
	enum siege_method method = siege_method_of(settings);
	uint16_t *value = settings->value[OPTION_THRESHOLD];
	bool usual = true;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (value[p] == NUMBER_USUAL)
			continue;
		if (method == SIEGE_CAPTURES && value[p] > LAST_MAX)
			value[p] = LAST_MAX;
		if (method == SIEGE_CAPTURES && value[p] == 0)
			value[p] = 1;
		usual &= value[p] == usual_threshold[method];
	}
	for (unsigned p = 0; p < PLAYERS && usual; p++)
		value[p] = NUMBER_USUAL;
}

bool
siege_has_pope(const struct rules *rules)
{
	return rules->settings.value[OPTION_POPE][0] == 0;
}

bool
siege_plays(const struct rules *rules, unsigned call)
{
	return siege_method_of(&rules->settings) != SIEGE_NONE &&
	    (rules->settings.value[OPTION_CALLS][0] & call) != 0;
}

unsigned
siege_threshold(const struct rules *rules, unsigned player)
{
	unsigned value = rules->settings.value[OPTION_THRESHOLD][player];

	return value != NUMBER_USUAL
	    ? value
	    : usual_threshold[siege_method_of(&rules->settings)];
}

/* As many as any player's threshold asks for. */
unsigned
siege_remembered(const struct rules *rules)
{
	unsigned most = 0;

	if (siege_method_of(&rules->settings) != SIEGE_CAPTURES)
		return 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (siege_threshold(rules, p) > most)
			most = siege_threshold(rules, p);
	return most;
}
