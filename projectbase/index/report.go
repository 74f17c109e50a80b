package index

import (
	"context"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Report describes the result of Init and Sync. Its JSON is the answer of init.
type Report struct {
	Success       bool                           `json:"success"`
	CodegraphPath string                         `json:"codegraph_path"`
	ProjectID     string                         `json:"project_id"`
	ProjectName   string                         `json:"project_name"`
	FilesIndexed  int                            `json:"files_indexed"` // files in the index
	ItemsFound    int                            `json:"items_found"`   // items in the index
	FilesChanged  int                            `json:"files_changed"` // files that this operation extracted
	FilesRemoved  int                            `json:"files_removed"`
	Rebuilt       bool                           `json:"rebuilt"` // every file was read again
	DurationMS    int64                          `json:"duration_ms"`
	Languages     map[string]int                 `json:"languages"`    // files by language id
	ParseErrors   int                            `json:"parse_errors"` // syntax errors of all files
	Skipped       []Skipped                      `json:"skipped"`      // the first 50, by path
	SkippedCounts map[projectbase.SkipReason]int `json:"skipped_counts"`
	Partial       []Partial                      `json:"partial"`
	Warnings      []string                       `json:"warnings"`
	SeededFrom    string                         `json:"seeded_from,omitempty"` // root of the work tree whose index was copied
	Unread        []projectbase.Path             `json:"-"`                     // files that changed during each attempt to read them, sorted; their facts are stale, and Warnings names them
}

// Skipped is a path that is not indexed.
type Skipped struct {
	Path   projectbase.Path       `json:"path"`
	Reason projectbase.SkipReason `json:"reason"`
}

// Partial is a file of which only terms are indexed.
type Partial struct {
	Path   projectbase.Path `json:"path"`
	Reason string           `json:"reason"`
}

// UpdateReport describes the result of Update for one file. Its JSON is the
// answer of update.
type UpdateReport struct {
	Success      bool             `json:"success"`
	File         projectbase.Path `json:"file"`
	ItemsAdded   int              `json:"items_added"`   // items that are new in the file
	ItemsRemoved int              `json:"items_removed"` // items that are gone from the file
	LinesUpdated int              `json:"lines_updated"` // line objects that were added, removed or changed their type
	Unchanged    bool             `json:"unchanged,omitempty"`
	Removed      bool             `json:"removed,omitempty"` // the file was deleted and is no longer indexed
	DurationMS   int64            `json:"duration_ms"`
	Partial      string           `json:"partial,omitempty"`
	Note         string           `json:"note,omitempty"` // other changes, for example of the configuration
	Err          error            `json:"-"`              // why the file could not be updated
}

// RemoveReport describes the result of Remove for one file. Its JSON is the
// answer of remove.
type RemoveReport struct {
	Success bool             `json:"success"`
	File    projectbase.Path `json:"file"`
	Removed bool             `json:"removed"` // false if the file was not indexed
	Note    string           `json:"note,omitempty"`
	Hint    string           `json:"hint,omitempty"`
	Err     error            `json:"-"`
}

// maxSkipped is the number of skipped paths in a report.
const maxSkipped = 50

// reporter describes an operation and its result.
type reporter struct{ *session }

// finish updates the summary and returns the report.
func (s *reporter) finish(ctx context.Context, out *outcome) (*Report, error) {
	var warnings []string
	if err := s.summariseAfter(ctx, out); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		// The index is complete; only the texts beside it are not.
		warnings = append(warnings, err.Error())
	}
	r, err := s.report(ctx, out)
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, warnings...)
	return r, nil
}

// quickToSummarise reports whether the index is small enough to summarise after
// each sync.
func (s *reporter) quickToSummarise() bool {
	const most = 300 // files
	return s.known != nil && len(s.known.files) <= most
}

// summariseAfter updates the summary after an operation.
func (s *reporter) summariseAfter(ctx context.Context, out *outcome) error {
	if !out.rebuilt {
		if done, err := s.summarised(ctx, s.project); err != nil || done {
			return err
		}
	}
	if out.tree == nil {
		t, err := s.planner().scan(ctx)
		if err != nil {
			return err
		}
		out.tree = t
	}
	return (&summarizer{s.session}).summarise(ctx, out)
}

// report describes the operation and the index.
func (s *reporter) report(ctx context.Context, out *outcome) (*Report, error) {
	r := s.brief(out)
	base, err := read.Open(ctx, s.project.Base)
	if err != nil {
		return nil, err
	}
	defer base.Close()
	if err := base.View(ctx, r.read); err != nil {
		return nil, fmt.Errorf("report on %s: %w", s.project.Base, err)
	}
	r.DurationMS = s.now().Sub(s.started).Milliseconds()
	return r, nil
}

// brief describes the operation without reading the index.
func (s *reporter) brief(out *outcome) *Report {
	r := &Report{
		Success: true, CodegraphPath: s.project.Base, FilesChanged: out.changed, FilesRemoved: out.removed, Rebuilt: out.rebuilt,
		Languages: map[string]int{}, SkippedCounts: map[projectbase.SkipReason]int{},
		Skipped: []Skipped{}, Partial: []Partial{}, Warnings: []string{},
	}
	r.Unread = slices.Sorted(slices.Values(out.unread))
	for _, p := range r.Unread {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s changed while it was read", p))
	}
	return r
}

func (r *Report) read(snap *read.Snapshot) error {
	meta, err := snap.Metadata()
	if err != nil {
		return err
	}
	r.ProjectID, r.ProjectName = meta.ProjectID, meta.ProjectName
	stats, err := snap.Stats()
	if err != nil {
		return err
	}
	r.FilesIndexed, r.ItemsFound = stats.Files, int(stats.Items)
	files, err := snap.Files()
	if err != nil {
		return err
	}
	for i := range files {
		f := &files[i]
		r.Languages[f.Language]++
		r.ParseErrors += int(f.Errors)
		if f.Partial != "" {
			r.Partial = append(r.Partial, Partial{Path: f.Path, Reason: f.Partial})
		}
	}
	skipped, err := snap.Skipped()
	if err != nil {
		return err
	}
	r.SkippedCounts = countReasons(skipped)
	for _, k := range skipped[:min(len(skipped), maxSkipped)] {
		r.Skipped = append(r.Skipped, Skipped{Path: k.Path, Reason: k.Reason})
	}
	return nil
}

func countReasons(list []store.Skipped) map[projectbase.SkipReason]int {
	counts := map[projectbase.SkipReason]int{}
	for _, k := range list {
		counts[k.Reason]++
	}
	return counts
}
