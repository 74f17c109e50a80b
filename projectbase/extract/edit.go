package extract

import (
	"cmp"
	"slices"
	"sort"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// parse preprocesses and parses source. Predicted and fallback edits apply to the
// preprocessed text, and positions are mapped back through both.
func (x *Extractor) parse(p *plan, source []byte) (*syntax.Tree, error) {
	x.pass.blanks = x.pass.blanks[:0]
	var edits []lang.Edit
	if p.language.Parse.Preprocess != nil {
		edits = p.language.Parse.Preprocess(source)
	}
	if len(edits) == 0 {
		return x.parseBest(p, source)
	}
	tree, err := x.parseBest(p, edited(source, edits))
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

// blank adds the edits that signatures omit to the blanks, which stay in order and
// do not overlap.
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

// parseBest parses source. It uses the predicted edits if they leave no syntax
// error. Otherwise it parses source as it is and, if that has syntax errors,
// tries the fallback edits. The tree's positions are those of source.
func (x *Extractor) parseBest(p *plan, source []byte) (*syntax.Tree, error) {
	var predicted reading
	if p.language.Parse.Predict != nil {
		if edits := p.language.Parse.Predict(source); len(edits) > 0 {
			var err error
			if predicted, err = x.attempt(p, source, edits); err == nil && predicted.tree.Errors == 0 {
				return x.settle(predicted, source), nil
			}
		}
	}
	tree, err := x.parser.Parse(p.grammar, p.keep, source, x.options.MaxNodes)
	if err != nil || tree.Errors == 0 || len(p.language.Parse.FallbackEdits) == 0 {
		return tree, err
	}
	return x.fallback(p, tree, predicted), nil
}

// reading is a tree, and the edits of the text that was parsed.
type reading struct {
	tree  *syntax.Tree // nil if parsing failed
	edits []lang.Edit
}

// attempt parses source with edits. The tree stays valid during further calls of
// the parser.
func (x *Extractor) attempt(p *plan, source []byte, edits []lang.Edit) (reading, error) {
	tree, err := x.parser.Parse(p.grammar, p.keep, edited(source, edits), x.options.MaxNodes)
	if err != nil {
		return reading{nil, edits}, err
	}
	x.parser.Hold()
	return reading{tree, edits}, nil
}

// fallback returns the tree with the fewest syntax errors: the plain one, the
// predicted one, or one of the fallback edits. Of equal trees the first wins.
func (x *Extractor) fallback(p *plan, plain *syntax.Tree, predicted reading) *syntax.Tree {
	source := plain.Source
	var attempts [][]lang.Edit
	for _, fallback := range p.language.Parse.FallbackEdits {
		edits := fallback(plain)
		same := func(other []lang.Edit) bool { return slices.Equal(edits, other) }
		if len(edits) > 0 && !same(predicted.edits) && !slices.ContainsFunc(attempts, same) {
			attempts = append(attempts, edits)
		}
	}
	best := reading{tree: plain}
	if predicted.tree != nil && predicted.tree.Errors < plain.Errors {
		best = predicted
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

// settle maps the positions of a tree back to source.
func (x *Extractor) settle(r reading, source []byte) *syntax.Tree {
	if len(r.edits) > 0 {
		relocate(r.tree, backward(r.edits))
		r.tree.Source = source
		x.blank(r.edits)
	}
	return r.tree
}

// edited applies edits to source.
func edited(source []byte, edits []lang.Edit) []byte {
	out := make([]byte, 0, len(source)+16*len(edits))
	at := uint32(0)
	for _, e := range edits {
		out = append(append(out, source[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, source[at:]...)
}

// backward returns a function that maps positions in the edited text to the
// source. A position inside an edit keeps its distance from the start of the
// edit, up to the end of the range.
func backward(edits []lang.Edit) func(uint32) uint32 {
	starts := make([]uint32, len(edits)) // of the edits, in the parsed text
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

// relocate maps the positions of a tree.
func relocate(tree *syntax.Tree, back func(uint32) uint32) {
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		n.Start, n.End = back(n.Start), back(n.End)
	}
}
