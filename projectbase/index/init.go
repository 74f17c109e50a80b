package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"
)

// InitOptions are the settings of Init. Settings that are not zero are saved in
// the configuration of the index.
type InitOptions struct {
	Name      string   // name of the project; "" keeps the present name, which defaults to the name of the root
	Languages []string // ids; they replace those of the configuration; nil keeps those, which default to all
	Exclude   []string // globs to add to the configuration
	Include   []string
	Rebuild   bool // read every file again, and retry files that could not be parsed
	Progress  Progress
	Wait      Wait
	// Sibling reports whether Init may start with a copy of the index at root,
	// which is the same project in another work tree. Nil allows all.
	Sibling func(root string) bool
}

// Init builds the index of a project, or updates it. Errors wrap
// projectbase.ErrNothing if no file can be indexed, ErrReadOnly if the index is
// not writable, ErrForeign and ErrTooNew for an index.db that must not be
// changed, and ErrUsage for invalid options. A *projectbase.BusyError means
// that another process writes the index. After an error the index is unchanged.
func (x *Indexer) Init(ctx context.Context, p Project, opts InitOptions) (*Report, error) {
	if err := x.checkInit(ctx, p, opts); err != nil {
		return nil, err
	}
	if err := makeBase(p); err != nil {
		return nil, err
	}
	s, err := x.begin(ctx, p, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer s.end()
	before := s.settings
	from := ""
	if !opts.Rebuild {
		if from, err = (&seeder{s}).seed(ctx, opts.Sibling); err != nil {
			return nil, err
		}
	}
	out, err := s.initialise(ctx, opts, before)
	if err != nil {
		if from != "" {
			err = errors.Join(err, (&seeder{s}).undo())
		}
		return nil, err
	}
	r, err := (&reporter{s}).finish(ctx, out)
	if err == nil {
		r.SeededFrom = from
	}
	return r, err
}

// initialise saves the options and updates the index. If that fails, it
// restores the settings.
func (s *session) initialise(ctx context.Context, opts InitOptions, before settings.Settings) (*outcome, error) {
	opts.change(&s.settings)
	if err := s.settings.Save(s.project.Base); err != nil {
		return nil, err
	}
	out, err := s.bring(ctx, opts)
	if err != nil {
		return nil, errors.Join(err, before.Save(s.project.Base))
	}
	return out, nil
}

// checkInit checks the options and the tree before anything is written.
func (x *Indexer) checkInit(ctx context.Context, p Project, opts InitOptions) error {
	if err := checkRoot(p); err != nil {
		return err
	}
	if err := x.checkLanguages(opts.Languages); err != nil {
		return err
	}
	if err := checkName(opts.Name); err != nil {
		return err
	}
	if _, err := os.Stat(p.Base); !errors.Is(err, fs.ErrNotExist) {
		return refuseOthers(ctx, p)
	}
	// Do not create a directory for a tree without source files.
	s := &session{Indexer: x, project: p, settings: settings.Default()}
	opts.change(&s.settings)
	if err := s.settings.Check(); err != nil {
		return err
	}
	t, err := s.planner().scan(ctx)
	if err != nil {
		return err
	}
	return checkTree(p.Root, t)
}

// refuseOthers returns an error if the index belongs to another program or to a
// newer version. Then nothing is written beside it.
func refuseOthers(ctx context.Context, p Project) error {
	base, err := read.Open(ctx, p.Base)
	if errors.Is(err, projectbase.ErrForeign) || errors.Is(err, projectbase.ErrTooNew) {
		return err
	}
	if err == nil {
		return base.Close()
	}
	return nil // no index, or one to rebuild
}

// change applies the options to a configuration.
func (o *InitOptions) change(s *settings.Settings) {
	if o.Languages != nil {
		s.Languages = slices.Clone(o.Languages)
	}
	s.Exclude = union(s.Exclude, o.Exclude)
	s.Include = union(s.Include, o.Include)
}

func union(have, more []string) []string {
	for _, g := range more {
		if !slices.Contains(have, g) {
			have = append(slices.Clip(have), g)
		}
	}
	return have
}

// bring updates the index, or builds it if there is none to update.
func (s *session) bring(ctx context.Context, opts InitOptions) (*outcome, error) {
	if !opts.Rebuild && s.sound() {
		return s.refresh(ctx, opts.Name, opts.Progress, true)
	}
	t, err := s.planner().scan(ctx)
	if err != nil {
		return nil, err
	}
	if s.known == nil {
		if err := checkTree(s.project.Root, t); err != nil {
			return nil, err
		}
	}
	return s.writer().build(ctx, t, nil, applyOptions{name: opts.Name, progress: opts.Progress})
}

// refresh updates an index. With walk, it compares the whole tree even if the
// directories did not change.
func (s *session) refresh(ctx context.Context, name string, progress Progress, walk bool) (*outcome, error) {
	var p *plan
	if walk {
		t, err := s.planner().scan(ctx)
		if err != nil {
			return nil, err
		}
		p = s.planner().compare(t)
	} else {
		var err error
		if p, err = s.planner().planChanges(ctx); err != nil || p == nil {
			return &outcome{}, err
		}
	}
	return s.carryOut(ctx, p, applyOptions{name: name, progress: progress})
}

// carryOut carries out a plan.
func (s *session) carryOut(ctx context.Context, p *plan, opts applyOptions) (*outcome, error) {
	if p.tree != nil && s.planner().worthRebuilding(p) {
		return s.writer().build(ctx, p.tree, s.known.partials(), opts)
	}
	return s.writer().apply(ctx, p, opts)
}

// worthRebuilding reports whether so many files differ that a rebuild is faster
// than an update.
func (s *planner) worthRebuilding(p *plan) bool {
	const few = 200
	differs := 0
	for _, r := range p.read {
		if r.known == nil || r.known.Stat.Size != r.stat.Size {
			differs++
		}
	}
	return differs > few && differs > len(p.tree.files)/2
}

// checkTree returns an error if the tree at root has no source files.
func checkTree(root string, t *tree) error {
	if len(t.files) > 0 {
		return nil
	}
	text := ""
	if len(t.skipped) > 0 {
		var counts []string
		for reason, n := range countReasons(t.skipped) {
			counts = append(counts, fmt.Sprintf("%d %s", n, reason))
		}
		slices.Sort(counts)
		text = "; skipped: " + strings.Join(counts, ", ")
	}
	return fmt.Errorf("%w in %s%s", projectbase.ErrNothing, root, text)
}
