package lang

// Entry tells which symbols are used from outside of the code that the index
// sees: entry points of programs, and functions that a framework calls by name.
type Entry struct{}
