package extract

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// blocks finds the end of each binding: the end of its block, see
// lang.Bind.Blocks. The end is recorded only if the name occurs after it in
// the same symbol.
type blocks struct {
	*parsed
	words  *wordScan
	scopes *scopes

	open  []block
	bound []blockBinding // bindings of open blocks
	ended []ended        // bindings of open symbols
	last  []lastWord     // by TermID
	stamp uint32
}

// block is an open block.
type block struct {
	next     uint32 // index of the first node outside
	node     uint32
	symbol   int32 // innermost symbol around it
	callable bool  // it is also the body of a callable without a symbol
}

// blockBinding is a binding of a block.
type blockBinding struct {
	binding int // index in Facts.Bindings
	name    projectbase.TermID
	block   int // index in open
}

// ended is a binding whose block has ended.
type ended struct {
	binding      int
	line, column uint32
	words        int // number of occurrences before its end
}

// lastWord is the index of the last occurrence of a name. It is valid if stamp
// is that of the current symbol.
type lastWord struct {
	stamp uint32
	at    int
}

func (p *blocks) start() { p.open, p.bound, p.ended = p.open[:0], p.bound[:0], p.ended[:0] }

func (p *blocks) enter(i uint32, n *syntax.Node, a action) {
	p.open = append(p.open, block{n.Next, i, p.scopes.holder(), a&actClosure != 0})
}

// bind enters a binding of the symbol s.holder. An assignment belongs to the
// block that declared the name.
func (s *blocks) bind(index int, name projectbase.TermID, b *bindings) {
	if b.node.Assign && !b.read.New {
		for k := len(s.bound) - 1; k >= 0; k-- {
			if w := &s.bound[k]; w.name == name && s.open[w.block].symbol == b.holder {
				s.bound = append(s.bound, blockBinding{index, name, w.block})
				return
			}
		}
	}
	k := len(s.open) - 1
	if b.read.Whole {
		for k >= 0 && !s.open[k].callable && s.open[k].symbol == b.holder {
			k--
		}
	}
	if k >= 0 && s.open[k].symbol == b.holder {
		s.bound = append(s.bound, blockBinding{index, name, k})
	}
}

// leave closes the blocks that end before node i.
func (p *blocks) leave(i uint32) {
	s := p
	for k := len(s.open) - 1; k >= 0 && i >= s.open[k].next; k-- {
		n := &p.tree.Nodes[s.open[k].node]
		kept := s.bound[:0]
		for _, b := range s.bound {
			if b.block == k {
				s.ended = append(s.ended, ended{b.binding, n.EndRow + 1, p.column(n.EndRow, n.End), len(p.words.occurrences)})
			} else {
				kept = append(kept, b)
			}
		}
		s.bound, s.open = kept, s.open[:k]
	}
}

// end records the ends of the bindings of a symbol at its end. words is the
// number of occurrences before the symbol.
func (p *blocks) end(symbol int32, words int) {
	s := p
	first := len(s.ended)
	for first > 0 && p.facts.Bindings[s.ended[first-1].binding].Symbol == symbol {
		first--
	}
	if first == len(s.ended) {
		return
	}
	s.stamp++
	for i, o := range p.words.occurrences[words:] {
		reach(&s.last, o.term)
		s.last[o.term] = lastWord{s.stamp, words + i}
	}
	for _, e := range s.ended[first:] {
		b := &p.facts.Bindings[e.binding]
		if int(b.Name) < len(s.last) && s.last[b.Name].stamp == s.stamp && s.last[b.Name].at >= e.words {
			b.EndLine, b.EndColumn = e.line, e.column
		}
	}
	s.ended = s.ended[:first]
}
