package index

import (
	"context"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// apply carries out a plan on the present base in one transaction. changes, if
// not nil, is told what became of each file of the plan that differs.
func (s *session) apply(ctx context.Context, p *plan, opts applyOptions) (*outcome, error) {
	out := &outcome{tree: p.tree}
	err := store.Update(ctx, s.project.Base, func(tx *store.Tx) error {
		k := &txSink{tx: tx, out: out, changes: opts.changes}
		ps := &pass{session: s, sink: k, partials: s.known.partials(), progress: opts.progress}
		for _, path := range p.gone {
			if err := k.remove(path); err != nil {
				return err
			}
		}
		if err := ps.run(ctx, p.read); err != nil {
			return err
		}
		out.unread = ps.unread
		inv, changed := s.newInventory(p.tree, ps.skips, p.read)
		if changed {
			if err := tx.SetInventory(inv); err != nil {
				return err
			}
		}
		return s.noteOperation(tx, p, out, opts.name)
	})
	return out, err
}

// applyOptions are the settings of apply.
type applyOptions struct {
	name     string // of the project; "" keeps the present one
	changes  map[projectbase.Path]store.Change
	progress Progress
}

// newInventory is the inventory after an operation, and whether it may differ
// from what the base has.
func (s *session) newInventory(t *tree, skips []store.Skipped, read []reading) (store.Inventory, bool) {
	changed := t != nil
	if t == nil {
		if t, changed = s.known.tree(read), len(skips) > 0; !changed {
			changed = len(t.skipped) < len(s.known.skipped)
		}
	}
	for _, k := range skips {
		t.skip(k)
	}
	return t.inventory(), changed
}

// tree is the walk that the base remembers, without what is known of the files
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

// noteOperation writes what the base says of itself, if anything of it is new.
func (s *session) noteOperation(tx *store.Tx, p *plan, out *outcome, name string) error {
	m := s.metadata(p.tree, name)
	old := s.known.meta
	out.wrote = out.changed > 0 || out.removed > 0
	if !out.wrote {
		m.LastUpdate = old.LastUpdate
	}
	if p.tree == nil {
		m.LastIndexed = old.LastIndexed
	}
	if !out.wrote && m.ProjectName == old.ProjectName && m.ProjectRoot == old.ProjectRoot && m.GitHead == old.GitHead {
		return nil
	}
	return tx.SetMeta(m)
}

// txSink enters files in the present base.
type txSink struct {
	tx      *store.Tx
	out     *outcome
	changes map[projectbase.Path]store.Change
}

func (k *txSink) put(meta store.FileMeta, f *projectbase.Facts) error {
	c, err := k.tx.Put(meta, f)
	if err != nil {
		return err
	}
	k.out.changed++
	k.note(meta.Path, c)
	return nil
}

func (k *txSink) touch(p projectbase.Path, stat projectbase.Stat) error { return k.tx.Touch(p, stat) }

func (k *txSink) remove(p projectbase.Path) error {
	c, err := k.tx.Remove(p)
	if err != nil {
		return err
	}
	if c.Removed {
		k.out.removed++
	}
	k.note(p, c)
	return nil
}

func (k *txSink) note(p projectbase.Path, c store.Change) {
	if k.changes != nil {
		k.changes[p] = c
	}
}
