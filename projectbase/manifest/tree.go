package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sort"

	"github.com/pelletier/go-toml/v2/unstable"

	"codegraph/projectbase"
)

// node is a value of a JSON or TOML document with the line it was written on.
// A nil node is a value that is not there; its methods answer accordingly.
type node struct {
	line  int
	kind  nodeKind
	text  string  // of a scalar
	list  []*node // elements, or members in order of first appearance
	keys  []string
	index map[string]int // key to place in list
}

type nodeKind uint8

const (
	scalar nodeKind = iota // numbers, booleans and null
	text
	array
	table
)

// get returns the member at the end of a way of keys.
func (n *node) get(way ...string) *node {
	for _, key := range way {
		if n == nil || n.kind != table {
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

// str returns the text of a string, and "" for everything else.
func (n *node) str() string {
	if n == nil || n.kind != text {
		return ""
	}
	return n.text
}

// isTrue reports whether the value is the boolean true.
func (n *node) isTrue() bool { return n != nil && n.kind == scalar && n.text == "true" }

func (n *node) elements() []*node {
	if n == nil || n.kind != array {
		return nil
	}
	return n.list
}

// each calls f for the members of a table, in order.
func (n *node) each(f func(key string, v *node)) {
	if n == nil || n.kind != table {
		return
	}
	for i, key := range n.keys {
		f(key, n.list[i])
	}
}

// set makes v the member key; the last of two wins, as readers of JSON do.
func (n *node) set(key string, v *node) {
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

// parseJSON reads a JSON document. A member's line is that of its key.
func parseJSON(data []byte) (*node, error) {
	p := jsonParser{dec: json.NewDecoder(bytes.NewReader(data)), lines: newLines(data)}
	p.dec.UseNumber()
	t, err := p.dec.Token()
	if err != nil {
		return nil, p.fail(err)
	}
	n, err := p.value(t, 0)
	if err != nil {
		return nil, p.fail(err)
	}
	if _, err := p.dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("line %d: text after the end of the document: %w", p.line(), projectbase.ErrMalformed)
	}
	return n, nil
}

type jsonParser struct {
	dec   *json.Decoder
	lines lines
}

func (p *jsonParser) line() int { return p.lines.at(int(p.dec.InputOffset())) }

func (p *jsonParser) fail(err error) error {
	return fmt.Errorf("line %d: %w", p.line(), malformed(err))
}

// value builds the value that begins with the token t.
func (p *jsonParser) value(t json.Token, depth int) (*node, error) {
	n := &node{line: p.line()}
	d, isDelim := t.(json.Delim)
	switch {
	case depth > maxDepth:
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	case isDelim && d == '{':
		n.kind = table
	case isDelim && d == '[':
		n.kind = array
	case isDelim:
		return nil, fmt.Errorf("unexpected %v", d)
	default:
		n.text = fmt.Sprint(t)
		if _, ok := t.(string); ok {
			n.kind = text
		}
		return n, nil
	}
	for p.dec.More() {
		t, err := p.dec.Token()
		if err != nil {
			return nil, err
		}
		key, line := "", p.line()
		if n.kind == table {
			key, _ = t.(string)
			if t, err = p.dec.Token(); err != nil {
				return nil, err
			}
		}
		v, err := p.value(t, depth+1)
		if err != nil {
			return nil, err
		}
		if n.kind == array {
			n.list = append(n.list, v)
			continue
		}
		v.line = line
		n.set(key, v)
	}
	_, err := p.dec.Token() // the closing bracket
	return n, err
}

// parseTOML reads a TOML document. A member's line is that of its key, an
// element's that of the value.
func parseTOML(data []byte) (*node, error) {
	p := tomlParser{lines: newLines(data), root: &node{kind: table, line: 1}}
	p.Reset(data)
	at := p.root
	for p.NextExpression() {
		e := p.Expression()
		var err error
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			at, err = p.header(e)
		case unstable.KeyValue:
			err = p.assign(at, e)
		}
		if err != nil {
			return nil, malformed(err)
		}
	}
	if err := p.Error(); err != nil {
		return nil, malformed(err)
	}
	return p.root, nil
}

type tomlParser struct {
	unstable.Parser
	lines lines
	root  *node
}

// header returns the table that [a.b] or [[a.b]] opens.
func (p *tomlParser) header(e *unstable.Node) (*node, error) {
	keys, line := p.way(e)
	at, err := descend(p.root, keys[:len(keys)-1], line)
	if err != nil {
		return nil, err
	}
	last := keys[len(keys)-1]
	if e.Kind == unstable.Table {
		return descend(at, keys[len(keys)-1:], line)
	}
	list := at.get(last)
	if list == nil {
		list = &node{kind: array, line: line}
		at.set(last, list)
	}
	if list.kind != array {
		return nil, fmt.Errorf("line %d: %q is not an array of tables", line, last)
	}
	t := &node{kind: table, line: line}
	list.list = append(list.list, t)
	return t, nil
}

func (p *tomlParser) assign(at *node, e *unstable.Node) error {
	keys, line := p.way(e)
	at, err := descend(at, keys[:len(keys)-1], line)
	if err != nil {
		return err
	}
	last := keys[len(keys)-1]
	if at.get(last) != nil {
		return fmt.Errorf("line %d: %q is set twice", line, last)
	}
	v, err := p.value(e.Value(), line)
	if err != nil {
		return err
	}
	v.line = line
	at.set(last, v)
	return nil
}

// way returns the dotted key of an expression, never empty, and its line.
func (p *tomlParser) way(e *unstable.Node) (keys []string, line int) {
	for it := e.Key(); it.Next(); {
		if k := it.Node(); line == 0 {
			line = p.lines.at(int(k.Raw.Offset))
		}
		keys = append(keys, string(it.Node().Data))
	}
	return keys, line
}

// descend goes down from n and makes the tables that are not there. In an
// array of tables it goes into the last.
func descend(n *node, keys []string, line int) (*node, error) {
	if len(keys) > maxDepth {
		return nil, fmt.Errorf("line %d: nested more than %d deep", line, maxDepth)
	}
	for _, key := range keys {
		next := n.get(key)
		if next == nil {
			next = &node{kind: table, line: line}
			n.set(key, next)
		}
		if next.kind == array && len(next.list) > 0 {
			next = next.list[len(next.list)-1]
		}
		if next.kind != table {
			return nil, fmt.Errorf("line %d: %q is not a table", line, key)
		}
		n = next
	}
	return n, nil
}

// value builds a value. The library bounds how deep values nest.
func (p *tomlParser) value(e *unstable.Node, line int) (*node, error) {
	if e.Raw.Length > 0 {
		line = p.lines.at(int(e.Raw.Offset))
	}
	n := &node{line: line}
	switch e.Kind {
	case unstable.Array:
		n.kind = array
		for it := e.Children(); it.Next(); {
			if it.Node().Kind == unstable.Comment {
				continue
			}
			v, err := p.value(it.Node(), line)
			if err != nil {
				return nil, err
			}
			n.list = append(n.list, v)
		}
	case unstable.InlineTable:
		n.kind = table
		for it := e.Children(); it.Next(); {
			if it.Node().Kind != unstable.KeyValue {
				continue
			}
			if err := p.assign(n, it.Node()); err != nil {
				return nil, err
			}
		}
	case unstable.String:
		n.kind, n.text = text, string(e.Data)
	default:
		n.text = string(e.Data)
	}
	return n, nil
}
