package fresh

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"codegraph/projectbase/index"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
)

// WatchOptions are the settings of a Watcher. The zero value is that of a
// server.
type WatchOptions struct {
	// Rest is how long after the last question about an index changes are still
	// indexed before somebody asks; 0 is one minute, negative is for ever.
	Rest time.Duration
	// Idle is how long after the last question an index is let go of; 0 is half an
	// hour. It counts only if Rest is not negative.
	Idle time.Duration
	// Poll is how often to compare files that cannot be watched; 0 is never: each
	// question does.
	Poll time.Duration
	// Indexed is told of each time that an index was brought up to date, from
	// several goroutines; it may be nil.
	Indexed func(index.Project, *index.Report)
	// Resting is called when nobody has asked about any index for as long as Rest
	// says: what is kept to be faster may go. It may be nil.
	Resting func()
}

// Watcher keeps indexes true to their files while a program asks them. Of each index
// there is one in all processes; the others compare files at each question.
// Notices of the system say when to look, never what changed. It is safe for
// concurrent use.
type Watcher struct {
	indexer *index.Indexer
	opts    WatchOptions
	notices *source.Notices // nil where the system gives none
	ctx     context.Context // of the work behind the questions: ends with Close
	cancel  context.CancelFunc
	group   sync.WaitGroup

	mu     sync.Mutex // guards what follows, and what watched says it guards
	bases  map[string]*watched
	dirs   map[string][]*watched // who watches a directory
	closed bool
	rested bool // since the last question
}

// NewWatcher returns a watcher that watches nothing yet: indexes are watched from
// the first question on that Keeper.Ensure is asked. The caller closes it.
func NewWatcher(x *index.Indexer, opts WatchOptions) *Watcher {
	if opts.Rest == 0 {
		opts.Rest = time.Minute
	}
	if opts.Idle <= 0 {
		opts.Idle = 30 * time.Minute
	}
	w := &Watcher{indexer: x, opts: opts, bases: map[string]*watched{}, dirs: map[string][]*watched{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	if n, err := source.NewNotices(w.notice); err == nil {
		w.notices = n
	}
	return w
}

// Close ends the watching and waits for its end.
func (w *Watcher) Close() error {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.cancel()
	w.group.Wait()
	if w.notices == nil {
		return nil
	}
	return w.notices.Close()
}

// retry is how long after being refused an index is tried again.
const retry = 5 * time.Second

// Watch begins to watch an index unless it is watched already. The error is a
// *projectbase.BusyError if another process does.
func (w *Watcher) Watch(p index.Project) error {
	b, began, err := w.begin(p)
	if began {
		close(b.first)
	}
	return err
}

// Ended returns a channel that is closed when p is no longer watched, because
// its index is gone or nobody has asked for long; nil if it is not watched.
func (w *Watcher) Ended(p index.Project) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if b := w.bases[p.Base]; b != nil {
		return b.ended
	}
	return nil
}

// of returns who watches p, from now on if need be; nil if this process may not.
// If it began, the caller closes first once its own question is answered: to
// watch costs more than to compare once, and nobody waits for it.
func (w *Watcher) of(p index.Project) (b *watched, began bool) {
	b, began, err := w.begin(p)
	if err != nil {
		return nil, false
	}
	return b, began
}

func (w *Watcher) begin(p index.Project) (b *watched, began bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, false, context.Canceled
	}
	now := time.Now()
	w.rested = false
	if b := w.bases[p.Base]; b != nil && (b.refused == nil || now.Before(b.again)) {
		b.asked = now
		return b, false, b.refused
	}
	b = &watched{Watcher: w, p: p, asked: now, dirs: map[string]bool{}, wake: make(chan struct{}, 1), work: make(chan struct{}, 1),
		first: make(chan struct{}), ended: make(chan struct{})}
	w.bases[p.Base] = b
	if b.lock, b.refused = lock.AcquireWatch(p.Base); b.refused != nil {
		b.again = now.Add(retry)
		return nil, false, b.refused
	}
	w.group.Go(func() { b.run(w.ctx) })
	return b, true, nil
}

// notice passes on what the system tells.
func (w *Watcher) notice(n source.Notice) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n.Name == "" {
		for _, b := range w.bases {
			b.forget("")
			b.changed()
		}
		return
	}
	inside := w.dirs[filepath.Dir(n.Name)]
	for _, b := range slices.Clone(inside) {
		b.notice(n)
	}
	for _, b := range slices.Clone(w.dirs[n.Name]) {
		if !slices.Contains(inside, b) {
			b.notice(n)
		}
	}
}

