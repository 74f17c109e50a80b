package assistant

import (
	"bytes"
	"fmt"
	"strings"

	"codegraph/projectbase"
)

// marks are the lines that stand around what is ours in a text file.
type marks struct{ begin, end string }

var (
	markdownMarks = marks{"<!-- codegraph:begin -->", "<!-- codegraph:end -->"}
	scriptMarks   = marks{"# codegraph:begin", "# codegraph:end"} // shell and TOML
)

// locate returns where the block in text begins and ends, marks included and
// without the last line end; from is -1 if there is none. Its errors wrap
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
				return 0, 0, fmt.Errorf("%w: %q stands alone", projectbase.ErrUnreadable, m.end)
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

// put returns text with the block, whose lines are body: in the place of the one
// that is there, else at the end behind an empty line. exists says whether there
// is a file at all. A text without a line end at its end gets none, which is how
// take knows.
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

// take returns text without the block, and nil if put has made the file. found is
// false if there is no block.
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

// lineEnd returns how the lines of text end.
func lineEnd(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// plainText refuses what is no text in an encoding that ASCII can be added to.
func plainText(text []byte) error {
	if bytes.IndexByte(text, 0) >= 0 {
		return fmt.Errorf("%w: it is no UTF-8 text", projectbase.ErrUnreadable)
	}
	return nil
}
