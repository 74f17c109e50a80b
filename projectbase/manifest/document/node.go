package document

import (
	"fmt"
	"sort"

	"codegraph/projectbase"
)

// Limits on one document.
const (
	maxDepth = 64  // nesting of values
	keptText = 512 // bytes of an XML element's text after which no more is kept
)

// Malformed wraps ErrMalformed.
func Malformed(err error) error { return fmt.Errorf("%v: %w", err, projectbase.ErrMalformed) }

// Node is a value of a JSON or TOML document with the line it was written on.
// A nil node is a value that is not there; its methods answer accordingly.
type Node struct {
	Line   int
	Kind   nodeKind
	String string  // of a scalar
	list   []*Node // elements, or members in order of first appearance
	keys   []string
	index  map[string]int // key to place in list
}

type nodeKind uint8

const (
	scalar nodeKind = iota // numbers, booleans and null
	String
	Array
	Table
)

// Get returns the member at the end of a way of keys.
func (n *Node) Get(way ...string) *Node {
	for _, key := range way {
		if n == nil || n.Kind != Table {
			return nil
		}
		i, ok := n.index[key]
		if !ok {
			return nil
		}
		n = n.list[i]
	}
	return n
}

// Str returns the text of a string, and "" for everything else.
func (n *Node) Str() string {
	if n == nil || n.Kind != String {
		return ""
	}
	return n.String
}

// IsTrue reports whether the value is the boolean true.
func (n *Node) IsTrue() bool { return n != nil && n.Kind == scalar && n.String == "true" }

func (n *Node) Elements() []*Node {
	if n == nil || n.Kind != Array {
		return nil
	}
	return n.list
}

// Each calls f for the members of a table, in order.
func (n *Node) Each(f func(key string, v *Node)) {
	if n == nil || n.Kind != Table {
		return
	}
	for i, key := range n.keys {
		f(key, n.list[i])
	}
}

// set makes v the member key; the last of two wins, as readers of JSON do.
func (n *Node) set(key string, v *Node) {
	if n.index == nil {
		n.index = map[string]int{}
	}
	if i, ok := n.index[key]; ok {
		n.list[i] = v
		return
	}
	n.index[key] = len(n.list)
	n.keys = append(n.keys, key)
	n.list = append(n.list, v)
}

// lines finds the line of an offset.
type lines []int // offsets of the newlines

func newLines(data []byte) lines {
	var l lines
	for i, c := range data {
		if c == '\n' {
			l = append(l, i)
		}
	}
	return l
}

func (l lines) at(offset int) int { return sort.SearchInts(l, offset) + 1 }
