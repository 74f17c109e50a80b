package store

import "strings"

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
