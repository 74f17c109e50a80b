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
	Name   string // local name
	Parent string // local name of the element around it
	attrs  []xml.Attr
	String string     // trimmed; text between child elements is joined
	Kids   []*Element // see walkXML
	Line   int        // of the start tag
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
	for _, k := range e.Kids {
		if k.Name == name {
			return k.String
		}
	}
	return ""
}

// Child returns the element at the end of a way of children, nil if there is
// none. A nil element has no children and no text.
func (e *Element) Child(way ...string) *Element {
	for _, name := range way {
		if e == nil {
			return nil
		}
		i := slices.IndexFunc(e.Kids, func(k *Element) bool { return k.Name == name })
		if i < 0 {
			return nil
		}
		e = e.Kids[i]
	}
	return e
}

// TextAt returns the text of the element at the end of a way of children.
func (e *Element) TextAt(way ...string) string {
	if k := e.Child(way...); k != nil {
		return k.String
	}
	return ""
}

// KidsNamed returns the children of a name.
func (e *Element) KidsNamed(name string) []*Element {
	if e == nil {
		return nil
	}
	var list []*Element
	for _, k := range e.Kids {
		if k.Name == name {
			list = append(list, k)
		}
	}
	return list
}

// EachElement calls f at the end of every element, children first. Entities
// other than XML's own five are an error, so that nothing can expand.
func EachElement(data []byte, f func(*Element)) error { return walkXML(data, 2, f) }

// XmlTree returns the root of a document, with all that is below it.
func XmlTree(data []byte) (*Element, error) {
	var root *Element
	if err := walkXML(data, 0, func(e *Element) { root = e }); err != nil { // the last to end
		return nil, err
	}
	if root == nil {
		return nil, Malformed(errors.New("the document is empty"))
	}
	return root, nil
}

// walkXML is eachElement, and keeps text and children of elements that have at
// least so many around them.
func walkXML(data []byte, around int, f func(*Element)) error {
	dec := xml.NewDecoder(bytes.NewReader(Utf8Text(data)))
	dec.CharsetReader = charset
	var stack []*Element
	for {
		line, _ := dec.InputPos() // before the token: text is a token of its own, so this is where a tag begins
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
				if len(stack) > around { // for MSBuild deeper than root and group: the metadata of an item
					top.Kids = append(top.Kids, e)
				}
			}
			stack = append(stack, e)
		case xml.CharData:
			if len(stack) > around && len(stack[len(stack)-1].String) < keptText {
				stack[len(stack)-1].String += string(t[:min(len(t), 2*keptText)])
			}
		case xml.EndElement:
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			e.String = strings.TrimSpace(e.String)
			f(e)
		}
	}
}

// Utf8Text turns UTF-16 with a byte order mark, which Visual Studio once
// wrote, into UTF-8.
func Utf8Text(data []byte) []byte {
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
	case "us-ascii", "ascii", "utf-16", "utf8": // utf8Text has been here
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
