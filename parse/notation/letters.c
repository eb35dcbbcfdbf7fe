/* Ternion: sets of piece letters. */
#include "parse/notation/letters.h"

static const char *const en[] = { "K", "Q", "R", "B", "N", "O", "P", "C", "S",
	"G", "D" };
static const char *const de[] = { "K", "D", "T", "L", "S", "P", "P" };
static const char *const triumvirate[] = { "L", "M", "T", "D", "N", "P" };
/* White's symbols stand for all pieces, as in print; the pope has none. */
static const char *const figurine[] = { "\xe2\x99\x94", "\xe2\x99\x95",
	"\xe2\x99\x96", "\xe2\x99\x97", "\xe2\x99\x98", "O", "\xe2\x99\x99" };

/* The last byte of U+2654..U+265F, king to pawn, white and black. */
static const char figurine_order[] = "KQRBNP";

const struct letter_set letter_sets[] = {
	{ "en", "English: K Q R B N O P, in 3-Player Chess I K C S G D R P",
	    LETTERS_ANY, en },
	{ "de", "German: K D T L S and P for the pope (Papst)", "KQRBNOP", de },
	{ "triumvirate", "Triumvirate: L M T D N P", "KQRBNP", triumvirate },
	{ "figurine", "the chess symbols of Unicode", "KQRBNOP", figurine },
	{ NULL, NULL, NULL, NULL },
};

const struct letter_set *
letter_set_find(struct slice id)
{
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		if (slice_is(id, s->id))
			return s;
	return NULL;
}

const char *
letter_set_text(const struct letter_set *set, char english)
{
	const char *at = strchr(set->from, english);

	return at != NULL ? set->to[at - set->from] : "";
}

bool
letter_set_serves(const struct letter_set *set, const char *pieces)
{
	for (; *pieces != '\0'; pieces++)
		if (*pieces != ' ' && strchr(set->from, *pieces) == NULL)
			return false;
	return true;
}

void
alphabet_init(
    struct alphabet *alphabet, const struct letter_set *set, const char *pieces)
{
	size_t used = 0;

	memset(alphabet, 0, sizeof(*alphabet));
	alphabet->set = set;
	for (const char *p = pieces; *p != '\0'; p++)
		if (*p != ' ' && used + 1 < sizeof(alphabet->pieces))
			alphabet->pieces[used++] = *p;
	for (size_t i = 0; set->from[i] != '\0'; i++) {
		unsigned char english = (unsigned char)set->from[i];
		unsigned char text = (unsigned char)set->to[i][0];

		if (strchr(alphabet->pieces, english) == NULL)
			continue;
		alphabet->write[english % LETTER_CODES] = set->to[i];
		/* Of two with one text (German P) the first one counts. */
		if (text < 128 && alphabet->read[text] == 0)
			alphabet->read[text] = (char)english;
	}
	/* P is read as the pawn where no other piece has it. */
	if (strchr(alphabet->pieces, 'P') != NULL && alphabet->read['P'] == 0)
		alphabet->read['P'] = 'P';
}

char
alphabet_read(const struct alphabet *alphabet, struct slice text)
{
	if (text.len == 1)
		return (unsigned char)text.ptr[0] < 128
		    ? alphabet->read[(unsigned char)text.ptr[0]]
		    : '\0';
	if (text.len != 3 || memcmp(text.ptr, "\xe2\x99", 2) != 0)
		return '\0';
	unsigned char c = (unsigned char)text.ptr[2];
	if (c < 0x94 || c > 0x9f)
		return '\0';
	char english = figurine_order[(c - 0x94) % 6];
	return strchr(alphabet->pieces, english) != NULL ? english : '\0';
}
