package index

import (
	"context"
	"errors"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"
)

// writer writes the result of an operation to the index.
type writer struct {
	*session
	regraph *regraph // of the current transaction, or nil
}

func (s *session) writer() *writer { return &writer{session: s} }

// apply carries out a plan in one transaction.
func (s *writer) apply(ctx context.Context, p *plan, opts applyOptions) (*outcome, error) {
	var out *outcome
	err := write.Update(ctx, s.project.Base, func(tx *write.Tx) (err error) {
		out, err = s.applyIn(ctx, tx, p, opts)
		return err
	})
	s.keepGraph(err == nil)
	return out, err
}

// applyOptions are the settings of apply and build.
type applyOptions struct {
	name     string // of the project; "" keeps the present name
	progress Progress
}

// applyIn is apply in an open transaction.
func (s *writer) applyIn(ctx context.Context, tx *write.Tx, p *plan, opts applyOptions) (*outcome, error) {
	out := &outcome{tree: p.tree, changes: map[projectbase.Path]store.Change{}, partial: map[projectbase.Path]string{}}
	g := &regraph{session: s.session, tx: tx}
	s.regraph = g
	k := &txSink{tx: tx, out: out, graph: g}
	ps := &pass{session: s.session, sink: k, partials: s.known.partials(), progress: opts.progress}
	for _, path := range p.gone {
		if err := k.remove(path); err != nil {
			return nil, err
		}
	}
	if err := ps.run(ctx, p.read); err != nil {
		return nil, err
	}
	out.unread, out.skips = ps.unread, ps.skips
	if err := s.applyInventory(ctx, tx, p, ps.skips); err != nil {
		return nil, err
	}
	if err := g.finish(ctx, p.tree); err != nil {
		return nil, err
	}
	if g.graph != nil {
		out.names = g.graph.names
	}
	return out, s.noteOperation(tx, p, out, opts.name)
}

// applyInventory writes the inventory of the tree if it changed.
func (s *writer) applyInventory(ctx context.Context, tx *write.Tx, p *plan, skips []store.Skipped) error {
	t := p.tree
	if t == nil {
		if len(skips) == 0 && !slices.ContainsFunc(p.read, func(r reading) bool { return r.known == nil }) {
			return nil // no file became an indexed file or stopped being one
		}
		if err := s.loadAll(ctx); err != nil {
			return err
		}
		t = s.known.tree(p.read)
	}
	for _, k := range skips {
		t.skip(k)
	}
	return tx.SetInventory(t.inventory())
}

// tree returns the tree of the last walk, without the skip reasons of the files
// that are read again.
func (k *known) tree(read []reading) *tree {
	again := map[projectbase.Path]bool{}
	for _, r := range read {
		again[r.path] = true
	}
	t := &tree{dirs: k.dirs, deciders: k.decides}
	for _, s := range k.skipped {
		if !again[s.Path] {
			t.skipped = append(t.skipped, s)
		}
	}
	return t
}

// noteOperation updates the metadata of the index if it changed.
func (s *writer) noteOperation(tx *write.Tx, p *plan, out *outcome, name string) error {
	out.wrote = out.changed > 0 || out.removed > 0
	changed := out.wrote || p.tree != nil && s.known.differs(p.tree)
	m := s.metadata(out, name, changed)
	old := s.known.meta
	if !out.wrote {
		m.LastUpdate = old.LastUpdate
	}
	if p.tree == nil {
		m.LastIndexed = old.LastIndexed
	}
	if !changed && m.ProjectName == old.ProjectName && m.ProjectRoot == old.ProjectRoot && m.GitHead == old.GitHead && m.Other[keyNames] == old.Other[keyNames] {
		return nil
	}
	return tx.SetMeta(m)
}

// differs reports whether a walk found other files that control indexing,
// including manifests, or other versions of them.
func (k *known) differs(t *tree) bool {
	if len(k.decides) != len(t.deciders) {
		return true
	}
	stamps := map[string]projectbase.Stat{}
	for _, d := range k.decides {
		stamps[d.Path] = plain(d.Stat)
	}
	for _, d := range t.deciders {
		if s, ok := stamps[d.Path]; !ok || s != plain(d.Stat) {
			return true
		}
	}
	return false
}

// txSink writes files to the present index.
type txSink struct {
	tx    *write.Tx
	out   *outcome
	graph *regraph
}

func (k *txSink) put(meta store.FileMeta, f *projectbase.Facts) error {
	if err := k.graph.begin(); err != nil {
		return err
	}
	c, err := k.tx.Put(meta, f)
	if err != nil {
		return err
	}
	k.out.changed++
	k.out.changes[meta.Path] = c
	if f.Partial != "" {
		k.out.partial[meta.Path] = f.Partial
	}
	return k.graph.put(meta, f)
}

func (k *txSink) touch(p projectbase.Path, stat projectbase.Stat) error { return k.tx.Touch(p, stat) }

func (k *txSink) remove(p projectbase.Path) error {
	if err := k.graph.begin(); err != nil {
		return err
	}
	if f, err := k.tx.File(p); err == nil {
		if err := k.graph.drop(f.ID); err != nil {
			return err
		}
	} else if !errors.Is(err, projectbase.ErrNotFound) {
		return err
	}
	c, err := k.tx.Remove(p)
	if err != nil {
		return err
	}
	if c.Removed {
		k.out.removed++
	}
	k.out.changes[p] = c
	return nil
}

// keepGraph keeps the declarations in memory for the next operation. After a
// failed transaction it first restores their former state, so that repeated
// failures do not read them again each time.
func (s *writer) keepGraph(committed bool) {
	g := s.regraph
	s.regraph = nil
	if g == nil || g.graph == nil {
		return
	}
	if committed {
		g.graph.generation = g.tx.Generation()
	} else {
		for _, undo := range slices.Backward(g.undo) {
			undo()
		}
	}
	s.storeGraph(s.project.Base, g.graph)
}
