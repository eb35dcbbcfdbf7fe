#!/usr/bin/env python3
"""Writes the bindings of ternion.h: bindings.py [--check]

For Python the file python/ternion/_bindings.py, with a typed function for each
function, and each structure as a tuple; cmd/desk/page.py takes those for the
page from page(). The comments of the header become docstrings and say what a C
type cannot:

  NULL, 0 for a letter, "" for a cell, TERNION_NOBODY    the value can be None
  as bits                                                a list of players
  enum ternion_X                                         its constants as words
  TERNION_END in the comment, or a parameter `index`     None after the last

With --check nothing is written; the last line is "N passed, N failed".
"""
import json
import re
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUTPUT = HERE / "python/ternion/_bindings.py"
# Names that Python has taken, or that read better there.
NAMES = {"from": "source", "to": "target", "to_move": "turn",
         "ply_info.move": "text"}
FREE = {"game": "game_free", "reader": "close", "record": "record_free",
        "position": "position_free", "move": "move_free"}
# These give a record that belongs to its reader.
BORROWS = {"next"}
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)


def words(comment):
    """A comment as one paragraph."""
    return " ".join(re.sub(r"(?m)^[ \t]*\*", "", comment).split())


class Member:
    """A member of a structure."""

    def __init__(self, declared, doc):
        self.type, self.name, self.array = re.match(
            r"(.*?)(\w+)(\[\w+\])?$", declared.strip()).groups()
        self.type, self.doc = self.type.strip(), doc

    def is_said(self, said):
        return said in self.doc.replace("ended by NULL", "")

    @property
    def kind(self):
        """What it is, for the page: a letter of engine.js."""
        if self.type == "const char *":
            return "3" if self.array else "s"
        if self.type == "char":
            return "t" if self.array else "c"
        return {"const char *const *": "l", "bool": "b"}.get(self.type, "")


class Function:
    """A function, its parameters as members."""

    def __init__(self, returns, name, parameters, doc):
        self.returns, self.name, self.doc = returns.strip(), name, doc
        self.parameters = [] if parameters.strip() == "void" else [
            Member(" ".join(p.split()), doc) for p in parameters.split(",")]


class Header:
    """The declarations of ternion.h."""

    def __init__(self, text):
        self.api_version = re.search(
            r"#define TERNION_API_VERSION (\d+)", text)[1]
        self.enums = {name: (doc and words(doc), re.findall(
            r"TERNION_(\w+)(?: = (\d+))?", COMMENT.sub("", body)))
            for doc, name, body in re.findall(
                r"(?:/\*((?:(?!\*/).)*)\*/\n)?enum (?:ternion_)?(\w*) ?"
                r"\{(.*?)\n\}", text, re.S)}
        self.structs = {name: (words(doc or ""), self._members(body))
                        for doc, name, body in re.findall(
            r"(?:/\*((?:(?!\*/).)*)\*/\n)?struct ternion_(\w+) \{\n"
            r"\tsize_t size;\n(.*?)\n\};", text, re.S)}
        self.functions, doc = [], ""
        for block in re.split(r"\n\n+", text):
            found = re.match(r"/\*(.*?)\*/\n", block, re.S)
            doc = words(found[1]) if found else ""
            for returns, name, parameters in re.findall(
                    r"^((?:const |enum |struct )?\w+ \*?)ternion_(\w+)"
                    r"\(([^;{]*)\);", block, re.M):
                self.functions.append(
                    Function(returns, name, parameters, doc))

    @staticmethod
    def _members(body):
        """The comment of a member stands after it, or before a group."""
        found, group = [], ""
        for line in re.findall(r"\s*(?:/\*.*?\*/|[^;]*;(?:[ \t]*/\*.*?\*/)?)",
                               body, re.S):
            declared, doc = COMMENT.sub("", line).strip(), COMMENT.search(line)
            if not declared:
                group = words(doc[1])
                continue
            first, *others = declared.rstrip(";").split(",")
            said = words(doc[1]) if doc else group
            group = group if not doc else ""
            found.append(Member(first, said))
            found += [Member(re.match(r".*?(?=\w+(\[\w+\])?$)",
                                      first)[0] + one.strip(), said)
                      for one in others]
        return found


def camel(name):
    return "".join(word.title() for word in name.split("_"))


def is_input(struct):
    return struct.endswith("_options")


def docstring(text, indent):
    lines = textwrap.wrap(text, 72 - len(indent)) or [""]
    return indent + '"""' + f"\n{indent}".join(lines) + '"""'


