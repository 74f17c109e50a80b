package tool

import (
	"fmt"
	"strings"

	"codegraph/projectbase/query"
)

// Page takes the lines of an answer for reading.
type Page struct {
	Verbose   bool // say more than is usual
	Assistant bool // the reader calls tools

	Lines  []line
	more   string // how to get the lines that were cut
	beyond int    // results that the answer left out before
}

type line struct {
	Text  string
	kind  lineKind
	hints []Hint // rendered after text
}

type lineKind uint8

const (
	kindLine    lineKind = iota
	kindNote             // a remark about the whole answer
	kindProject          // a project that the following lines are about
	kindPath             // a file that the following lines are about
	kindHit              // counts as one result
	kindMark             // a result that stands out
)

// Line adds a line that is not a result of its own.
func (p *Page) Line(format string, args ...any) { p.add(kindLine, format, args) }

// Note adds a remark about the whole answer. Render never cuts notes.
func (p *Page) Note(format string, args ...any) { p.add(kindNote, format, args) }

// Option names a parameter as the reader gives it: a flag on the command line, else
// the name. A value follows it if there is one.
func (p *Page) Option(name string, value ...any) string {
	text := "--" + strings.ReplaceAll(name, "_", "-")
	if p.Assistant {
		text = name
	}
	return strings.TrimSpace(text + " " + fmt.Sprint(value...))
}

// Hints adds hints as a note, after a prefix such as "note: ".
func (p *Page) Hints(prefix string, hints ...Hint) {
	if len(hints) > 0 {
		p.Lines = append(p.Lines, line{Text: prefix, kind: kindNote, hints: hints})
	}
}

// Project adds the name of the project that the following lines are about.
func (p *Page) Project(name string) { p.add(kindProject, "%s:", []any{name}) }

// Path adds the name of the file that the following lines are about.
func (p *Page) Path(name string) { p.add(kindPath, name, nil) }

// Hit adds a line that is one result.
func (p *Page) Hit(format string, args ...any) { p.add(kindHit, format, args) }

// Mark adds a result that stands out.
func (p *Page) Mark(format string, args ...any) { p.add(kindMark, format, args) }

// Block adds text of several lines.
func (p *Page) Block(text string) {
	for l := range strings.Lines(text) {
		p.add(kindLine, strings.TrimRight(l, "\r\n"), nil)
	}
}

// Beyond says how many results there are that no line was added for.
func (p *Page) Beyond(results int) { p.beyond = results }

// More sets the text that explains how to get lines beyond the token limit.
func (p *Page) More(how string) { p.more = how }

func (p *Page) add(kind lineKind, format string, args []any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	p.Lines = append(p.Lines, line{Text: strings.TrimRight(text, " "), kind: kind})
}

// TextOptions say how an answer is to be rendered.
type TextOptions struct {
	MaxTokens int // 0: no limit
	Color     bool
	Verbose   bool
	Assistant bool // the reader is an assistant that calls tools, without a command line
}

// BytesPerToken is the usual estimate for source code and English.
const BytesPerToken = 4

// Render returns the page. If it has more than maxTokens tokens, Render omits whole
// lines and adds a last line that counts the omitted lines or results.
func (p *Page) Render(o TextOptions) string {
	for i := range p.Lines {
		l := &p.Lines[i]
		if len(l.hints) > 0 {
			l.Text += query.Shown(hintsText(l.hints, o.Assistant), 0)
			l.hints = nil
		}
	}
	size := 0
	for _, l := range p.Lines {
		size += len(l.Text) + 1
	}
	most := o.MaxTokens * BytesPerToken
	if most <= 0 || size <= most {
		return p.text(p.Lines, o.Color)
	}
	kept := p.choose(most - len(p.notice(p.Lines, size)))
	var lines, left []line
	for i, l := range p.Lines {
		if kept[i] {
			lines = append(lines, l)
		} else {
			left = append(left, l)
		}
	}
	return p.text(lines, o.Color) + p.notice(left, size)
}

// choose selects the lines to keep if the page is too long: the first line and the
// notes, then highlighted results with their headings, then files, then the other
// lines in order.
func (p *Page) choose(most int) []bool {
	kept := make([]bool, len(p.Lines))
	add := func(lines ...int) bool {
		size := 0
		for _, i := range lines {
			if !kept[i] {
				size += len(p.Lines[i].Text) + 1
			}
		}
		if size > most {
			return false
		}
		for _, i := range lines {
			kept[i] = true
		}
		most -= size
		return true
	}
	all := func(fits func(i int) bool, with func(i int) []int) {
		for i := range p.Lines {
			if fits(i) && !add(with(i)...) {
				return
			}
		}
	}
	alone := func(i int) []int { return []int{i} }
	all(func(i int) bool { return i == 0 || p.Lines[i].kind == kindNote }, alone)
	all(func(i int) bool { return p.Lines[i].kind == kindMark }, p.below)
	all(func(i int) bool { return p.Lines[i].kind == kindPath }, p.below)
	all(func(i int) bool { return !kept[i] }, alone)
	return kept
}

// below returns line i with its headings: the last path and the last project before
// it.
func (p *Page) below(i int) []int {
	lines := []int{i}
	path := p.Lines[i].kind == kindPath
	for above := i - 1; above >= 0; above-- {
		switch p.Lines[above].kind {
		case kindPath:
			if !path {
				lines, path = append(lines, above), true
			}
		case kindProject:
			return append(lines, above)
		}
	}
	return lines
}

var styles = [...]string{kindProject: "\x1b[35m", kindPath: "\x1b[35m", kindMark: "\x1b[1m"}

func (p *Page) text(lines []line, color bool) string {
	var b strings.Builder
	for _, l := range lines {
		if color && int(l.kind) < len(styles) && styles[l.kind] != "" {
			b.WriteString(styles[l.kind] + l.Text + "\x1b[0m\n")
			continue
		}
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// notice returns the text about the lines that were omitted from a text of that size.
func (p *Page) notice(left []line, size int) string {
	hits := p.beyond
	for _, l := range left {
		if l.kind >= kindHit {
			hits++
		}
	}
	what := fmt.Sprintf("%d lines", len(left))
	if hits > 0 {
		what = fmt.Sprintf("%d results", hits)
	}
	how := fmt.Sprintf("raise max_tokens to %d", size/BytesPerToken+1)
	if p.more != "" {
		how += " or " + p.more
	}
	return fmt.Sprintf("... cut: %s more; %s\n", what, how)
}
