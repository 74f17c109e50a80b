package assistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"codegraph/projectbase"

	"github.com/tailscale/hujson"
)

// document is a configuration file in JSON, with or without comments and
// trailing commas. Its text is edited in place.
//
// A value added to an empty object or array follows the opening bracket without
// white space. An object or array with white space after the bracket and only
// CodeGraph's values was therefore created by CodeGraph, and remove deletes it with
// its last value.
type document struct {
	text []byte // without a byte order mark
	root hujson.Value
}

// parseDocument reads text. Its errors wrap projectbase.ErrUnreadable.
func parseDocument(text []byte) (*document, error) {
	// The parser keeps and may change its input.
	root, err := hujson.Parse(bytes.Clone(text))
	if err != nil {
		return nil, fmt.Errorf("%w: it is not valid JSON: %s", projectbase.ErrUnreadable, strings.TrimPrefix(err.Error(), "hujson: "))
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, fmt.Errorf("%w: it is not a JSON object", projectbase.ErrUnreadable)
	}
	return &document{text, root}, nil
}

// find returns the value at path, nil if there is none. A duplicate key of the path
// is an error, because programs differ in which value they use.
func (d *document) find(path ...string) (*hujson.Value, error) {
	at := &d.root
	for i, key := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return nil, fmt.Errorf("%w: %s is not an object", projectbase.ErrUnreadable, quotedPath(path[:i]))
		}
		at = nil
		for m := range object.Members {
			name, _ := object.Members[m].Name.Value.(hujson.Literal)
			if name.String() != key {
				continue
			}
			if at != nil {
				return nil, fmt.Errorf("%w: it has %s twice", projectbase.ErrUnreadable, quotedPath(path[:i+1]))
			}
			at = &object.Members[m].Value
		}
		if at == nil {
			return nil, nil
		}
	}
	return at, nil
}

func quotedPath(path []string) string { return fmt.Sprintf("%q", strings.Join(path, ".")) }

// add adds value at path, whose last key must be missing, and creates missing
// objects of the path. With list, the last key names an array, and value becomes its
// last element.
func (d *document) add(path []string, list bool, value any) ([]byte, error) {
	var wrapped any = value
	if list {
		if at, err := d.find(path...); err != nil {
			return nil, err
		} else if at != nil {
			if _, ok := at.Value.(*hujson.Array); !ok {
				return nil, fmt.Errorf("%w: %s is no array", projectbase.ErrUnreadable, quotedPath(path))
			}
			return d.insert(at, "", value)
		}
		wrapped = []any{value}
	}
	for depth := len(path) - 1; ; depth-- {
		at, err := d.find(path[:depth]...)
		if err != nil {
			return nil, err
		}
		if at == nil {
			wrapped = map[string]any{path[depth]: wrapped}
			continue
		}
		if _, ok := at.Value.(*hujson.Object); !ok {
			return nil, fmt.Errorf("%w: %s is not an object", projectbase.ErrUnreadable, quotedPath(path[:depth]))
		}
		return d.insert(at, path[depth], wrapped)
	}
}

// insert puts a value behind the last one of an object, under key, or of an
// array.
func (d *document) insert(into *hujson.Value, key string, value any) ([]byte, error) {
	name := ""
	if key != "" {
		name = string(hujson.String(key)) + ": "
	}
	children := childrenOf(into)
	if len(children) == 0 {
		text, err := inline(value)
		if err != nil {
			return nil, err
		}
		return splice(d.text, into.StartOffset+1, into.StartOffset+1, name+text), nil
	}
	last := children[len(children)-1]
	end := into.EndOffset - 1
	at := len(bytes.TrimRight(d.text[:end], " \t\r\n"))
	space := string(d.text[d.spaceBefore(last.start):last.start])
	if i := strings.LastIndexByte(space, '\n'); i > 0 && space[i-1] == '\r' {
		space = space[i-1:]
	} else if i >= 0 {
		space = space[i:]
	} else if bytes.Contains(d.text[last.end:at], []byte("//")) {
		space = "\n"
	} else if space == "" {
		space = " "
	}
	text, err := d.render(value, space)
	if err != nil {
		return nil, err
	}
	member := space + name + text
	if last.comma >= 0 {
		return splice(d.text, at, at, member+","), nil
	}
	// Edit from the end, so that the first offset stays valid.
	return splice(splice(d.text, at, at, member), last.end, last.end, ","), nil
}

