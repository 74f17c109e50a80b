// Package worker turns files into facts in child processes of the same program.
//
// Grammars are C code, and some inputs kill or hang them, which Go cannot
// recover from. So the process that answers or writes never parses: a Pool
// starts children of its own binary, sends each the bytes of one file at a time
// and receives packed facts. A child that dies, passes a file's deadline or its
// memory limit costs that one file, which then contributes the words that a
// plain scan finds in it; a new child goes on with the next file.
//
// A program that uses a Pool calls Main first thing when IsChild reports true.
package worker