// watched is an index that is watched.
type watched struct {
	*Watcher
	p    index.Project
	lock *lock.Lock
	wake chan struct{} // something changed, or somebody asks
	work chan struct{} // holds one while the index is being brought up to date

	first chan struct{} // closed when the work may begin
	ended chan struct{} // closed at the end

	// The Watcher's mutex guards what follows.
	refused  error // why the index is not watched by this process; then nothing else counts
	again    time.Time
	asked    time.Time
	changes  uint64          // notices so far
	dirs     map[string]bool // that are watched
	stale    []string        // that were, and whose watches are to be ended
	target   *index.Watched  // what is to be watched; nil at first
	blind    error           // why not all of it is
	verified verified
}

// verified is when the index was found true to its files.
type verified struct {
	ok      bool
	changes uint64 // that had been noticed before it was compared
	at      time.Time
	file    uint64 // inode of index.db
}

// changed notes a change.
func (b *watched) changed() {
	b.changes++
	b.rouse()
}

func (b *watched) rouse() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// notice takes what concerns the index.
func (b *watched) notice(n source.Notice) {
	if name := filepath.Base(n.Name); name == b.p.DirName || b.target == nil {
		return
	}
	dir := b.dirs[n.Name]
	if n.Content && !dir && !b.target.Paths.Has(b.rel(n.Name)) {
		return // a file that is not indexed was written
	}
	if !n.Content && dir {
		b.forget(n.Name)
	}
	b.changed()
}

// rel returns an absolute name below the root as the index has it.
func (b *watched) rel(name string) string {
	rel, err := filepath.Rel(b.p.Root, name)
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// forget takes a directory and those below it, "" for all, as no longer watched:
// another may lie in its place.
func (b *watched) forget(dir string) {
	for d := range b.dirs {
		if dir == "" || d == dir || strings.HasPrefix(d, dir+string(filepath.Separator)) {
			delete(b.dirs, d)
			b.leave(d)
			b.stale = append(b.stale, d)
		}
	}
}

// leave strikes the index from those who watch a directory.
func (b *watched) leave(dir string) {
	list := slices.DeleteFunc(b.Watcher.dirs[dir], func(o *watched) bool { return o == b })
	if len(list) == 0 {
		delete(b.Watcher.dirs, dir)
	} else {
		b.Watcher.dirs[dir] = list
	}
}

// arm watches what there is to watch, and nothing else; more says that not all of
// it was watched before. What cannot be watched is no error of its own: then the
// index is blind.
func (b *watched) arm(ctx context.Context, base *read.Index) (more bool, err error) {
	target, err := b.indexer.Watch(ctx, b.p, base)
	if err != nil {
		return false, err
	}
	wanted := make(map[string]bool, len(target.Dirs))
	for _, d := range target.Dirs {
		wanted[d] = true
	}
	var add []string
	b.mu.Lock()
	b.target = target
	for d := range b.dirs {
		if !wanted[d] {
			b.forget(d)
		}
	}
	for _, d := range target.Dirs {
		if !b.dirs[d] {
			b.dirs[d] = true
			b.Watcher.dirs[d] = append(b.Watcher.dirs[d], b)
			add = append(add, d)
		}
	}
	b.mu.Unlock()
	b.unwatch()
	blind := b.watch(add)
	b.mu.Lock()
	b.blind = blind
	b.mu.Unlock()
	if blind != nil {
		b.blindfold()
	}
	return len(add) > 0 || blind != nil, nil
}

// watch begins to watch directories. A directory that is gone is no error: the
// comparison finds out.
func (b *watched) watch(dirs []string) error {
	if b.notices == nil {
		return source.ErrNotInOrder
	}
	for _, d := range dirs {
		if err := b.notices.Add(d); err != nil && !gone(err) {
			return err
		}
	}
	return nil
}

// unwatch ends the watches of directories that nobody wants.
func (b *watched) unwatch() {
	b.mu.Lock()
	var drop []string
	for _, d := range b.stale {
		// One that is wanted again gets a new watch: another directory may lie there.
		if b.dirs[d] || len(b.Watcher.dirs[d]) == 0 {
			drop = append(drop, d)
		}
	}
	b.stale = nil
	b.mu.Unlock()
	if b.notices == nil {
		return
	}
	for _, d := range drop {
		b.notices.Remove(d)
	}
}

// blindfold gives all watches back, for others to use: a part of them is of no
// use here.
func (b *watched) blindfold() {
	b.mu.Lock()
	b.forget("")
	b.mu.Unlock()
	b.unwatch()
}

func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
