package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"syscall"

	"codegraph/projectbase"
)

// Known is the recorded state of a tree.
type Known struct {
	Files    []KnownFile // in any order; sorted by path is fastest
	Dirs     []Stamped
	Deciders []Stamped
	Skipped  []Skipped // those without a Stat are not checked
}

// KnownFile is the recorded state of a file when it was read.
type KnownFile struct {
	Path projectbase.Path
	Stat projectbase.Stat
	Racy bool // result of Racy when the file was read
}

// Changes has the possible differences from Known.
type Changes struct {
	Modified []projectbase.Path // to read again, in the order of Known.Files: the stamp differs or is racy
	Missing  []projectbase.Path // deleted, or no longer regular files
	Rescan   bool               // the set of source files may have changed: Scan again
	Because  string             // a path that caused Rescan; "" if Rescan is false
}

// None reports whether nothing may have changed.
func (c Changes) None() bool { return len(c.Modified) == 0 && len(c.Missing) == 0 && !c.Rescan }

// Sweep compares the recorded stamps with those on disk and reports any that
// are unequal. It reads no content. The error concerns root itself or ctx.
func Sweep(ctx context.Context, root string, known Known, hooks Hooks) (Changes, error) {
	handle, err := openDir(root, true)
	if err != nil {
		return Changes{}, fmt.Errorf("sweep %s: %w: %w", root, projectbase.ErrUnreadable, err)
	}
	defer handle.close()
	// Divide by number, because the stamp of a directory costs as much as that
	// of a file.
	var parts [2]sweeper
	var group sync.WaitGroup
	for i := range parts {
		parts[i] = sweeper{handle: handle, hooks: hooks}
		part := &parts[i]
		k := known.half(i)
		group.Go(func() { part.all(ctx, k) })
	}
	group.Wait()
	if ctx.Err() != nil {
		return Changes{}, fmt.Errorf("sweep %s: %w", root, context.Cause(ctx))
	}
	c := parts[0].Changes
	c.Modified = append(c.Modified, parts[1].Modified...)
	c.Missing = append(c.Missing, parts[1].Missing...)
	if !c.Rescan {
		c.Rescan, c.Because = parts[1].Rescan, parts[1].Because
	}
	return c, nil
}

// half returns the first (0) or second (1) half of each list.
func (k Known) half(i int) Known {
	return Known{halfOf(k.Files, i), halfOf(k.Dirs, i), halfOf(k.Deciders, i), halfOf(k.Skipped, i)}
}

func halfOf[T any](list []T, i int) []T {
	if i == 0 {
		return list[:len(list)/2]
	}
	return list[len(list)/2:]
}

// sweeper is one goroutine of a Sweep.
type sweeper struct {
	Changes
	handle dirHandle
	hooks  Hooks
}

const sweepBatch = 256 // paths between two checks of the context

func (s *sweeper) all(ctx context.Context, k Known) {
	for i := range k.Files {
		if i%sweepBatch == 0 && ctx.Err() != nil {
			return
		}
		s.file(&k.Files[i])
	}
	for i := range k.Dirs {
		if i%sweepBatch == 0 && ctx.Err() != nil {
			return
		}
		s.stamped(k.Dirs[i])
	}
	for _, d := range k.Deciders {
		s.stamped(d)
	}
	for _, d := range k.Skipped {
		if d.Stat != (projectbase.Stat{}) {
			s.stamped(Stamped{Path: string(d.Path), Stat: d.Stat, Racy: d.Racy})
		}
	}
}

func (s *sweeper) file(f *KnownFile) {
	stat, kind, err := s.handle.lstat(string(f.Path))
	switch {
	case err == nil && kind != typeRegular, isGone(err):
		s.Missing = append(s.Missing, f.Path)
	case err != nil, f.Racy, s.hooks.stat(f.Path, stat) != f.Stat:
		s.Modified = append(s.Modified, f.Path)
	}
}

// stamped checks a directory, a decider or a skipped file. Outside of the tree
// it follows links, as the first reading did.
func (s *sweeper) stamped(d Stamped) {
	if s.Rescan {
		return // one reason is enough
	}
	var stat projectbase.Stat
	var err error
	if filepath.IsAbs(d.Path) {
		stat, _, err = s.handle.statTarget(d.Path)
	} else {
		stat, _, err = s.handle.lstat(d.Path)
	}
	if err != nil && d.Stat == Unstamped && !isGone(err) {
		stat = Unstamped
	} else if err != nil {
		stat = projectbase.Stat{}
	} else if !filepath.IsAbs(d.Path) {
		stat = s.hooks.stat(projectbase.Path(d.Path), stat)
	}
	if d.Racy || stat != d.Stat {
		s.Rescan, s.Because = true, d.Path
	}
}

func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
