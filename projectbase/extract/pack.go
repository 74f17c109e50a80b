package extract

import (
	"slices"

	"codegraph/projectbase"
)

// grouping is the state of sorting a file's occurrences by term.
type grouping struct {
	count  []uint32 // by term; all zero between files
	terms  []projectbase.TermID
	places []uint32 // occurrence.at, grouped by term
	packed []byte
}

// pack turns the occurrences into postings, one per term, in order of first
// use. Occurrences come nearly in order of their lines, so grouping by
// counting and sorting each group is cheaper than one sort.
func (p *wordScan) pack() {
	g := &p.group
	if n := p.terms.Len(); len(g.count) < n {
		g.count = append(g.count, make([]uint32, n-len(g.count)+4096)...)
	}
	g.terms = g.terms[:0]
	for _, o := range p.occurrences {
		if g.count[o.term] == 0 {
			g.terms = append(g.terms, o.term)
		}
		g.count[o.term]++
	}
	from := uint32(0)
	for _, t := range g.terms {
		n := g.count[t]
		g.count[t] = from
		from += n
	}
	if cap(g.places) < len(p.occurrences) {
		g.places = make([]uint32, len(p.occurrences), len(p.occurrences)+len(p.occurrences)/4)
	}
	g.places = g.places[:len(p.occurrences)]
	for _, o := range p.occurrences {
		g.places[g.count[o.term]] = o.at
		g.count[o.term]++
	}
	g.packed = slices.Grow(g.packed[:0], 5*len(p.occurrences))
	from = 0
	for _, t := range g.terms {
		to := g.count[t]
		g.count[t] = 0
		p.facts.Postings = append(p.facts.Postings, projectbase.Posting{Term: t, Keys: p.keys(g.places[from:to])})
		from = to
	}
}

// keys packs the positions of one term. Several occurrences on one line with
// one role make one key, which is a definition if any of them is.
func (p *wordScan) keys(places []uint32) projectbase.LineKeys {
	if !slices.IsSorted(places) {
		slices.Sort(places)
	}
	g := &p.group
	start := len(g.packed)
	var prev projectbase.LineKey
	last := ^uint32(0)
	for _, at := range places {
		if at>>1 == last {
			continue
		}
		last = at >> 1
		key := projectbase.NewLineKey(at>>3+1, p.lineType(at), at&1 == 0)
		g.packed = projectbase.AppendLineKey(g.packed, prev, key)
		prev = key
	}
	return g.packed[start:len(g.packed):len(g.packed)]
}

func (p *wordScan) lineType(at uint32) projectbase.LineType {
	switch role(at >> 1 & 3) {
	case roleComment:
		return projectbase.LineComment
	case roleString:
		return projectbase.LineString
	}
	return p.ranks[at>>3]
}
