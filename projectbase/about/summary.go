// Package about writes the two texts of an index directory: summary.md, which
// users and codegraph edit, and docs.md, a copy of the tree's CLAUDE.md and
// AGENTS.md files.
//
// summary.md has generated blocks between marker lines
//
//	<!-- codegraph:begin NAME (generated) -->
//	<!-- codegraph:end NAME -->
//
// Users own all other bytes. Update never changes them, for any encoding, line
// ends or broken markers. Describe changes one section, on request. A block is
// valid only if the next marker line after its begin marker is its end marker,
// outside of fenced code and comments. A marker without its partner is the
// user's text, and Update adds a new block.
package about

import (
	"bytes"
	"fmt"
	"strings"

	"codegraph/projectbase"
)

// LanguageCount counts the files and bytes of a language.
type LanguageCount struct {
	ID    string
	Files int
	Bytes int64 // 0 if unknown
}

// Generated is the generated content of a summary. In each list, the most
// important entry comes first.
type Generated struct {
	Name         string // of the project; the title of a new summary
	EntryPoints  []string
	MainTypes    []string
	Dependencies []string
	Languages    []LanguageCount
	Structure    []string
}

// MaxSummary is the maximum length of a summary.md in bytes.
const MaxSummary = 8 << 20

// maxItems bounds the lines of a generated list. A last line counts the omitted
// ones.
const maxItems = 200

// The generated blocks, in the order of a new file.
var blocks = []struct {
	name, heading string
	items         func(g *Generated) []string
	set           func(g *Generated, items []string)
}{
	{"entry-points", "Entry Points", func(g *Generated) []string { return g.EntryPoints }, func(g *Generated, s []string) { g.EntryPoints = s }},
	{"main-types", "Main Types", func(g *Generated) []string { return g.MainTypes }, func(g *Generated, s []string) { g.MainTypes = s }},
	{"dependencies", "Dependencies", func(g *Generated) []string { return g.Dependencies }, func(g *Generated, s []string) { g.Dependencies = s }},
	{"languages", "Languages", languageLines, setLanguages},
	{"structure", "Structure", func(g *Generated) []string { return g.Structure }, func(g *Generated, s []string) { g.Structure = s }},
}

func languageLines(g *Generated) []string {
	var list []string
	for _, l := range g.Languages {
		s := fmt.Sprintf("%s: %d files", l.ID, l.Files)
		if l.Files == 1 {
			s = l.ID + ": 1 file"
		}
		if l.Bytes > 0 {
			s += fmt.Sprintf(", %d bytes", l.Bytes)
		}
		list = append(list, s)
	}
	return list
}

func setLanguages(g *Generated, items []string) {
	for _, s := range items {
		id, rest, _ := strings.Cut(s, ": ")
		l := LanguageCount{ID: id}
		// A count that does not parse is zero.
		_, _ = fmt.Sscanf(strings.Replace(rest, "1 file,", "1 files,", 1), "%d files, %d bytes", &l.Files, &l.Bytes)
		g.Languages = append(g.Languages, l)
	}
}

// Update returns existing with its generated blocks replaced by g. existing is
// empty for a new summary. Text outside of the blocks does not change. Missing
// blocks are inserted after the last block, or at the end. The error wraps
// ErrLimit if existing is too long, and ErrUsage if its encoding does not
// include ASCII. After an error, the caller must not write a summary.
func Update(existing []byte, g Generated) ([]byte, error) {
	if err := check(existing); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(existing)) == 0 {
		existing = append(existing[:len(existing):len(existing)], "# "+title(g.Name)+newline(existing)...)
	}
	d := parseMarkdown(existing)
	eol := newline(existing)
	var out []byte
	at, after := 0, -1 // after: position in out after the last block
	found := map[string]bool{}
	for _, b := range d.blocks() {
		text, ok := render(&g, b.name, eol)
		if !ok {
			continue // of a newer version, or written by a user
		}
		out = append(append(out, existing[at:b.start]...), text...)
		at, after = b.end, len(out)
		found[b.name] = true
	}
	tail := existing[at:]
	if after < 0 {
		after = len(existing)
		if d.openLine > 0 { // the end is inside of code or a comment
			after = d.top()
		}
	}
	out = append(out, tail...)
	var fresh []string
	for _, b := range blocks {
		if !found[b.name] {
			text, _ := render(&g, b.name, eol)
			fresh = append(fresh, text)
		}
	}
	return insert(out, after, strings.Join(fresh, eol+eol), eol), nil
}

