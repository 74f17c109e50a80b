package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"
)

// Edit names a changed file and its changed lines. The lines are only a hint:
// the whole file is compared.
type Edit struct {
	File     projectbase.Path
	From, To uint32 // 1-based, inclusive; 0 for the whole file
}

// UpdateOptions are the settings of Update and Remove.
type UpdateOptions struct {
	Atomic   bool // an error of one file leaves the index as it was
	Wait     Wait
	Progress Progress
}

// Update updates the named files in one transaction and reports on each, in the
// order of edits. A file that cannot be updated has the error in its report;
// the returned error concerns all files. An ignored file is added to
// extra_files in the configuration. If a named file controls which files are
// indexed, all files are updated.
func (x *Indexer) Update(ctx context.Context, p Project, edits []Edit, opts UpdateOptions) ([]UpdateReport, error) {
	if err := checkExisting(p); err != nil {
		return nil, err
	}
	s, err := x.enter(ctx, p, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer s.end()
	before := s.settings
	u, err := s.update(ctx, edits, opts)
	if rebuildable(err) {
		if err := s.load(ctx); err != nil {
			return nil, err
		}
		if _, err := s.bring(ctx, InitOptions{Progress: opts.Progress}); err != nil {
			return nil, err
		}
		s.known = nil
		u, err = s.update(ctx, edits, opts)
	}
	if err != nil && u.configured {
		err = errors.Join(err, before.Save(p.Base))
	}
	if err != nil {
		return u.reports, err
	}
	u.complete()
	return u.reports, nil
}

// update does the work of Update. If the error is rebuildable, the index must
// be rebuilt first.
func (s *session) update(ctx context.Context, edits []Edit, opts UpdateOptions) (*updater, error) {
	u := s.newUpdater(opts)
	err := write.Update(ctx, s.project.Base, func(tx *write.Tx) error {
		meta, err := tx.Metadata()
		if err != nil {
			return err
		}
		s.known = &known{meta: meta}
		if !s.sound() {
			return projectbase.ErrOutdated
		}
		return u.run(ctx, tx, edits)
	})
	u.write.keepGraph(err == nil)
	return u, err
}

// updater carries out one call of Update.
type updater struct {
	*session
	write      *writer
	opts       UpdateOptions
	tx         *write.Tx
	reports    []UpdateReport
	read       []reading
	gone       []projectbase.Path // files without a known language now
	tree       *tree              // of a walk, if there was one
	configured bool               // the configuration was changed
	whole      bool               // all files are to be updated
	listed     bool               // the files come from a list that may name files that are not indexed
	out        *outcome
}

func (s *session) newUpdater(opts UpdateOptions) *updater {
	return &updater{session: s, write: s.writer(), opts: opts, out: &outcome{}}
}

// run plans and carries out the edits.
func (u *updater) run(ctx context.Context, tx *write.Tx, edits []Edit) error {
	u.tx = tx
	for _, e := range edits {
		u.add(ctx, e)
	}
	return u.carryOut(ctx)
}

// add plans one edit.
func (u *updater) add(ctx context.Context, e Edit) {
	r := UpdateReport{File: e.File}
	var err error
	if e.To < e.From || e.From == 0 && e.To != 0 {
		err = fmt.Errorf("lines %d to %d of %s: %w", e.From, e.To, e.File, projectbase.ErrUsage)
	} else if r.File, err = source.Contain(u.project.Root, string(e.File)); err != nil {
		r.File = e.File
	} else {
		err = u.plan(ctx, &r)
	}
	r.Err = err
	u.reports = append(u.reports, r)
}

func (u *updater) plan(ctx context.Context, r *UpdateReport) error {
	planned := slices.ContainsFunc(u.read, func(o reading) bool { return o.path == r.File })
	if planned || slices.Contains(u.gone, r.File) {
		return nil
	}
	k, err := u.fileInBase(r.File)
	if err != nil {
		return err
	}
	if k != nil {
		r.Partial = k.Partial
		language, err := u.planner().languageNow(k, func() (*known, error) { return u.session.whole(ctx) })
		if err != nil {
			return err
		}
		if u.wants(language) {
			u.read = append(u.read, reading{path: k.Path, language: language, known: k})
		} else {
			u.gone = append(u.gone, k.Path)
		}
		return nil
	}
	if err := u.loadAll(ctx); err != nil {
		return err
	}
	if u.decides(r.File) {
		u.whole = true
		r.Note = "this file controls which files are indexed, so all files were updated"
		return nil
	}
	if err := u.walk(ctx); err != nil {
		return err
	}
	if e, ok := u.entry(r.File); ok {
		u.read = append(u.read, e)
		return nil
	}
	if u.listed {
		return nil // the file is not indexed
	}
	if err := u.include(ctx, r); err != nil {
		return err
	}
	e, ok := u.entry(r.File)
	if !ok {
		return u.notIndexed(r.File)
	}
	u.read = append(u.read, e)
	return nil
}

// fileInBase returns the indexed file, or nil if it is not indexed.
func (u *updater) fileInBase(p projectbase.Path) (*store.File, error) {
	f, err := u.tx.File(p)
	if errors.Is(err, projectbase.ErrNotFound) {
		return nil, nil
	}
	return &f, err
}

// wants reports whether files of a language are indexed.
func (u *updater) wants(language string) bool {
	return u.Languages.Wants(language, u.settings.Languages)
}

// decides reports whether a file controls which files are indexed.
func (u *updater) decides(p projectbase.Path) bool {
	if p.Base() == ".gitignore" {
		return true
	}
	return slices.ContainsFunc(u.known.decides, func(d store.Decider) bool { return d.Path == string(p) })
}

func (u *updater) walk(ctx context.Context) error {
	if u.tree != nil {
		return nil
	}
	t, err := u.planner().scan(ctx)
	u.tree = t
	return err
}

// entry returns the reading of a source file of the walk.
func (u *updater) entry(p projectbase.Path) (reading, bool) {
	i, ok := slices.BinarySearchFunc(u.tree.files, p, func(e source.Entry, p projectbase.Path) int {
		return strings.Compare(string(e.Path), string(p))
	})
	if !ok {
		return reading{}, false
	}
	e := u.tree.files[i]
	return reading{path: e.Path, language: e.Language, stat: e.Stat}, true
}

// include makes a rule that skips the file not apply: it removes the file from
// exclude or adds it to extra_files in the configuration. If neither helps, it
// restores the configuration.
func (u *updater) include(ctx context.Context, r *UpdateReport) error {
	_, err := os.Lstat(filepath.Join(u.project.Root, filepath.FromSlash(string(r.File))))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("update %s: no such file on disk or in the index: %w", r.File, projectbase.ErrNotFound)
	}
	switch u.skipReason(r.File) {
	case projectbase.SkipIgnored, projectbase.SkipCache, projectbase.SkipNotIncluded, projectbase.SkipExcluded:
	default:
		return nil
	}
	before := u.settings
	if u.settings.UnexcludePath(r.File) {
		if err := u.reconfigure(ctx); err != nil {
			return err
		}
		if _, ok := u.entry(r.File); ok {
			r.Note = "the file was skipped before; removed from exclude in config.json"
			return nil
		}
	}
	if u.settings.AddExtraFile(r.File) {
		if err := u.reconfigure(ctx); err != nil {
			return err
		}
		if _, ok := u.entry(r.File); ok {
			r.Note = "the file was skipped before; added to extra_files in config.json"
			return nil
		}
	}
	u.settings = before // neither helped
	return u.reconfigure(ctx)
}

