package catalog

import (
	"context"

	"codegraph/catalog/termfilter"
)

// TermQuery asks the term filters of some projects for a text.
type TermQuery struct {
	Mode TermMode `json:"mode,omitzero"`
	Text string   `json:"text,omitzero"` // folded by projectbase.Fold, also for case-sensitive queries

	// Present holds the projects in question with the current stamps of their
	// indexes; the zero stamp if an index could not be stamped.
	Present map[ProjectID]Stamp `json:"present,omitzero"`
}

// Probes returns the entries that a filter must hold to match the query; see
// termfilter.Probes.
func (q TermQuery) Probes() []termfilter.Probe { return termfilter.Probes(q.Mode, q.Text) }

// TermMode says how a term must match the text.
type TermMode = termfilter.Mode

// Modes.
const (
	TermExact    = termfilter.Exact
	TermPrefix   = termfilter.Prefix
	TermContains = termfilter.Contains // also for a literal that a regular expression needs
)

// Candidates is the answer to a TermQuery. A project of Present that is in neither
// list has no such term. Both lists are sorted.
type Candidates struct {
	May     []ProjectID `json:"may,omitzero"`     // the filter is valid and does not exclude it
	Unknown []ProjectID `json:"unknown,omitzero"` // no valid filter: open the index, then Restamp or PutFilter
}

// KeptFilter is the filter of a project's terms with the stamp of the index from
// which the terms were read.
type KeptFilter struct {
	Project ProjectID         `json:"project,omitzero"`
	Stamp   Stamp             `json:"stamp,omitzero"`
	Filter  termfilter.Filter `json:"filter,omitzero"`
}

// Filters keeps a term filter for each project. Writing a filter does not change
// Version.
type Filters interface {
	// PutFilter replaces the filter of a project. It writes even if nothing has
	// changed. *NotFoundError for an unknown id.
	PutFilter(ctx context.Context, id ProjectID, s Stamp, f termfilter.Filter) error

	// PutFilters replaces several filters in one transaction, at a fraction of the
	// cost. It ignores unknown ids.
	PutFilters(ctx context.Context, list []KeptFilter) error

	// Restamp says that the kept filter also fits an index with stamp s: its files
	// have changed, its terms have not. ok is false, and nothing is written, if the
	// kept filter has another s.Terms or there is none.
	Restamp(ctx context.Context, id ProjectID, s Stamp) (ok bool, err error)

	// Candidates returns the projects of q.Present that may have the term.
	Candidates(ctx context.Context, q TermQuery) (Candidates, error)
}