// render returns value as it looks behind space: over several lines if space
// holds a line end.
func (d *document) render(value any, space string) (string, error) {
	i := strings.LastIndexByte(space, '\n')
	if i < 0 {
		return inline(value)
	}
	text, err := indented(value, space[i+1:], d.indent())
	if strings.HasPrefix(space, "\r") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, err
}

// indent returns the indentation of one level.
func (d *document) indent() string {
	if children := childrenOf(&d.root); len(children) > 0 {
		space := string(d.text[d.spaceBefore(children[0].start):children[0].start])
		if i := strings.LastIndexByte(space, '\n'); i >= 0 && len(space) > i+1 {
			return space[i+1:]
		}
	}
	return "  "
}

func indented(value any, prefix, indent string) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	err := e.Encode(value)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// inline returns value on one line. Members of an object or array have
// leading white space: see document.
func inline(value any) (string, error) {
	text, err := indented(value, "", "\t")
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, " "), err
}

// child is a member of an object or an element of an array.
type child struct {
	value      *hujson.Value
	start, end int // of its text: a member starts with its name
	comma      int // offset of the comma behind it, -1 if there is none
}

func childrenOf(v *hujson.Value) []child {
	var out []child
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			m := &c.Members[i]
			out = append(out, child{value: &m.Value, start: m.Name.StartOffset, end: m.Value.EndOffset})
		}
	case *hujson.Array:
		for i := range c.Elements {
			e := &c.Elements[i]
			out = append(out, child{value: e, start: e.StartOffset, end: e.EndOffset})
		}
	}
	for i := range out {
		out[i].comma = -1
		// Behind the last value the parser keeps something only if a comma follows.
		if i < len(out)-1 || out[i].value.AfterExtra != nil {
			out[i].comma = out[i].end + len(out[i].value.AfterExtra)
		}
	}
	return out
}

// spaceBefore returns the start of the white space that ends at offset.
func (d *document) spaceBefore(offset int) int {
	return len(bytes.TrimRight(d.text[:offset], " \t\r\n"))
}

// remove deletes the value at path; with a list of indexes, it deletes elements of
// the array at path. It also deletes objects and arrays that CodeGraph created; see
// document. The result is nil if no content of others is left.
func (d *document) remove(path []any) ([]byte, error) {
	into, index, err := d.parent(path)
	if err != nil {
		return nil, err
	}
	children := childrenOf(into)
	c := children[index]
	space := d.spaceBefore(c.start)
	if len(children) == 1 {
		rest := string(d.text[into.StartOffset+1:c.start]) + string(d.text[c.end:into.EndOffset-1])
		ours := space < c.start && space == into.StartOffset+1 && strings.Trim(rest, " \t\r\n,") == ""
		switch {
		case ours && len(path) == 1:
			return nil, nil
		case ours:
			return d.remove(path[:len(path)-1])
		}
		end := c.end
		if c.comma >= 0 {
			end = c.comma + 1
		}
		return splice(d.text, c.start, end, ""), nil
	}
	if c.comma >= 0 {
		return splice(d.text, space, c.comma+1, ""), nil
	}
	before := children[index-1].comma
	return splice(splice(d.text, space, c.end, ""), before, before+1, ""), nil
}

// parent returns the object or array that contains the value at path, and the
// value's index in it. A step of the path is a key or an index.
func (d *document) parent(path []any) (*hujson.Value, int, error) {
	at := &d.root
	for i, step := range path {
		index := -1
		children := childrenOf(at)
		switch s := step.(type) {
		case int:
			index = s
		case string:
			object, _ := at.Value.(*hujson.Object)
			for m := range children {
				if name, _ := object.Members[m].Name.Value.(hujson.Literal); name.String() == s {
					index = m
				}
			}
		}
		if index < 0 || index >= len(children) {
			return nil, 0, fmt.Errorf("%w: it has no %v", projectbase.ErrNotFound, path[:i+1])
		}
		if i == len(path)-1 {
			return at, index, nil
		}
		at = children[index].value
	}
	return nil, 0, fmt.Errorf("%w: nothing is named", projectbase.ErrUsage)
}

// splice returns text with the bytes from start to end replaced.
func splice(text []byte, start, end int, with string) []byte {
	out := make([]byte, 0, len(text)+len(with))
	out = append(out, text[:start]...)
	out = append(out, with...)
	return append(out, text[end:]...)
}
