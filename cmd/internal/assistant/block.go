package assistant

import (
	"bytes"
	"fmt"
	"strings"

	"codegraph/projectbase"
)

// marks are the first and last line of CodeGraph's block in a text file.
type marks struct{ begin, end string }

var (
	markdownMarks = marks{"<!-- codegraph:begin -->", "<!-- codegraph:end -->"}
	scriptMarks   = marks{"# codegraph:begin", "# codegraph:end"} // shell and TOML
)

// locate returns the range of the block in text, marks included and without the
// last line end; from is -1 without a block. Its errors wrap
// projectbase.ErrUnreadable.
func (m marks) locate(text []byte) (from, to int, err error) {
	from, to = -1, -1
	offset := 0
	for line := range bytes.Lines(text) {
		switch string(bytes.TrimRight(line, " \t\r\n")) {
		case m.begin:
			if from >= 0 {
				return 0, 0, fmt.Errorf("%w: %q occurs twice", projectbase.ErrUnreadable, m.begin)
			}
			from = offset
		case m.end:
			if from < 0 || to >= 0 {
				return 0, 0, fmt.Errorf("%w: %q has no line %q before it", projectbase.ErrUnreadable, m.end, m.begin)
			}
			to = offset + len(bytes.TrimRight(line, "\r\n"))
		}
		offset += len(line)
	}
	if from >= 0 && to < 0 {
		return 0, 0, fmt.Errorf("%w: %q has no %q", projectbase.ErrUnreadable, m.begin, m.end)
	}
	return from, to, nil
}

// put returns text with a block of the lines in body. It replaces an existing block
// or adds one after an empty line at the end of text. exists says whether the file
// exists. If text does not end with a line end, the result does not either; take
// relies on it.
func (m marks) put(text []byte, exists bool, body string) ([]byte, error) {
	if err := plainText(text); err != nil {
		return nil, err
	}
	from, to, err := m.locate(text)
	if err != nil {
		return nil, err
	}
	nl := lineEnd(text)
	block := strings.ReplaceAll(m.begin+"\n"+body+m.end, "\n", nl)
	switch {
	case from >= 0:
		return splice(text, from, to, block), nil
	case !exists:
		return []byte(block + nl), nil
	case len(text) == 0:
		return []byte(block), nil
	case bytes.HasSuffix(text, []byte("\n")):
		return append(bytes.Clone(text), nl+block+nl...), nil
	}
	return append(bytes.Clone(text), nl+nl+block...), nil
}

// take returns text without the block, nil if the block is the whole file. found
// is false without a block.
func (m marks) take(text []byte) (rest []byte, found bool, err error) {
	from, to, err := m.locate(text)
	if err != nil || from < 0 {
		return text, false, err
	}
	nl := lineEnd(text)
	ended := bytes.HasPrefix(text[to:], []byte(nl))
	if from == 0 && ended && to+len(nl) == len(text) {
		return nil, true, nil
	}
	seams := 1
	if ended {
		to += len(nl)
	} else {
		seams = 2
	}
	for range seams {
		if bytes.HasSuffix(text[:from], []byte(nl)) {
			from -= len(nl)
		}
	}
	return splice(text, from, to, ""), true, nil
}

// lineEnd returns the line end of text.
func lineEnd(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// plainText refuses binary files and text in UTF-16.
func plainText(text []byte) error {
	if bytes.IndexByte(text, 0) >= 0 {
		return fmt.Errorf("%w: it is not UTF-8 text", projectbase.ErrUnreadable)
	}
	return nil
}
