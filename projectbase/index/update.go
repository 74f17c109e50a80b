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

// Edit names a file to bring up to date, and the lines that changed. The lines
// are a hint: the whole file is compared.
type Edit struct {
	File     projectbase.Path
	From, To uint32 // 1-based, both included; 0 for the whole file
}

// UpdateOptions are the settings of Update and Remove.
type UpdateOptions struct {
	Atomic   bool // an error of one file leaves the index as it was
	Wait     Wait
	Progress Progress
}

// Update brings the named files up to date in one transaction and reports on
// each, in the order of edits. A file that cannot be updated has its error in
// its report; the error that is returned concerns all of them. A file that is
// ignored, and so would not be indexed, is entered in the configuration's extra
// files. Where a named file decides which others are indexed, all are brought
// up to date.
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

// update does the work of Update. An error that is rebuildable says that the
// index has to be built anew before.
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

// updater is one call of Update.
type updater struct {
	*session
	write      *writer
	opts       UpdateOptions
	tx         *write.Tx
	reports    []UpdateReport
	read       []reading
	gone       []projectbase.Path // files that are of no language any more
	tree       *tree              // of a walk, if one was needed
	configured bool               // the configuration was changed
	whole      bool               // everything is to be brought up to date
	listed     bool               // the files come from a list that knows nothing of what is indexed
	out        *outcome
}

func (s *session) newUpdater(opts UpdateOptions) *updater {
	return &updater{session: s, write: s.writer(), opts: opts, out: &outcome{}}
}

// run plans and carries out.
func (u *updater) run(ctx context.Context, tx *write.Tx, edits []Edit) error {
	u.tx = tx
	for _, e := range edits {
		u.add(ctx, e)
	}
	return u.carryOut(ctx)
}

// add plans what to do about one edit.
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
		r.Note = "it decides what is indexed: all files were brought up to date"
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
		return nil // not a file that is indexed
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

// fileInBase returns what the index knows of a file, nil if it does not hold it.
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

// decides reports whether a file decides which others are indexed.
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

// entry returns the reading of a file that the walk found to be source.
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

// include has a file indexed that a rule keeps out, by taking it from the
// configuration's exclude or else by entering it in its extra files. Where that
// does not help, the configuration stays.
func (u *updater) include(ctx context.Context, r *UpdateReport) error {
	_, err := os.Lstat(filepath.Join(u.project.Root, filepath.FromSlash(string(r.File))))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("update %s: there is no such file, and the index holds none: %w", r.File, projectbase.ErrNotFound)
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
			r.Note = "it was left out before: taken from exclude of the configuration"
			return nil
		}
	}
	if u.settings.AddExtraFile(r.File) {
		if err := u.reconfigure(ctx); err != nil {
			return err
		}
		if _, ok := u.entry(r.File); ok {
			r.Note = "it was left out before: entered in extra_files of the configuration"
			return nil
		}
	}
	u.settings = before // which could not be helped
	return u.reconfigure(ctx)
}

// reconfigure saves the configuration and finds what is source by it.
func (u *updater) reconfigure(ctx context.Context) error {
	if err := u.settings.Save(u.project.Base); err != nil {
		return err
	}
	u.configured = true
	u.tree = nil
	return u.walk(ctx)
}

// skipReason returns why a path, or a directory above it, is skipped.
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
		return fmt.Errorf("update %s: it is not indexed: %s: %w", p, reason, projectbase.ErrUsage)
	}
	return fmt.Errorf("update %s: it is not a file of a language that is indexed: %w", p, projectbase.ErrUsage)
}

// carryOut does what was planned, unless an error forbids it.
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

// complete fills the reports in.
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
				r.Note = strings.TrimPrefix(r.Note+"; it is not indexed: "+string(k.Reason), "; ")
			}
		}
	}
}
