package syntax

// Node is one node of a Tree. Rows are 0-based. Its layout must equal cg_node
// in C.
type Node struct {
	Start, End  uint32 // byte offsets, half-open
	Row, EndRow uint32 // rows of the first and the last byte
	Next        uint32 // index of the first node after this one's subtree
	Parent      uint32 // index of the nearest kept ancestor; None for the root
	Symbol      Symbol
	Field       Field // this node's role in its parent, 0 if none
}

// None is the index of no node.
const None = 1<<32 - 1

// Tree is a syntax tree as an array in pre-order. The first child of node i is
// i+1 if that is less than Nodes[i].Next; the Next of a child is its sibling.
type Tree struct {
	Nodes   []Node
	Source  []byte
	Grammar *Grammar
	Errors  uint32 // error and missing nodes of the tree
}

// Kind returns the name of a node's kind.
func (t *Tree) Kind(i uint32) string { return t.Grammar.Kind(t.Nodes[i].Symbol) }

// Text returns the source of a node.
func (t *Tree) Text(i uint32) []byte { return t.Source[t.Nodes[i].Start:t.Nodes[i].End] }

// First returns a node's first child, or None.
func (t *Tree) First(i uint32) uint32 {
	if i+1 < t.Nodes[i].Next {
		return i + 1
	}
	return None
}

// After returns the sibling after child, which is a child of parent, or None.
func (t *Tree) After(parent, child uint32) uint32 {
	if n := t.Nodes[child].Next; n < t.Nodes[parent].Next {
		return n
	}
	return None
}

// Child returns the first child of i in a field, or None.
func (t *Tree) Child(i uint32, field string) uint32 {
	f := t.Grammar.Field(field)
	if f == 0 {
		return None
	}
	return t.FieldChild(i, f)
}

// FieldChild is Child by the field's number.
func (t *Tree) FieldChild(i uint32, f Field) uint32 {
	for c := t.First(i); c != None; c = t.After(i, c) {
		if t.Nodes[c].Field == f {
			return c
		}
	}
	return None
}

// ChildOf returns the first child of i with one of the kinds, or None.
func (t *Tree) ChildOf(i uint32, kinds ...string) uint32 {
	for c := t.First(i); c != None; c = t.After(i, c) {
		k := t.Kind(c)
		for _, want := range kinds {
			if k == want {
				return c
			}
		}
	}
	return None
}

// Children calls fn for each child of i until it returns false.
func (t *Tree) Children(i uint32, fn func(child uint32) bool) {
	for c := t.First(i); c != None && fn(c); c = t.After(i, c) {
	}
}
