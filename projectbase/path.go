package projectbase

import (
	"path"
	"strings"
)

// Path names a file or directory of a project. It is relative to the root,
// slash-separated, cleaned, not empty, and never leads out of the root. The root itself
// is ".".
type Path string

// Valid reports whether p has the form of Path.
func (p Path) Valid() bool {
	s := string(p)
	return s != "" && !path.IsAbs(s) && path.Clean(s) == s && s != ".." &&
		!strings.HasPrefix(s, "../") && !strings.ContainsRune(s, 0)
}

// Dir returns the directory of p; "." for a path directly in the root.
func (p Path) Dir() Path { return Path(path.Dir(string(p))) }

// Base returns the last element of p.
func (p Path) Base() string { return path.Base(string(p)) }

// Ext returns the extension of the last element with its dot, as written.
func (p Path) Ext() string { return path.Ext(string(p)) }

// Join returns the path of name below p.
func (p Path) Join(name string) Path { return Path(path.Join(string(p), name)) }
