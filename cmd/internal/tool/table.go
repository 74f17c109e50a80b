package tool

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// table aligns columns of text.
type table struct {
	rows [][]string
}

func NewTable(head ...string) *table { return &table{rows: [][]string{head}} }

func (t *table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Print adds the rows to a page, the first one as their heading.
func (t *table) Print(p *Page) {
	var widths []int
	for _, r := range t.rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for n, r := range t.rows {
		var b strings.Builder
		for i, c := range r {
			b.WriteString(c)
			if i < len(r)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)+2))
			}
		}
		if n == 0 {
			p.Line("%s", b.String())
			continue
		}
		p.Hit("%s", b.String())
	}
}

// Mostly returns the first of what tally returns, so that a row of a table keeps
// to a line: the three highest, and how many others there are.
func Mostly(counts map[string]int) string {
	all := strings.Split(Tally(counts), ", ")
	if len(all) <= 3 {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s, +%d", strings.Join(all[:3], ", "), len(all)-3)
}
