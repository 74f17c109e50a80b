package fanout

import (
	"slices"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
)

// Scoped is what every question takes. project and format are parameters of MCP and
// HTTP only; the command line has -C DIR and --json instead.
type Scoped struct {
	Scope     string `json:"scope,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Common
}

// ScopedInput returns the common parameters of a question.
func (s *Scoped) ScopedInput() *Scoped { return s }

// WantedTokens returns the longest answer that the caller wants, in tokens; 0 is no
// limit.
func (s *Scoped) WantedTokens() int { return s.MaxTokens }

// HasScope tells tools with a scope from others.
func (*Scoped) HasScope() {}

// ScopedOf returns the common parameters of in, a pointer to the input of a
// question.
func ScopedOf(in any) *Scoped { return in.(interface{ ScopedInput() *Scoped }).ScopedInput() }

// Envelope is what every answer says beside its matches.
type Envelope struct {
	Total     int                   `json:"total"` // matches, whatever the limit
	Truncated bool                  `json:"truncated"`
	Complete  bool                  `json:"complete"`
	Projects  []tool.ProjectAnswer  `json:"projects"`
	Failures  []tool.ProjectFailure `json:"failures"`
	Hint      string                `json:"hint"` // the joined text of Hints
	Hints     []tool.Hint           `json:"hints"`

	max int
}

// Header returns the envelope.
func (e *Envelope) Header() *Envelope { return e }

// Incomplete implements Incomplete.
func (e *Envelope) Incomplete() bool { return !e.Complete }

// TokenLimit is the longest text that the caller wants, in tokens; 0 is no limit.
func (e *Envelope) TokenLimit() int { return e.max }

// Cut says that only a part of the matches is given.
func (e *Envelope) Cut(hint string) {
	e.Truncated = true
	e.Hints = append(slices.Clone(e.Hints), tool.Hint{Text: hint})
	e.Hint = tool.HintsText(e.Hints)
}

// fail adds projects that failed.
func (e *Envelope) fail(rows []tool.ProjectFailure) {
	if len(rows) > 0 {
		e.Failures, e.Complete = append(e.Failures, rows...), false
	}
}

// join adds the envelope of another answer.
func (e *Envelope) join(o *Envelope) {
	e.Total += o.Total
	e.Truncated = e.Truncated || o.Truncated
	e.Complete = e.Complete && o.Complete
	e.Projects = append(e.Projects, o.Projects...)
	e.Failures = append(e.Failures, o.Failures...)
	e.Hints = append(e.Hints, o.Hints...)
	e.Hint = tool.HintsText(e.Hints)
}

// check completes the envelope. A scope without any project is an error, unless
// the service has answered.
func (e *Envelope) check(answered bool) error {
	if e.Hints == nil {
		e.Hints = []tool.Hint{}
	}
	if !answered && len(e.Projects)+len(e.Failures) == 0 && len(e.Hints) == 0 {
		return tool.EmptyScope()
	}
	return nil
}

// FailuresOf returns the projects of a scope that failed: the ones that cannot be
// asked, and those that failed to answer.
func FailuresOf(p *workspace.Projects, asked []federation.Failure) []tool.ProjectFailure {
	rows := []tool.ProjectFailure{}
	for _, f := range slices.Concat(p.Failures(), asked) {
		rows = append(rows, failureOf(p, f.Project, f.Err))
	}
	return rows
}

func failureOf(p *workspace.Projects, of catalog.Project, err error) tool.ProjectFailure {
	f := tool.FailureOf(err)
	return tool.ProjectFailure{Project: p.Label(of), Code: f.Code, Message: f.Message}
}
