package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// DefaultDirName is the name of an index's directory in its root.
const DefaultDirName = ".codegraph"

// IndexName is the name of the file that makes a directory a project index.
const IndexName = "index.db"

// Locations defines where indexes are. The zero value means the default place.
type Locations struct {
	DirName string // the index's directory in its root; "" means DefaultDirName
	Bases   string // where not "": the directory that holds all indexes, outside of their roots
}

// Check returns an error that wraps projectbase.ErrUsage unless DirName is a
// plain name.
func (l Locations) Check() error {
	n := l.DirName
	if n == "" {
		return nil
	}
	if n == "." || n == ".." || n == ".git" || strings.ContainsAny(n, "/\\\x00\n\r") {
		return fmt.Errorf("directory name %q of the index: write a plain name such as %q: %w", n, DefaultDirName, projectbase.ErrUsage)
	}
	return nil
}

// Name returns the name of index directories in their roots. No walk enters
// them, wherever the indexes of these Locations are.
func (l Locations) Name() string {
	if l.DirName == "" {
		return DefaultDirName
	}
	return l.DirName
}

// BaseDir returns the absolute directory of root's index, settings included.
// With Locations.Bases it is named after the root and a hash of its absolute
// path with symbolic links resolved, so that every spelling finds one index.
func BaseDir(root string, l Locations) string {
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	if l.Bases == "" {
		return filepath.Join(root, l.Name())
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	bases := l.Bases
	if abs, err := filepath.Abs(bases); err == nil {
		bases = abs
	}
	sum := sha256.Sum256([]byte(root))
	name := filepath.Base(root)
	if name == string(filepath.Separator) {
		name = "root"
	}
	return filepath.Join(bases, name+"-"+hex.EncodeToString(sum[:8]))
}

// FindRoot returns the nearest directory from start upward whose index holds an
// index; ok is false where there is none.
func FindRoot(start string, l Locations) (root string, ok bool) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return "", false
	}
	for {
		info, err := os.Stat(filepath.Join(BaseDir(dir, l), IndexName))
		if err == nil && info.Mode().IsRegular() {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}
