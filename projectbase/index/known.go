package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
)

// known is what a base knows of its tree.
type known struct {
	meta    store.Metadata
	files   []store.File // by path
	skipped []store.Skipped
	dirs    []store.Entry
	decides []store.Decider
}

func readKnown(ctx context.Context, base *store.Base) (*known, error) {
	k := &known{}
	err := base.View(ctx, func(s *store.Snapshot) error { return k.read(s) })
	if err != nil {
		return nil, fmt.Errorf("read what the base knows: %w", err)
	}
	return k, nil
}

func (k *known) read(s *store.Snapshot) (err error) {
	if k.meta, err = s.Metadata(); err != nil {
		return err
	}
	if k.files, err = s.Files(); err != nil {
		return err
	}
	if k.skipped, err = s.Skipped(); err != nil {
		return err
	}
	if k.dirs, err = s.Dirs(); err != nil {
		return err
	}
	if k.decides, err = s.Deciders(); err != nil {
		return err
	}
	return nil
}

// sweep is what source.Sweep compares. What was stamped when a change would not
// have shown has a stamp that nothing has: see settled.
func (k *known) sweep() source.Known {
	var out source.Known
	for i := range k.files {
		out.Files = append(out.Files, source.KnownFile{Path: k.files[i].Path, Stat: k.files[i].Stat})
	}
	for _, d := range k.dirs {
		out.Dirs = append(out.Dirs, source.Stamped{Path: string(d.Path), Stat: d.Stat})
	}
	for _, d := range k.decides {
		out.Deciders = append(out.Deciders, source.Stamped{Path: d.Path, Stat: d.Stat})
	}
	for _, s := range k.skipped {
		out.Skipped = append(out.Skipped, source.Skipped{Skip: s.Skip, Stat: s.Stat})
	}
	return out
}

// settled returns the stamp to remember. One that was taken so soon after the
// last change that the next may leave the same is made one that nothing has, so
// that it is looked at again.
func settled(s projectbase.Stat, racy bool) projectbase.Stat {
	if racy && s != (projectbase.Stat{}) {
		s.Changed = ^s.Changed
	}
	return s
}

// file returns what the base knows of a file, nil if it does not hold it.
func (k *known) file(p projectbase.Path) *store.File {
	i, ok := slices.BinarySearchFunc(k.files, p, func(f store.File, p projectbase.Path) int {
		return strings.Compare(string(f.Path), string(p))
	})
	if !ok {
		return nil
	}
	return &k.files[i]
}

// skip returns what the base knows of a path that it does not hold.
func (k *known) skip(p projectbase.Path) (store.Skipped, bool) {
	i, ok := slices.BinarySearchFunc(k.skipped, p, func(s store.Skipped, p projectbase.Path) int {
		return strings.Compare(string(s.Path), string(p))
	})
	if !ok {
		return store.Skipped{}, false
	}
	return k.skipped[i], true
}

// partials returns why files could not be parsed, by what they hold.
func (k *known) partials() map[projectbase.Hash]string {
	out := map[projectbase.Hash]string{}
	for i := range k.files {
		if f := &k.files[i]; f.Partial != "" {
			out[f.Hash] = f.Partial
		}
	}
	return out
}

func (k *known) inventory() store.Inventory {
	return store.Inventory{Skipped: k.skipped, Dirs: k.dirs, Deciders: k.decides}
}
