package about

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is a line of a Markdown text with its role.
type line struct {
	start, end int    // byte offsets; end is after the newline
	text       string // without its newline and carriage return
	level      int    // of a heading that begins on the line; else 0
	title      string // of that heading
	underline  bool   // the underline of a heading, of = or -
	marker     string // "begin" or "end" for a marker of a generated block
	block      string // name of that block
	matter     bool   // part of the front matter, including its lines of dashes
}

// markdown is a text split into lines. Lines in fenced code, comments and
// front matter are neither headings nor markers.
type markdown struct {
	lines    []line
	openLine int    // 1-based line of an unclosed fence or comment; 0 for none
	closing  string // the line that would close it
}

var (
	markerLine = regexp.MustCompile(`^ {0,3}<!-- codegraph:(begin|end) ([a-z-]+)(?: [^<>]*)?-->[ \t]*$`)
	fenceLine  = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")
	atxLine    = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*$`)
	atxEnd     = regexp.MustCompile(`(?:^|[ \t])#+$`)
	setextLine = regexp.MustCompile(`^ {0,3}(=+|-+)[ \t]*$`)
	notText    = regexp.MustCompile(`^(?: {4}| {0,3}(?:\t|>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|<!--|(?:[-_*][ \t]*){3,}$))`)
)

// parseMarkdown finds headings, fences, comments and front matter by the rules
// of CommonMark, for documents whose outermost blocks are of these kinds. It is
// linear in the length of the text.
func parseMarkdown(text []byte) *markdown {
	d := &markdown{}
	s := scanner{d: d, matter: hasFrontMatter(text)}
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		l := line{start: start, end: end, text: strings.TrimRight(string(text[start:end]), "\r\n")}
		if start == 0 && strings.HasPrefix(l.text, byteOrderMark) {
			l.text, l.start = l.text[len(byteOrderMark):], len(byteOrderMark)
		}
		s.add(l)
		start = end
	}
	switch {
	case s.fence != "":
		d.openLine, d.closing = s.opened, s.fence
	case s.comment:
		d.openLine, d.closing = s.opened, "-->"
	}
	return d
}

// byteOrderMark may precede a text in UTF-8.
const byteOrderMark = "\ufeff"

var frontMatter = regexp.MustCompile(`\A(?:\x{FEFF})?---\r*\n(?:[^\n]*[^\s][^\n]*\n)*?(?:---|\.\.\.)\r*(?:\n|\z)`)

// hasFrontMatter reports whether text begins with lines of YAML between lines
// of dashes. The YAML has no empty line. Inserted text begins with one, so
// that it cannot turn a first line of dashes into front matter.
func hasFrontMatter(text []byte) bool { return frontMatter.Match(text) }

type scanner struct {
	d       *markdown
	fence   string // the run of ` or ~ that opened the current code block
	comment bool
	matter  bool // in front matter
	opened  int
	text    bool // the previous line is part of a paragraph
}

func (s *scanner) add(l line) {
	wasText := s.text
	s.text = false
	switch {
	case s.fence != "":
		if f := fenceLine.FindStringSubmatch(l.text); f != nil && strings.HasPrefix(f[1], s.fence) && strings.TrimSpace(f[2]) == "" {
			s.fence = ""
		}
	case s.comment:
		s.comment = !strings.Contains(l.text, "-->")
	case s.matter:
		l.matter = true
		s.matter = len(s.d.lines) == 0 || l.text != "---" && l.text != "..."
	default:
		s.outside(&l, wasText)
	}
	s.d.lines = append(s.d.lines, l)
}

// outside classifies a line outside of fenced code and comments.
func (s *scanner) outside(l *line, wasText bool) {
	if f := markerLine.FindStringSubmatch(l.text); f != nil {
		l.marker, l.block = f[1], f[2]
		return
	}
	if f := fenceLine.FindStringSubmatch(l.text); f != nil && (f[1][0] == '~' || !strings.Contains(f[2], "`")) {
		s.fence, s.opened = f[1], len(s.d.lines)+1
		return
	}
	if rest, ok := strings.CutPrefix(strings.TrimLeft(l.text, " "), "<!--"); ok && len(l.text)-len(rest) <= 7 {
		s.comment, s.opened = !strings.Contains(rest, "-->"), len(s.d.lines)+1
		return
	}
	if f := atxLine.FindStringSubmatch(l.text); f != nil {
		l.level, l.title = len(f[1]), strings.TrimSpace(atxEnd.ReplaceAllString(f[2], ""))
		return
	}
	if f := setextLine.FindStringSubmatch(l.text); f != nil && wasText {
		l.underline = true
		before := &s.d.lines[len(s.d.lines)-1]
		before.title = strings.TrimSpace(before.text)
		before.level = 2
		if f[1][0] == '=' {
			before.level = 1
		}
		return
	}
	s.text = strings.TrimSpace(l.text) != "" && !notText.MatchString(l.text)
}

// embed makes text safe below a heading of the given level. Its headings move
// down by that many levels, to level 6 at most. Markers of generated blocks
// become plain text. embed closes open fences and comments, removes control
// characters and invalid UTF-8, and trims empty lines. Lines end in "\n".
func embed(text string, level int) string {
	// The newline in front prevents front matter.
	d := parseMarkdown([]byte("\n" + plain(text)))
	var b strings.Builder
	for _, l := range d.lines {
		s := strings.TrimRight(l.text, "\r\n")
		switch {
		case l.underline:
			continue
		case l.marker != "":
			s = strings.Replace(s, "<!--", "&lt;!--", 1)
		case l.level > 0:
			s = strings.TrimRight(strings.Repeat("#", min(6, l.level+level))+" "+l.title, " ")
		}
		b.WriteString(s)
		b.WriteByte('\n')
	}
	out := strings.Trim(b.String(), "\n")
	if d.openLine > 0 {
		out += "\n" + d.closing
	}
	if strings.TrimSpace(out) == "" {
		return ""
	}
	if parseMarkdown([]byte("\n" + out)).safe(level) {
		return out + "\n"
	}
	// A moved heading can turn the lines around it into another heading.
	// Indented code has no headings.
	return "    " + strings.ReplaceAll(out, "\n", "\n    ") + "\n"
}

// safe reports whether the text stays inside a section of the given level.
func (d *markdown) safe(level int) bool {
	for _, l := range d.lines {
		if l.marker != "" || l.level > 0 && l.level <= level {
			return false
		}
	}
	return d.openLine == 0
}

// plain returns text with "\n" line ends. It removes control characters except
// tab, characters that change the direction of text, and invalid UTF-8.
func plain(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) || r == '\ufeff' || r == '\u2028' || r == '\u2029':
			return -1
		}
		return r
	}, text)
}

// maxItem is the length in bytes of one line of a generated list.
const maxItem = 300

// item returns text that is safe as one line of a list.
func item(text string) string {
	text = strings.Join(strings.Fields(plain(text)), " ")
	text = strings.ReplaceAll(text, "<!--", `<\!--`)
	if len(text) > maxItem {
		cut := maxItem
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "..."
	}
	return text
}
