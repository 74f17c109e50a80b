package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// known is the state of the tree that an index recorded.
type known struct {
	generation int64 // of the index
	whole      bool  // all fields are set, not only meta
	meta       store.Metadata
	files      []store.File // by path
	skipped    []store.Skipped
	dirs       []store.Entry
	decides    []store.Decider
	stamps     source.Known // the recorded state for source.Sweep
}

// readKnown returns the recorded state, which is shared and must not be
// changed. It reads the index only if it has changed since the last call.
func (x *Indexer) readKnown(ctx context.Context, base *read.Index) (*known, error) {
	var k *known
	err := base.View(ctx, func(s *read.Snapshot) (err error) {
		if k = x.remembered(base.Dir(), s.Generation()); k != nil {
			return nil
		}
		k = &known{generation: s.Generation(), whole: true}
		return k.read(s)
	})
	if err != nil {
		return nil, fmt.Errorf("read the recorded state: %w", err)
	}
	x.rememberKnown(base.Dir(), k)
	return k, nil
}

// maxRemembered is the number of indexes whose recorded state an Indexer keeps.
const maxRemembered = 64

func (x *Indexer) remembered(dir string, generation int64) *known {
	x.mu.Lock()
	defer x.mu.Unlock()
	if k := x.byBase[dir]; k != nil && k.generation == generation {
		return k
	}
	return nil
}

func (x *Indexer) rememberKnown(dir string, k *known) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.byBase == nil {
		x.byBase = map[string]*known{}
	}
	if len(x.byBase) >= maxRemembered && x.byBase[dir] == nil {
		clear(x.byBase)
	}
	x.byBase[dir] = k
}

func (k *known) read(s *read.Snapshot) (err error) {
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
	k.stamps = k.sweep()
	return nil
}

// sweep returns the recorded state for source.Sweep. File information that was
// too recent is marked: see settled.
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

// settled returns the file information to record. If a file changed so recently
// that another change may leave the same times, settled marks the information
// as unequal to any other. The next comparison then reads the file again.
func settled(s projectbase.Stat, racy bool) projectbase.Stat {
	if racy && s != (projectbase.Stat{}) {
		s.Changed = ^s.Changed
	}
	return s
}

// unsettled reports whether settled has marked the information.
func unsettled(s projectbase.Stat) bool { return s.Changed < 0 }

// plain returns the information without the mark of settled.
func plain(s projectbase.Stat) projectbase.Stat {
	if unsettled(s) {
		s.Changed = ^s.Changed
	}
	return s
}

// file returns the recorded state of a file, or nil if it is not indexed.
func (k *known) file(p projectbase.Path) *store.File {
	i, ok := slices.BinarySearchFunc(k.files, p, func(f store.File, p projectbase.Path) int {
		return strings.Compare(string(f.Path), string(p))
	})
	if !ok {
		return nil
	}
	return &k.files[i]
}

// skip returns the recorded state of a skipped path.
func (k *known) skip(p projectbase.Path) (store.Skipped, bool) {
	i, ok := slices.BinarySearchFunc(k.skipped, p, func(s store.Skipped, p projectbase.Path) int {
		return strings.Compare(string(s.Path), string(p))
	})
	if !ok {
		return store.Skipped{}, false
	}
	return k.skipped[i], true
}

// parsed identifies a text for the parsers: the same text may be valid in
// another language.
type parsed struct {
	hash     projectbase.Hash
	language string
}

// partials returns the reasons why texts could not be parsed.
func (k *known) partials() map[parsed]string {
	out := map[parsed]string{}
	for i := range k.files {
		if f := &k.files[i]; f.Partial != "" {
			out[parsed{f.Hash, f.Language}] = f.Partial
		}
	}
	return out
}
