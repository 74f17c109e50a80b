// Package federation asks one question of many projects: which they are (Plan),
// asking their bases at once (Ask), and sharing a limit among their answers
// (Share). It knows nothing of the questions: a Question is a value that says
// how one base answers it.
//
// A base that is missing, locked, damaged, too new or slow costs one labelled
// Failure and never the answer. A base that a term filter excludes is not
// opened; the part says so, since nobody compared it with its files.
package federation
