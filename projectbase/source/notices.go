package source

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"codegraph/projectbase"
)

// Notice is a notification of the system about a change in a watched directory.
type Notice struct {
	Name    string // absolute; "" means that notices were lost and anything may have changed
	Content bool   // no name was added or removed: only the file itself changed
}

// Notices reports changes in directories. It is safe for concurrent use.
//
// A notice is only a hint. Writing through a memory map, through another name
// of a file, or from another machine on a network file system causes none.
type Notices struct {
	fs   *fsnotify.Watcher
	tell func(Notice)
	beat *beat
	done chan struct{}
}

// NewNotices calls tell for every notice, from one goroutine at a time, until
// Close.
func NewNotices(tell func(Notice)) (*Notices, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	n := &Notices{fs: fs, tell: tell, done: make(chan struct{})}
	if b, err := newBeat(); err == nil {
		err := fs.Add(b.name)
		b.hide()
		if err == nil {
			n.beat = b
		} else {
			b.close()
		}
	}
	go n.run()
	return n, nil
}

func (n *Notices) run() {
	defer close(n.done)
	for {
		select {
		case e, ok := <-n.fs.Events:
			if !ok {
				return
			}
			n.event(e)
		case _, ok := <-n.fs.Errors:
			if !ok {
				return
			}
			// Whatever it was, something may not have been told
			n.tell(Notice{})
		}
	}
}

func (n *Notices) event(e fsnotify.Event) {
	if n.beat != nil && e.Name == n.beat.name {
		if e.Has(fsnotify.Write) {
			n.beat.heard()
		}
		return
	}
	n.tell(Notice{Name: e.Name, Content: !e.Has(fsnotify.Create) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename)})
}

// Add watches a directory, not those in it. Where the system allows no more
// watches the error wraps projectbase.ErrLimit.
func (n *Notices) Add(dir string) error {
	err := n.fs.Add(dir)
	if exhausted(err) {
		return fmt.Errorf("watch %s: %w: %w", dir, projectbase.ErrLimit, err)
	}
	return err
}

// Remove stops watching a directory; that it is not watched is no error.
func (n *Notices) Remove(dir string) {
	_ = n.fs.Remove(dir) // it may be gone, and its watch with it
}

// ErrNotInOrder is the error of Settle where notices come some time after what
// they tell of, nobody knows how long.
var ErrNotInOrder = errors.New("notices have no order")

// Settle returns when tell has returned for all that happened before the call.
func (n *Notices) Settle(ctx context.Context) error {
	if n.beat == nil {
		return ErrNotInOrder
	}
	return n.beat.wait(ctx, n.done)
}

// Close ends the watching. No other call may run or follow.
func (n *Notices) Close() error {
	err := n.fs.Close()
	<-n.done
	if n.beat != nil {
		n.beat.close()
	}
	return err
}

// beat is a file whose changes come in line with all others, so that hearing of
// one says that everything before it was told.
type beat struct {
	name  string
	hide  func() // takes the name away, which is no longer needed once it is watched
	touch func() error
	close func()

	mu      sync.Mutex
	current []chan struct{} // wait for the change that is under way
	next    []chan struct{} // came later, and wait for one of their own
}

// wait makes a change and waits until it is told.
func (b *beat) wait(ctx context.Context, ended <-chan struct{}) error {
	heard := make(chan struct{})
	b.mu.Lock()
	// Two changes that nobody has heard of may be told as one, in the place of
	// the first: there is never more than one under way.
	if len(b.current) > 0 {
		b.next = append(b.next, heard)
		b.mu.Unlock()
	} else {
		b.current = append(b.current, heard)
		b.mu.Unlock()
		if err := b.touch(); err != nil {
			b.heard()
			return err
		}
	}
	select {
	case <-heard:
		return nil
	case <-ended:
		return context.Canceled
	case <-ctx.Done():
		return ctx.Err()
	}
}

// heard wakes the goroutines that wait for the reported change, and makes a
// change for later ones.
func (b *beat) heard() {
	b.mu.Lock()
	done := b.current
	b.current, b.next = b.next, nil
	again := len(b.current) > 0
	b.mu.Unlock()
	for _, c := range done {
		close(c)
	}
	if again && b.touch() != nil {
		b.heard()
	}
}

// Reach says whether notices tell of all changes below root: whether it lies on
// a file system of this machine that only this system writes.
func Reach(root string) bool { return local(root) }

// KnownPaths is a set of paths in little memory. Rarely it holds one more.
type KnownPaths []uint64

// NewKnownPaths returns the set of paths that next gives until it is done.
func NewKnownPaths(known Known) KnownPaths {
	set := make(KnownPaths, 0, len(known.Files)+len(known.Deciders)+len(known.Skipped))
	for i := range known.Files {
		set = append(set, sumOf(string(known.Files[i].Path)))
	}
	for _, d := range known.Deciders {
		if !filepath.IsAbs(d.Path) {
			set = append(set, sumOf(d.Path))
		}
	}
	for _, s := range known.Skipped {
		if s.Stat != (projectbase.Stat{}) {
			set = append(set, sumOf(string(s.Path)))
		}
	}
	slices.Sort(set)
	return set
}

// Has reports whether the set holds a path.
func (s KnownPaths) Has(path string) bool {
	_, found := slices.BinarySearch(s, sumOf(path))
	return found
}

func sumOf(path string) uint64 {
	sum := uint64(14695981039346656037) // FNV-1a
	for i := range len(path) {
		sum = (sum ^ uint64(path[i])) * 1099511628211
	}
	return sum
}

// settleTime is the longest time that a system may take to report a change.
const settleTime = 250 * time.Millisecond

// SettleSoon is Settle with a bound that only a system in trouble reaches.
func (n *Notices) SettleSoon(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	return n.Settle(ctx)
}
