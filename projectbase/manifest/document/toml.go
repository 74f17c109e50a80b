package document

import (
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"
)

// ParseTOML reads a TOML document. A member's line is that of its key, an
// element's that of the value.
func ParseTOML(data []byte) (*Node, error) {
	p := tomlParser{lines: newLines(data), root: &Node{Kind: Table, Line: 1}}
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
			return nil, Malformed(err)
		}
	}
	if err := p.Error(); err != nil {
		return nil, Malformed(err)
	}
	return p.root, nil
}

type tomlParser struct {
	unstable.Parser
	lines lines
	root  *Node
}

// header returns the table that [a.b] or [[a.b]] opens.
func (p *tomlParser) header(e *unstable.Node) (*Node, error) {
	keys, line := p.keyOf(e)
	at, err := descend(p.root, keys[:len(keys)-1], line)
	if err != nil {
		return nil, err
	}
	last := keys[len(keys)-1]
	if e.Kind == unstable.Table {
		return descend(at, keys[len(keys)-1:], line)
	}
	list := at.Get(last)
	if list == nil {
		list = &Node{Kind: Array, Line: line}
		at.set(last, list)
	}
	if list.Kind != Array {
		return nil, fmt.Errorf("line %d: %q is not an array of tables", line, last)
	}
	t := &Node{Kind: Table, Line: line}
	list.list = append(list.list, t)
	return t, nil
}

func (p *tomlParser) assign(at *Node, e *unstable.Node) error {
	keys, line := p.keyOf(e)
	at, err := descend(at, keys[:len(keys)-1], line)
	if err != nil {
		return err
	}
	last := keys[len(keys)-1]
	if at.Get(last) != nil {
		return fmt.Errorf("line %d: %q is set twice", line, last)
	}
	v, err := p.value(e.Value(), line)
	if err != nil {
		return err
	}
	v.Line = line
	at.set(last, v)
	return nil
}

// keyOf returns the dotted key of an expression, never empty, and its line.
func (p *tomlParser) keyOf(e *unstable.Node) (keys []string, line int) {
	for it := e.Key(); it.Next(); {
		if k := it.Node(); line == 0 {
			line = p.lines.at(int(k.Raw.Offset))
		}
		keys = append(keys, string(it.Node().Data))
	}
	return keys, line
}

// descend follows keys from n and adds missing tables. In an array of tables it
// follows the last one.
func descend(n *Node, keys []string, line int) (*Node, error) {
	if len(keys) > maxDepth {
		return nil, fmt.Errorf("line %d: nested more than %d deep", line, maxDepth)
	}
	for _, key := range keys {
		next := n.Get(key)
		if next == nil {
			next = &Node{Kind: Table, Line: line}
			n.set(key, next)
		}
		if next.Kind == Array && len(next.list) > 0 {
			next = next.list[len(next.list)-1]
		}
		if next.Kind != Table {
			return nil, fmt.Errorf("line %d: %q is not a table", line, key)
		}
		n = next
	}
	return n, nil
}

// value builds a value. The library bounds how deep values nest.
func (p *tomlParser) value(e *unstable.Node, line int) (*Node, error) {
	if e.Raw.Length > 0 {
		line = p.lines.at(int(e.Raw.Offset))
	}
	n := &Node{Line: line}
	switch e.Kind {
	case unstable.Array:
		n.Kind = Array
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
		n.Kind = Table
		for it := e.Children(); it.Next(); {
			if it.Node().Kind != unstable.KeyValue {
				continue
			}
			if err := p.assign(n, it.Node()); err != nil {
				return nil, err
			}
		}
	case unstable.String:
		n.Kind, n.Text = String, string(e.Data)
	default:
		n.Text = string(e.Data)
	}
	return n, nil
}
