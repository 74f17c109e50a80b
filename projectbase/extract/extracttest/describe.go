package extracttest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codegraph/projectbase"
)

// Describe appends the facts of a file as lines of text:
//
//	a.go:4 method func T.Close | func (t *T) Close() error | public exported | Close ends it.
//	a.go:4 words method Close* T error t
//	a.go:5 call t.conn Close <- T.Close
//	a.go:5 bind value x t.open()#1 <- T.Close
//	a.go:1 import net/http as h
//
// A star marks a definition. The metrics at the end of a symbol's line,
// branches/loops/returns/nesting, are omitted if all are zero.
func Describe(dst []byte, path projectbase.Path, f *projectbase.Facts) []byte {
	type row struct {
		line uint32
		text string
	}
	var rows []row
	add := func(line uint32, format string, args ...any) {
		rows = append(rows, row{line, fmt.Sprintf("%s:%d ", path, line) + fmt.Sprintf(format, args...)})
	}
	for i := range f.Symbols {
		add(f.Symbols[i].NameLine, "%s", describeSymbol(f, i))
	}
	for _, r := range f.References {
		q := ""
		if r.Qualifier != projectbase.NoTerm {
			q = f.Terms.Text(r.Qualifier) + " "
		}
		add(r.Line, "%s %s%s <- %s", r.Kind, q, f.Terms.Text(r.Name), qualified(f, int(r.Symbol)))
	}
	for _, b := range f.Bindings {
		add(b.Line, "%s", describeBinding(f, b))
	}
	for _, i := range f.Imports {
		text := fmt.Sprintf("import %s", i.Module)
		if i.Kind != projectbase.ImportModule {
			text = i.Kind.String() + " " + text
		}
		if i.Name != "" {
			text += " name " + i.Name
		}
		if i.Alias != "" {
			text += " as " + i.Alias
		}
		add(i.Line, "%s", text)
	}
	for place, words := range wordsByPlace(f) {
		slices.Sort(words)
		add(place.line, "words %s %s", place.typ, strings.Join(words, " "))
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.line != b.line {
			return int(a.line) - int(b.line)
		}
		return strings.Compare(a.text, b.text)
	})
	if f.Header != "" {
		dst = fmt.Appendf(dst, "%s header %s\n", path, strconv.Quote(f.Header))
	}
	dst = fmt.Appendf(dst, "%s lines %d errors %d generated %v %s\n", path, f.Lines, f.Errors, f.Generated, f.Partial)
	for _, r := range rows {
		dst = append(append(dst, strings.TrimRight(r.text, " ")...), '\n')
	}
	return dst
}

func describeBinding(f *projectbase.Facts, b projectbase.Binding) string {
	text := "bind " + b.Kind.String()
	if b.Name != projectbase.NoTerm {
		text += " " + f.Terms.Text(b.Name)
	} else {
		text += " return"
	}
	if b.Source != projectbase.NoTerm {
		text += " " + f.Terms.Text(b.Source)
	}
	if b.Index > 0 {
		text += fmt.Sprintf("#%d", b.Index)
	}
	if b.EndLine > 0 {
		text += fmt.Sprintf(" until %d:%d", b.EndLine, b.EndColumn)
	}
	return text + " <- " + qualified(f, int(b.Symbol))
}

func describeSymbol(f *projectbase.Facts, i int) string {
	s := f.Symbols[i]
	b := fmt.Sprintf("%s %s %s to %d | %s", s.Kind, s.Word, qualified(f, i), s.Span.EndLine, s.Signature)
	if s.Prototype != "" {
		b += " | prototype " + s.Prototype
	}
	if s.Type != "" {
		b += " | type " + s.Type
	}
	marks := strings.Fields(s.Visibility.String() + " " + strings.Join(s.Flags.Names(), " "))
	if len(marks) > 0 {
		b += " | " + strings.Join(marks, " ")
	}
	if s.Doc != "" {
		b += " | doc " + strconv.Quote(s.Doc)
	}
	if s.Metrics != (projectbase.Metrics{}) {
		b += fmt.Sprintf(" | %d/%d/%d/%d", s.Metrics.Branches, s.Metrics.Loops, s.Metrics.Returns, s.Metrics.Nesting)
	}
	return b
}

// qualified returns the qualified name of a symbol.
func qualified(f *projectbase.Facts, i int) string {
	if i < 0 {
		return "-"
	}
	s := f.Symbols[i]
	name := s.Name
	if s.Owner != "" {
		name = s.Owner + "." + name
	}
	if s.Container >= 0 {
		return qualified(f, int(s.Container)) + "." + name
	}
	return name
}

type place struct {
	line uint32
	typ  projectbase.LineType
}

func wordsByPlace(f *projectbase.Facts) map[place][]string {
	words := map[place][]string{}
	for _, p := range f.Postings {
		var k projectbase.LineKey
		for keys := p.Keys; len(keys) > 0; {
			var ok bool
			if k, keys, ok = keys.Next(k); !ok {
				break
			}
			w := f.Terms.Text(p.Term)
			if k.Definition() {
				w += "*"
			}
			at := place{k.Line(), k.Type()}
			words[at] = append(words[at], w)
		}
	}
	return words
}
