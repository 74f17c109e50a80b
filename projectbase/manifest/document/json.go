package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"codegraph/projectbase"
)

// ParseJSON reads a JSON document. A member's line is that of its key.
func ParseJSON(data []byte) (*Node, error) {
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
	return fmt.Errorf("line %d: %w", p.line(), Malformed(err))
}

// value builds the value that begins with the token t.
func (p *jsonParser) value(t json.Token, depth int) (*Node, error) {
	n := &Node{Line: p.line()}
	d, isDelim := t.(json.Delim)
	switch {
	case depth > maxDepth:
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	case isDelim && d == '{':
		n.Kind = Table
	case isDelim && d == '[':
		n.Kind = Array
	case isDelim:
		return nil, fmt.Errorf("unexpected %v", d)
	default:
		n.Text = fmt.Sprint(t)
		if _, ok := t.(string); ok {
			n.Kind = String
		}
		return n, nil
	}
	for p.dec.More() {
		t, err := p.dec.Token()
		if err != nil {
			return nil, err
		}
		key, line := "", p.line()
		if n.Kind == Table {
			key, _ = t.(string)
			if t, err = p.dec.Token(); err != nil {
				return nil, err
			}
		}
		v, err := p.value(t, depth+1)
		if err != nil {
			return nil, err
		}
		if n.Kind == Array {
			n.list = append(n.list, v)
			continue
		}
		v.Line = line
		n.set(key, v)
	}
	_, err := p.dec.Token() // the closing bracket
	return n, err
}
