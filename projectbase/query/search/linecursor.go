package search

import (
	"bytes"

	"codegraph/projectbase/query"
)

// lineCursor reads the lines of a text in order.
type lineCursor struct {
	rest  []byte
	line  uint32 // number of the line that rest starts with, from 1
	shown string // what shownAt returned for that line
	known bool   // shown is set
}

// shownAt returns a line as displayed. The numbers must not decrease. Several
// matches of a line cost one reading.
func (c *lineCursor) shownAt(line uint32) string {
	if !c.known || c.line != line {
		c.shown = query.Shown(string(c.at(line)), query.MaxText)
		c.known = true
	}
	return c.shown
}

// at returns the line with a number, nil past the end. The numbers must not
// decrease.
func (c *lineCursor) at(line uint32) []byte {
	for c.line < line && len(c.rest) > 0 {
		i := bytes.IndexByte(c.rest, '\n')
		if i < 0 {
			i = len(c.rest) - 1
		}
		c.rest = c.rest[i+1:]
		c.line++
	}
	if c.line != line {
		return nil
	}
	text, _, _ := bytes.Cut(c.rest, []byte{'\n'})
	return text
}
