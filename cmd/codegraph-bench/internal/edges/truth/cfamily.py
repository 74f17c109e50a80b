"""Writes what libclang knows of the uses of names in a tree of C or C++, one
JSON object a line: a header, then facts. Run as

    python3 clang.py c|cpp DIR OUTPUT [SYSTEM INCLUDE DIRECTORY ...]

Where DIR holds compile_commands.json, that says how a file is compiled. Each
other source is compiled with the directories of the tree that hold headers. A
declaration and the definition are one symbol; so are overloads, whose
references differ by types that are nobody's business but the compiler's, and
the definitions of a macro for several builds in one file.
"""

import collections
import ctypes
import json
import os
import re
import shlex
import sys

from clang import cindex
from clang.cindex import CursorKind as K

SOURCES = {"c": (".c",), "cpp": (".cc", ".cpp", ".cxx", ".c++", ".C")}
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp")
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.FUNCTION_TEMPLATE, K.CONVERSION_FUNCTION}
CONSTRUCTORS = {K.CONSTRUCTOR, K.DESTRUCTOR}
TYPES = {K.CLASS_DECL, K.STRUCT_DECL, K.UNION_DECL, K.ENUM_DECL, K.TYPEDEF_DECL, K.TYPE_ALIAS_DECL, K.CLASS_TEMPLATE,
         K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, K.TYPE_ALIAS_TEMPLATE_DECL}
VALUES = {K.VAR_DECL, K.ENUM_CONSTANT_DECL, K.MACRO_DEFINITION}
NAMES = {K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.MEMBER_REF, K.TYPE_REF, K.TEMPLATE_REF}

lib = cindex.conf.lib
file_location = lib.clang_getFileLocation
file_location.argtypes = [cindex.SourceLocation] + [ctypes.c_void_p] * 4
file_name = lib.clang_getFileName
file_name.argtypes, file_name.restype = [ctypes.c_void_p], cindex._CXString
specialized = lib.clang_getSpecializedCursorTemplate
specialized.argtypes, specialized.restype = [cindex.Cursor], cindex.Cursor


class Tree:
    """The files of the tree, and what the compiler has said of them."""

    def __init__(self, root):
        self.root = os.path.realpath(root)
        self.lines = {}
        self.defined = {}
        self.paths = {}
        self.places = collections.defaultdict(dict)  # of a symbol, in order
        self.facts = {}
        self.walked = set()

    def path(self, name):
        """The path in the tree, or None."""
        if name not in self.paths:
            full = os.path.realpath(os.path.join(self.root, name))
            inside = full.startswith(self.root + os.sep)
            self.paths[name] = os.path.relpath(full, self.root).replace(os.sep, "/") if inside else None
        return self.paths[name]

    def text(self, path):
        """The lines of a file."""
        if path not in self.lines:
            with open(os.path.join(self.root, path), "rb") as f:
                self.lines[path] = f.read().split(b"\n")
        return self.lines[path]

    def macros(self, path):
        """The lines that define a macro, by its name, in any build."""
        if path not in self.defined:
            found = self.defined[path] = collections.defaultdict(list)
            for n, line in enumerate(self.text(path), 1):
                define = re.match(rb"\s*#\s*define\s+(\w+)", line)
                if define:
                    found[define.group(1).decode()].append(n)
        return self.defined[path]

    def has(self, path, line, column, name):
        """Reports whether the name is written at the place."""
        text = name.encode()
        lines = self.text(path)
        return line <= len(lines) and lines[line - 1][column - 1 : column - 1 + len(text)] == text


def place(location):
    """Where a location is written: arguments of macros where they stand."""
    handle, line, column = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint()
    file_location(location, ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column), None)
    if not handle:
        return None, 0, 0
    name = file_name(handle)  # the bindings may have turned it into text
    if not isinstance(name, str):
        name = cindex._CXString.from_result(name, None, None)
    return name, line.value, column.value


def general(cursor):
    """The template that a cursor is made from, or the cursor itself."""
    while True:
        template = specialized(cursor)
        if template is None or template.kind.is_invalid() or template == cursor:
            return cursor
        template._tu = cursor._tu
        cursor = template


