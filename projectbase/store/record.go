package store

import (
	"strconv"

	"codegraph/projectbase"
)

// Skipped returns the paths that are not indexed, by path.
func (s *Snapshot) Skipped() ([]Skipped, error) { return skipped(s.c) }

func skipped(c *conn) ([]Skipped, error) {
	r, err := c.query("skipped")
	if err != nil {
		return nil, err
	}
	var list []Skipped
	for r.next() {
		list = append(list, Skipped{
			Skip: projectbase.Skip{Path: projectbase.Path(r.text(0)), Reason: projectbase.SkipReason(r.text(1)), Dir: r.int(2) != 0},
			Stat: scanStat(r, 3),
		})
	}
	return list, r.done()
}

// Dirs returns the directories of the project, by path.
func (s *Snapshot) Dirs() ([]Entry, error) { return dirs(s.c) }

func dirs(c *conn) ([]Entry, error) {
	r, err := c.query("directories")
	if err != nil {
		return nil, err
	}
	var list []Entry
	for r.next() {
		list = append(list, Entry{Path: projectbase.Path(r.text(0)), Stat: scanStat(r, 1)})
	}
	return list, r.done()
}

// Deciders returns the files that decide what is indexed, by path.
func (s *Snapshot) Deciders() ([]Decider, error) { return deciders(s.c) }

func deciders(c *conn) ([]Decider, error) {
	r, err := c.query("deciders")
	if err != nil {
		return nil, err
	}
	var list []Decider
	for r.next() {
		list = append(list, Decider{Path: r.text(0), Stat: scanStat(r, 1)})
	}
	return list, r.done()
}

// Links returns the links that people entered, by path.
func (s *Snapshot) Links() ([]Link, error) { return links(s.c) }

func links(c *conn) ([]Link, error) {
	r, err := c.query("links")
	if err != nil {
		return nil, err
	}
	var list []Link
	for r.next() {
		list = append(list, Link{Path: r.text(0), Name: r.text(1), LastChecked: r.int(2), ProjectID: r.text(3)})
	}
	return list, r.done()
}

// Metadata returns what the base says of itself.
func (s *Snapshot) Metadata() (Metadata, error) { return metadata(s.c) }

func metadata(c *conn) (Metadata, error) {
	r, err := c.query("metadata")
	if err != nil {
		return Metadata{}, err
	}
	var m Metadata
	for r.next() {
		m.Set(r.text(0), r.text(1))
	}
	return m, r.done()
}

// Set sets the value of a key. A time that is not a number becomes 0.
func (m *Metadata) Set(key, value string) {
	switch f := m.fields()[key].(type) {
	case *string:
		*f = value
	case *int64:
		*f, _ = strconv.ParseInt(value, 10, 64)
	default:
		if m.Other == nil {
			m.Other = map[string]string{}
		}
		m.Other[key] = value
	}
}

// fields returns where the value of each known key is kept.
func (m *Metadata) fields() map[string]any {
	return map[string]any{
		"schema_version": &m.SchemaVersion, "extractor_version": &m.ExtractorVersion,
		"project_id": &m.ProjectID, "project_name": &m.ProjectName, "project_root": &m.ProjectRoot,
		"created_at": &m.CreatedAt, "last_indexed": &m.LastIndexed, "last_update": &m.LastUpdate,
		"git_head": &m.GitHead,
	}
}

// Map returns all keys and values as a base stores them; unknown times and
// empty texts are left out.
func (m *Metadata) Map() map[string]string {
	out := map[string]string{}
	for key, v := range m.Other {
		out[key] = v
	}
	for key, f := range m.fields() {
		switch f := f.(type) {
		case *string:
			if *f != "" {
				out[key] = *f
			}
		case *int64:
			if *f != 0 {
				out[key] = strconv.FormatInt(*f, 10)
			}
		}
	}
	return out
}
