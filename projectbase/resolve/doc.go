// Package resolve resolves the references of a project to its symbols. It works on
// facts alone, without a parser and without the index. The outlines of the files hold
// the declarations that other files can see. The result of resolving a file includes
// the names that it consulted, so that a change elsewhere tells which files to resolve
// again.
//
// An edge needs evidence: the scope of a name, an import, or the type of a receiver.
// Without evidence a reference stays unresolved. The result depends neither on the
// order of files nor on earlier resolutions.
//
// The sub-packages hold the subjects that stand alone:
//
//   - expr parses the texts of expressions and types.
//   - outline holds the declarations of a file, and compares two versions of them.
//   - layout maps module paths to files.
//   - symbols holds the symbol tables of the project.
//   - overload compares arguments with parameters.
//
// This package combines them; type resolver lists its parts.
package resolve
