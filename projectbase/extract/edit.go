package extract

import (
	"cmp"
	"slices"
	"sort"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// prepare reads source as its language prepares it. What is foreseen and repaired
// is the prepared text, so that the edits of both are undone one after the other.
func (x *Extractor) prepare(p *plan, source []byte) (*syntax.Tree, error) {
	x.pass.blanks = x.pass.blanks[:0]
	var edits []lang.Edit
	if p.language.Parse.Preprocess != nil {
		edits = p.language.Parse.Preprocess(source)
	}
	if len(edits) == 0 {
		return x.parse(p, source)
	}
	tree, err := x.parse(p, edited(source, edits))
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(edits, func(e lang.Edit) bool { return len(e.Text) != int(e.End-e.Start) }) {
		back := backward(edits)
		relocate(tree, back)
		for i := range x.pass.blanks {
			b := &x.pass.blanks[i]
			b.start, b.end = back(b.start), back(b.end)
		}
	}
	tree.Source = source
	x.blank(edits)
	return tree, nil
}

// blank adds those of the edits that signatures leave out to what is kept of
// them, which stays in order and without overlaps.
func (x *Extractor) blank(edits []lang.Edit) {
	blanks := x.pass.blanks
	for _, e := range edits {
		if e.Hide {
			blanks = append(blanks, omitted{e.Start, e.End, false})
		}
	}
	slices.SortFunc(blanks, func(a, b omitted) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	end := uint32(0)
	x.pass.blanks = slices.DeleteFunc(blanks, func(b omitted) bool {
		if b.end <= max(end, b.start) {
			return true
		}
		end = b.end
		return false
	})
}

// parse reads source, and where its tree has errors, what the language's repairs
// make of it. The tree with the fewest errors counts, the first of equal ones,
// but that text which was foreseen to fail is not read at all where it reads
// without an error as it was foreseen to. The nodes lie in source whatever was
// parsed.
func (x *Extractor) parse(p *plan, source []byte) (*syntax.Tree, error) {
	var foreseen reading
	if p.language.Parse.Predict != nil {
		if edits := p.language.Parse.Predict(source); len(edits) > 0 {
			var err error
			if foreseen, err = x.attempt(p, source, edits); err == nil && foreseen.tree.Errors == 0 {
				return x.settle(foreseen, source), nil
			}
		}
	}
	tree, err := x.parser.Parse(p.grammar, p.keep, source, x.options.MaxNodes)
	if err != nil || tree.Errors == 0 || len(p.language.Parse.FallbackEdits) == 0 {
		return tree, err
	}
	return x.repaired(p, tree, foreseen), nil
}

// reading is a tree and how the text was edited that it was made of.
type reading struct {
	tree  *syntax.Tree // nil where it could not be made
	edits []lang.Edit
}

// attempt parses source with edits. The tree is kept over further calls of the
// parser.
func (x *Extractor) attempt(p *plan, source []byte, edits []lang.Edit) (reading, error) {
	tree, err := x.parser.Parse(p.grammar, p.keep, edited(source, edits), x.options.MaxNodes)
	if err != nil {
		return reading{nil, edits}, err
	}
	x.parser.Hold()
	return reading{tree, edits}, nil
}

// repaired returns the best of a tree with errors, of what was foreseen and of
// what the repairs make of it.
func (x *Extractor) repaired(p *plan, plain *syntax.Tree, foreseen reading) *syntax.Tree {
	source := plain.Source
	var attempts [][]lang.Edit
	for _, repair := range p.language.Parse.FallbackEdits {
		edits := repair(plain)
		same := func(other []lang.Edit) bool { return slices.Equal(edits, other) }
		if len(edits) > 0 && !same(foreseen.edits) && !slices.ContainsFunc(attempts, same) {
			attempts = append(attempts, edits)
		}
	}
	best := reading{tree: plain}
	if foreseen.tree != nil && foreseen.tree.Errors < plain.Errors {
		best = foreseen
	} else {
		x.parser.Hold()
	}
	for _, edits := range attempts {
		tree, err := x.parser.Parse(p.grammar, p.keep, edited(source, edits), x.options.MaxNodes)
		if err != nil || tree.Errors >= best.tree.Errors {
			continue
		}
		x.parser.Hold()
		if best = (reading{tree, edits}); tree.Errors == 0 {
			break
		}
	}
	return x.settle(best, source)
}

// settle gives a tree the places that its nodes have in source.
func (x *Extractor) settle(r reading, source []byte) *syntax.Tree {
	if len(r.edits) > 0 {
		relocate(r.tree, backward(r.edits))
		r.tree.Source = source
		x.blank(r.edits)
	}
	return r.tree
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

// backward returns where a place in edited text lies in the source. What lies
// inside of an edit keeps its distance from the start of it, as far as the source
// goes.
func backward(edits []lang.Edit) func(uint32) uint32 {
	starts := make([]uint32, len(edits)) // of the edits, in the text that was parsed
	shift := int64(0)
	for i, e := range edits {
		starts[i] = uint32(int64(e.Start) + shift)
		shift += int64(len(e.Text)) - int64(e.End-e.Start)
	}
	return func(at uint32) uint32 {
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
}

// relocate moves the nodes of a tree to where back says that they lie.
func relocate(tree *syntax.Tree, back func(uint32) uint32) {
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		n.Start, n.End = back(n.Start), back(n.End)
	}
}
