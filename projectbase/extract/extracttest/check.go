package extracttest

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Unescape replaces {CR}, {BOM}, {NUL} and {xHH} by the bytes that an archive
// cannot contain.
func Unescape(data []byte) []byte {
	data = bytes.ReplaceAll(data, []byte("{CR}"), []byte("\r"))
	data = bytes.ReplaceAll(data, []byte("{BOM}"), []byte("\xef\xbb\xbf"))
	data = bytes.ReplaceAll(data, []byte("{NUL}"), []byte{0})
	return hexByte.ReplaceAllFunc(data, func(m []byte) []byte {
		digit := func(c byte) byte {
			if c >= 'a' {
				return c - 'a' + 10
			}
			return c - '0'
		}
		return []byte{digit(m[2])<<4 | digit(m[3])}
	})
}

var (
	hexByte = regexp.MustCompile(`\{x[0-9a-f]{2}\}`)
	// textWord matches a word as a whole-word text search does.
	textWord = regexp.MustCompile(`[\p{L}\p{N}_]+`)
	number   = regexp.MustCompile(`^\p{N}`)
)

// Check verifies the guarantees of extraction. Each word of three or more
// letters is a term of its line, except tokens of the language. No line has a
// term that it does not contain. All positions lie inside the file. In files
// with embedded text, tokens of the other languages may be missing too.
func Check(t *testing.T, in extract.Input, f *projectbase.Facts, others ...*lang.Language) {
	t.Helper()
	tokens := slices.Clone(in.Language.Lex.Keywords)
	for _, l := range others {
		tokens = append(tokens, l.Lex.Keywords...)
	}
	found := map[uint32]map[string]bool{}
	// A NUL byte reads as a blank, and some grammars have names with blanks.
	lines := bytes.Split(bytes.ReplaceAll(in.Source, []byte{0}, []byte{' '}), []byte("\n"))
	for _, p := range f.Postings {
		if err := p.Keys.Check(); err != nil || len(p.Keys) == 0 {
			t.Fatalf("%s: keys of %q: %v", in.Path, f.Terms.Text(p.Term), err)
		}
	}
	for at, words := range wordsByPlace(f) {
		if at.line == 0 || int(at.line) > len(lines) {
			t.Fatalf("%s:%d is not a line of the file", in.Path, at.line)
		}
		if found[at.line] == nil {
			found[at.line] = map[string]bool{}
		}
		for _, w := range words {
			w = strings.TrimSuffix(w, "*")
			found[at.line][w] = true
			if !bytes.Contains(lines[at.line-1], []byte(w)) {
				t.Errorf("%s:%d: %q is not on the line %q", in.Path, at.line, w, lines[at.line-1])
			}
		}
	}
	for i, line := range lines {
		for _, w := range textWord.FindAll(bytes.ToValidUTF8(line, []byte(" ")), -1) {
			word := string(w)
			if len([]rune(word)) < 3 || number.MatchString(word) || slices.Contains(tokens, word) {
				continue
			}
			if !found[uint32(i+1)][word] {
				t.Errorf("%s:%d: %q is missing", in.Path, i+1, word)
			}
		}
	}
	checkSymbols(t, in, f)
}

func checkSymbols(t *testing.T, in extract.Input, f *projectbase.Facts) {
	t.Helper()
	for i, s := range f.Symbols {
		if s.Span.Start > s.Span.End || int(s.Span.End) > len(in.Source) || s.Span.Line == 0 || s.Span.EndLine < s.Span.Line ||
			s.NameLine < s.Span.Line || s.NameLine > s.Span.EndLine || s.Name == "" || int(s.Container) >= i || s.Container < projectbase.NoSymbol {
			t.Errorf("%s: symbol out of place: %+v", in.Path, s)
		}
	}
	for _, r := range f.References {
		if r.Line == 0 || r.Line > f.Lines || r.Column == 0 || int(r.Symbol) >= len(f.Symbols) {
			t.Errorf("%s: reference out of place: %+v", in.Path, r)
		}
	}
	for _, b := range f.Bindings {
		if b.Line == 0 || b.Line > f.Lines || b.Column == 0 || int(b.Symbol) >= len(f.Symbols) || !b.Kind.Valid() ||
			b.Name == projectbase.NoTerm && (b.Symbol < 0 || b.Source == projectbase.NoTerm) {
			t.Errorf("%s: binding out of place: %+v", in.Path, b)
		}
	}
	if !slices.IsSortedFunc(f.Bindings, func(a, b projectbase.Binding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	}) {
		t.Errorf("%s: bindings are not in order", in.Path)
	}
	if !slices.IsSortedFunc(f.References, func(a, b projectbase.Reference) int {
		if a.Line != b.Line {
			return int(a.Line) - int(b.Line)
		}
		return int(a.Column) - int(b.Column)
	}) {
		t.Errorf("%s: references are not in order", in.Path)
	}
}

