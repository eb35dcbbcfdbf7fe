"""Records, and the faults that tests/bench/repair.py seeds into them.

A fault changes a record, with the dice it is given, and returns whether it
could.
"""
import re

NUMBER = re.compile(r"^\d+\.+$")
MARKS = re.compile(r"(\([CMWRB]+\)|[+#!?=]+)$")
RESULT = re.compile(r"^(\*|[\d/]+-[\d/]+(-[\d/]+)?)$")
CASTLING = ["0-0", "0-0-0", "0-Q"]
KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
HANDWRITING = ["b6", "hn", "1l7", "ao", "49", "ec"]
DIGITS = [("0", "O"), ("1", "l"), ("5", "S"), ("2", "Z"), ("8", "B")]
# King, queen, rook, bishop, knight and, in Siege Chess, pope.
LETTERS = {"de": "KDTLSP", "fr": "RDTFCP", "es": "RDTACP", "nl": "KDTLPO",
           "pl": "KHWGSP", "hu": "KVBFHP", "cs": "KDVSJP"}
FOREIGN = ["D*h4", "W2e-4g", "B1/R1.2-B3/R0.0", "Nf", "e9x", "???", "Zz9",
           "illegible", "Kh", "R:c6", "G2dx4f", "+Rxb2", "0-Q", "e2-e4"]


class Record:
    """A record as tags and words: moves and their numbers."""

    def __init__(self, tags, words, result="*"):
        self.tags, self.words, self.result = tags, words, result
        self.written = {}    # the moves in other notations
        self.other = None    # another record of the same game
        self.lines = None    # the words line by line, if they do not flow
        self.lost = None     # the first ply that is lost, from 1, ...
        self.lost_plies = 0  # ... and how many are
        self.second = None   # the ply at which a second game begins

    def copy(self):
        made = Record(self.tags, list(self.words), self.result)
        made.written, made.other = self.written, self.other
        return made

    def plies(self):
        """The places of the moves in the words."""
        return [i for i, w in enumerate(self.words) if not NUMBER.match(w)]

    def rounds(self):
        """The places of numbers that three moves follow."""
        plies = set(self.plies())
        return [i for i in range(len(self.words) - 3) if i not in plies
                and plies.issuperset({i + 1, i + 2, i + 3})]

    def tokens(self):
        return [self.words[i] for i in self.plies()]

    def flow(self):
        """The words in lines."""
        lines = [[]]
        for word in self.words:
            if len(" ".join(lines[-1] + [word])) > 78:
                lines.append([])
            lines[-1].append(word)
        return lines

    def text(self):
        lines = [" ".join(line) for line in self.lines or self.flow()]
        return "\n".join([self.tags, ""] + lines + [self.result, ""])


def plain(token):
    """A move without its marks."""
    return MARKS.sub("", token.lstrip("."))


def read(text):
    """The records of a text without their comments; the number 1 begins
    another one."""
    records = []
    for part in re.split(r"\n\n(?=\[)", text.strip()):
        tags, _, moves = part.partition("\n\n")
        moves = re.sub(r"\{[^}]*\}", " ", moves)
        words = re.sub(r"(?<!\S)(\d+\.+)(?=[^\s.])", r"\1 ", moves).split()
        start = 0
        for i, word in enumerate(words):
            if RESULT.match(word) and words[i + 1:i + 2] in ([], ["1."]):
                records.append(Record(tags, words[start:i], word))
                start = i + 1
    return records


# --- one token ----------------------------------------------------------------

def put(token, at, text, drop=1):
    return token[:at] + text + token[at + drop:]


def sign(wanted, make):
    """Edits a token: another character for one of those wanted."""
    def edit(token, dice):
        places = [i for i, c in enumerate(token) if wanted(c)]
        at = dice.choice(places or [len(token)])
        return put(token, at, make(token[at], dice)) if places else token
    return edit


def beside(letter, dice):
    """A letter next to it in the alphabet or on the keyboard."""
    near = {chr(ord(letter) - 1), chr(ord(letter) + 1)}
    for row in KEYS:
        at = row.find(letter)
        near |= set(row[max(at - 1, 0):at + 2] if at >= 0 else "")
    return dice.choice(sorted(c for c in near - {letter} if "a" <= c <= "z"))


def in_cell(c):
    return c.islower() and c != "x"


def anywhere(make):
    """Edits a token at any place of its move."""
    def edit(token, dice):
        at = dice.randrange(max(len(plain(token)), 1))
        return token[:at] + make(token[at:])
    return edit


def cut(token, dice):
    at = dice.randrange(1, max(len(plain(token)), 2))
    return plain(token)[:at] if dice.random() < 0.5 else token[at:]


def castling(token, dice):
    """To another side, or like a result."""
    bare = plain(token)
    made = CASTLING + [put(bare, dice.choice([0, 2]), "2")]
    return dice.choice(made) + token[len(bare):] if bare in CASTLING else token


