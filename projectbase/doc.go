// Package projectbase declares the domain types: the facts of a file (Facts, Symbol,
// Reference, Import), positions (Path, LineKey, Span), edges and errors. It imports
// only the standard library. The packages below it do the work.
//
// Glossary:
//
//   - project: a directory tree with one root and one index.
//   - index: .codegraph/ in the root of a project: index.db, summary.md, docs.md,
//     config.json and lock. The index directory is that directory.
//   - term: an identifier, or a word of a comment or string. Each spelling is one term.
//   - posting: a term with its occurrences in one file.
//   - occurrence: a term on a line of one line kind.
//   - line kind: the kind of content on a line: code, property, method, struct,
//     comment or string. See LineType.
//   - symbol: a declared entity with its span, container and signature.
//   - reference: a use of a name: a call, a type, an import and so on.
//   - chain: an expression of names, members, calls and indices. See Binding.
//   - edge: a reference with the symbols that it refers to, and the evidence for them.
//   - unresolved reference: a reference without an edge.
//   - ambiguous reference: a reference whose evidence fits several symbols.
//   - external reference: a reference to a symbol of a package outside of the project.
//   - facts: everything that extraction finds in a file.
//   - outline: the declarations of a file that other files can see.
//   - slot: the stable number of a symbol within its file.
//   - syntax error: an error node or a missing node of the syntax tree.
//   - partial file: a file that is indexed as plain text, because its parser failed.
//   - skipped file: a file of the project that is not indexed.
//   - up to date, stale, pending: the index equals the files; files changed since; files
//     are known to have changed and wait to be indexed.
//
// Lines are 1-based. Columns are 1-based and count bytes. Byte offsets are 0-based and
// half-open. Paths are relative to the project root and use slashes on every system.
package projectbase
