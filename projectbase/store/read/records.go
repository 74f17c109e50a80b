package read

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/tables"
)

// Definitions returns the SQL that defines the tables and views of the base.
func (s *Snapshot) Definitions() (string, error) {
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

// Stats counts what the base holds.
func (s *Snapshot) Stats() (store.Stats, error) {
	files, err := s.Files()
	if err != nil {
		return store.Stats{}, err
	}
	out := store.Stats{Files: len(files)}
	for i := range files {
		f := &files[i]
		out.Lines += int64(f.LineObjects)
		out.SourceLines += int64(f.Lines)
		out.Occurrences += int64(f.Occurrences)
		out.Methods += int64(f.Methods)
		out.Types += int64(f.Types)
		out.Symbols += int64(f.Symbols)
	}
	links, err := s.Links()
	if err != nil {
		return store.Stats{}, err
	}
	out.Items, out.Dependencies = s.items, len(links)
	fi, err := os.Stat(filepath.Join(s.c.Dir, store.FileName))
	if err != nil {
		return store.Stats{}, fmt.Errorf("size of the base: %w", err)
	}
	out.Bytes = fi.Size()
	return out, nil
}

// Skipped returns the paths that are not indexed, by path.
func (s *Snapshot) Skipped() ([]store.Skipped, error) { return tables.Skipped(s.c) }

// Dirs returns the directories of the project, by path.
func (s *Snapshot) Dirs() ([]store.Entry, error) { return tables.Dirs(s.c) }

// Deciders returns the files that decide what is indexed, by path.
func (s *Snapshot) Deciders() ([]store.Decider, error) { return tables.Deciders(s.c) }

// Links returns the links that people entered, by path.
func (s *Snapshot) Links() ([]store.Link, error) { return tables.Links(s.c) }

// Metadata returns what the base says of itself.
func (s *Snapshot) Metadata() (store.Metadata, error) { return tables.Metadata(s.c) }