def wrapped(code):
    """Code in lines that are not too long; parentheses allow that."""
    feeds, spaces, line = re.match(r"(\n*)( *)(.*)", code).groups()
    glued = line.replace(" -> ", "\xa0->\xa0")
    return feeds + textwrap.fill(
        glued, 79, initial_indent=spaces, subsequent_indent=spaces + " " * 8,
        break_long_words=False, break_on_hyphens=False).replace("\xa0", " ")


# --- for Python ----------------------------------------------------------------

C_TYPES = {"s": "c_char_p", "3": "c_char_p * 3", "l": "POINTER(c_char_p)",
           "b": "c_bool", "c": "c_char", "t": "c_char * 16"}


def c_type(member):
    return C_TYPES.get(member.kind) or (
        "c_void_p" if member.type.endswith("*") else
        {"size_t": "c_size_t", "int": "c_int"}.get(member.type, "c_uint"))


def python_name(struct, member):
    return NAMES.get(f"{struct}.{member.name}",
                     NAMES.get(member.name, member.name))


def python_doc(member):
    """The comment of a member in the words of Python."""
    doc = member.doc.replace(", as bits", "").replace("TERNION_NOBODY", "None")
    doc = re.sub(r"enum ternion_(\w+)", r"see \1", doc)
    doc = re.sub(r"(, )?ended by NULL", "", doc).replace("NULL", "None")
    if member.kind == "c":
        doc = re.sub(r"\b0\b", "None", doc)
    if member.kind == "t":
        doc = doc.replace('""', "None")
    doc = doc.strip(" ;.").replace("`", "")
    return doc[:1].upper() + doc[1:] + "."


def converted(struct, member, enums):
    """The Python type of a member, and the expression that converts it."""
    at = f"self.{python_name(struct, member)}"
    enum = re.search(r"enum ternion_(\w+)", member.doc)
    can_be_none = member.is_said("NULL")
    if member.kind == "s":
        return ("Optional[str]", f"text_of({at})") if can_be_none else (
            "str", f"str_of({at})")
    if member.kind == "3":
        return "list[str]", f"[str_of(name) for name in {at}]"
    if member.kind == "l":
        return ("Optional[list[str]]", f"texts_of({at}) if {at} else None"
                ) if can_be_none else ("list[str]", f"texts_of({at})")
    if member.kind in ("c", "t"):
        empty = '""' if member.kind == "t" else "0"
        value = f"str_of({at}).strip(\"\\0\")"
        return ("Optional[str]", value + " or None") if member.is_said(
            empty) else ("str", value)
    if member.kind == "b":
        return "bool", at
    if "as bits" in member.doc:
        return "list[int]", f"players_of({at})"
    if "TERNION_NOBODY" in member.doc:
        return "Optional[int]", f"player_of({at})"
    if enum:
        return "str", f"{camel(enum[1])}({at}).name.lower()"
    return "int", at


def python_enums(header):
    for name, (doc, values) in header.enums.items():
        base, lines, number = camel(name), [], -1
        for constant, stated in values:
            number = int(stated or number + 1)
            constant = re.sub(f"^{name.upper()}_", "", constant)
            lines.append(f"{constant} = {number}")
        if not name:
            yield "\n".join(lines) + "\n"
            continue
        yield f"\n\nclass {base}(IntEnum):"
        yield docstring(doc or f"See enum ternion_{name}.", "    ")
        yield "\n".join("    " + line for line in lines)


def python_structs(header):
    for struct, (doc, members) in header.structs.items():
        name = camel(struct)
        fields = "".join(
            f'\n        ("{python_name(struct, m)}", {c_type(m)}),'
            for m in members)
        if is_input(struct):
            yield f"\n\nclass {name}(Structure):"
            yield docstring(doc or "What a caller can set.", "    ")
            yield f'    _fields_ = [\n        ("size", c_size_t),{fields}]'
            continue
        yield f"\n\nclass {name}(NamedTuple):"
        about = [docstring(doc, "    ")[:-3]] + [
            textwrap.fill(f"{python_name(struct, m)}: {python_doc(m)}", 72,
                          initial_indent="    ", subsequent_indent="        ")
            for m in members if not struct.endswith("_info")]
        yield "\n\n".join([about[0], "\n".join(about[1:])] if about[1:]
                          else about) + (
            '\n    """' if about[1:] else '"""')
        for m in members:
            kind = converted(struct, m, header.enums)[0]
            yield f"    {python_name(struct, m)}: {kind}"
        yield f"\n\nclass C{name}(Structure):"
        yield f'    """{name} as it is in C."""'
        yield f'    _fields_ = [\n        ("size", c_size_t),{fields}]'
        yield f"\n    def give(self) -> {name}:"
        yield f"        return {name}(\n            " + ",\n            ".join(
            converted(struct, m, header.enums)[1] for m in members) + ")"
        if not struct.endswith("_info"):
            continue
        yield f"\n\nclass {name[:-4]}Facts:"
        yield f'    """What the members of {name} say of an object."""'
        yield f"\n    def _facts(self) -> {name}:"
        yield "        raise NotImplementedError"
        for m in members:
            yield "\n    @property"
            yield (f"    def {python_name(struct, m)}(self) -> "
                   f"{converted(struct, m, header.enums)[0]}:")
            yield docstring(python_doc(m), "        ")
            yield f"        return self._facts().{python_name(struct, m)}"


