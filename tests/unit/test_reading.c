/* Readers of records: the texts of reading.txt, which explains its form. */
#include "tests/unit/reading.h"

/* FORMAT TEXT or FORMAT replayed TEXT */
static void
check_case(char *line, char *expected)
{
	static const char word[] = "replayed ";
	char *text = line + strcspn(line, " ");
	bool replay;
	size_t len;

	if (*text != '\0')
		*text++ = '\0';
	replay = strncmp(text, word, strlen(word)) == 0;
	text += replay ? strlen(word) : 0;
	len = unescape(text);
	unescape(expected);
	check_text(format_find(slice_of(line)), MAX_RECORD, replay,
	    (struct slice){ text, len }, expected);
}

TEST(texts_are_read)
{
	FILE *file = fopen("tests/unit/reading.txt", "r");
	char lines[2][1024];
	unsigned cases = 0;

	assert_non_null(file);
	while (fgets(lines[0], sizeof(lines[0]), file) != NULL) {
		lines[0][strcspn(lines[0], "\n")] = '\0';
		if (strchr("#=", lines[0][0]) != NULL)
			continue;
		assert_non_null(fgets(lines[1], sizeof(lines[1]), file));
		lines[1][strcspn(lines[1], "\n")] = '\0';
		assert_int_equal(lines[1][0], '=');
		check_case(lines[0], lines[1] + 1);
		cases++;
	}
	fclose(file);
	assert_true(cases > 200);
}
