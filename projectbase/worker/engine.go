package worker

import "codegraph/projectbase"

// Settings is what extraction is told besides the bytes of a file.
type Settings struct {
	NoStrings bool // leave out the words of string literals
}

// Engine finds the facts of files. The facts of a call are valid until the
// next call; their terms are the engine's own and only grow.
type Engine interface {
	// File parses src. An error that wraps projectbase.ErrLimit says that the
	// file is more than extraction takes on.
	File(language string, src []byte) (*projectbase.Facts, error)
	// Words finds words only, in plain Go, whatever the bytes are.
	Words(language string, src []byte) *projectbase.Facts
}

// NewEngine makes the engine of one child.
type NewEngine func(Settings) Engine