class Wrapper:
    """A Python function that calls one of the library."""

    def __init__(self, function, header):
        self.function, self.header = function, header
        self.declared, self.passed, self.before = [], [], []
        self.returns, self.value, self.argtypes = "None", "", []
        parameters = list(function.parameters)
        while parameters:
            self._take(parameters.pop(0), parameters)
        doc = function.doc
        self.can_end = self.value and (
            "TERNION_END" in doc or "index: int" in self.declared)

    def _declare(self, name, kind, passed):
        self.declared.append(f"{name}: {kind}")
        self.passed.append(passed)

    def _output(self, name, kind, of, returns, value):
        self.before.append(f"{name} = {kind}")
        self.passed.append(f"byref({name}{of})")
        self.returns, self.value = returns, value

    def _take(self, p, rest):
        name, struct = p.name, re.search(r"struct ternion_(\w+)", p.type)
        stars = p.type.count("*")
        self.argtypes.append(
            "c_char_p" if p.type == "const char *" and not p.array else
            "c_size_t" if p.type == "size_t" else
            "c_void_p" if stars or p.array else "c_uint")
        if struct and struct[1] in self.header.structs and stars == 1:
            kind = camel(struct[1])
            if is_input(struct[1]):
                self._declare(name, kind, f"byref({name})")
            else:
                self._output(name, f"C{kind}(sizeof(C{kind}))", "", kind,
                             f"{name}.give()")
        elif struct and stars == 2 and "const *" in p.type:
            self.argtypes.append("c_size_t")
            rest.pop(0)
            self._declare(name, "list[Handle]", f"list_of({name})")
            self.passed.append(f"len({name})")
        elif struct and stars == 2:
            free = FREE.get(struct[1])
            first = self.function.parameters[0].name
            made = (f"Handle({name}.value, {first})"
                    if free is None or self.function.name in BORROWS else
                    f"Handle({name}.value, None, lib.ternion_{free})")
            self._output(name, "c_void_p()", "", "Handle", made)
        elif struct:
            self._declare(name, "Handle", name)
        elif p.type == "char **":
            self.argtypes.append("c_void_p")
            rest.pop(0)
            self.before.append("length = c_size_t()")
            self._output(name, "c_void_p()", "", "bytes",
                         f"bytes_taken({name}, length)")
            self.passed.append("byref(length)")
        elif p.type == "const char **":
            self._output(name, "c_char_p()", "", "tuple[str, str]",
                         "(str_of(name.value), str_of(value.value))")
        elif p.type == "size_t *":
            self._output(name, "c_size_t()", "", "int", f"{name}.value")
        elif p.array:
            self.before.append(f"{name} = create_string_buffer(NAME_MAX)")
            self.passed.append(name)
            self.returns, self.value = "str", f"str_of({name}.value)"
        elif rest and rest[0].type == "size_t" and stars == 1:
            self.argtypes.append("c_size_t")
            rest.pop(0)
            self._declare(name, "bytes", name)
            self.passed.append(f"len({name})")
        elif p.type == "const char *const *":
            self._declare(name, "list[str]", f"texts_in({name})")
        elif p.type == "const char *" and name == "path":
            self._declare(name, "Path", f"path_in({name})")
        elif p.type == "const char *":
            if p.is_said("NULL") and name in ("notation", "letters", "value"):
                self._declare(name, "Optional[str]",
                              f"maybe_in({name})")
            else:
                self._declare(name, "str", f"text_in({name})")
        else:
            self._declare(name, "int", f"number_in({name})")

    def _body(self, call):
        function, has_handle = self.function, self.declared and (
            self.declared[0].endswith(": Handle"))
        first = function.parameters[0].name if function.parameters else ""
        yield from (f"    {line}" for line in self.before)
        if has_handle:
            yield f"    with {first}.lock:"
        inner = "        " if has_handle else "    "
        if function.returns == "enum ternion_status":
            if self.can_end:
                yield f"{inner}if not is_there({call}):"
                yield f"{inner}    return None"
            elif ".value, None," in self.value:
                # Frees what a failure gives, too.
                yield f"{inner}status = {call}"
                yield f"{inner}made = {self.value}"
                yield f"{inner}check(status)"
                self.value = "made"
            else:
                yield f"{inner}check({call})"
            if self.value:
                yield f"{inner}return {self.value}"
        elif function.returns.startswith("struct"):
            yield f"{inner}return handle_of({call}, {first})"
        elif function.returns == "const char *":
            yield f"{inner}return text_of({call})"
        else:
            yield f"{inner}return int({call})"

    def lines(self):
        function, name = self.function, self.function.name
        returns = {"const char *": "Optional[str]", "unsigned": "int"}.get(
            function.returns, self.returns)
        result, c_result = returns, "c_int"
        if function.returns.startswith("struct"):
            result, c_result = "Optional[Handle]", "c_void_p"
        elif function.returns != "enum ternion_status":
            c_result = {"const char *": "c_char_p", "void": "None"}.get(
                function.returns, "c_uint")
        elif self.can_end:
            result = f"Optional[{returns}]"
        yield wrapped(f"\n\nlib.ternion_{name}.argtypes = [" +
                      ", ".join(self.argtypes) + "]")
        yield f"lib.ternion_{name}.restype = {c_result}"
        if function.returns == "void":
            return
        yield wrapped(
            f"\n\ndef {name}({', '.join(self.declared)}) -> {result}:")
        yield docstring(function.doc or f"See ternion_{name}.", "    ")
        yield from (wrapped(line) for line in self._body(
            f"lib.ternion_{name}({', '.join(self.passed)})"))


