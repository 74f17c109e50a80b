package search

import (
	"bytes"

	"codegraph/projectbase/query"
)

// lineCursor reads the lines of a text in order.
type lineCursor struct {
	rest  []byte
	line  uint32 // number of the first line of rest, from 1
	shown string // the last result of shownAt
	known bool   // shown is valid
}

// shownAt returns a line as displayed. The numbers must not decrease. Several
// matches on a line convert it only once.
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
