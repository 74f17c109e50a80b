package tool

import (
	"fmt"
	"strings"

	"codegraph/catalog"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
)

// EmptyScope is the error of a scope without any project.
func EmptyScope() error {
	return projectbase.WithHint(fmt.Errorf("no project in the scope: %w", projectbase.ErrNotFound),
		projectbase.Suggest("", "scan", projectbase.Positional("path", "DIR"), projectbase.Flag("index", true)))
}

// freshnessNotes says which projects differ from their indexes, and of how many
// others that is not known.
func freshnessNotes(p *Page, projects []ProjectAnswer) {
	unknown, since := 0, int64(0)
	for _, a := range projects {
		if a.Freshness.Published != nil {
			p.Note("%s: %s", query.Shown(a.Name, 0), PublishedText(a.Freshness.Published))
			continue
		}
		if a.Freshness.State != fresh.Unknown {
			PendingNote(p, a.Freshness)
			continue
		}
		unknown++
		if since == 0 || a.Freshness.CheckedAt < since {
			since = a.Freshness.CheckedAt
		}
	}
	if unknown > 0 {
		p.Note("not compared with their files: %s, the oldest index is of %s", Count(unknown, "project", "projects"), Stamp(since))
	}
}

// CatalogAway returns the failure of a catalog that is away, nothing if it is
// there.
func CatalogAway(store catalog.Store) []ProjectFailure {
	err := workspace.AwayOf(store)
	if err == nil {
		return nil
	}
	told := FailureOf(err)
	return []ProjectFailure{{Project: workspace.CatalogLabel, Code: told.Code, Message: told.Message}}
}

// Limited is part of answers whose text may be cut.
type Limited struct{ max int }

func LimitedTo(tokens int) Limited { return Limited{tokens} }

// TokenLimit is the longest text that is asked for, in tokens; 0 is no limit.
func (l Limited) TokenLimit() int { return l.max }

// ProjectAnswer is the answer of one project.
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

// Text describes the failure in one line.
func (f *ProjectFailure) Text() string {
	text := query.Shown(strings.TrimPrefix(f.Message, f.Code+": "), 0)
	if f.File != "" || f.Project == "" {
		return f.Code + ": " + text
	}
	return fmt.Sprintf("%s: %s: %s", query.Shown(f.Project, 0), f.Code, text)
}

// FileOf is a file of a project.
type FileOf struct {
	Project string
	File    projectbase.Path
}

// ByFile groups matches by their file: the groups in the order of their first
// match, the matches in their own order.
func ByFile[M any](matches []M, of func(M) FileOf) [][]M {
	at := map[FileOf]int{}
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

// Notes adds hints, failures and stale projects to the page as notes.
func Notes(p *Page, hints []Hint, failures []ProjectFailure, projects []ProjectAnswer) {
	p.Hints("note: ", hints...)
	for _, f := range failures {
		p.Note("failed: %s", f.Text())
	}
	if len(projects) > 1 {
		freshnessNotes(p, projects)
		return
	}
	for _, a := range projects {
		PendingNote(p, a.Freshness)
	}
}

// PublishedText says where a published index comes from.
func PublishedText(p *projectbase.Publication) string {
	return "published at " + Stamp(p.At) + " by machine " + query.Shown(p.Machine, 60) + "; the index is of " + Stamp(p.Indexed)
}

// PendingNote says which files differ from the index, if some do, and why they
// still do.
func PendingNote(p *Page, s fresh.State) {
	if n := len(s.Pending); n > 0 {
		names := make([]string, 0, 3)
		for _, f := range s.Pending[:min(n, 3)] {
			names = append(names, query.Shown(string(f), 0))
		}
		p.Note("pending: %s from the index: %s%s", Count(n, "file differs", "files differ"), strings.Join(names, ", "), More(n > 3))
	}
	switch {
	case s.Published != nil:
		p.Note("%s", PublishedText(s.Published))
	case s.Reason != "":
		p.Hints("not indexed yet: "+query.Shown(s.Reason, 0)+"; ", projectbase.Suggest("index the changes", "sync"))
	}
}

func More(yes bool) string {
	if yes {
		return ", ..."
	}
	return ""
}