def python(header):
    """The text of _bindings.py."""
    lines = ['"""The functions and structures of ternion.h; bindings.py writes',
             'this file from its declarations and comments."""',
             "from ctypes import (POINTER, Structure, byref, c_bool, c_char, "
             "c_char_p,",
             "                    c_int, c_size_t, c_uint, c_void_p,",
             "                    create_string_buffer, sizeof)",
             "from enum import IntEnum",
             "from typing import NamedTuple, Optional", "",
             "from ._library import (Handle, Path, bytes_taken, check, "
             "handle_of, is_there,",
             "                       lib, list_of, maybe_in, number_in, "
             "path_in, player_of,",
             "                       players_of, str_of, text_in, text_of, "
             "texts_in,", "                       texts_of)", "",
             f"API_VERSION = {header.api_version}",
             *python_enums(header), *python_structs(header), ""]
    for function in header.functions:
        lines += Wrapper(function, header).lines()
    return "\n".join(lines).replace("\n\n\n\n", "\n\n\n") + "\n"


# --- for the page ----------------------------------------------------------------


# Bytes of the kinds of Member, and of all others, which are aligned to four.
WIDTHS = {"3": 12, "b": 1, "c": 1, "t": 16}


def layout(members):
    """The members of a structure in WebAssembly, each with its place, and the
    size of all."""
    at, placed = 4, []
    for member in members:
        align = 1 if member.kind and member.kind in "bct" else 4
        at += -at % align
        placed.append([member.name, member.kind, at])
        at += WIDTHS.get(member.kind, 4)
    return {"size": at + -at % 4, "members": placed}


def page(header):
    """The structures and lists of ternion.h for engine.js."""
    structs = {name: layout(members)
               for name, (_, members) in header.structs.items()}
    lists = {constant.lower(): i for i, (constant, _) in
             enumerate(header.enums["list"][1])}
    return f"const STRUCTURES = {json.dumps(structs)};\n" \
        f"const LISTS = {json.dumps(lists)};\n"


def read_header():
    return Header((HERE / "ternion.h").read_text(encoding="utf-8"))


if __name__ == "__main__":
    made = python(read_header())
    if "--check" not in sys.argv:
        OUTPUT.write_text(made, encoding="utf-8")
        sys.exit()
    same = OUTPUT.read_text(encoding="utf-8") == made
    if not same:
        print(f"FAIL {OUTPUT.relative_to(HERE)}: run formats/library/bindings.py")
    print(f"{int(same)} passed, {int(not same)} failed")
    sys.exit(not same)
