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

// InitOptions are the settings of Init. Those that are not zero are remembered
// in the configuration of the index.
type InitOptions struct {
	Name      string   // name of the project; "" keeps the present one, at first the root's index name
	Languages []string // ids, in place of those of the configuration; nil keeps these, at first all
	Exclude   []string // globs to add to those of the configuration
	Include   []string
	Rebuild   bool // read every file anew, and try again what could not be parsed
	Progress  Progress
	Wait      Wait
	// Sibling reports whether the index of the project at root, which is the same
	// one in another work tree, may be gone on from; nil is any.
	Sibling func(root string) bool
}

// Init makes the index of a project, or brings a sound one up to date. Errors
// wrap projectbase.ErrNothing where no file can be indexed, ErrReadOnly where
// the index cannot be written, ErrForeign and ErrTooNew for an index.db that
// must not be touched, ErrUsage for options that make no sense; a
// *projectbase.BusyError says that somebody else is at it. On any error the
// index is as it was.
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

// initialise remembers the options and brings the index up to date. If that fails
// the settings are what they were before.
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

// checkInit looks at what can be wrong before anything is written.
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
	// No directory is made for a tree that has nothing to index.
	s := &session{Indexer: x, project: p, settings: settings.Default()}
	opts.change(&s.settings)
	if err := s.settings.Check(); err != nil {
		return err
	}
	t, err := s.planner().scan(ctx)
	if err != nil {
		return err
	}
	return x.checkTree(t)
}

// refuseOthers returns an error if the index belongs to another program, or to a
// newer one of ours: then nothing is written beside it.
func refuseOthers(ctx context.Context, p Project) error {
	base, err := read.Open(ctx, p.Base)
	if errors.Is(err, projectbase.ErrForeign) || errors.Is(err, projectbase.ErrTooNew) {
		return err
	}
	if err == nil {
		return base.Close()
	}
	return nil // no index, or one to build anew
}

// change enters the options in a configuration.
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

// bring brings the index up to date, by building it where it is not sound.
func (s *session) bring(ctx context.Context, opts InitOptions) (*outcome, error) {
	if !opts.Rebuild && s.sound() {
		return s.refresh(ctx, opts.Name, opts.Progress, true)
	}
	t, err := s.planner().scan(ctx)
	if err != nil {
		return nil, err
	}
	if s.known == nil {
		if err := s.checkTree(t); err != nil {
			return nil, err
		}
	}
	return s.writer().build(ctx, t, nil, applyOptions{name: opts.Name, progress: opts.Progress})
}

// refresh brings a sound index up to date. walk makes it look at the whole tree
// whatever the stamps say.
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

// carryOut does what a plan says.
func (s *session) carryOut(ctx context.Context, p *plan, opts applyOptions) (*outcome, error) {
	if p.tree != nil && s.planner().worthRebuilding(p) {
		return s.writer().build(ctx, p.tree, s.known.partials(), opts)
	}
	return s.writer().apply(ctx, p, opts)
}

// worthRebuilding reports whether so many files differ that a new index is
// faster than changing the present one.
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

// checkTree returns an error that says what can be indexed unless the tree has
// something of it.
func (x *Indexer) checkTree(t *tree) error {
	if len(t.files) > 0 {
		return nil
	}
	text := "languages are " + strings.Join(x.Languages.IDs(), ", ")
	if len(t.skipped) > 0 {
		var counts []string
		for reason, n := range countReasons(t.skipped) {
			counts = append(counts, fmt.Sprintf("%d %s", n, reason))
		}
		slices.Sort(counts)
		text += "; skipped were " + strings.Join(counts, ", ")
	}
	return fmt.Errorf("%w: %s", projectbase.ErrNothing, text)
}
