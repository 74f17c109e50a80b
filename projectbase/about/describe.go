package about

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// The sections that Describe writes.
const (
	Purpose      = "purpose"
	Architecture = "architecture"
	Concepts     = "concepts"
	Patterns     = "patterns"
	Custom       = "custom" // headed by a title of the caller's
)

// SectionNames returns the sections that Describe knows, in the order in which
// they stand in a summary.
func SectionNames() []string { return []string{Purpose, Architecture, Concepts, Patterns, Custom} }

var sectionHeadings = map[string]string{Purpose: "Purpose", Architecture: "Architecture", Concepts: "Key Concepts", Patterns: "Patterns"}

// DefaultTitle heads a custom section that is given no title.
const DefaultTitle = "Notes"

// MaxContent is the length of one Describe's content in bytes.
const MaxContent = 1 << 20

// Describe returns the summary with content appended to one section, or in
// place of all its text with replace. The section is the first with its heading
// (## Purpose and so on, case ignored), up to the next heading of level 1 or 2
// or the next generated block; one that is missing is made. title is for Custom
// only.
//
// Headings in content move two levels down, so that they stay within the
// section; lines that look like our markers become text; code blocks and
// comments that are left open are closed. Wrong arguments, and a section that
// ends in an open code block, so that its end is not known, give an error that
// wraps projectbase.ErrUsage.
func Describe(existing []byte, section, title, content string, replace bool) ([]byte, error) {
	heading, err := sectionHeading(section, title)
	if err != nil {
		return nil, err
	}
	if err := check(existing); err != nil {
		return nil, err
	}
	if len(content) > MaxContent {
		return nil, fmt.Errorf("describe %s: %d bytes, at most %d are taken: %w", section, len(content), MaxContent, projectbase.ErrLimit)
	}
	eol := newline(existing)
	text := embed(content, 2)
	if text == "" {
		return nil, fmt.Errorf("describe %s: the content is empty: %w", section, projectbase.ErrUsage)
	}
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\n", eol), eol)
	d := parseMarkdown(existing)
	all := d.sections()
	i := slices.IndexFunc(all, func(s part) bool {
		return !s.generated && s.level == 2 && strings.EqualFold(s.title, heading)
	})
	if i < 0 {
		return d.newSection(existing, all, section, "## "+heading+eol+eol+text, eol)
	}
	s := all[i]
	if d.openLine > 0 && s.end == len(existing) {
		return nil, d.openError()
	}
	if replace {
		// The empty lines before the next section stay.
		rest := existing[s.body:s.end]
		at := s.body + len(bytes.TrimRight(rest, " \t\r\n"))
		out := insert(existing[:s.body:s.body], s.body, text, eol)
		return joined(out, existing[max(at, s.body):], eol), nil
	}
	at := s.body + len(bytes.TrimRight(existing[s.body:s.end], "\r\n"))
	out := insert(existing[:at:at], at, text, eol)
	return joined(out, existing[at:], eol), nil
}

func sectionHeading(section, title string) (string, error) {
	if section != Custom {
		if title != "" {
			return "", fmt.Errorf("describe %s: a title is for the section %q only: %w", section, Custom, projectbase.ErrUsage)
		}
		if h := sectionHeadings[section]; h != "" {
			return h, nil
		}
		return "", fmt.Errorf("section %q: it must be one of %s: %w", section, strings.Join(SectionNames(), ", "), projectbase.ErrUsage)
	}
	if title == "" {
		return DefaultTitle, nil
	}
	clean := strings.Trim(item(title), "# ")
	if clean == "" || strings.ContainsAny(title, "\r\n") {
		return "", fmt.Errorf("describe: the title %q is not one line of text: %w", title, projectbase.ErrUsage)
	}
	return clean, nil
}

func (d *markdown) openError() error {
	return fmt.Errorf("summary.md: what opens on line %d is not closed, add a line %q first: %w", d.openLine, d.closing, projectbase.ErrUsage)
}

// joined returns head, which ends in a newline, followed by tail, whose first
// newline is the one that ended the line before. An empty line comes between.
func joined(head, tail []byte, eol string) []byte {
	tail = bytes.TrimPrefix(tail, []byte(eol))
	if len(tail) > 0 && tail[0] != '\n' && !bytes.HasPrefix(tail, []byte("\r\n")) {
		head = append(head, eol...)
	}
	return append(head, tail...)
}

// newSection inserts a section where its rank says: before people's sections of
// a higher rank, else before the generated blocks, else at the end.
func (d *markdown) newSection(existing []byte, all []part, section, text, eol string) ([]byte, error) {
	rank := slices.Index(SectionNames(), section)
	for _, s := range all {
		for r, name := range SectionNames() {
			if r > rank && !s.generated && s.level == 2 && strings.EqualFold(s.title, sectionHeadings[name]) && section != Custom {
				return insert(existing, s.start, text, eol), nil
			}
		}
		if s.generated {
			return insert(existing, s.start, text, eol), nil
		}
	}
	if d.openLine > 0 {
		return nil, d.openError()
	}
	return insert(existing, len(existing), text, eol), nil
}

// part is a piece of a summary that begins with a heading of level 1 or 2, or
// a generated block.
type part struct {
	title            string
	level            int
	line             int // 1-based
	start, body, end int // byte offsets; body is behind the heading
	generated        bool
}

// sections returns the parts of a text in order. Text before the first heading,
// or behind a block, is in none.
func (d *markdown) sections() []part {
	var list []part
	open := -1 // place in list of the section that goes on
	end := func(at int) {
		if open >= 0 {
			list[open].end = at
		}
		open = -1
	}
	blocks := d.blocks()
	for i := 0; i < len(d.lines); i++ {
		l := d.lines[i]
		if len(blocks) > 0 && blocks[0].first == i {
			b := blocks[0]
			blocks = blocks[1:]
			end(b.start)
			list = append(list, part{title: b.name, line: i + 1, start: b.start, body: l.end, end: b.end, generated: true})
			i = b.last
			continue
		}
		if l.level == 0 || l.level > 2 {
			continue
		}
		end(l.start)
		open = len(list)
		body := l.end
		if i+1 < len(d.lines) && d.lines[i+1].underline {
			body = d.lines[i+1].end
		}
		list = append(list, part{title: l.title, level: l.level, line: i + 1, start: l.start, body: body})
	}
	if len(d.lines) > 0 {
		end(d.lines[len(d.lines)-1].end)
	}
	return list
}