letter_beside = sign(in_cell, beside)
digit_beside = sign(str.isdigit, lambda c, dice: str(
    max(0, min(9, int(c) + dice.choice([-1, 1])))))
piece = sign("KQRBNSPGD".__contains__, lambda _, dice: dice.choice("KQRBN"))
handwriting = sign("".join(HANDWRITING).__contains__, lambda c, dice:
                   dice.choice([d for alike in HANDWRITING if c in alike
                                for d in alike if d != c]))
dropped = anywhere(lambda rest: rest[1:])
doubled = anywhere(lambda rest: rest[:1] + rest)
turned = anywhere(lambda rest: rest[1::-1] + rest[2:])
EDITS = {
    "letter beside": letter_beside,
    "letter": sign(in_cell, lambda _, dice: dice.choice("abcdefghijkl")),
    "digit beside": digit_beside,
    "digit": sign(str.isdigit, lambda _, dice: dice.choice("0123456789")),
    "piece": piece,
    "case": sign(str.isalpha, lambda c, _: c.swapcase()),
    "handwriting": handwriting,
    "dropped": dropped, "doubled": doubled, "turned": turned,
    "no promotion": lambda token, _: re.sub(
        r"(=?[QRBN]|\([qrbn]\))([+#]*)$", r"\2", token),
    "castling": castling, "cut": cut,
    "foreign token": lambda _, dice: dice.choice(FOREIGN),
}
PLAIN_SLIPS = [letter_beside, letter_beside, digit_beside, digit_beside,
               piece, dropped, dropped, doubled, turned, handwriting]


def slip(record, dice, edit, plies=None):
    """Lets `edit` make another token of one of the plies."""
    plies = plies or record.plies()
    for at in dice.sample(plies, len(plies)):
        made = edit(record.words[at], dice)
        if plain(made) not in ("", plain(record.words[at])) \
                and not NUMBER.match(made):
            record.words[at] = made
            return True
    return False


def plain_slip(record, dice, plies=None):
    return slip(record, dice, dice.choice(PLAIN_SLIPS), plies)


def three_slips(record, dice):
    """In different thirds of the game."""
    plies = record.plies()
    third = len(plies) // 3
    return third >= 10 and all(
        plain_slip(record, dice, plies[k * third:(k + 1) * third - 6])
        for k in range(3))


def blank(record, dice):
    """Left out after a token, or put into it."""
    at = dice.choice(record.plies()[:-1])
    token = record.words[at]
    if dice.random() < 0.5:
        record.words[at:at + 2] = [token + record.words[at + 1]]
    elif len(token) > 2:
        split = dice.randrange(1, len(token) - 1)
        record.words[at:at + 1] = [token[:split], token[split:]]
    return len(record.words) > at and record.words[at] != token


# --- plies --------------------------------------------------------------------

def lost(plies):
    """One or two anywhere; more from a number on, which is lost, too."""
    def fault(record, dice):
        places, more = record.plies(), plies > 2
        first = [n for n in range(2, len(places) - plies - 1) if not more or
                 NUMBER.match(record.words[places[n] - 1])]
        if first:
            record.lost = dice.choice(first) + 1
            record.lost_plies = plies
            end = places[record.lost + plies - 2] + 1
            del record.words[places[record.lost - 1] - more:end]
        return bool(first)
    return fault


def twice(places, words):
    def fault(record, dice):
        at = dice.choice(places(record) or [0])
        record.words[at:at] = record.words[at:at + words]
        return bool(places(record))
    return fault


def exchanged(pairs):
    def fault(record, dice):
        words = record.words
        a, b = dice.choice(pairs(record) or [(0, 0)])
        words[a], words[b] = words[b], words[a]
        return plain(words[a]) != plain(words[b])
    return fault


def of_one_player(record):
    """In rounds that follow one another."""
    rounds = record.rounds()
    return [(at + i, at + i + 4) for at in rounds if at + 4 in rounds
            for i in (1, 2, 3)]


def lines_changed(edit):
    """Another list of lines for two of them."""
    def fault(record, dice):
        lines = record.flow()
        at = dice.randrange(max(len(lines) - 2, 1))
        record.lines = lines[:at] + edit(lines[at:at + 2]) + lines[at + 2:]
        record.words = sum(record.lines, [])
        return len(lines) > 3
    return fault


# --- structure ----------------------------------------------------------------

def rewrite(record, edit, first=0):
    """Makes another token of each ply from one on."""
    before = list(record.words)
    for n, i in enumerate(record.plies()):
        if n >= first:
            record.words[i] = edit(record.words[i], n)
    return len(record.plies()) >= 30 and record.words != before


