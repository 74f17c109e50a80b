// Package federation asks many projects one question: Plan chooses the projects,
// Ask asks their indexes in parallel, and Share divides a limit among their answers.
// It is independent of the kind of question: a Question is a value with a function
// that asks one index.
//
// An index that is missing, locked, damaged, too new or slow is one labelled Failure;
// the other answers stand. An index that a term filter excludes is not opened, and
// its part says so.
package federation
