// Package extract turns the bytes of a file and its language into Facts. It is
// written once for all languages, over their tables: one pass over the flat
// syntax tree beside one scan of the text.
//
// The text is scanned for words whatever the tree looks like; the tree only
// says in which role a stretch of text stands and which words are tokens of the
// language. So nothing that is written in a file is invisible, broken code and
// text that a grammar leaves whole included.
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

// Limits of what is kept of one symbol or reference, in bytes of source.
const (
	maxSignature = 2000
	maxDoc       = 1000
	maxHeader    = 8000
	maxType      = 200
	maxValue     = 120 // of a declaration that is shown with its value
	maxQualifier = 200
)

// Options sets the limits of an Extractor.
type Options struct {
	Timeout  time.Duration // for parsing one file, as far as its grammar heeds it; 0 is none
	MaxNodes uint32        // of a syntax tree; 0 is 8 million, some 60 bytes each
	// Languages are those in which text inside of files of another one is
	// extracted; nil leaves such text raw.
	Languages *lang.Set
}

// Input is one file.
type Input struct {
	Language  *lang.Language
	Path      projectbase.Path // decides on the dialect, and on what is a test
	Source    []byte
	NoStrings bool // leave out the words of string literals
}

// Extractor extracts one file after another. Its dictionary grows with them. It
// holds memory of C until Close, and is not safe for concurrent use.
type Extractor struct {
	options Options
	parser  *syntax.Parser
	plans   map[*syntax.Grammar]*plan
	byName  map[string]*syntax.Grammar // by language id and dialect
	terms   *projectbase.Terms

	facts projectbase.Facts
	pass  *pass

	guestFacts projectbase.Facts // of text in another language
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

// Reset begins a new dictionary and gives back memory of large files.
func (x *Extractor) Reset() {
	x.terms = &projectbase.Terms{}
	x.plans = map[*syntax.Grammar]*plan{}
	x.giveBack()
}

// large is the size of a file whose memory is given back after it: that of most
// is used again for the next one.
const large = 256 << 10

// giveBack gives back the memory that the largest files so far took.
func (x *Extractor) giveBack() {
	x.pass, x.guest = newPass(x.options.Languages), newPass(nil)
	x.facts, x.guestFacts = projectbase.Facts{}, projectbase.Facts{}
	x.parser.Release()
}

// File parses a file and extracts its facts, which are valid until the next
// call. Where parsing passes a limit it returns the facts that Words finds,
// with the reason in Partial. Some inputs abort or hang the process inside the
// parser; only a process that may be killed should call it.
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
	tree, err := x.prepare(p, source)
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

// Words extracts the words of a file without parsing it, all in the role code
// and none taken for a token of the language.
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

// plain makes white space of a UTF-8 byte order mark and of NUL bytes, which
// grammars take for the end of the text: offsets and columns stay those of the
// file.
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

// generated reports whether the first part of a file says that a program wrote
// it, in the words that Go, .NET, Buck and most generators use.
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
