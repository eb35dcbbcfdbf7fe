/*
 * Links with the library and has functions of its own whose names are those of
 * some inside the library, as jansson has them; none may take another's place.
 */
#include <stdio.h>
#include <string.h>

#include <ternion.h>

/* Jansson's functions, or stubs in their place. */
void *json_string(const char *text);
void *json_null(void);
void *json_integer(long long number);
void *arena_alloc(size_t size);

static int wrong;

void *
json_string(const char *text)
{
	(void)text;
	wrong++;
	return NULL;
}

void *
json_null(void)
{
	wrong++;
	return NULL;
}

void *
json_integer(long long number)
{
	(void)number;
	wrong++;
	return NULL;
}

void *
arena_alloc(size_t size)
{
	(void)size;
	wrong++;
	return NULL;
}

int
main(void)
{
	struct ternion_game *game;
	struct ternion_position *position;
	char *text;

	if (ternion_game_open("siege", NULL, &game) != TERNION_OK ||
	    ternion_position_start(game, &position) != TERNION_OK ||
	    ternion_position_write(position, "json", NULL, &text, NULL) !=
		TERNION_OK)
		return 1;
	printf("%.12s\n", text);
	ternion_free(text);
	ternion_position_free(position);
	ternion_game_free(game);
	return wrong != 0;
}
