package tool

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// Desk is where tools work: the place that they are asked from and the parts
// of the product that do the work. Its fields are not changed while it is used.
type Desk struct {
	Dir       string // absolute; a project is looked for here and above, and file names start from here
	Locations settings.Locations
	// Within are the directories that askers may name things in, absolute and
	// with links resolved: others do not concern them, there or not. Empty: all.
	Within []string

	Indexer *index.Indexer
	Keeper  *fresh.Keeper
	Scribe  Scribe
	CatalogAccess
	Repository Repository
	Keyword    func(term string, has func(language string) bool) []string // names of the languages in which term is a reserved word
	Progress   index.Progress                                             // of long work; may be nil
	Wait       index.Wait                                                 // for another writer
	Budget     time.Duration                                              // how long indexing before an answer may take
	Outdated   func(index.Project)                                        // told of a base that only extracting all anew mends, which takes longer; may be nil
	Now        func() time.Time
}

// project returns the project at dir, whether it is indexed or not.
func (d *Desk) project(dir string) (index.Project, error) {
	if err := d.served(dir); err != nil {
		return index.Project{}, err
	}
	return index.ProjectAt(dir, d.Locations)
}

// find returns the project that a question is about: the one called name, which
// is a path, or a name or id that the catalog knows, or else the nearest one
// upward from the desk's directory. Its error wraps projectbase.ErrNotIndexed if
// there is none.
func (d *Desk) find(name string) (index.Project, error) {
	if name != "" {
		if p, ok, err := d.named(name); ok || err != nil {
			return p, err
		}
		dir, err := d.directory(name)
		if err != nil {
			return index.Project{}, err
		}
		if root, ok := settings.FindRoot(dir, d.Locations); ok && root == dir {
			return d.project(dir)
		}
		return index.Project{}, notIndexed(dir, fmt.Sprintf("%s has no project base", dir))
	}
	dir, err := d.directory(".")
	if errors.Is(err, projectbase.ErrNotAllowed) {
		// Where the server is does not concern who may not name that.
		return index.Project{}, &projectbase.HintError{Err: fmt.Errorf("no project is named: %w", projectbase.ErrNotIndexed), Hint: "name one, or a scope such as all"}
	}
	if err != nil {
		return index.Project{}, err
	}
	root, ok := settings.FindRoot(dir, d.Locations)
	if !ok {
		return index.Project{}, notIndexed(dir, fmt.Sprintf("there is no project base in %s or above it", dir))
	}
	return d.project(root)
}

func notIndexed(dir, what string) error {
	return &projectbase.HintError{Err: fmt.Errorf("%s: %w", what, projectbase.ErrNotIndexed), Hint: "run: codegraph init " + quoted(dir)}
}

// quoted returns s as a shell takes it.
func quoted(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@%,=", r))
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// directory returns the absolute path of the directory called name, links
// resolved, so that one project has one root however it is reached.
func (d *Desk) directory(name string) (string, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.Dir, name)
	}
	// Whether something is there is not told of what lies outside.
	if err := d.served(filepath.Clean(name)); err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(name)
	if err == nil {
		if err := d.served(dir); err != nil {
			return "", err
		}
		var info fs.FileInfo
		if info, err = os.Stat(dir); err == nil && !info.IsDir() {
			return "", fmt.Errorf("%w: %s is not a directory; name the one that it lies in, %s", projectbase.ErrUsage, name, filepath.Dir(name))
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("directory %s: %w", name, projectbase.ErrNotFound)
	case err != nil:
		return "", fmt.Errorf("directory %s: %w: %w", name, projectbase.ErrUnreadable, err)
	}
	return dir, nil
}

// served refuses directories outside of those that askers may name.
func (d *Desk) served(dir string) error {
	for _, root := range d.Within {
		if below(dir, root) {
			return nil
		}
	}
	if len(d.Within) == 0 {
		return nil
	}
	return fmt.Errorf("%s lies outside of the directories that are served: %w", query.Shown(dir, 0), projectbase.ErrNotAllowed)
}

// mayRead reports whether askers may name a directory.
func (d *Desk) mayRead(dir string) bool { return d.served(dir) == nil }

