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

// Notice is a notification from the operating system about a change in a
// watched directory.
type Notice struct {
	Name    string // absolute; "" means that notices were lost and anything may have changed
	Content bool   // the file changed; no name was added or removed
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
			// After any error, notices may be lost.
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

// Add watches a directory, but not its subdirectories. If the system allows
// no more watches, the error wraps projectbase.ErrLimit.
func (n *Notices) Add(dir string) error {
	err := n.fs.Add(dir)
	if exhausted(err) {
		return fmt.Errorf("watch %s: %w: %w", dir, projectbase.ErrLimit, err)
	}
	return err
}

// Remove stops watching a directory. It is no error if the directory is not
// watched.
func (n *Notices) Remove(dir string) {
	_ = n.fs.Remove(dir) // the directory and its watch may be gone
}

// ErrNotInOrder is the error of Settle on systems that deliver notices with an
// unknown delay.
var ErrNotInOrder = errors.New("notices arrive in no defined order")

// Settle waits until tell has been called for all changes before the call of
// Settle.
func (n *Notices) Settle(ctx context.Context) error {
	if n.beat == nil {
		return ErrNotInOrder
	}
	return n.beat.wait(ctx, n.done)
}

// Close stops watching. No other method may be running or called later.
func (n *Notices) Close() error {
	err := n.fs.Close()
	<-n.done
	if n.beat != nil {
		n.beat.close()
	}
	return err
}

// beat is a file that Settle changes. Notices arrive in the order of the
// changes, so the notice about this file proves that all earlier notices have
// arrived.
type beat struct {
	name  string
	hide  func() // removes the file's name, which is not needed once the file is watched
	touch func() error
	close func()

	mu      sync.Mutex
	current []chan struct{} // waiters for the current change
	next    []chan struct{} // waiters for the next change
}

// wait changes the file and waits for the notice.
func (b *beat) wait(ctx context.Context, ended <-chan struct{}) error {
	heard := make(chan struct{})
	b.mu.Lock()
	// The system may merge two pending notices into one, at the position of the
	// first. Therefore only one change is pending at a time.
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

// heard wakes the goroutines that wait for the reported change. If others
// wait, it makes the next change.
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

// Reach reports whether notices cover all changes below root: only this
// machine's system writes the file system of root.
func Reach(root string) bool { return local(root) }

// KnownPaths is a compact set of path hashes. Has may rarely report a path
// that was not added.
type KnownPaths []uint64

// NewKnownPaths returns the set of the paths whose stamps Sweep compares.
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

// Has reports whether the set contains a path.
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

// settleTime bounds the time in which a system reports a change.
const settleTime = 250 * time.Millisecond

// SettleSoon is Settle with a time limit that only an overloaded system
// exceeds.
func (n *Notices) SettleSoon(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	return n.Settle(ctx)
}
