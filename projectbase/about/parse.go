package about

import "strings"

// Section is one section of a summary.
type Section struct {
	Title     string
	Text      string // text below the heading, trimmed
	Line      int    // of the heading, 1-based
	Generated bool   // written by Update; then Title is the heading of the block
}

// Summary has the parts of a summary.md.
type Summary struct {
	Sections  []Section // with headings of level 2, and the generated ones
	Generated Generated // the lists of the generated blocks; Name is the title
}

// Parse splits a summary into its parts. Missing parts are empty.
func Parse(content []byte) Summary {
	var s Summary
	d := parseMarkdown(content)
	for _, p := range d.sections() {
		text := strings.Trim(string(content[p.body:p.end]), "\r\n")
		switch {
		case p.generated:
			if name, ok := s.Generated.read(p.title, text); ok {
				text = text[:max(0, strings.LastIndexByte(text, '\n'))] // without the end marker
				if strings.HasPrefix(text, "## ") {
					_, text, _ = strings.Cut(text, "\n")
				}
				s.Sections = append(s.Sections, Section{Title: name, Text: strings.Trim(text, "\r\n"), Line: p.line, Generated: true})
			}
		case p.level == 1 && s.Generated.Name == "":
			s.Generated.Name = p.title
		case p.level == 2:
			s.Sections = append(s.Sections, Section{Title: p.title, Text: text, Line: p.line})
		}
	}
	return s
}

// read parses the list of a block into g and returns its heading.
func (g *Generated) read(name, text string) (heading string, ok bool) {
	for _, b := range blocks {
		if b.name != name {
			continue
		}
		var items []string
		for s := range strings.SplitSeq(text, "\n") {
			if it, ok := strings.CutPrefix(strings.TrimRight(s, "\r"), "- "); ok {
				items = append(items, strings.ReplaceAll(it, `<\!--`, "<!--"))
			}
		}
		if len(b.items(g)) == 0 { // the first of two
			b.set(g, items)
		}
		return b.heading, true
	}
	return "", false
}