// reconfigure saves the configuration and walks the tree again.
func (u *updater) reconfigure(ctx context.Context) error {
	if err := u.settings.Save(u.project.Base); err != nil {
		return err
	}
	u.configured = true
	u.tree = nil
	return u.walk(ctx)
}

// skipReason returns the reason why a path, or a directory above it, is
// skipped.
func (u *updater) skipReason(p projectbase.Path) projectbase.SkipReason {
	for _, k := range u.tree.skipped {
		if k.Path == p || k.Dir && strings.HasPrefix(string(p), string(k.Path)+"/") {
			return k.Reason
		}
	}
	return ""
}

func (u *updater) notIndexed(p projectbase.Path) error {
	if reason := u.skipReason(p); reason != "" {
		return fmt.Errorf("update %s: not indexed: %s: %w", p, reason, projectbase.ErrUsage)
	}
	return fmt.Errorf("update %s: not a file of an indexed language: %w", p, projectbase.ErrUsage)
}

// carryOut carries out the plan, unless an error of one file forbids it.
func (u *updater) carryOut(ctx context.Context) error {
	if u.opts.Atomic {
		for _, r := range u.reports {
			if r.Err != nil {
				return fmt.Errorf("nothing was changed: %w", r.Err)
			}
		}
	}
	p := &plan{read: u.read, gone: u.gone}
	if u.whole {
		t, err := u.planner().scan(ctx)
		if err != nil {
			return err
		}
		p = u.planner().compare(t)
	} else if len(u.read) == 0 && len(u.gone) == 0 {
		return nil
	}
	slices.SortFunc(p.read, func(a, b reading) int { return strings.Compare(string(a.path), string(b.path)) })
	out, err := u.write.applyIn(ctx, u.tx, p, applyOptions{progress: u.opts.Progress})
	if err == nil {
		u.out = out
	}
	return err
}

// complete fills in the reports.
func (u *updater) complete() {
	ms := u.now().Sub(u.started).Milliseconds()
	for i := range u.reports {
		r := &u.reports[i]
		r.DurationMS = ms
		if r.Err != nil {
			continue
		}
		r.Success = true
		c, touched := u.out.changes[r.File]
		r.ItemsAdded, r.ItemsRemoved, r.LinesUpdated = c.ItemsAdded, c.ItemsRemoved, c.LinesChanged
		r.Removed = c.Removed
		r.Unchanged = !touched || c.Unchanged
		if touched {
			r.Partial = u.out.partial[r.File]
		}
		for _, k := range u.out.skips {
			if k.Path == r.File {
				r.Note = strings.TrimPrefix(r.Note+"; not indexed: "+string(k.Reason), "; ")
			}
		}
	}
}
