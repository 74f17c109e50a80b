package read

import (
	"strings"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/tables"
)

// Records reads the tables that do not depend on a file's content: the state of
// the tree at the last walk, links and metadata.
type Records struct{ c *database.Conn }

// Definitions returns the SQL that defines the tables and views of the index.
func (s *Records) Definitions() (string, error) {
	r, err := s.c.Query("schema")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for r.Next() {
		if sql := r.Text(3); sql != "" {
			b.WriteString(sql + ";\n\n")
		}
	}
	return b.String(), r.Done()
}

// Skipped returns the paths that are not indexed, sorted.
func (s *Records) Skipped() ([]store.Skipped, error) { return tables.Skipped(s.c) }

// Dirs returns the directories of the project, sorted by path.
func (s *Records) Dirs() ([]store.Entry, error) { return tables.Dirs(s.c) }

// Deciders returns the files that control which files are indexed, sorted by path.
func (s *Records) Deciders() ([]store.Decider, error) { return tables.Deciders(s.c) }

// Links returns the links that users added, sorted by path.
func (s *Records) Links() ([]store.Link, error) { return tables.Links(s.c) }

// Metadata returns the metadata of the index.
func (s *Records) Metadata() (store.Metadata, error) { return tables.Metadata(s.c) }
