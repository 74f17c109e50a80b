package tool

import (
	"fmt"
	"strings"
)

// Page takes the lines of an answer for reading.
type Page struct {
	Verbose bool // say more than is usual

	lines  []line
	more   string // how to get what was cut
	beyond int    // results that the answer left out before
}

type line struct {
	text string
	kind lineKind
}

type lineKind uint8

const (
	kindLine lineKind = iota
	kindPath          // a file or project that the following lines are about
	kindHit           // counts as one result
	kindMark          // a result that stands out
)

// Line adds a line that is not a result of its own.
func (p *Page) Line(format string, args ...any) { p.add(kindLine, format, args) }

// Path adds the name of the file or project that the following lines are about.
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

// More says how to get what a limit of tokens cuts off.
func (p *Page) More(how string) { p.more = how }

func (p *Page) add(kind lineKind, format string, args []any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	p.lines = append(p.lines, line{strings.TrimRight(text, " "), kind})
}

// TextOptions say how an answer is to be rendered.
type TextOptions struct {
	MaxTokens int // 0: no limit
	Color     bool
	Verbose   bool
}

// bytesPerToken is the usual estimate for source code and English.
const bytesPerToken = 4

// render returns the page; one that has more than maxTokens tokens is cut at
// whole lines, and the last line says what is missing.
func (p *Page) render(o TextOptions) string {
	size := 0
	for _, l := range p.lines {
		size += len(l.text) + 1
	}
	most := o.MaxTokens * bytesPerToken
	if most <= 0 || size <= most {
		return p.first(len(p.lines), o.Color)
	}
	keep, size := 0, len(p.notice(0))
	for keep < len(p.lines) && size+len(p.lines[keep].text)+1 <= most {
		size += len(p.lines[keep].text) + 1
		keep++
	}
	return p.first(keep, o.Color) + p.notice(keep)
}

var styles = [...]string{kindPath: "\x1b[35m", kindMark: "\x1b[1m"}

func (p *Page) first(n int, color bool) string {
	var b strings.Builder
	for _, l := range p.lines[:n] {
		if color && int(l.kind) < len(styles) && styles[l.kind] != "" {
			b.WriteString(styles[l.kind] + l.text + "\x1b[0m\n")
			continue
		}
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// notice says what is missing after the first keep lines.
func (p *Page) notice(keep int) string {
	hits := p.beyond
	for _, l := range p.lines[keep:] {
		if l.kind >= kindHit {
			hits++
		}
	}
	what := fmt.Sprintf("%d lines", len(p.lines)-keep)
	if hits > 0 {
		what = fmt.Sprintf("%d results", hits)
	}
	how := "raise max_tokens"
	if p.more != "" {
		how += " or " + p.more
	}
	return fmt.Sprintf("... cut: %s more; %s\n", what, how)
}
