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

// DefaultDirName is the default name of the index directory in a project
// root.
const DefaultDirName = ".codegraph"

// IndexName is the name of the file that makes a directory a project index.
const IndexName = "index.db"

// Locations defines the directories of indexes. The zero value is the default:
// .codegraph in each project root.
type Locations struct {
	DirName string // name of the index directory in a project root; "" means DefaultDirName
	Bases   string // if not "", the directory for all indexes, outside of the project roots
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

// Name returns the name of index directories in project roots. Walks never
// enter directories of this name, even if Bases is set.
func (l Locations) Name() string {
	if l.DirName == "" {
		return DefaultDirName
	}
	return l.DirName
}

// BaseDir returns the absolute path of the index directory of root. With
// Locations.Bases, its name consists of the name of root and a hash of its
// absolute path. Symbolic links are resolved first, so that all spellings of
// a root have the same index.
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

// FindRoot returns the nearest directory that has an index: start or one of its
// parents. ok is false if there is none.
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
