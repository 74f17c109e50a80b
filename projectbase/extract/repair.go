package extract

import (
	"slices"
	"sort"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// prepare reads source as its language prepares it.
func (x *Extractor) prepare(p *plan, source []byte) (*syntax.Tree, error) {
	var edits []lang.Edit
	if p.language.Prepare != nil {
		edits = p.language.Prepare(source)
	}
	if len(edits) == 0 {
		return x.parse(p, source)
	}
	tree, err := x.parser.Parse(p.grammar, p.keep, edited(source, edits), x.options.MaxNodes)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(edits, func(e lang.Edit) bool { return len(e.Text) != int(e.End-e.Start) }) {
		relocate(tree, source, edits)
	}
	tree.Source = source
	x.blank(edits)
	return tree, nil
}

// blank keeps which of the edits signatures leave out.
func (x *Extractor) blank(edits []lang.Edit) {
	x.pass.blanks = x.pass.blanks[:0]
	for _, e := range edits {
		if e.Hide {
			x.pass.blanks = append(x.pass.blanks, omitted{e.Start, e.End, false})
		}
	}
}

// parse reads source, and where its tree has errors, what the language's repairs
// make of it. The tree with the fewest errors counts, the first of equal ones.
// Its nodes lie in source whatever was parsed.
func (x *Extractor) parse(p *plan, source []byte) (*syntax.Tree, error) {
	x.pass.blanks = x.pass.blanks[:0]
	tree, err := x.parser.Parse(p.grammar, p.keep, source, x.options.MaxNodes)
	if err != nil || tree.Errors == 0 || len(p.language.Repairs) == 0 {
		return tree, err
	}
	var attempts [][]lang.Edit
	for _, repair := range p.language.Repairs {
		if edits := repair(tree); len(edits) > 0 {
			attempts = append(attempts, edits)
		}
	}
	fewest, best, last := tree.Errors, -1, -1
	for i, edits := range attempts {
		tree, err = x.parser.Parse(p.grammar, p.keep, edited(source, edits), x.options.MaxNodes)
		if last = i; err != nil {
			continue
		}
		if tree.Errors < fewest {
			fewest, best = tree.Errors, i
		}
		if fewest == 0 {
			break
		}
	}
	switch {
	case best < 0 && last >= 0:
		return x.parser.Parse(p.grammar, p.keep, source, x.options.MaxNodes)
	case best < 0:
		return tree, nil
	case best != last:
		if tree, err = x.parser.Parse(p.grammar, p.keep, edited(source, attempts[best]), x.options.MaxNodes); err != nil {
			return nil, err
		}
	}
	relocate(tree, source, attempts[best])
	x.blank(attempts[best])
	return tree, nil
}

// edited returns source with the edits made.
func edited(source []byte, edits []lang.Edit) []byte {
	out := make([]byte, 0, len(source)+16*len(edits))
	at := uint32(0)
	for _, e := range edits {
		out = append(append(out, source[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, source[at:]...)
}

// relocate moves a tree of edited text back into the source. What lies inside of
// an edit keeps its distance from the start of it, as far as the source goes.
func relocate(tree *syntax.Tree, source []byte, edits []lang.Edit) {
	starts := make([]uint32, len(edits)) // of the edits, in the text that was parsed
	shift := int64(0)
	for i, e := range edits {
		starts[i] = uint32(int64(e.Start) + shift)
		shift += int64(len(e.Text)) - int64(e.End-e.Start)
	}
	back := func(at uint32) uint32 {
		i := sort.Search(len(starts), func(i int) bool { return starts[i] > at }) - 1
		if i < 0 {
			return at
		}
		e, in := edits[i], at-starts[i]
		if n := uint32(len(e.Text)); in >= n {
			return e.End + in - n
		}
		return min(e.Start+in, e.End)
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		n.Start, n.End = back(n.Start), back(n.End)
	}
	tree.Source = source
}
