"""Writes what rust-analyzer knows of the uses of names in a tree, one JSON object
a line: a header, then facts. Run as

    python3 rust.py DIR INDEX.scip OUTPUT

The index says which symbol a name stands for, and by the symbol's form what it
is; how a name is used is read off the text around it. Names in use declarations
are no uses, and modules, locals and parameters are left out.
"""

import collections
import json
import os
import re
import sys

from scip import documents

USE = re.compile(rb"^[ \t]*(?:pub(?:\([^)]*\))?\s+)?use\s[^;]*;", re.MULTILINE)
NAME = re.compile(rb"(?:r#)?[A-Za-z_\x80-\xff][A-Za-z0-9_\x80-\xff]*")
CALLED = re.compile(rb"\s*(?:::\s*<[^;{}]*?>\s*)?\(")


class Text:
    """A file: its lines, and where they are part of a use declaration."""

    def __init__(self, data):
        self.data = data
        self.starts = [0] + [m.end() for m in re.finditer(rb"\n", data)]
        self.uses = [m.span() for m in USE.finditer(data)]

    def at(self, line, character):
        return self.starts[line] + character if line < len(self.starts) else len(self.data)

    def imports(self, at):
        return any(start <= at < end for start, end in self.uses)

    def name(self, at):
        found = NAME.match(self.data, at)
        return found.group().decode("utf-8", "replace") if found else ""


def kind(symbol, text, end):
    """Returns the row that a use counts in; see factKinds. None for what is no edge."""
    called = CALLED.match(text.data, end) is not None
    if symbol.endswith("()."):
        if not called:
            return "value"
        # A method is one of a trait where no impl is named.
        owner = symbol[: symbol.rindex("().")].rpartition("#")[0]
        return "dynamic call" if owner and "impl#" not in symbol else "call"
    if symbol.endswith("!"):
        return "call"
    if symbol.endswith("#"):
        return "instantiate" if called else "type"
    if symbol.endswith("."):
        return "field" if "#" in symbol else "value"
    return None


def main(root, index, output):
    with open(index, "rb") as f:
        docs = [(path, occurrences) for path, occurrences in documents(f.read()) if path.endswith(".rs")]
    texts, places = {}, collections.defaultdict(set)
    for path, occurrences in docs:
        with open(os.path.join(root, path), "rb") as f:
            texts[path] = Text(f.read())
        for line, _, symbol, definition in occurrences:
            if definition and not symbol.startswith("local "):
                places[symbol].add((path, line + 1))
    with open(output, "w", encoding="utf-8") as out:
        json.dump({"language": "rust", "by": "rust-analyzer"}, out)
        for path, occurrences in docs:
            for fact in facts(path, texts[path], occurrences, places):
                out.write("\n" + json.dumps(fact))
        out.write("\n")


def facts(path, text, occurrences, places):
    for line, character, symbol, definition in occurrences:
        at = text.at(line, character)
        name = text.name(at)
        if definition or symbol.startswith("local ") or not name or name in ("self", "Self", "super", "crate") or text.imports(at):
            continue
        row = kind(symbol, text, at + len(name.encode()))
        if row is None:
            continue
        fact = {"file": path, "line": line + 1, "column": character + 1, "name": name, "kind": row}
        if symbol in places:
            fact["targets"] = [{"file": p, "line": n, "name": name} for p, n in sorted(places[symbol])]
        else:
            fact["outside"] = symbol.split(" ")[2] if symbol.count(" ") > 2 else symbol
        yield fact


main(*sys.argv[1:])
