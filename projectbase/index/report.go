package index

import "codegraph/projectbase"

// Report is what Init and Sync did; its JSON is the answer to init.
type Report struct {
	Success       bool                           `json:"success"`
	CodegraphPath string                         `json:"codegraph_path"`
	ProjectID     string                         `json:"project_id"`
	ProjectName   string                         `json:"project_name"`
	FilesIndexed  int                            `json:"files_indexed"` // files that the base holds now
	ItemsFound    int                            `json:"items_found"`   // items that the base holds now
	FilesChanged  int                            `json:"files_changed"` // files that were extracted by this operation
	FilesRemoved  int                            `json:"files_removed"`
	Rebuilt       bool                           `json:"rebuilt"` // every file was read anew
	DurationMS    int64                          `json:"duration_ms"`
	Languages     map[string]int                 `json:"languages"` // files by language id
	ParseErrors   int                            `json:"parse_errors"`
	Skipped       []Skipped                      `json:"skipped"` // the first 50, by path
	SkippedCounts map[projectbase.SkipReason]int `json:"skipped_counts"`
	Partial       []Partial                      `json:"partial"`
	Warnings      []string                       `json:"warnings"`
}

// Skipped is a path that is not in the base.
type Skipped struct {
	Path   projectbase.Path       `json:"path"`
	Reason projectbase.SkipReason `json:"reason"`
}

// Partial is a file of which the base holds words only.
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
	Removed bool             `json:"removed"` // false if the base did not hold it
	Note    string           `json:"note,omitempty"`
	Hint    string           `json:"hint,omitempty"`
	Err     error            `json:"-"`
}