// file returns the path within p of the file that a person calls name: relative
// to the desk's directory if something is there or if that is where the project
// is, else to the project's root. Its error wraps projectbase.ErrNotAllowed for
// what lies outside of the root.
func (d *Desk) file(p index.Project, name string) (projectbase.Path, error) {
	if name == "" {
		return "", fmt.Errorf("%w: the file's name is empty", projectbase.ErrUsage)
	}
	clean := filepath.Clean(filepath.FromSlash(name))
	if filepath.IsAbs(clean) {
		return within(p.Root, name, resolveParent(clean))
	}
	if dir, err := d.directory("."); err == nil && dir != p.Root {
		if at := filepath.Join(dir, clean); exists(at) {
			return within(p.Root, name, resolveParent(at))
		}
	}
	return within(p.Root, name, filepath.Join(p.Root, clean))
}

// pattern returns a file, directory or glob as a base takes it: names of what
// exists are found as file finds them, globs are left as they are.
func (d *Desk) pattern(p index.Project, name string) (string, error) {
	if strings.ContainsAny(name, "*?[{") && !exists(filepath.Join(d.Dir, name)) {
		return name, nil
	}
	path, err := d.file(p, name)
	if path == "." {
		path = ""
	}
	return string(path), err
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// resolveParent resolves the links of a file's directory, if it exists; roots
// are resolved too.
func resolveParent(name string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, filepath.Base(name))
}

func within(root, name, abs string) (projectbase.Path, error) {
	rel, err := filepath.Rel(root, abs)
	if err == nil {
		if p := projectbase.Path(filepath.ToSlash(rel)); p.Valid() {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s lies outside of the project %s: %w", query.Shown(name, 0), root, projectbase.ErrNotAllowed)
}

// opened is a base that was made sure of and is open for questions.
type opened struct {
	*query.Index
	pool     *federation.Pool // that the base goes back to
	project  index.Project
	state    fresh.State
	settings settings.Settings
}

// open finds the project, brings its base up to date as far as the budget goes
// and opens it. The caller closes it.
func (d *Desk) open(ctx context.Context, name string) (*opened, error) {
	p, err := d.find(name)
	if err != nil {
		return nil, err
	}
	base, err := d.Pool.Take(ctx, p.Base, p.Root)
	if err != nil {
		// Whoever makes sure of bases knows what to do about one that does not open.
		if _, e := d.Keeper.Ensure(ctx, p, fresh.Options{Wait: d.Wait}); e != nil {
			return nil, e
		}
		if base, err = d.Pool.Take(ctx, p.Base, p.Root); err != nil {
			return nil, err
		}
	}
	// The list of files is read while the files are compared.
	warm := make(chan struct{})
	go func() {
		defer close(warm)
		base.Warm(ctx)
	}()
	o, err := d.ensure(ctx, p, base)
	<-warm
	if err != nil {
		d.Pool.Put(base, true)
		return nil, err
	}
	return o, nil
}

// Close gives the base back.
func (o *opened) Close() { o.pool.Put(o.Index, false) }

func (d *Desk) ensure(ctx context.Context, p index.Project, base *query.Index) (*opened, error) {
	state, err := d.Keeper.Ensure(ctx, p, fresh.Options{Budget: d.Budget, Base: base.Store()})
	if err != nil {
		return nil, err
	}
	if state.Pending == nil {
		state.Pending = []projectbase.Path{}
	}
	if state.Outdated && d.Outdated != nil {
		d.Outdated(p)
	}
	set, err := settings.Load(p.Base)
	if err != nil {
		return nil, err
	}
	return &opened{base, d.Pool, p, state, set}, nil
}

// limited is part of answers whose text may be cut.
type limited struct{ max int }

// TokenLimit is the longest text that is asked for, in tokens; 0 is no limit.
func (l limited) TokenLimit() int { return l.max }

// limit returns the limit that was asked for, else that of the project.
func (o *opened) limit(asked int) limited {
	if asked > 0 {
		return limited{asked}
	}
	return limited{o.settings.MaxTokens}
}

// now returns the time.
func (d *Desk) now() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}
