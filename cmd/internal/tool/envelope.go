package tool

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
)

// failed returns how the failures of planning and asking are told.
func (a *across) failureRows(asking []federation.Failure) []ProjectFailure {
	rows := []ProjectFailure{}
	if asOf, away := catalog.AwayOf(a.engine.Catalog); away {
		rows = append(rows, ProjectFailure{Code: "unavailable", Message: "the catalog cannot be reached: asked were the projects that it had at " + stamp(asOf.Unix())})
	}
	for _, f := range slices.Concat(a.failures, asking) {
		rows = append(rows, a.failureRow(f.Project, f.Err))
	}
	return rows
}

func (a *across) failureRow(p catalog.Project, err error) ProjectFailure {
	told := FailureOf(err)
	return ProjectFailure{Project: a.label(p), Code: told.Code, Message: told.Message}
}

// emptyScope is the error of a scope without any project.
func emptyScope() error {
	return &projectbase.HintError{Err: fmt.Errorf("the scope holds no project: %w", projectbase.ErrNotFound), Hint: "run: codegraph scan DIR --index"}
}

// isPublished reports whether a state is that of a published base.
func isPublished(s fresh.State) bool { return strings.HasPrefix(s.Reason, publishedAt) }

// freshnessNotes says which projects differ from their indexes, and of how many
// others that is not known.
func freshnessNotes(p *Page, projects []ProjectAnswer) {
	unknown, since := 0, int64(0)
	for _, a := range projects {
		if isPublished(a.Freshness) {
			p.Note("%s: %s", query.Shown(a.Name, 0), query.Shown(a.Freshness.Reason, 0))
			continue
		}
		if a.Freshness.State != fresh.Unknown {
			pendingNote(p, a.Freshness)
			continue
		}
		unknown++
		if since == 0 || a.Freshness.CheckedAt < since {
			since = a.Freshness.CheckedAt
		}
	}
	if unknown > 0 {
		p.Note("not compared with their files: %s, the oldest index is of %s", count(unknown, "project", "projects"), stamp(since))
	}
}

// catalogAway returns the failure of a catalog that is away, nothing if it is
// there.
func catalogAway(store catalog.Store) []ProjectFailure {
	err := awayOf(store)
	if err == nil {
		return nil
	}
	told := FailureOf(err)
	return []ProjectFailure{{Project: catalogLabel, Code: told.Code, Message: told.Message}}
}

// limited is part of answers whose text may be cut.
type limited struct{ max int }

func limitedTo(tokens int) limited { return limited{tokens} }

// TokenLimit is the longest text that is asked for, in tokens; 0 is no limit.
func (l limited) TokenLimit() int { return l.max }

// limit returns the limit that was asked for, else that of the project.
func (o *opened) limit(asked int) limited {
	if asked > 0 {
		return limitedTo(asked)
	}
	return limitedTo(o.settings.MaxTokens)
}

// ProjectAnswer is what one project had to say.
type ProjectAnswer struct {
	Name      string      `json:"name"`
	Matches   int         `json:"matches"`
	Freshness fresh.State `json:"freshness"`
}

// ProjectFailure is a project, or a file of it, that could not answer.
type ProjectFailure struct {
	Project string `json:"project"`
	File    string `json:"file,omitempty"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// text says what failed in a line.
func (f *ProjectFailure) text() string {
	text := query.Shown(strings.TrimPrefix(f.Message, f.Code+": "), 0)
	if f.File != "" || f.Project == "" {
		return f.Code + ": " + text
	}
	return fmt.Sprintf("%s: %s: %s", query.Shown(f.Project, 0), f.Code, text)
}

func joinHints(hints ...string) string {
	var out []string
	for _, h := range hints {
		if h != "" {
			out = append(out, h)
		}
	}
	return strings.Join(out, "; ")
}

// fileOf is a file of a project.
type fileOf struct {
	project string
	file    projectbase.Path
}

// byFile groups matches by their file: the groups in the order of their first
// match, the matches in their own order.
func byFile[M any](matches []M, of func(M) fileOf) [][]M {
	at := map[fileOf]int{}
	var groups [][]M
	for _, m := range matches {
		k := of(m)
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], m)
	}
	return groups
}

// notes adds what a reader must know about the answer.
func notes(p *Page, hint string, failures []ProjectFailure, projects []ProjectAnswer) {
	if hint != "" {
		p.Note("note: %s", query.Shown(hint, 0))
	}
	for _, f := range failures {
		p.Note("failed: %s", f.text())
	}
	if len(projects) > 1 {
		freshnessNotes(p, projects)
		return
	}
	for _, a := range projects {
		pendingNote(p, a.Freshness)
	}
}

// pendingNote says which files differ from the index, if some do, and why they
// still do.
func pendingNote(p *Page, s fresh.State) {
	if n := len(s.Pending); n > 0 {
		names := make([]string, 0, 3)
		for _, f := range s.Pending[:min(n, 3)] {
			names = append(names, query.Shown(string(f), 0))
		}
		p.Note("pending: %s from the index: %s%s", count(n, "file differs", "files differ"), strings.Join(names, ", "), more(n > 3))
	}
	switch {
	case isPublished(s):
		p.Note("%s", query.Shown(s.Reason, 0))
	case s.Reason != "":
		p.Note("not indexed, because: %s", query.Shown(s.Reason, 0))
	}
}

func more(yes bool) string {
	if yes {
		return ", ..."
	}
	return ""
}
