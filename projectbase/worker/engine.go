package worker

import (
	"fmt"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"
)

// Version changes whenever extraction gives different results for the same
// bytes.
const Version = lang.Version

// File is the input of an extraction.
type File struct {
	Path      projectbase.Path
	Language  string // id of its language
	Source    []byte
	NoStrings bool // omit the words of string literals
}

// Engine extracts files. The facts of a call are valid until the next call.
// Their terms belong to the engine and only grow until Reset.
type Engine interface {
	// File parses a file.
	File(File) (*projectbase.Facts, error)
	// Words finds only the terms of any bytes, without C code.
	Words(File) (*projectbase.Facts, error)
	// Reset starts a new dictionary and releases memory.
	Reset()
	Close()
}

// NewEngine returns the engine of one child. It stops parsing a file after
// timeout, if the grammar supports timeouts.
type NewEngine func(timeout time.Duration) Engine

// Extraction returns the engine for the languages of set.
func Extraction(set *lang.Set) NewEngine {
	return func(timeout time.Duration) Engine {
		return &extraction{set: set, x: extract.New(extract.Options{Timeout: timeout, Languages: set})}
	}
}

type extraction struct {
	set *lang.Set
	x   *extract.Extractor
}

func (e *extraction) input(f File) (extract.Input, error) {
	l := e.set.ByID(f.Language)
	if l == nil {
		return extract.Input{}, fmt.Errorf("extract %s: language %q: %w", f.Path, f.Language, projectbase.ErrUsage)
	}
	return extract.Input{Language: l, Path: f.Path, Source: f.Source, NoStrings: f.NoStrings}, nil
}

func (e *extraction) File(f File) (*projectbase.Facts, error) {
	in, err := e.input(f)
	if err != nil {
		return nil, err
	}
	return e.x.File(in)
}

func (e *extraction) Words(f File) (*projectbase.Facts, error) {
	in, err := e.input(f)
	if err != nil {
		return nil, err
	}
	return e.x.Words(in), nil
}

func (e *extraction) Reset() { e.x.Reset() }

func (e *extraction) Close() { e.x.Close() }
