package report

import (
	"context"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store/read"
)

// Status describes an index.
type Status struct {
	ProjectName       string                         `json:"project_name"`
	ProjectID         string                         `json:"project_id"`
	ProjectRoot       string                         `json:"project_root"`
	CodegraphPath     string                         `json:"codegraph_path"`
	Home              string                         `json:"-"` // the root in the metadata of the index; "" if unknown
	SchemaVersion     string                         `json:"schema_version"`
	ExtractorVersion  string                         `json:"extractor_version"`
	Statistics        Statistics                     `json:"statistics"`
	Languages         map[string]int                 `json:"languages"` // files by language id
	Skipped           []Skipped                      `json:"skipped"`   // the first maxSkipped, by path
	SkippedCounts     map[projectbase.SkipReason]int `json:"skipped_counts"`
	Partial           []Partial                      `json:"partial"`
	ParseErrors       int                            `json:"parse_errors"` // error nodes in all syntax trees
	CreatedAt         int64                          `json:"created_at"`
	LastIndexed       int64                          `json:"last_indexed"`
	LastUpdate        int64                          `json:"last_update"`
	GitHead           string                         `json:"git_head"`
	DatabaseSizeBytes int64                          `json:"database_size_bytes"`
}

// Statistics counts the content of an index.
type Statistics struct {
	Files        int   `json:"files"`
	Lines        int64 `json:"lines"` // line objects
	Items        int64 `json:"items"`
	Occurrences  int64 `json:"occurrences"`
	Methods      int64 `json:"methods"`
	Types        int64 `json:"types"`
	Symbols      int64 `json:"symbols"`
	Dependencies int   `json:"dependencies"`
}

// Skipped is a path that is not indexed. A directory stands for its content.
type Skipped struct {
	Path   projectbase.Path       `json:"path"`
	Reason projectbase.SkipReason `json:"reason"`
}

// Partial is a file that is indexed as plain text.
type Partial struct {
	Path   projectbase.Path `json:"path"`
	Reason string           `json:"reason"`
}

const maxSkipped = 50

// ReadStatus returns the state of the index.
func ReadStatus(ctx context.Context, b *query.Index) (*Status, error) {
	out := &Status{ProjectName: b.Name(), ProjectRoot: b.Root(), CodegraphPath: b.Store().Dir(), Languages: map[string]int{},
		Skipped: []Skipped{}, SkippedCounts: map[projectbase.SkipReason]int{}, Partial: []Partial{}}
	err := b.View(ctx, "status", func(s *read.Snapshot) error {
		m, err := s.Metadata()
		if err != nil {
			return err
		}
		out.ProjectID, out.SchemaVersion, out.ExtractorVersion, out.GitHead = m.ProjectID, m.SchemaVersion, m.ExtractorVersion, m.GitHead
		out.CreatedAt, out.LastIndexed, out.LastUpdate, out.Home = m.CreatedAt, m.LastIndexed, m.LastUpdate, m.ProjectRoot
		stats, err := s.Stats()
		if err != nil {
			return err
		}
		out.DatabaseSizeBytes = stats.Bytes
		out.Statistics = Statistics{Files: stats.Files, Lines: stats.Lines, Items: stats.Items, Occurrences: stats.Occurrences,
			Methods: stats.Methods, Types: stats.Types, Symbols: stats.Symbols, Dependencies: stats.Dependencies}
		if err := out.files(s); err != nil {
			return err
		}
		return out.skipped(s)
	})
	return out, err
}

func (o *Status) files(s *read.Snapshot) error {
	files, err := s.Files()
	if err != nil {
		return err
	}
	for i := range files {
		o.Languages[files[i].Language]++
		o.ParseErrors += int(files[i].Errors)
		if files[i].Partial != "" {
			o.Partial = append(o.Partial, Partial{files[i].Path, files[i].Partial})
		}
	}
	return nil
}

func (o *Status) skipped(s *read.Snapshot) error {
	skipped, err := s.Skipped()
	if err != nil {
		return err
	}
	for _, x := range skipped {
		o.SkippedCounts[x.Reason]++
		if len(o.Skipped) < maxSkipped {
			o.Skipped = append(o.Skipped, Skipped{x.Path, x.Reason})
		}
	}
	return nil
}
