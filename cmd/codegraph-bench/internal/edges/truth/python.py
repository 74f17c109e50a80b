"""Writes what scip-python knows of the uses of names in a tree, one JSON object
a line: a header, then facts. Run as

    python3 python.py DIR INDEX.scip OUTPUT

The index says which symbol a name stands for; how a name is used and what a
definition is are read out of the files with the ast module.
"""

import ast
import collections
import json
import os
import re
import sys
import tokenize

from scip import documents


class File(ast.NodeVisitor):
    """The uses of names in a file, and its definitions."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.uses = []  # (line from 1, column in bytes from 0, name, role)
        self.definitions = {}  # (line, column) of the name -> kind
        self.constructors = {}  # the same of a class -> lines of its __init__ and __new__
        self.protocol = False
        self.visit(ast.parse(text))

    def use(self, node, role):
        """Takes down a dotted name: role is that of its last part."""
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self.uses.append((node.lineno, node.col_offset, node.id, role))
        elif isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Load):
                width = len(node.attr.encode())
                self.uses.append((node.end_lineno, node.end_col_offset - width, node.attr, "field" if role == "value" else role))
            self.visit(node.value)
        else:
            self.visit(node)

    def visit_Name(self, node):
        self.use(node, "value")

    def visit_Attribute(self, node):
        self.use(node, "value")

    def visit_Call(self, node, role="call"):
        self.use(node.func, role)
        for argument in node.args + node.keywords:
            self.visit(argument)

    def annotation(self, node):
        if node is None:
            return
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                self.use(part, "type")
            elif isinstance(part, ast.Attribute):
                width = len(part.attr.encode())
                self.uses.append((part.end_lineno, part.end_col_offset - width, part.attr, "type"))

    def decorators(self, node):
        for d in node.decorator_list:
            if isinstance(d, ast.Call):
                self.visit_Call(d, "decorate")
            else:
                self.use(d, "decorate")

    def name_of(self, node):
        """Returns where the name of a def or class is."""
        line = self.lines[node.lineno - 1].encode()
        name = re.compile(rb"\s*(?:async\s+)?(?:def|class)\s+").match(line, node.col_offset)
        return node.lineno, name.end() if name else node.col_offset

    def visit_ClassDef(self, node):
        self.decorators(node)
        self.definitions[self.name_of(node)] = "class"
        self.constructors[self.name_of(node)] = [n.lineno for n in node.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and n.name in ("__init__", "__new__")]
        for base in node.bases:
            if isinstance(base, ast.Subscript):
                self.use(base.value, "extends")
                self.annotation(base.slice)
            else:
                self.use(base, "extends")
        for keyword in node.keywords:
            self.visit(keyword)
        outer, self.protocol = self.protocol, any("Protocol" in ast.dump(b) for b in node.bases)
        for statement in node.body:
            self.visit(statement)
        self.protocol = outer

    def visit_FunctionDef(self, node):
        self.decorators(node)
        abstract = self.protocol or any("abstract" in ast.dump(d) for d in node.decorator_list)
        self.definitions[self.name_of(node)] = "abstract" if abstract else "function"
        a = node.args
        for argument in a.posonlyargs + a.args + a.kwonlyargs + [a.vararg, a.kwarg]:
            if argument is not None:
                self.annotation(argument.annotation)
        self.annotation(node.returns)
        for default in a.defaults + a.kw_defaults:
            if default is not None:
                self.visit(default)
        outer, self.protocol = self.protocol, False
        for statement in node.body:
            self.visit(statement)
        self.protocol = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node):
        self.annotation(node.annotation)
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node):
        if isinstance(node.value, ast.Lambda):
            for target in node.targets:
                self.definitions[(target.lineno, target.col_offset)] = "function"
        self.generic_visit(node)


def utf16_to_bytes(line, character):
    """Returns the offset in bytes of an offset in UTF-16 units."""
    if line.isascii():
        return character
    return len(line.encode("utf-16-le")[: 2 * character].decode("utf-16-le", "ignore").encode())


def read(root, path):
    try:
        with tokenize.open(os.path.join(root, path)) as f:
            return File(f.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def key(path, symbol):
    """Returns what a symbol is known by: a local one in its file, others without
    the name and version of their package."""
    if symbol.startswith("local "):
        return path, symbol
    return "", " ".join(symbol.split(" ")[4:])


def names_of(root, path, symbol):
    """Yields the keys that a definition is found by. The index names a module by
    its path from the root, but by its path from src where others import it."""
    yield key(path, symbol)
    directories = path.split("/")[:-1]
    package = 0
    while package < len(directories) and not os.path.exists(os.path.join(root, *directories[: package + 1], "__init__.py")):
        package += 1
        prefix = ".".join(directories[:package]) + "."
        module, slash, rest = key(path, symbol)[1].partition("/")
        bare = module.strip("`")
        if slash and bare.startswith(prefix):
            bare = bare[len(prefix) :]
            yield "", ("`" + bare + "`" if "." in bare else bare) + slash + rest


def is_variable_of_function(symbol):
    """Reports whether a symbol is a parameter, or local to a function."""
    return symbol.startswith("local ") or symbol.endswith(")")


def main(root, index, output):
    with open(index, "rb") as f:
        docs = list(documents(f.read()))
    files = {path: read(root, path) for path, _ in docs}
    places = collections.defaultdict(set)  # key of a symbol -> (path, line, column)
    for path, occurrences in docs:
        file = files[path]
        for line, character, symbol, definition in occurrences:
            if definition and file is not None and line < len(file.lines):
                for name in names_of(root, path, symbol):
                    places[name].add((path, line + 1, utf16_to_bytes(file.lines[line], character)))
    facts, failures = [], 0
    for path, occurrences in docs:
        if files[path] is None:
            failures += 1
            continue
        facts += file_facts(path, files, occurrences, places)
    with open(output, "w", encoding="utf-8") as out:
        json.dump({"language": "python", "by": "scip-python", "failures": failures}, out)
        for fact in facts:
            out.write("\n" + json.dumps(fact))
        out.write("\n")


def file_facts(path, files, occurrences, places):
    file = files[path]
    symbols = {}
    for line, character, symbol, definition in occurrences:
        if not definition and line < len(file.lines):
            symbols.setdefault((line + 1, utf16_to_bytes(file.lines[line], character)), symbol)
    for line, column, name, role in file.uses:
        symbol = symbols.get((line, column))
        if symbol is None or symbol.endswith("/__init__:") or name == "__name__":
            continue
        found = places.get(key(path, symbol), ())
        kinds = {files[p].definitions.get((l, c), "value") for p, l, c in found}
        fact = {"file": path, "line": line, "column": column + 1, "name": name, "kind": kind(role, symbol, kinds)}
        if is_variable_of_function(symbol) and (not found or kinds == {"value"} and not fact["kind"].endswith("call")):
            continue  # of an unresolved import, or no edge
        targets = {(p, l) for p, l, _ in found}
        if role in ("call", "decorate"):
            for p, l, c in found:
                targets.update((p, n) for n in files[p].constructors.get((l, c), ()))
        if targets:
            fact["targets"] = [{"file": p, "line": l, "name": name} for p, l in sorted(targets)]
        else:
            parts = symbol.split(" ")
            fact["outside"] = parts[2] if len(parts) > 2 else symbol
        yield fact


def kind(role, symbol, kinds):
    """Returns the row that a use counts in; see factKinds."""
    if role == "call":
        if "function" in kinds or "class" in kinds or not kinds:
            return "call"
        return "dynamic call" if "abstract" in kinds else "value call"
    if role == "field" and ("function" in kinds or "class" in kinds or "abstract" in kinds):
        return "value"
    return role


main(*sys.argv[1:])
