package document

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	"codegraph/projectbase"
)

// Element is an XML element whose text has been read.
type Element struct {
	Name     string // local name
	Parent   string // local name of the element keepFrom it
	attrs    []xml.Attr
	Text     string     // trimmed; text between child elements is joined
	Children []*Element // see walkXML
	Line     int        // of the start tag
}

// Attr returns an attribute by its local name.
func (e *Element) Attr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// Value returns an attribute or, as MSBuild allows, a child element's text.
func (e *Element) Value(name string) string {
	if v := e.Attr(name); v != "" {
		return v
	}
	for _, k := range e.Children {
		if k.Name == name {
			return k.Text
		}
	}
	return ""
}

// Child follows a path of element names and returns the element there, or nil.
// A nil element has no children and no text.
func (e *Element) Child(names ...string) *Element {
	for _, name := range names {
		if e == nil {
			return nil
		}
		i := slices.IndexFunc(e.Children, func(k *Element) bool { return k.Name == name })
		if i < 0 {
			return nil
		}
		e = e.Children[i]
	}
	return e
}

// TextAt returns the text of the element at a path of element names.
func (e *Element) TextAt(names ...string) string {
	if k := e.Child(names...); k != nil {
		return k.Text
	}
	return ""
}

// ChildrenNamed returns the children with the given name.
func (e *Element) ChildrenNamed(name string) []*Element {
	if e == nil {
		return nil
	}
	var list []*Element
	for _, k := range e.Children {
		if k.Name == name {
			list = append(list, k)
		}
	}
	return list
}

// EachElement calls f at the end of every element, children first. Entities
// other than XML's own five are an error, so that nothing can expand.
func EachElement(data []byte, f func(*Element)) error { return walkXML(data, 2, f) }

// ParseXML returns the root element of a document.
func ParseXML(data []byte) (*Element, error) {
	var root *Element
	if err := walkXML(data, 0, func(e *Element) { root = e }); err != nil { // the last to end
		return nil, err
	}
	if root == nil {
		return nil, Malformed(errors.New("the document is empty"))
	}
	return root, nil
}

// walkXML calls f like EachElement. It keeps the text and children of elements
// at depth keepFrom and deeper.
func walkXML(data []byte, keepFrom int, f func(*Element)) error {
	dec := xml.NewDecoder(bytes.NewReader(UTF8(data)))
	dec.CharsetReader = charset
	var stack []*Element
	for {
		line, _ := dec.InputPos() // the position before the token is the beginning of the tag
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", line, Malformed(err))
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(stack) == maxDepth {
				return fmt.Errorf("line %d: nested more than %d deep: %w", line, maxDepth, projectbase.ErrLimit)
			}
			e := &Element{Name: t.Name.Local, attrs: t.Attr, Line: line}
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				e.Parent = top.Name
				if len(stack) > keepFrom { // in MSBuild: the metadata of an item
					top.Children = append(top.Children, e)
				}
			}
			stack = append(stack, e)
		case xml.CharData:
			if len(stack) > keepFrom && len(stack[len(stack)-1].Text) < maxText {
				stack[len(stack)-1].Text += string(t[:min(len(t), 2*maxText)])
			}
		case xml.EndElement:
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			e.Text = strings.TrimSpace(e.Text)
			f(e)
		}
	}
}

// UTF8 converts UTF-16 with a byte order mark, which old versions of Visual
// Studio write, to UTF-8.
func UTF8(data []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return data
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return []byte(string(utf16.Decode(units)))
}

// charset reads the encodings besides UTF-8 that project files name.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "us-ascii", "ascii", "utf-16", "utf8": // UTF8 has converted it
		return in, nil
	case "iso-8859-1", "windows-1252":
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		runes := make([]rune, len(data))
		for i, c := range data {
			runes[i] = rune(c)
		}
		return strings.NewReader(string(runes)), nil
	}
	return nil, fmt.Errorf("encoding %q is not supported, save the file as UTF-8", label)
}
