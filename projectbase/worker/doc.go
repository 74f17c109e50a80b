// Package worker extracts files in child processes of the same program.
//
// Grammars are C code. Some inputs crash or hang them, and Go cannot recover
// from that. Therefore the process that answers or writes never parses. A Pool
// starts children of its own binary, sends each one file at a time and receives
// packed facts. If a child crashes, or exceeds the deadline or the memory
// limit, only that file is affected: a plain scan finds its terms. A new child
// continues with the next file.
//
// A program that uses a Pool calls Main first if IsChild reports true.
package worker
