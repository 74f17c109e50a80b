// Package extract turns the bytes of a file and its language into Facts. The
// code is the same for all languages and reads their tables. It makes one pass
// over the flat syntax tree and, beside it, one scan of the text.
//
// The scan finds every word of the text, whatever the tree looks like. The
// tree only tells the line kind of a range and which words are tokens of the
// language. Therefore words in broken code, and in text that a grammar leaves
// unparsed, are terms too.
package extract

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Limits of the text that is kept of one symbol or reference, in bytes of
// source.
const (
	maxSignature = 2000
	maxDoc       = 1000
	maxHeader    = 8000
	maxType      = 200
	maxValue     = 120 // of a declaration whose signature shows its value
	maxQualifier = 200
)

// Options sets the limits of an Extractor.
type Options struct {
	Timeout  time.Duration // for parsing one file, if its grammar supports it; 0 is none
	MaxNodes uint32        // of a syntax tree; 0 is 8 million, some 60 bytes each
	// Languages are used to extract embedded text of another language, such as
	// a script in HTML. nil treats embedded text as raw text.
	Languages *lang.Set
}

// Input is one file.
type Input struct {
	Language  *lang.Language
	Path      projectbase.Path // selects the dialect and marks tests
	Source    []byte
	NoStrings bool // omit the words of string literals
}

// Extractor extracts one file after another, with one growing dictionary. It
// holds C memory until Close, and is not safe for concurrent use.
type Extractor struct {
	options Options
	parser  *syntax.Parser
	plans   map[*syntax.Grammar]*plan
	byName  map[string]*syntax.Grammar // by language id and dialect
	terms   *projectbase.Terms

	facts projectbase.Facts
	pass  *pass

	guestFacts projectbase.Facts // of embedded text
	guest      *pass
}

// New returns an extractor with an empty dictionary.
func New(o Options) *Extractor {
	if o.MaxNodes == 0 {
		o.MaxNodes = 8 << 20
	}
	return &Extractor{options: o, parser: syntax.NewParser(o.Timeout), plans: map[*syntax.Grammar]*plan{},
		byName: map[string]*syntax.Grammar{}, terms: &projectbase.Terms{},
		pass: newPass(o.Languages), guest: newPass(nil)}
}

// Close frees the parser.
func (x *Extractor) Close() { x.parser.Close() }

// Terms is the dictionary of all Facts since New or the last Reset.
func (x *Extractor) Terms() *projectbase.Terms { return x.terms }

// Reset begins a new dictionary and frees the memory of large files.
func (x *Extractor) Reset() {
	x.terms = &projectbase.Terms{}
	x.plans = map[*syntax.Grammar]*plan{}
	x.giveBack()
}

// large is the file size above which buffers are freed after the file. Smaller
// buffers are reused.
const large = 256 << 10

// giveBack frees the buffers of the largest files so far.
func (x *Extractor) giveBack() {
	x.pass, x.guest = newPass(x.options.Languages), newPass(nil)
	x.facts, x.guestFacts = projectbase.Facts{}, projectbase.Facts{}
	x.parser.Release()
}

// File parses a file and extracts its facts, which are valid until the next
// call. If parsing exceeds a limit, it returns the facts that Words finds,
// with the reason in Partial. Some inputs abort or hang the process inside the
// parser, so only a worker process that may be killed should call it.
func (x *Extractor) File(in Input) (*projectbase.Facts, error) {
	if len(x.pass.source) > large {
		x.giveBack()
	}
	if bytes.Count(in.Source, newline) >= projectbase.MaxLine {
		return x.partial(in, projectbase.PartialLimit), nil
	}
	if len(in.Language.Parse.Dialects) == 0 {
		return x.Words(in), nil
	}
	p, err := x.plan(in)
	if err != nil {
		return nil, fmt.Errorf("extract %s: %w", in.Path, err)
	}
	source := plain(in.Source)
	tree, err := x.parse(p, source)
	switch {
	case errors.Is(err, syntax.ErrTimeout):
		return x.partial(in, projectbase.PartialTimeout), nil
	case errors.Is(err, syntax.ErrTooMany):
		return x.partial(in, projectbase.PartialLimit), nil
	case err != nil:
		return nil, fmt.Errorf("extract %s: %w", in.Path, err)
	}
	x.start(in)
	x.pass.run(p, tree)
	if err := x.embedded(in); err != nil {
		return nil, err
	}
	return x.finish(), nil
}

// Words extracts the words of a file without parsing it. All have line kind
// code, and keywords are included.
func (x *Extractor) Words(in Input) *projectbase.Facts {
	x.start(in)
	x.pass.rawText()
	return x.finish()
}

func (x *Extractor) partial(in Input, reason string) *projectbase.Facts {
	f := x.Words(in)
	f.Partial = reason
	return f
}

func (x *Extractor) start(in Input) {
	x.facts = projectbase.Facts{Terms: x.terms, Language: in.Language.ID,
		Postings: x.facts.Postings[:0], Symbols: x.facts.Symbols[:0], References: x.facts.References[:0], Imports: x.facts.Imports[:0],
		Bindings: x.facts.Bindings[:0]}
	x.pass.start(in, &x.facts)
}

func (x *Extractor) finish() *projectbase.Facts {
	x.pass.words.pack()
	x.facts.Generated = generated(x.pass.source)
	return &x.facts
}

func (x *Extractor) plan(in Input) (*plan, error) {
	dialect := in.Language.DialectOf(in.Path)
	key := fmt.Sprintf("%s %d", in.Language.ID, dialect)
	g := x.byName[key]
	if g == nil {
		g = syntax.NewGrammar(in.Language.Parse.Dialects[dialect].Grammar())
		x.byName[key] = g
	}
	if p := x.plans[g]; p != nil {
		return p, nil
	}
	p := newPlan(in.Language, g, x.terms)
	x.plans[g] = p
	return p, nil
}

var newline = []byte{'\n'}

var byteOrderMark = []byte("\xef\xbb\xbf")

// plain replaces a UTF-8 byte order mark and NUL bytes by blanks, because
// grammars take NUL for the end of the text. Offsets and columns do not
// change.
func plain(source []byte) []byte {
	marked, ends := bytes.HasPrefix(source, byteOrderMark), bytes.IndexByte(source, 0) >= 0
	if !marked && !ends {
		return source
	}
	source = bytes.Clone(source)
	if marked {
		copy(source, "   ")
	}
	for i := range source {
		if source[i] == 0 {
			source[i] = ' '
		}
	}
	return source
}

// generated reports whether the beginning of a file contains a marker of
// generated code, as Go, .NET, Buck and most generators write it.
func generated(source []byte) bool {
	head := source[:min(len(source), 2048)]
	for _, mark := range [][]byte{[]byte("@generated"), []byte("<auto-generated"), []byte("<autogenerated")} {
		if bytes.Contains(head, mark) {
			return true
		}
	}
	for line := range bytes.Lines(head) {
		if bytes.Contains(line, []byte("DO NOT EDIT")) && bytes.Contains(bytes.ToLower(line), []byte("generated")) {
			return true
		}
	}
	return false
}
