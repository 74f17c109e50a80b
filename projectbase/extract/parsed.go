package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// parsed is the file that all parts of a pass read: plan, text and tree. The
// parts append to facts, and mark nodes for each other.
type parsed struct {
	*plan
	tree   *syntax.Tree
	source []byte
	facts  *projectbase.Facts
	terms  *projectbase.Terms
	file   lang.File // for hooks

	marks    []mark    // by node
	blanks   []omitted // ranges that the parser did not get, in order
	lineRow  uint32    // row that begins at lineFrom
	lineFrom uint32
}

// mark is a note on a node, made while an earlier node was visited.
type mark uint8

const (
	markDefinition mark = 1 << iota // names a symbol
	markReferred                    // has a reference already
	markEmbedded                    // contains text of another language
	markObject                      // is part of the qualifier of a reference
	markBound                       // is a name that is bound at this node
)

func (p *parsed) start(in Input, facts *projectbase.Facts) {
	p.source, p.facts, p.terms = in.Source, facts, facts.Terms
	p.file = lang.File{Path: in.Path}
	p.lineRow, p.lineFrom = 0, 0
	facts.Lines = uint32(bytes.Count(p.source, newline) + 1)
	if len(p.source) == 0 || p.source[len(p.source)-1] == '\n' {
		facts.Lines--
	}
}

// setTree begins reading a tree. Its source may differ from the file in
// blanks.
func (p *parsed) setTree(pl *plan, tree *syntax.Tree) {
	p.plan, p.tree, p.source = pl, tree, tree.Source
	p.facts.Errors = tree.Errors
	p.marks = resize(p.marks, len(tree.Nodes))
}

// resize returns a zeroed slice of length n.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// column returns the 1-based column of an offset on a row. It caches the start
// of the last row, since offsets come nearly in order.
func (p *parsed) column(row, offset uint32) uint32 {
	if row != p.lineRow || offset < p.lineFrom {
		p.lineRow = row
		p.lineFrom = uint32(bytes.LastIndexByte(p.source[:offset], '\n') + 1)
	}
	return offset - p.lineFrom + 1
}

// part returns the child of i in a field. For field 0 it is the first child,
// or the last one.
func (p *parsed) part(i uint32, field syntax.Field, last bool) uint32 {
	if field != 0 {
		return p.tree.FieldChild(i, field)
	}
	child := p.tree.First(i)
	for last && child != syntax.None {
		next := p.tree.After(i, child)
		if next == syntax.None {
			break
		}
		child = next
	}
	return child
}

func (p *parsed) is(i uint32, a action) bool {
	s := p.tree.Nodes[i].Symbol
	return s != syntax.ErrorSymbol && p.act[s]&a != 0
}

func (p *parsed) listed(i uint32) bool {
	return p.is(i, actList)
}

func (p *parsed) patternOf(i uint32) *pattern {
	s := p.tree.Nodes[i].Symbol
	if s == syntax.ErrorSymbol {
		return nil
	}
	return p.pattern[s]
}

// link returns the entry for a node in a chain of names, or nil.
func (p *parsed) link(i uint32) *chain {
	n := &p.tree.Nodes[i]
	if n.Symbol == syntax.ErrorSymbol {
		return nil
	}
	list := p.chains[n.Symbol]
	for k := range list {
		if c := &list[k]; c.prefix == "" || n.End > n.Start && strings.IndexByte(c.prefix, p.source[n.Start]) >= 0 {
			return c
		}
	}
	return nil
}

// typeText returns a type as written, with white space folded.
func (p *parsed) typeText(i uint32) []byte {
	n := &p.tree.Nodes[i]
	from, end := n.Start, n.End
	if n.Symbol != syntax.ErrorSymbol && p.act[n.Symbol]&actAnnotated != 0 {
		first := p.tree.First(i)
		if first == syntax.None {
			return nil
		}
		from, end = p.tree.Nodes[first].Start, p.tree.Nodes[p.part(i, 0, true)].End
	}
	text := p.source[from:end]
	if len(text) > maxType {
		return nil
	}
	for _, c := range text {
		if c == '\n' || c == '\t' || c == '\r' || c >= utf8.RuneSelf {
			return bytes.TrimSpace(foldInto(nil, text))
		}
	}
	return text
}