def bare(name):
    return name.split("<")[0].strip()


def symbol(cursor):
    """The identity of a symbol over all files: overloads share one."""
    cursor = general(cursor)
    if cursor.kind in FUNCTIONS:
        parent = cursor.semantic_parent
        usr = cursor.get_usr()
        local = usr.split("@F@")[0] if "@F@" in usr and not usr.startswith("c:@") else ""
        above = general(parent).get_usr() if parent is not None and parent.kind != K.TRANSLATION_UNIT else ""
        return "function %s %s %s" % (local, above, bare(cursor.spelling))
    return cursor.get_usr()


def named_by(cursor):
    """The type that "typedef struct x { } x" gives its own name."""
    if cursor.kind != K.TYPEDEF_DECL:
        return []
    inner = cursor.underlying_typedef_type.get_declaration()
    return [inner] if inner.kind in TYPES and inner.spelling in ("", cursor.spelling) else []


class Unit:
    """One source, compiled."""

    def __init__(self, tree, unit):
        self.tree = tree
        self.unit = unit

    def walk(self):
        for cursor in self.unit.cursor.get_children():
            name, line, column = place(cursor.location)
            path = self.tree.path(name) if name else None
            if path is not None and (path, line, column, cursor.kind) not in self.tree.walked:
                self.tree.walked.add((path, line, column, cursor.kind))  # headers are in many units
                self.visit(cursor)

    def visit(self, root):
        stack = [(root, None, False)]
        while stack:
            cursor, above, called = stack.pop()
            self.declare(cursor)
            if cursor.kind in NAMES:
                self.use(cursor, above, called)
            elif cursor.kind == K.MACRO_INSTANTIATION:
                self.macro(cursor)
            children = list(cursor.get_children())
            for n, child in enumerate(children):
                inner = called and cursor.kind == K.UNEXPOSED_EXPR
                if cursor.kind == K.CALL_EXPR:
                    inner = n == 0 and self.names_callee(cursor, child)
                stack.append((child, cursor, inner))

    def names_callee(self, call, first):
        """Reports whether the first child is what is called: it is not where an
        object is made or an operator applied."""
        while first.kind == K.UNEXPOSED_EXPR:
            inner = list(first.get_children())
            if len(inner) != 1:
                break
            first = inner[0]
        return first.kind in (K.DECL_REF_EXPR, K.MEMBER_REF_EXPR) and first.spelling == call.spelling

    def declare(self, cursor):
        if not cursor.kind.is_declaration() and cursor.kind != K.MACRO_DEFINITION:
            return
        name, line, column = place(cursor.location)
        path = self.tree.path(name) if name else None
        if path is None or not cursor.spelling:
            return
        spelling = bare(cursor.spelling)
        places = self.tree.places[symbol(cursor)]
        places[(path, line, spelling)] = True
        if cursor.kind == K.MACRO_DEFINITION:
            for other in self.tree.macros(path).get(spelling, ()):
                places[(path, other, spelling)] = True

    def macro(self, cursor):
        target = cursor.referenced
        if target is not None:
            self.note(cursor, "call" if self.bracket(cursor) else "value", [target])

    def bracket(self, cursor):
        """Reports whether a bracket follows the name at a place."""
        file, line, column = place(cursor.location)
        path = self.tree.path(file) if file else None
        if path is None or not self.tree.has(path, line, column, cursor.spelling):
            return False
        return self.tree.lines[path][line - 1][column - 1 + len(cursor.spelling.encode()) :].lstrip().startswith(b"(")

    def use(self, cursor, above, called):
        target = cursor.referenced
        if target is None or target.kind.is_invalid():
            return
        target = general(target)
        targets = [target] + named_by(target)
        if target.kind in CONSTRUCTORS:
            return
        if cursor.kind in (K.TYPE_REF, K.TEMPLATE_REF) or target.kind in TYPES:
            kind = "extends" if above is not None and above.kind == K.CXX_BASE_SPECIFIER else "type"
            if above is not None and above.kind in (K.CALL_EXPR, K.CXX_FUNCTIONAL_CAST_EXPR, K.CXX_NEW_EXPR, K.VAR_DECL, K.MEMBER_REF):
                targets += [c for c in target.get_children() if c.kind == K.CONSTRUCTOR]
                kind = "type" if above.kind == K.VAR_DECL else "instantiate"
            if target.kind not in TYPES:
                return  # a parameter of a template, a namespace
        elif target.kind in FUNCTIONS:
            kind = "call" if called else "value"
            if called and target.is_pure_virtual_method():
                kind = "dynamic call"
        elif target.kind == K.FIELD_DECL:
            kind = "value call" if called else "field"
        elif target.kind in VALUES or target.kind == K.PARM_DECL:
            kind = "value call" if called else "value"
            scope = target.semantic_parent
            if target.kind == K.PARM_DECL or scope is not None and scope.kind in FUNCTIONS | CONSTRUCTORS:
                targets = []  # no symbol of the tree
        else:
            return
        self.note(cursor, kind, targets, bare(target.spelling))

    def note(self, cursor, kind, targets, name=None):
        file, line, column = place(cursor.location)
        path = self.tree.path(file) if file else None
        name = name or bare(cursor.spelling)
        if path is None or not name or not self.tree.has(path, line, column, name):
            return
        fact = self.tree.facts.setdefault((path, line, column), {"name": name, "kind": kind, "symbols": {}, "outside": "", "local": not targets})
        for t in targets:
            fact["symbols"][symbol(t)] = True
            where, _, _ = place(t.location)
            if where is None or self.tree.path(where) is None:
                fact["outside"] = os.path.basename(where or "builtin")


