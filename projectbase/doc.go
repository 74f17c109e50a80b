// Package projectbase holds the words of a project base: what a file says
// (Facts, Symbol, Reference, Import), how places in it are named (Path,
// LineKey, Span) and what can go wrong. It imports the standard library only
// and does no work of its own; the packages below it do.
//
// Glossary:
//
//   - project: a directory tree with one root and one project base.
//   - project base: .codegraph/ in the root: index.db, summary.md, docs.md,
//     config.json, lock.
//   - term or item: an identifier, or a word of a comment or string; one
//     spelling, one item.
//   - line object: one line of one file in one role; see LineType.
//   - occurrence: a term on a line object.
//   - symbol: a declared entity, with its place, container and signature.
//   - reference: a name used somewhere: a call, a type, an import.
//
// Coordinates are decided once and hold everywhere: lines are 1-based, columns
// are bytes and 1-based, byte offsets are 0-based and half-open. Paths are
// relative to the project root and slash-separated on every system.
package projectbase
