package storetest

import (
	"fmt"
	"math/rand"
	"slices"

	"codegraph/projectbase"
)

// World makes random facts over a small vocabulary, so that files share terms.
type World struct {
	Rng   *rand.Rand
	Words []string
}

func NewWorld(seed int64) *World {
	w := &World{Rng: rand.New(rand.NewSource(seed))}
	for i := range 120 {
		word := fmt.Sprintf("w%d", i)
		switch i % 8 {
		case 1:
			word = fmt.Sprintf("Word%dName", i)
		case 2:
			word = fmt.Sprintf("word%dname", i-1)
		case 3:
			word = fmt.Sprintf("Ünï%dΣ", i)
		case 4:
			word = fmt.Sprintf("a_%%%d'\n", i)
		case 5:
			word = fmt.Sprintf("\u212a%dſ", i)
		case 6:
			word = "long" + string(make([]byte, 70+i)) + "X"
		}
		w.Words = append(w.Words, word)
	}
	return w
}

// Facts returns random facts. Half of them have their own Terms.
func (w *World) Facts(terms *projectbase.Terms) *projectbase.Facts {
	r := w.Rng
	if r.Intn(2) == 0 {
		terms = &projectbase.Terms{}
	}
	for range r.Intn(5) { // terms that this file does not use
		terms.ID([]byte(w.Words[r.Intn(len(w.Words))]))
	}
	f := &projectbase.Facts{Terms: terms, Language: "test", Lines: uint32(50 + r.Intn(50)), Errors: uint32(r.Intn(2)), Generated: r.Intn(9) == 0}
	if r.Intn(6) == 0 {
		f.Partial = projectbase.PartialTimeout
	}
	if r.Intn(2) == 0 {
		f.Header = fmt.Sprint("header ", r.Intn(3))
	}
	for _, i := range r.Perm(len(w.Words))[:r.Intn(20)] {
		f.Postings = append(f.Postings, projectbase.Posting{Term: terms.ID([]byte(w.Words[i])), Keys: w.Keys()})
	}
	for i := range r.Intn(6) {
		f.Symbols = append(f.Symbols, w.symbol(i))
	}
	line := uint32(1)
	for range r.Intn(12) {
		line += uint32(r.Intn(3))
		f.References = append(f.References, projectbase.Reference{
			Kind: projectbase.ReferenceKind(r.Intn(8)), Name: w.name(terms), Qualifier: w.qualifier(terms), Arguments: w.qualifier(terms),
			Line: line, Column: uint32(r.Intn(200)), Symbol: int32(r.Intn(len(f.Symbols)+1)) - 1,
		})
	}
	for range r.Intn(9) {
		f.Bindings = append(f.Bindings, projectbase.Binding{
			Kind: projectbase.BindingKind(r.Intn(5)), Name: w.qualifier(terms), Source: w.qualifier(terms), Index: uint32(r.Intn(3)),
			Line: uint32(r.Intn(99)), Column: uint32(r.Intn(200)), Symbol: int32(r.Intn(len(f.Symbols)+1)) - 1,
			EndLine: uint32(r.Intn(2) * (1 + r.Intn(99))), EndColumn: 7,
		})
		if b := &f.Bindings[len(f.Bindings)-1]; b.EndLine == 0 {
			b.EndColumn = 0
		}
	}
	for range r.Intn(3) {
		f.Imports = append(f.Imports, projectbase.Import{Module: fmt.Sprint("m", r.Intn(4)), Alias: "x", Kind: projectbase.ImportKind(r.Intn(5)),
			Line: uint32(r.Intn(20)), Symbol: int32(r.Intn(len(f.Symbols)+1)) - 1})
	}
	return f
}

func (w *World) Keys() projectbase.LineKeys {
	n := 1 + w.Rng.Intn(4)
	span := 60
	if w.Rng.Intn(10) == 0 {
		n, span = 200, 100_000 // more than fits in a chunk with others
		if w.Rng.Intn(2) == 0 {
			n = 600 // more than fits in a chunk
		}
	}
	var list []projectbase.LineKey
	for range n {
		list = append(list, projectbase.NewLineKey(uint32(1+w.Rng.Intn(span)), projectbase.LineType(w.Rng.Intn(6)), w.Rng.Intn(5) == 0))
	}
	slices.Sort(list)
	var keys projectbase.LineKeys
	prev := projectbase.LineKey(0)
	for _, k := range list {
		if k|1 == prev|1 {
			continue
		}
		keys = projectbase.AppendLineKey(keys, prev, k)
		prev = k
	}
	return keys
}

func (w *World) symbol(i int) projectbase.Symbol {
	r := w.Rng
	s := projectbase.Symbol{Kind: projectbase.Kind(r.Intn(19)), Word: "func", Name: fmt.Sprint("Name", r.Intn(5)), Container: int32(r.Intn(i+1)) - 1,
		Span:     projectbase.Span{Start: uint32(r.Intn(100)), End: uint32(100 + r.Intn(100)), Line: uint32(1 + r.Intn(9)), EndLine: uint32(10 + r.Intn(9)), Column: 1},
		NameLine: uint32(1 + r.Intn(12)), NameColumn: 6, Signature: fmt.Sprint("func f", r.Intn(3)), Visibility: projectbase.Visibility(r.Intn(5)),
		Flags: projectbase.SymbolFlags(r.Intn(8))}
	if r.Intn(3) == 0 {
		s.Prototype, s.Doc, s.Owner, s.Type, s.Access = "f()", "doc", "T", "int", "pub"
		s.Metrics = projectbase.Metrics{Branches: 3, Loops: 1, Returns: 2, Nesting: 1}
	}
	// Signatures that an index need not keep, and some that are nearly so.
	s.Word = []string{"func", s.Kind.String(), ""}[r.Intn(3)]
	if r.Intn(2) == 0 {
		s.Signature = []string{"", "func ", "x "}[r.Intn(3)] + s.Name + []string{"", " int", " T", " "}[r.Intn(4)]
	}
	return s
}

func (w *World) name(terms *projectbase.Terms) projectbase.TermID {
	if w.Rng.Intn(8) == 0 {
		return terms.ID([]byte(fmt.Sprint("this.x", w.Rng.Intn(3))))
	}
	return terms.ID([]byte(w.Words[w.Rng.Intn(len(w.Words))]))
}

func (w *World) qualifier(terms *projectbase.Terms) projectbase.TermID {
	if w.Rng.Intn(2) == 0 {
		return projectbase.NoTerm
	}
	return w.name(terms)
}