def middle(record, dice):
    """A ply that is neither near the start nor near the end."""
    plies = len(record.plies())
    return dice.randrange(plies // 4, 3 * plies // 4)


def notation_changes(record, dice):
    written = record.written[dice.choice(sorted(record.written))]
    return rewrite(record, lambda _, n: written[n], middle(record, dice))


def digits_confused(record, dice):
    """Mostly all of them; castling is written with either anyway."""
    pairs = dice.sample(DIGITS, dice.choice([5, 5, 5, 3, 2, 1]))
    table = str.maketrans(dict(pairs))
    return rewrite(record, lambda token, _: token if plain(token) in CASTLING
                   else token.translate(table))


def foreign_letters(record, dice, first=0):
    """Where pieces have the letters of chess."""
    if 'n "algebraic"' not in record.tags or '"bnem"' in record.tags:
        return False
    table = str.maketrans("KQRBNO", LETTERS[dice.choice(sorted(LETTERS))])

    def edit(token, _):
        move, opened, calls = token.partition("(")
        return move.translate(table) + opened + calls
    return rewrite(record, edit, first)


def columns_rotated(record, dice):
    """From a round on, if that leaves 20 plies."""
    rounds = record.rounds()
    if len(rounds) < 9:
        return False
    first, by = dice.choice(rounds[1:-7]), dice.choice([1, 2])
    for i in rounds:
        if i >= first:
            row = record.words[i + 1:i + 4]
            record.words[i + 1:i + 4] = row[by:] + row[:by]
    return True


def second_game(record, dice):
    """After the first, which may have been left unfinished."""
    plies = record.plies()
    length = len(plies) if dice.random() < 0.5 else middle(record, dice)
    if record.other is None or length < 10:
        return False
    record.second = length + 1
    record.tags = re.sub(r"\[Result .*\n?", "", record.tags).strip()
    record.words = record.words[:plies[length - 1] + 1] + record.other.words
    record.result = record.other.result
    return True


def edited(edit):
    return lambda record, dice: slip(record, dice, edit)


GROUPS = {
    "one token": {
        **{name: edited(edit) for name, edit in EDITS.items()},
        "plain slip": plain_slip,
        "another's token": lambda record, dice: slip(
            record, dice, lambda _, dice: dice.choice(record.tokens())),
        "blank": blank},
    "several tokens": {"three slips": three_slips},
    "plies": {
        "ply lost": lost(1), "two plies lost": lost(2),
        "round lost": lost(3), "page lost": lost(10),
        "ply twice": twice(Record.plies, 1),
        "round twice": twice(Record.rounds, 4),
        "line twice": lines_changed(lambda two: two[:1] + two),
        "neighbours exchanged": exchanged(
            lambda record: list(zip(record.plies(), record.plies()[1:]))),
        "a player's exchanged": exchanged(of_one_player),
        "lines exchanged": lines_changed(lambda two: two[::-1])},
    "structure": {
        "notation changes": notation_changes,
        "digits confused": digits_confused,
        "foreign letters": foreign_letters,
        "letters change": lambda record, dice: foreign_letters(
            record, dice, middle(record, dice)),
        "columns rotated": columns_rotated, "second game": second_game},
}


# --- score sheets -------------------------------------------------------------

def sheet_of(record, dice, rate=5, notation=None):
    """A sheet with `rate` percent of faulty plies, and one lost ply."""
    made = record.copy()
    made.words = record.tokens()
    if notation:
        made.words = list(record.written[notation])
        made.tags = re.sub(r'\[Notation ".*"', f'[Notation "{notation}"',
                           record.tags)
    for i in range(len(made.words)):
        if dice.random() < rate / 100:
            plain_slip(made, dice, [i])
    del made.words[dice.randrange(len(made.words))]
    return made


def sheets(count, rate):
    return lambda record, dice: [sheet_of(record, dice, rate)
                                 for _ in range(count)]


def ending_early(record, dice):
    """All sheets but the first."""
    made = sheets(3, 5)(record, dice)
    for sheet in made[1:]:
        length = len(sheet.words)
        del sheet.words[dice.randrange(length // 2, length):]
        sheet.result = "*"
    return made


def own_way(record, dice):
    """One of three is written in a way of its own."""
    made = sheets(3, 3)(record, dice)
    for way in dice.sample([columns_rotated, digits_confused,
                            foreign_letters], 3):
        own = record.copy()
        if way(own, dice):
            made[dice.randrange(3)] = own
            break
    return made


SHEETS = {
    "3 sheets, 5 % faulty": sheets(3, 5),
    "3 sheets, 10 % faulty": sheets(3, 10),
    "2 sheets, 5 % faulty": sheets(2, 5),
    "2 sheets, 10 % faulty": sheets(2, 10),
    "3 sheets, one of another game": lambda record, dice:
        sheets(2, 5)(record, dice) + [record.other],
    "2 sheets of two games": lambda record, _: [record, record.other],
    "3 sheets, two end early": ending_early,
    "3 sheets, one in its own way": own_way,
    "3 sheets in three notations": lambda record, dice: [
        sheet_of(record, dice, 5, notation)
        for notation in [None] + sorted(record.written)[:2]],
}
