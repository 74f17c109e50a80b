package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Definitions returns the SQL that defines the tables and views of the base.
func (s *Snapshot) Definitions() (string, error) {
	r, err := s.c.query("schema")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for r.next() {
		if sql := r.text(3); sql != "" {
			b.WriteString(sql + ";\n\n")
		}
	}
	return b.String(), r.done()
}

// Stats counts what the base holds.
func (s *Snapshot) Stats() (Stats, error) {
	files, err := s.Files()
	if err != nil {
		return Stats{}, err
	}
	out := Stats{Files: len(files)}
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
		return Stats{}, err
	}
	out.Items, out.Dependencies = s.items, len(links)
	fi, err := os.Stat(filepath.Join(s.c.dir, fileName))
	if err != nil {
		return Stats{}, fmt.Errorf("size of the base: %w", err)
	}
	out.Bytes = fi.Size()
	return out, nil
}

// Skipped returns the paths that are not indexed, by path.
func (s *Snapshot) Skipped() ([]Skipped, error) { return skipped(s.c) }

// Dirs returns the directories of the project, by path.
func (s *Snapshot) Dirs() ([]Entry, error) { return dirs(s.c) }

// Deciders returns the files that decide what is indexed, by path.
func (s *Snapshot) Deciders() ([]Decider, error) { return deciders(s.c) }

// Links returns the links that people entered, by path.
func (s *Snapshot) Links() ([]Link, error) { return links(s.c) }

// Metadata returns what the base says of itself.
func (s *Snapshot) Metadata() (Metadata, error) { return metadata(s.c) }
