package store

import "strconv"

// Keys of metadata that identify an index, besides its root.
const (
	KeyNode       = "project_node" // the machine
	KeyCopiedFrom = "copied_from"  // the id of the project whose index this was
)

// Metadata describes an index. Times are Unix seconds, 0 if unknown.
type Metadata struct {
	SchemaVersion    string
	ExtractorVersion string
	ProjectID        string
	ProjectName      string
	ProjectRoot      string
	CreatedAt        int64
	LastIndexed      int64 // when all of it was built or compared
	LastUpdate       int64 // when something in it changed last
	GitHead          string
	Other            map[string]string // further keys; nil if none
}

// fields returns the variable of each known key.
func (m *Metadata) fields() map[string]any {
	return map[string]any{
		"schema_version": &m.SchemaVersion, "extractor_version": &m.ExtractorVersion,
		"project_id": &m.ProjectID, "project_name": &m.ProjectName, "project_root": &m.ProjectRoot,
		"created_at": &m.CreatedAt, "last_indexed": &m.LastIndexed, "last_update": &m.LastUpdate,
		"git_head": &m.GitHead,
	}
}

// Map returns all keys and values as an index stores them, without unknown
// times and empty texts.
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
