package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"codegraph/projectbase"
)

const maxLinks = 40 // the limit of Linux for one path

// Contain resolves the symbolic links in path and returns the result relative
// to root. path is relative to root or absolute, and its end need not exist.
// The root itself is ".". The error wraps projectbase.ErrNotAllowed if a step
// of the path leads out of the root, even if a later step leads back, and for
// names that no indexed file can have. It wraps projectbase.ErrUnreadable if
// the root does not exist.
func Contain(root, path string) (projectbase.Path, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", fmt.Errorf("root %s: %w: %w", root, projectbase.ErrUnreadable, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("root %s: %w: %w", root, projectbase.ErrUnreadable, err)
	}
	c := container{root: abs, real: real}
	p, err := c.contain(path)
	if err != nil {
		return "", fmt.Errorf("path %q: %w: %w", path, err, projectbase.ErrNotAllowed)
	}
	return p, nil
}

var (
	errOutside = errors.New("leads out of the project root")
	errForm    = errors.New("is not a valid path in a project")
	errLoop    = errors.New("leads through too many symbolic links")
)

// container walks down from a root, one element at a time.
type container struct {
	root, real string   // the root as given, and with its links resolved
	done       []string // resolved elements below the root
	rest       []string // to resolve, the next one last
	links      int
}

func (c *container) contain(path string) (projectbase.Path, error) {
	if path == "" || isBadPath(path) || hasDrive(path) && !filepath.IsAbs(path) {
		return "", errForm
	}
	if err := c.push(path); err != nil {
		return "", err
	}
	return c.resolve()
}

// push puts the elements of path in front of the rest. path is relative to the
// resolved part or absolute.
func (c *container) push(path string) error {
	if filepath.IsAbs(path) {
		rel, err := c.cutRoot(path)
		if err != nil {
			return err
		}
		c.done, path = nil, rel
	}
	elements := strings.Split(filepath.ToSlash(path), "/")
	slices.Reverse(elements)
	c.rest = append(c.rest, elements...)
	return nil
}

// cutRoot returns the part of an absolute path below the root. It compares
// before cleaning the path, because "a/.." need not be the parent of "a".
func (c *container) cutRoot(path string) (string, error) {
	for _, root := range []string{c.root, c.real} {
		if rel, ok := strings.CutPrefix(path, root); ok {
			if rel == "" {
				return ".", nil
			}
			if os.IsPathSeparator(rel[0]) || os.IsPathSeparator(root[len(root)-1]) {
				return strings.TrimLeft(rel, string(filepath.Separator)), nil
			}
		}
	}
	return c.cutAlias(path)
}

// cutAlias is cutRoot for a path that spells the root through links, as with
// /tmp on some systems. It uses the shortest prefix of path that leads into
// the root.
func (c *container) cutAlias(path string) (string, error) {
	for end := 0; end <= len(path); end++ {
		if end < len(path) && !os.IsPathSeparator(path[end]) {
			continue
		}
		real, err := filepath.EvalSymlinks(path[:max(end, 1)])
		if err != nil {
			break // a missing path leads nowhere
		}
		if rel, err := filepath.Rel(c.real, real); err == nil && filepath.IsLocal(rel) {
			return rel + string(filepath.Separator) + strings.TrimLeft(path[end:], string(filepath.Separator)), nil
		}
	}
	return "", errOutside
}

func (c *container) resolve() (projectbase.Path, error) {
	missing := false
	for len(c.rest) > 0 {
		element := c.rest[len(c.rest)-1]
		c.rest = c.rest[:len(c.rest)-1]
		switch {
		case element == "" || element == ".":
			continue
		case element == "..":
			if len(c.done) == 0 {
				return "", errOutside
			}
			if missing {
				return "", errForm // unknown target
			}
			c.done = c.done[:len(c.done)-1]
			continue
		}
		c.done = append(c.done, element)
		if missing {
			continue
		}
		gone, err := c.follow()
		if err != nil {
			return "", err
		}
		missing = gone
	}
	if len(c.done) == 0 {
		return ".", nil
	}
	p := projectbase.Path(strings.Join(c.done, "/"))
	if !p.Valid() || isBadPath(string(p)) {
		return "", errForm
	}
	return p, nil
}

// follow resolves the last resolved element if it is a link.
func (c *container) follow() (missing bool, err error) {
	name := filepath.Join(c.real, filepath.Join(c.done...))
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case errors.Is(err, syscall.ENOTDIR):
		return false, fmt.Errorf("goes through a file: %w", fs.ErrNotExist)
	case err != nil:
		return false, err
	case info.Mode()&fs.ModeSymlink == 0:
		return false, nil
	}
	if c.links++; c.links > maxLinks {
		return false, errLoop
	}
	target, err := os.Readlink(name)
	if err != nil {
		return false, err
	}
	if isBadPath(target) {
		return false, errForm
	}
	c.done = c.done[:len(c.done)-1]
	return false, c.push(target)
}

// isBadPath reports whether a path has characters that no indexed path has.
func isBadPath(p string) bool { return isBadName(p) || !utf8.ValidString(p) }

// hasDrive reports whether p is absolute on Windows: C:\x, C:,
// \\server\share. All systems reject these forms, so that a request has the
// same result on all machines.
func hasDrive(p string) bool {
	if strings.HasPrefix(p, `\`) || strings.HasPrefix(p, "//") {
		return true
	}
	if len(p) < 2 || p[1] != ':' || !isLower(lower(p[0])) {
		return false
	}
	return len(p) == 2 || p[2] == '\\' || p[2] == '/'
}
