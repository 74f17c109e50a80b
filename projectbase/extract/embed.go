package extract

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// embed is a range of a file with text of another language.
type embed struct {
	start, end uint32
	extension  string
}

// embeds are the ranges of a file with text of other languages.
type embeds struct {
	*parsed
	languages *lang.Set // nil for none
	found     []embed
}

// Embed implements lang.Sink.
func (p *embeds) Embed(node uint32, extension string) {
	if p.languageOf(extension) == nil {
		return
	}
	n := &p.tree.Nodes[node]
	p.found = append(p.found, embed{n.Start, n.End, extension})
	p.marks[node] |= markEmbedded
}

// languageOf returns the language of files with an extension, or nil.
func (p *embeds) languageOf(extension string) *lang.Language {
	if p.languages == nil {
		return nil
	}
	return p.languages.ByID(p.languages.Detect(projectbase.Path("a"+extension), nil))
}

// embedded extracts the embedded text, one language after the other, and
// merges it into the facts.
func (x *Extractor) embedded(in Input) error {
	embeds := x.pass.embeds.found
	for len(embeds) > 0 {
		extension := embeds[0].extension
		var rest []embed
		source := make([]byte, len(x.pass.source))
		for i, b := range x.pass.source {
			if source[i] = ' '; b == '\n' || b == '\r' {
				source[i] = b
			}
		}
		for _, e := range embeds {
			if e.extension == extension {
				copy(source[e.start:e.end], x.pass.source[e.start:e.end])
			} else {
				rest = append(rest, e)
			}
		}
		embeds = rest
		guest := Input{Language: x.pass.embeds.languageOf(extension), Path: in.Path + projectbase.Path(extension), Source: source, NoStrings: in.NoStrings}
		if err := x.extractGuest(guest); err != nil {
			return err
		}
	}
	return nil
}

func (x *Extractor) extractGuest(in Input) error {
	if len(in.Language.Parse.Dialects) == 0 {
		x.startGuest(in)
		x.guest.rawText()
		x.merge()
		return nil
	}
	p, err := x.plan(in)
	if err != nil {
		return fmt.Errorf("extract %s: %w", in.Path, err)
	}
	tree, err := x.parse(p, in.Source)
	x.startGuest(in)
	switch {
	case err == nil:
		x.guest.blanks = append(x.guest.blanks[:0], x.pass.blanks...)
		x.guest.run(p, tree)
	case errors.Is(err, syntax.ErrTimeout):
		x.guestFacts.Partial = projectbase.PartialTimeout
		x.guest.rawText()
	case errors.Is(err, syntax.ErrTooMany):
		x.guestFacts.Partial = projectbase.PartialLimit
		x.guest.rawText()
	default:
		return fmt.Errorf("extract %s: %w", in.Path, err)
	}
	x.merge()
	return nil
}

func (x *Extractor) startGuest(in Input) {
	f := &x.guestFacts
	*f = projectbase.Facts{Terms: x.terms, Language: in.Language.ID, Symbols: f.Symbols[:0], References: f.References[:0], Imports: f.Imports[:0],
		Bindings: f.Bindings[:0]}
	x.guest.start(in, f)
}

// merge adds the facts of the embedded text to those of the file.
func (x *Extractor) merge() {
	host, guest := x.pass.words, x.guest.words
	host.occurrences = append(host.occurrences, guest.occurrences...)
	for row, rank := range guest.ranks {
		host.ranks[row] = max(host.ranks[row], rank)
	}
	f, g := &x.facts, &x.guestFacts
	x.mergeSymbols(len(f.References), len(f.Imports), len(f.Bindings))
	slices.SortStableFunc(f.References, byPosition)
	slices.SortStableFunc(f.Bindings, bindingOrder)
	slices.SortStableFunc(f.Imports, func(a, b projectbase.Import) int { return cmp.Compare(a.Line, b.Line) })
	f.Errors += g.Errors
	f.Partial = cmp.Or(f.Partial, g.Partial)
	if g.Header != "" && len(f.Header)+len(g.Header) <= maxHeader {
		f.Header = strings.TrimPrefix(f.Header+"\n\n"+g.Header, "\n\n")
	}
}

// mergeSymbols merges both lists of symbols by their starts, and renumbers
// them in references, imports and bindings. Those of the embedded text come
// last.
func (x *Extractor) mergeSymbols(references, imports, bindings int) {
	f, g := &x.facts, &x.guestFacts
	f.References = append(f.References, g.References...)
	f.Imports = append(f.Imports, g.Imports...)
	f.Bindings = append(f.Bindings, g.Bindings...)
	hosts, guests := make([]int32, len(f.Symbols)), make([]int32, len(g.Symbols))
	merged := make([]projectbase.Symbol, 0, len(hosts)+len(guests))
	move := func(s projectbase.Symbol, places []int32) projectbase.Symbol {
		if s.Container >= 0 {
			s.Container = places[s.Container]
		}
		return s
	}
	i, j := 0, 0
	for i < len(hosts) || j < len(guests) {
		if j == len(guests) || i < len(hosts) && f.Symbols[i].Span.Start <= g.Symbols[j].Span.Start {
			hosts[i] = int32(len(merged))
			merged = append(merged, move(f.Symbols[i], hosts))
			i++
		} else {
			guests[j] = int32(len(merged))
			merged = append(merged, move(g.Symbols[j], guests))
			j++
		}
	}
	f.Symbols = merged
	for k := range f.References {
		if r := &f.References[k]; r.Symbol >= 0 && k < references {
			r.Symbol = hosts[r.Symbol]
		} else if r.Symbol >= 0 {
			r.Symbol = guests[r.Symbol]
		}
	}
	for k := range f.Bindings {
		if b := &f.Bindings[k]; b.Symbol >= 0 && k < bindings {
			b.Symbol = hosts[b.Symbol]
		} else if b.Symbol >= 0 {
			b.Symbol = guests[b.Symbol]
		}
	}
	for k := range f.Imports {
		if m := &f.Imports[k]; m.Symbol >= 0 && k < imports {
			m.Symbol = hosts[m.Symbol]
		} else if m.Symbol >= 0 {
			m.Symbol = guests[m.Symbol]
		}
	}
}
