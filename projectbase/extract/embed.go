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

// embed is a piece of a file that is of another language.
type embed struct {
	start, end uint32
	extension  string
}

// piece is a name within the text of a node that holds several.
type piece struct {
	node       uint32
	start, end uint32
}

// Embed implements lang.Sink.
func (p *pass) Embed(node uint32, extension string) {
	if p.languageOf(extension) == nil {
		return
	}
	n := &p.tree.Nodes[node]
	p.embeds = append(p.embeds, embed{n.Start, n.End, extension})
	p.marks[node] |= markEmbedded
}

// languageOf returns the language of files with an extension, nil where this
// pass knows none.
func (p *pass) languageOf(extension string) *lang.Language {
	if p.languages == nil {
		return nil
	}
	return p.languages.ByID(p.languages.Detect(projectbase.Path("a"+extension), nil))
}

// ReferIn implements lang.Sink.
func (p *pass) ReferIn(node, start, end uint32, kind projectbase.ReferenceKind) {
	p.marks[node] |= markReferred
	p.pieces = append(p.pieces, piece{node, start, end})
	row := p.tree.Nodes[node].Row
	for _, b := range p.source[p.tree.Nodes[node].Start:start] {
		if b == '\n' {
			row++
		}
	}
	p.facts.References = append(p.facts.References, projectbase.Reference{Kind: kind, Name: p.terms.ID(p.source[start:end]),
		Qualifier: projectbase.NoTerm, Arguments: projectbase.NoTerm, Line: row + 1, Column: p.column(row, start), Symbol: p.holder()})
}

// Item implements lang.Sink.
func (p *pass) Item(node uint32) { p.marks[node] |= markReferred }

// readPieces reads the names that hooks have found in the text of node i. It returns
// false if there are none.
func (p *pass) readPieces(i uint32, r role) bool {
	first := p.pieceAt
	for ; p.pieceAt < len(p.pieces) && p.pieces[p.pieceAt].node <= i; p.pieceAt++ {
		if q := p.pieces[p.pieceAt]; q.node == i && q.start >= p.pos {
			p.scanTo(q.start, r)
			if q.start >= p.pos {
				p.identifier(q.start, q.end, r, false)
			}
		}
	}
	return p.pieceAt > first
}

// embedded extracts the pieces of other languages that the pass has found, one
// language after the other, and puts what is in them to the facts.
func (x *Extractor) embedded(in Input) error {
	embeds := x.pass.embeds
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
		guest := Input{Language: x.pass.languageOf(extension), Path: in.Path + projectbase.Path(extension), Source: source, NoStrings: in.NoStrings}
		if err := x.extractGuest(guest); err != nil {
			return err
		}
	}
	return nil
}

func (x *Extractor) extractGuest(in Input) error {
	if len(in.Language.Parse.Dialects) == 0 {
		x.startGuest(in)
		x.guest.words()
		x.merge()
		return nil
	}
	p, err := x.plan(in)
	if err != nil {
		return fmt.Errorf("extract %s: %w", in.Path, err)
	}
	tree, err := x.prepare(p, in.Source)
	x.startGuest(in)
	switch {
	case err == nil:
		x.guest.blanks = append(x.guest.blanks[:0], x.pass.blanks...)
		x.guest.run(p, tree)
	case errors.Is(err, syntax.ErrTimeout):
		x.guestFacts.Partial = projectbase.PartialTimeout
		x.guest.words()
	case errors.Is(err, syntax.ErrTooMany):
		x.guestFacts.Partial = projectbase.PartialLimit
		x.guest.words()
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

// merge puts what the guest has found to the facts of its host.
func (x *Extractor) merge() {
	host, guest := &x.pass, &x.guest
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

// mergeSymbols merges the symbols of host and guest by their starts, and has what
// refers to them follow. The guest's references, imports and bindings come last.
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
