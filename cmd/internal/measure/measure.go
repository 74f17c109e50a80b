package measure

import (
	"fmt"
	"slices"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
)

// Measured is the input that questions about whole projects share.
type Measured struct {
	Path  string `json:"path,omitempty"`
	Limit *int   `json:"limit,omitempty" param:",default=30"`
	fanout.Scoped

	limit int // 0 is none
}

// DrawnMeasured is Measured for answers that can be drawn.
type DrawnMeasured struct {
	Format string `json:"format,omitempty" param:"format/graph"`
	Measured
}

// CommonInput returns the parameters of every tool, with the format of a drawing.
func (d *DrawnMeasured) CommonInput() *tool.Common {
	d.Common.Format = d.Format
	return &d.Common
}

// measuredLimit is the default limit.
const measuredLimit = 30

// checkLimit sets the limit; its error wraps projectbase.ErrUsage.
func (m *Measured) checkLimit(*workspace.Workspace) error {
	m.limit = measuredLimit
	if m.Limit != nil {
		m.limit = *m.Limit
	}
	if m.limit < 0 {
		return fmt.Errorf("%w: limit %d is negative; 0 means all", projectbase.ErrUsage, m.limit)
	}
	return nil
}

// labelOf returns the project of a part's matches, "" in an answer about one
// project.
func labelOf[In, Part any](a *fanout.Answers[In, Part], p *fanout.ProjectPart[Part]) string {
	if a.Only() {
		return ""
	}
	return p.Label
}

// firstOf returns the first n of list; 0 means all.
func firstOf[T any](list []T, n int) []T {
	if n > 0 && len(list) > n {
		return list[:n]
	}
	return list
}

// sorted sorts the matches of several projects and returns the first n; 0 means all.
func sorted[T any](list []T, n int, compare func(a, b T) int) []T {
	slices.SortStableFunc(list, compare)
	return firstOf(list, n)
}

// notes ends the text of an answer of which some matches are not given.
func notes(p *tool.Page, e *fanout.Envelope, left int) {
	if left > 0 {
		p.Beyond(left)
		p.Note("... %d more; raise limit or name a directory", left)
	}
	tool.Notes(p, e.Hints, e.Failures, e.Projects)
}

// drawn reports whether a format is that of a drawing.
func drawn(format string) bool { return format == tool.FormatMermaid || format == tool.FormatDot }
