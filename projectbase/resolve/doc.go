// Package resolve binds the references of a project to its symbols. It works
// on the words alone, without a parser and without a base: what a file can see
// of the others is in their Outlines, and what resolving it has looked up is
// part of the result, so that a change elsewhere tells which files to resolve
// anew.
//
// An edge needs evidence: the scope that a name is written in, what an import
// names, or the type of what is before the dot. Where the evidence ends there is
// no edge, rather than one to whatever has the name. The result depends neither
// on the order of files nor on what was resolved before.
package resolve
