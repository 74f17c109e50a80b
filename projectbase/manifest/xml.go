package manifest

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

// element is an XML element whose text has been read.
type element struct {
	name   string // local name
	parent string // local name of the element around it
	attrs  []xml.Attr
	text   string     // trimmed; text between child elements is joined
	kids   []*element // see walkXML
	line   int        // of the start tag
}

// attr returns an attribute by its local name.
func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// value returns an attribute or, as MSBuild allows, a child element's text.
func (e *element) value(name string) string {
	if v := e.attr(name); v != "" {
		return v
	}
	for _, k := range e.kids {
		if k.name == name {
			return k.text
		}
	}
	return ""
}

// child returns the element at the end of a way of children, nil if there is
// none. A nil element has no children and no text.
func (e *element) child(way ...string) *element {
	for _, name := range way {
		if e == nil {
			return nil
		}
		i := slices.IndexFunc(e.kids, func(k *element) bool { return k.name == name })
		if i < 0 {
			return nil
		}
		e = e.kids[i]
	}
	return e
}

// textAt returns the text of the element at the end of a way of children.
func (e *element) textAt(way ...string) string {
	if k := e.child(way...); k != nil {
		return k.text
	}
	return ""
}

// eachElement calls f at the end of every element, children first. Entities
// other than XML's own five are an error, so that nothing can expand.
func eachElement(data []byte, f func(*element)) error { return walkXML(data, 2, f) }

// xmlTree returns the root of a document, with all that is below it.
func xmlTree(data []byte) (*element, error) {
	var root *element
	if err := walkXML(data, 0, func(e *element) { root = e }); err != nil { // the last to end
		return nil, err
	}
	if root == nil {
		return nil, malformed(errors.New("the document is empty"))
	}
	return root, nil
}

// walkXML is eachElement, and keeps text and children of elements that have at
// least so many around them.
func walkXML(data []byte, around int, f func(*element)) error {
	dec := xml.NewDecoder(bytes.NewReader(utf8Text(data)))
	dec.CharsetReader = charset
	var stack []*element
	for {
		line, _ := dec.InputPos() // before the token: text is a token of its own, so this is where a tag begins
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", line, malformed(err))
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(stack) == maxDepth {
				return fmt.Errorf("line %d: nested more than %d deep: %w", line, maxDepth, projectbase.ErrLimit)
			}
			e := &element{name: t.Name.Local, attrs: t.Attr, line: line}
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				e.parent = top.name
				if len(stack) > around { // for MSBuild deeper than root and group: the metadata of an item
					top.kids = append(top.kids, e)
				}
			}
			stack = append(stack, e)
		case xml.CharData:
			if len(stack) > around && len(stack[len(stack)-1].text) < maxText {
				stack[len(stack)-1].text += string(t[:min(len(t), 2*maxText)])
			}
		case xml.EndElement:
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			e.text = strings.TrimSpace(e.text)
			f(e)
		}
	}
}

// utf8Text turns UTF-16 with a byte order mark, which Visual Studio once
// wrote, into UTF-8.
func utf8Text(data []byte) []byte {
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
