package document

import (
	"fmt"
	"sort"

	"codegraph/projectbase"
)

// Limits on one document.
const (
	maxDepth = 64  // nesting of values
	maxText  = 512 // bytes of an XML element's text after which no more is kept
)

// Malformed wraps ErrMalformed.
func Malformed(err error) error { return fmt.Errorf("%v: %w", err, projectbase.ErrMalformed) }

// Node is a value of a JSON, TOML or YAML document with its line. A nil node is
// a missing value; its methods return zero values.
type Node struct {
	Line  int
	Kind  nodeKind
	Text  string  // of a scalar
	list  []*Node // elements, or members in order of first appearance
	keys  []string
	index map[string]int // key to place in list
}

type nodeKind uint8

const (
	scalar nodeKind = iota // numbers, booleans and null
	String
	Array
	Table
)

// Get follows a path of keys and returns the member there, or nil.
func (n *Node) Get(names ...string) *Node {
	for _, key := range names {
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
	return n.Text
}

// IsTrue reports whether the value is the boolean true.
func (n *Node) IsTrue() bool { return n != nil && n.Kind == scalar && n.Text == "true" }

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

// set sets the member key to v. The last of two values wins, as in JSON
// parsers.
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
