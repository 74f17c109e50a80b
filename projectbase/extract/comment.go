package extract

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"codegraph/projectbase/syntax"
)

// comments is the last block of comments that stand alone on adjacent lines.
// It documents a declaration on the next line.
type comments struct {
	start, end uint32 // offsets
	row, last  uint32 // rows of its first and last line
	open       bool
}

func (c *comments) add(p *parsed, n *syntax.Node) {
	alone := true
	for i := n.Start; i > 0 && p.source[i-1] != '\n'; i-- {
		if b := p.source[i-1]; b != ' ' && b != '\t' && b != '\r' {
			alone = false
			break
		}
	}
	if !alone {
		// A second comment on the block's last line belongs to it; a comment
		// after code ends it.
		if c.open && n.Row == c.last && n.Start > c.end && len(bytes.TrimSpace(p.source[c.end:n.Start])) == 0 {
			c.end, c.last = n.End, n.EndRow
			return
		}
		c.open = false
		return
	}
	if !c.open || n.Row > c.last+1 || n.Start < c.end {
		c.start, c.row = n.Start, n.Row
	}
	c.end, c.last, c.open = n.End, n.EndRow, true
}

// before returns the text of the block if it ends on the row before the given
// one, or on that row before the offset.
func (c *comments) before(p *parsed, row, offset uint32) string {
	if !c.open || c.end > offset || c.last != row && c.last+1 != row {
		return ""
	}
	return p.comment(p.source[c.start:c.end], maxDoc)
}

// headerText collects the comments before the first code, and the
// documentation of types.
type headerText struct {
	parts []string
	size  int
	start uint32
	end   uint32
	last  uint32
	open  bool // inside a block of comments
	done  bool // after the first code
}

func (h *headerText) comment(p *parsed, n *syntax.Node) {
	if h.done {
		return
	}
	if h.open && n.Row > h.last+1 {
		h.flush(p)
	}
	if !h.open {
		h.start, h.open = n.Start, true
	}
	h.end, h.last = n.End, n.EndRow
}

// code ends the header at the first node that is no comment. If that is the
// file's docstring, it is added.
func (h *headerText) code(p *parsed, i uint32) {
	if h.done || i == 0 {
		return
	}
	h.done = true
	if h.open {
		h.flush(p)
	}
	if p.language.Declare.Docstring != nil {
		if s := p.language.Declare.Docstring(p.tree, 0); s != syntax.None {
			h.add(prose(p.tree.Text(s), maxHeader))
		}
	}
}

func (h *headerText) flush(p *parsed) {
	h.add(p.comment(p.source[h.start:h.end], maxHeader))
	h.open = false
}

func (h *headerText) add(text string) {
	if text == "" || h.size+len(text) > maxHeader {
		return
	}
	for _, part := range h.parts {
		if part == text {
			return
		}
	}
	h.size += len(text) + 2
	h.parts = append(h.parts, text)
}

func (h *headerText) text() string { return strings.Join(h.parts, "\n\n") }

// prose returns the text of a docstring, without indentation, cut at limit
// bytes.
func prose(text []byte, limit int) string {
	var b strings.Builder
	for line := range bytes.Lines(bytes.TrimSpace(text)) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.Write(bytes.TrimSpace(line))
		if b.Len() > limit {
			break
		}
	}
	return cut(b.String(), limit)
}

// comment returns the text of comments without their markers, cut at limit
// bytes.
func (p *plan) comment(comment []byte, limit int) string {
	var b strings.Builder
	for line := range bytes.Lines(comment) {
		line = uncomment(bytes.TrimSpace(line))
		if p.language.Declare.DocMarkup {
			line = bytes.TrimSpace([]byte(html.UnescapeString(string(dropTags(line)))))
			if len(line) == 0 {
				continue
			}
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.Write(line)
		if b.Len() > limit {
			break
		}
	}
	return cut(strings.TrimSpace(b.String()), limit)
}

// uncomment removes the comment markers at the start and end of a line, for
// all languages.
func uncomment(line []byte) []byte {
	if long, ok := bytes.CutPrefix(line, []byte("--[")); ok {
		if text := bytes.TrimLeft(long, "="); len(text) > 0 && text[0] == '[' {
			level := string(long[:len(long)-len(text)])
			return bytes.TrimSpace(bytes.TrimSuffix(text[1:], []byte("]"+level+"]")))
		}
	}
	if string(line) == "]]" || string(line) == "--]]" {
		return nil
	}
	for _, mark := range [][]byte{[]byte("///"), []byte("//!"), []byte("//"), []byte("/**"), []byte("/*!"), []byte("/*"), []byte("#"),
		[]byte("---"), []byte("--"), []byte(`"""`), []byte(`'''`), []byte(`r"""`), []byte(`"`), []byte(`'`), []byte("<!--"), []byte("(**"), []byte("(*"), []byte("{-|"), []byte("{-")} {
		if bytes.HasPrefix(line, mark) {
			line = bytes.TrimLeft(line[len(mark):], "#/")
			if string(mark) != "//" {
				break
			}
			break
		}
	}
	for _, mark := range [][]byte{[]byte("*/"), []byte(`"""`), []byte(`'''`), []byte("-->"), []byte("*)"), []byte("-}")} {
		line = bytes.TrimSuffix(line, mark)
	}
	line = bytes.TrimSpace(line)
	if len(line) > 0 && line[0] == '*' && (len(line) == 1 || line[1] == ' ' || line[1] == '*') {
		line = bytes.TrimLeft(line, "* ")
	}
	return line
}

// dropTags removes XML tags and keeps the name in a see or paramref tag.
func dropTags(line []byte) []byte {
	out := line[:0:0]
	for len(line) > 0 {
		open := bytes.IndexByte(line, '<')
		if open < 0 {
			break
		}
		end := bytes.IndexByte(line[open:], '>')
		if end < 0 {
			break
		}
		out = append(out, line[:open]...)
		out = append(out, tagName(line[open:open+end])...)
		line = line[open+end+1:]
	}
	return append(out, line...)
}

func tagName(tag []byte) []byte {
	for _, attribute := range [][]byte{[]byte(`cref="`), []byte(`name="`), []byte(`langword="`)} {
		if _, rest, ok := bytes.Cut(tag, attribute); ok && !bytes.HasPrefix(tag, []byte("<param ")) && !bytes.HasPrefix(tag, []byte("<typeparam ")) {
			name, _, _ := bytes.Cut(rest, []byte(`"`))
			return name
		}
	}
	return nil
}

// cut shortens text to at most limit bytes at a rune boundary, and makes it
// valid UTF-8.
func cut(text string, limit int) string {
	if len(text) > limit {
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit] + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
