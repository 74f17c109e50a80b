package index

import (
	"context"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Report is what Init and Sync did; its JSON is the answer to init.
type Report struct {
	Success       bool                           `json:"success"`
	CodegraphPath string                         `json:"codegraph_path"`
	ProjectID     string                         `json:"project_id"`
	ProjectName   string                         `json:"project_name"`
	FilesIndexed  int                            `json:"files_indexed"` // files that the index holds now
	ItemsFound    int                            `json:"items_found"`   // items that the index holds now
	FilesChanged  int                            `json:"files_changed"` // files that this operation extracted
	FilesRemoved  int                            `json:"files_removed"`
	Rebuilt       bool                           `json:"rebuilt"` // every file was read anew
	DurationMS    int64                          `json:"duration_ms"`
	Languages     map[string]int                 `json:"languages"`    // files by language id
	ParseErrors   int                            `json:"parse_errors"` // error nodes in all syntax trees
	Skipped       []Skipped                      `json:"skipped"`      // the first 50, by path
	SkippedCounts map[projectbase.SkipReason]int `json:"skipped_counts"`
	Partial       []Partial                      `json:"partial"`
	Warnings      []string                       `json:"warnings"`
	SeededFrom    string                         `json:"seeded_from,omitempty"` // root of the work tree whose index Init went on from
	Unread        []projectbase.Path             `json:"-"`                     // files that changed as often as they were read, sorted: the index is behind them; Warnings name them too
}

// Skipped is a path that is not in the index.
type Skipped struct {
	Path   projectbase.Path       `json:"path"`
	Reason projectbase.SkipReason `json:"reason"`
}

// Partial is a file of which the index holds words only.
type Partial struct {
	Path   projectbase.Path `json:"path"`
	Reason string           `json:"reason"`
}

// UpdateReport is what Update did with one file; its JSON is the answer to
// update.
type UpdateReport struct {
	Success      bool             `json:"success"`
	File         projectbase.Path `json:"file"`
	ItemsAdded   int              `json:"items_added"`   // items that the file has now and had not
	ItemsRemoved int              `json:"items_removed"` // items that the file had and has no more
	LinesUpdated int              `json:"lines_updated"` // line objects added, removed or retyped
	Unchanged    bool             `json:"unchanged,omitempty"`
	Removed      bool             `json:"removed,omitempty"` // the file is gone, and so are its facts
	DurationMS   int64            `json:"duration_ms"`
	Partial      string           `json:"partial,omitempty"`
	Note         string           `json:"note,omitempty"` // what else was done, such as a change of the configuration
	Err          error            `json:"-"`              // why the file could not be updated
}

// RemoveReport is what Remove did with one file; its JSON is the answer to
// remove.
type RemoveReport struct {
	Success bool             `json:"success"`
	File    projectbase.Path `json:"file"`
	Removed bool             `json:"removed"` // false if the index did not hold it
	Note    string           `json:"note,omitempty"`
	Hint    string           `json:"hint,omitempty"`
	Err     error            `json:"-"`
}

// maxSkipped is how many skipped paths a report names.
const maxSkipped = 50

// reporter describes an operation and its result.
type reporter struct{ *session }

// finish brings the summary up to date and reports.
func (s *reporter) finish(ctx context.Context, out *outcome) (*Report, error) {
	var warnings []string
	if err := s.summariseAfter(ctx, out); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		// The index is what it should be; the texts beside it are not.
		warnings = append(warnings, err.Error())
	}
	r, err := s.report(ctx, out)
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, warnings...)
	return r, nil
}

// quickToSummarise reports whether the index is so small that its symbols are
// soon looked through.
func (s *reporter) quickToSummarise() bool {
	const most = 300 // files
	return s.known != nil && len(s.known.files) <= most
}

// summariseAfter brings the summary up to date after an operation.
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

// report describes the index after an operation.
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

// brief says what an operation did, without looking into the index.
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
