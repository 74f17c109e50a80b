// Package lang describes programming languages to the extractor and the
// resolver. A language is a value of type [Language]: tables of node kinds, plus
// a hook wherever a table cannot express a rule. Each language has a folder
// below this one, and package lang/all holds the only list of them. Package
// extract implements extraction once, for all languages, over these tables.
//
// README.md in this folder explains how to add a language.
//
// # Glossary
//
// Grammars do not accept every valid file. Four terms name the ways in which a
// language changes the text that its parser reads. None of them changes the
// indexed text: terms, positions and signatures are always those of the file.
//
//   - edit: a replacement of one range of the source, see [Edit].
//   - preprocess: edit the text before every parse, as the C preprocessor does.
//     See Parse.Preprocess.
//   - mask: an edit that replaces text by blanks of the same length, so that the
//     parser skips it and no offset moves.
//   - fallback edits: edits that are tried because the first parse has syntax
//     errors. The tree with the fewest errors wins. See Parse.FallbackEdits.
//   - predicted edits: fallback edits that are found without parsing first. They
//     save the first parse. See Parse.Predict.
//
// Other terms of this package:
//
//   - kind: the name of a named node in a grammar, "call_expression".
//   - token: the text of an anonymous node in a grammar, "&&".
//   - leaf: a node without children.
//   - callable: a symbol with a body that runs, such as a function or method.
//   - flat symbol: a symbol that is declared only outside of callables. The same
//     node inside a callable is a local variable.
package lang