def arguments(root, language, system):
    """Returns how a source is compiled, by the commands of the build or by guess."""
    listed = {}
    commands = os.path.join(root, "compile_commands.json")
    if os.path.exists(commands):
        with open(commands) as f:
            for entry in json.load(f):
                words = entry.get("arguments") or shlex.split(entry["command"])
                path = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
                flags = []
                for n, word in enumerate(words):
                    if word.startswith(("-I", "-D", "-std", "-isystem")):
                        flags += [word] if len(word) > 2 and word != "-isystem" else words[n : n + 2]
                listed[path] = ["-working-directory=" + entry["directory"]] + flags
    includes = [root]
    for directory, names, files in os.walk(root):
        names[:] = sorted(n for n in names if not n.startswith("."))
        if any(f.endswith(HEADERS) for f in files):
            includes += [directory, os.path.dirname(directory)]
    guess = ["-std=" + ("c11" if language == "c" else "c++17")] + ["-I" + d for d in dict.fromkeys(includes)]
    common = ["-x", "c" if language == "c" else "c++", "-ferror-limit=0", "-nostdinc"] + [a for d in system for a in ("-isystem", d)]
    return lambda path: common + listed.get(path, guess)


def main():
    language, root, output, system = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    tree = Tree(root)
    how = arguments(tree.root, language, system)
    index = cindex.Index.create()
    failures = 0
    for directory, names, files in os.walk(tree.root):
        names[:] = sorted(n for n in names if not n.startswith("."))
        for file in sorted(files):
            if not file.endswith(SOURCES[language]):
                continue
            path = os.path.join(directory, file)
            try:
                unit = index.parse(path, how(path), options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
            except cindex.TranslationUnitLoadError:
                failures += 1
                continue
            failures += sum(1 for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error)
            Unit(tree, unit).walk()
    with open(output, "w") as f:
        header = {"language": language, "by": "libclang " + version(), "failures": failures}
        f.write(json.dumps(header) + "\n")
        for (path, line, column), fact in sorted(tree.facts.items()):
            targets = {}
            for s in fact["symbols"]:
                targets.update(tree.places.get(s, {}))
            f.write(json.dumps({"file": path, "line": line, "column": column, "name": fact["name"], "kind": fact["kind"],
                                "targets": [{"file": p, "line": l, "name": n} for p, l, n in targets],
                                "outside": "" if targets else fact["outside"]}) + "\n")


def version():
    get = lib.clang_getClangVersion
    get.restype = cindex._CXString
    text = get()
    text = text if isinstance(text, str) else cindex._CXString.from_result(text, None, None)
    return text.split("version ")[-1].split(" ")[0]


main()
