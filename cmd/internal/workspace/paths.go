package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// BaseName is the name of a project without a name.
func BaseName(root string) string { return filepath.Base(root) }

// Directory returns the absolute path of the directory called name, links
// resolved, so that one project has one root however it is reached.
func (d *Workspace) Directory(name string) (string, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.Dir, name)
	}
	// The error is the same whether or not an outside directory exists.
	if err := d.Served(filepath.Clean(name)); err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(name)
	if err == nil {
		if err := d.Served(dir); err != nil {
			return "", err
		}
		var info fs.FileInfo
		if info, err = os.Stat(dir); err == nil && !info.IsDir() {
			return "", fmt.Errorf("%w: %s is not a directory; name the one that it lies in, %s", projectbase.ErrUsage, name, filepath.Dir(name))
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("directory %s: %w", name, projectbase.ErrNotFound)
	case err != nil:
		return "", fmt.Errorf("directory %s: %w: %w", name, projectbase.ErrUnreadable, err)
	}
	return dir, nil
}

// Served refuses directories outside of those that callers may name.
func (d *Workspace) Served(dir string) error {
	for _, root := range d.Within {
		if below(dir, root) {
			return nil
		}
	}
	if len(d.Within) == 0 {
		return nil
	}
	return fmt.Errorf("%s lies outside of the directories that are served: %w", query.Shown(dir, 0), projectbase.ErrNotAllowed)
}

// MayRead reports whether callers may name a directory.
func (d *Workspace) MayRead(dir string) bool { return d.Served(dir) == nil }

// File returns the path within p of the file that a person calls name: relative
// to the workspace's directory if something is there or if that is where the project
// is, else to the project's root. Its error wraps projectbase.ErrNotAllowed for
// a path outside of the root.
func (d *Workspace) File(p index.Project, name string) (projectbase.Path, error) {
	if name == "" {
		return "", fmt.Errorf("%w: the file's name is empty", projectbase.ErrUsage)
	}
	clean := filepath.Clean(filepath.FromSlash(name))
	if filepath.IsAbs(clean) {
		return within(p.Root, name, ResolveParent(clean))
	}
	if dir, err := d.Directory("."); err == nil && dir != p.Root {
		if at := filepath.Join(dir, clean); Exists(at) {
			return within(p.Root, name, ResolveParent(at))
		}
	}
	return within(p.Root, name, filepath.Join(p.Root, clean))
}

// Pattern returns a file, directory or glob in the form of the index. Names of
// existing files are resolved like File does; globs stay unchanged.
func (d *Workspace) Pattern(p index.Project, name string) (string, error) {
	if strings.ContainsAny(name, "*?[{") && !Exists(filepath.Join(d.Dir, name)) {
		return name, nil
	}
	path, err := d.File(p, name)
	if path == "." {
		path = ""
	}
	return string(path), err
}

func Exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// ResolveParent resolves the links of a file's directory, if it exists; roots
// are resolved too.
func ResolveParent(name string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, filepath.Base(name))
}

func within(root, name, abs string) (projectbase.Path, error) {
	rel, err := filepath.Rel(root, abs)
	if err == nil {
		if p := projectbase.Path(filepath.ToSlash(rel)); p.Valid() {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s lies outside of the project %s: %w", query.Shown(name, 0), root, projectbase.ErrNotAllowed)
}

// PathLike reports whether a person who writes name means a path, and not the
// name of a project, in whatever directory that is.
func PathLike(name string) bool {
	return strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) || name == "." || name == ".."
}

// below reports whether dir is root or lies below it.
func below(dir, root string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
