package projectbase

import (
	"path"
	"strings"
)

// Path names a file or directory of a project: relative to its root,
// slash-separated, cleaned, never empty, never absolute and never leading out
// of the root. The root itself is ".".
type Path string

// Valid reports whether p has the form that its type promises.
func (p Path) Valid() bool {
	s := string(p)
	return s != "" && !path.IsAbs(s) && path.Clean(s) == s && s != ".." &&
		!strings.HasPrefix(s, "../") && !strings.ContainsRune(s, 0)
}

// Dir returns the directory that holds p; "." for a path directly in the root.
func (p Path) Dir() Path { return Path(path.Dir(string(p))) }

// Base returns the last element of p.
func (p Path) Base() string { return path.Base(string(p)) }

// Ext returns the last element's extension with its dot, in its own spelling.
func (p Path) Ext() string { return path.Ext(string(p)) }

// Join returns the path of name below p.
func (p Path) Join(name string) Path { return Path(path.Join(string(p), name)) }
