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
	Custom       = "custom" // its title comes from the caller
)

// SectionNames returns the sections that Describe accepts, in the order of a
// summary.
func SectionNames() []string { return []string{Purpose, Architecture, Concepts, Patterns, Custom} }

var sectionHeadings = map[string]string{Purpose: "Purpose", Architecture: "Architecture", Concepts: "Key Concepts", Patterns: "Patterns"}

// DefaultTitle is the title of a custom section without a title.
const DefaultTitle = "Notes"

// MaxContent is the maximum length of the content in one call of Describe, in
// bytes.
const MaxContent = 1 << 20

// Describe returns the summary with content appended to a section. With
// replace, content replaces the text of the section. A section begins at the
// first heading of its name (such as ## Purpose, ignoring case). It ends at the
// next heading of level 1 or 2, or at the next generated block. Describe adds a
// missing section. title is for Custom only.
//
// Headings in content move two levels down, so that they stay inside the
// section. Lines that look like markers become text. Describe closes open code
// blocks and comments in content. The error wraps projectbase.ErrUsage for
// invalid arguments, and for a section with an open code block, because its
// end is unknown.
func Describe(existing []byte, section, title, content string, replace bool) ([]byte, error) {
	heading, err := sectionHeading(section, title)
	if err != nil {
		return nil, err
	}
	if err := check(existing); err != nil {
		return nil, err
	}
	if len(content) > MaxContent {
		return nil, fmt.Errorf("describe %s: the content has %d bytes; the limit is %d: %w", section, len(content), MaxContent, projectbase.ErrLimit)
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
		// Keep the empty lines before the next section.
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
			return "", fmt.Errorf("describe %s: only the section %q has a title: %w", section, Custom, projectbase.ErrUsage)
		}
		if h := sectionHeadings[section]; h != "" {
			return h, nil
		}
		return "", fmt.Errorf("unknown section %q; use one of %s: %w", section, strings.Join(SectionNames(), ", "), projectbase.ErrUsage)
	}
	if title == "" {
		return DefaultTitle, nil
	}
	clean := strings.Trim(item(title), "# ")
	if clean == "" || strings.ContainsAny(title, "\r\n") {
		return "", fmt.Errorf("describe: the title %q must be one line of text: %w", title, projectbase.ErrUsage)
	}
	return clean, nil
}

func (d *markdown) openError() error {
	return fmt.Errorf("summary.md: the code block or comment from line %d is not closed; add a line %q first: %w", d.openLine, d.closing, projectbase.ErrUsage)
}

// joined returns head and tail with an empty line between them. head ends in
// a newline. The first newline of tail ended the line before it.
func joined(head, tail []byte, eol string) []byte {
	tail = bytes.TrimPrefix(tail, []byte(eol))
	if len(tail) > 0 && tail[0] != '\n' && !bytes.HasPrefix(tail, []byte("\r\n")) {
		head = append(head, eol...)
	}
	return append(head, tail...)
}

// newSection inserts a section by its rank: before written sections of a higher
// rank, else before the generated blocks, else at the end.
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
	start, body, end int // byte offsets; body starts after the heading
	generated        bool
}

// sections returns the parts of a text in order. Text before the first heading
// or directly after a block belongs to no part.
func (d *markdown) sections() []part {
	var list []part
	open := -1 // index in list of the current section
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