// checkTables checks that at least one grammar has each name in a language's
// tables.
func checkTables(t *testing.T, l *lang.Language) {
	var grammars []*syntax.Grammar
	for _, d := range l.Parse.Dialects {
		grammars = append(grammars, syntax.NewGrammar(d.Grammar()))
	}
	known := func(name string, is func(*syntax.Grammar) bool) {
		if name != "" && !slices.ContainsFunc(grammars, is) {
			t.Errorf("%s: no grammar has %q", l.ID, name)
		}
	}
	kind := func(name string) {
		known(name, func(g *syntax.Grammar) bool { return len(g.Lookup(name, true)) > 0 })
	}
	token := func(name string) {
		known(name, func(g *syntax.Grammar) bool { return len(g.Lookup(name, false)) > 0 })
	}
	field := func(name string) { known(name, func(g *syntax.Grammar) bool { return g.Field(name) != 0 }) }
	for _, list := range [][]string{l.Lex.Identifiers, l.Lex.Names, l.Lex.Comments, l.Lex.Strings, l.Lex.Interpolations, l.Lex.Texts, l.Declare.Wrappers, l.Declare.Attributes, l.Declare.Lifted,
		l.Declare.ModifierOf, l.Refer.TypeNames, l.Refer.TypeKinds, l.Metrics.Branches, l.Metrics.Loops, l.Refer.Values} {
		for _, name := range list {
			kind(name)
		}
	}
	for _, name := range append(slices.Clone(l.Declare.Tokens), l.Metrics.Operators...) {
		token(name)
	}
	for _, name := range l.Refer.TypeFields {
		field(name)
	}
	for _, d := range l.Declare.Nodes {
		kind(d.Node)
		field(d.Name)
		field(d.Body)
		field(d.Type)
	}
	for _, c := range l.Refer.Calls {
		kind(c.Node)
		field(c.Function)
	}
	for _, m := range l.Refer.Members {
		kind(m.Node)
		field(m.Object)
		field(m.Name)
	}
	for name, f := range l.Refer.Unwrap {
		kind(name)
		field(f)
	}
	for name := range l.Hooks {
		kind(name)
	}
	for _, b := range l.Bind.Nodes {
		kind(b.Node)
		if b.Name != "*" {
			field(b.Name)
		}
		field(b.Type)
		field(b.Value)
	}
	for _, f := range l.Bind.Patterns {
		kind(f.Node)
		field(f.Part)
		field(f.Key)
	}
	for _, c := range l.Bind.Chains {
		of := c.Of
		if around, in, ok := strings.Cut(of, "."); ok {
			kind(around)
			of = in
		}
		known(c.Node, func(g *syntax.Grammar) bool { return len(g.Lookup(c.Node, true))+len(g.Lookup(c.Node, false)) > 0 })
		field(of)
		field(c.Name)
		field(c.Type)
	}
	for _, name := range slices.Concat(l.Bind.Lists, l.Bind.Annotated, l.Bind.Results) {
		kind(name)
	}
	for _, name := range l.Metrics.Returns {
		known(name, func(g *syntax.Grammar) bool { return len(g.Lookup(name, true))+len(g.Lookup(name, false)) > 0 })
	}
	for _, place := range slices.Concat(l.Refer.Binds, l.Refer.Labels, l.Refer.Spread) {
		name, at, _ := strings.Cut(place, ".")
		kind(name)
		field(at)
	}
	for _, name := range l.Metrics.Else {
		known(name, func(g *syntax.Grammar) bool { return g.Field(name) != 0 || len(g.Lookup(name, true)) > 0 })
	}
}