// title returns the name of a project as the text of a heading.
func title(name string) string {
	if name = strings.Trim(item(name), "# "); name != "" {
		return name
	}
	return "Project"
}

func check(existing []byte) error {
	if len(existing) > MaxSummary {
		return fmt.Errorf("summary.md has %d bytes; the limit is %d: %w", len(existing), MaxSummary, projectbase.ErrLimit)
	}
	if bytes.HasPrefix(existing, []byte{0xff, 0xfe}) || bytes.HasPrefix(existing, []byte{0xfe, 0xff}) {
		return fmt.Errorf("summary.md is UTF-16, save it as UTF-8: %w", projectbase.ErrUsage)
	}
	return nil
}

// insert inserts text into doc between two lines, with empty lines around it.
func insert(doc []byte, at int, text, eol string) []byte {
	if text == "" {
		return doc
	}
	before, behind := "", eol
	if head := doc[:at]; len(head) > 0 && string(head) != byteOrderMark {
		if head[len(head)-1] != '\n' {
			before = eol + eol
		} else if trimmed := bytes.TrimRight(head, "\r\n"); bytes.Count(head[len(trimmed):], []byte("\n")) < 2 && len(trimmed) > 0 {
			before = eol
		}
	}
	if rest := doc[at:]; len(rest) > 0 {
		switch first := bytes.TrimLeft(rest, "\r"); {
		case len(first) == 0 || first[0] != '\n':
			behind = eol + eol
		case at > 0 && doc[at-1] != '\n': // the newline of the previous line ends the text
			behind = ""
		}
	}
	out := append([]byte(nil), doc[:at]...)
	out = append(out, before+text+behind...)
	return append(out, doc[at:]...)
}

// block is a generated block, from its begin marker to the end of its end
// marker. The newline after it belongs to the user's text.
type block struct {
	name        string
	start, end  int // byte offsets
	first, last int // indices of the marker lines
}

// blocks returns the well-formed blocks in order.
func (d *markdown) blocks() []block {
	var list []block
	begin := -1
	for i, l := range d.lines {
		switch {
		case l.marker == "begin":
			begin = i
		case l.marker == "end":
			if begin >= 0 && d.lines[begin].block == l.block {
				list = append(list, block{l.block, d.lines[begin].start, l.start + len(l.text), begin, i})
			}
			begin = -1
		}
	}
	return list
}

// top returns the offset after the front matter and the title.
func (d *markdown) top() int {
	at := 0
	for i, l := range d.lines {
		if i == 0 {
			at = l.start // a byte order mark stays at the start
		}
		if l.level == 1 && i+1 < len(d.lines) && d.lines[i+1].underline {
			return d.lines[i+1].end
		}
		if l.level == 1 {
			return l.end
		}
		if l.matter {
			at = l.end
		} else if l.text != "" {
			return at
		}
	}
	return at
}

// newline returns the first line end of the text.
func newline(text []byte) string {
	if bytes.HasSuffix(text, []byte("\r")) && bytes.IndexByte(text, '\n') < 0 {
		return "\r\n" // followed by "\n", it would be this line end
	}
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// render returns one block without a newline at its end.
func render(g *Generated, name, eol string) (string, bool) {
	for _, b := range blocks {
		if b.name != name {
			continue
		}
		lines := []string{"<!-- codegraph:begin " + name + " (generated) -->", "## " + b.heading, ""}
		all := b.items(g)
		for _, s := range all[:min(len(all), maxItems)] {
			if s = item(s); s != "" {
				lines = append(lines, "- "+s)
			}
		}
		if len(all) > maxItems {
			lines = append(lines, "", fmt.Sprintf("and %d more", len(all)-maxItems))
		}
		if len(lines) == 3 {
			lines = append(lines, "None found.")
		}
		lines = append(lines, "<!-- codegraph:end "+name+" -->")
		return strings.Join(lines, eol), true
	}
	return "", false
}
