package federation

import (
	"container/list"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
)

// Pool keeps the most recently used indexes open between questions. It is safe for
// concurrent use. An open index costs about 130 KB of memory and a file handle.
type Pool struct {
	languages *lang.Set
	most      int

	mu    sync.Mutex
	bases map[string]*list.Element       // of *pooled, not stale, by index directory
	users map[*query.Index]*list.Element // of *pooled, open, stale ones included
	used  *list.List                     // of *pooled, most recently used first
}

type pooled struct {
	dir   string
	users int
	stale bool // the last user closes it
	ready chan struct{}

	// The fields below are set before ready is closed.
	base *query.Index
	file os.FileInfo // of the opened index.db
	err  error
}

// NewPool returns a pool that keeps at most n indexes open, not counting the ones
// in use above that number. It opens indexes with the given languages.
func NewPool(n int, languages *lang.Set) *Pool {
	return &Pool{most: n, languages: languages, bases: map[string]*list.Element{}, users: map[*query.Index]*list.Element{}, used: list.New()}
}

// Take returns the open index in dir of the project at root. The caller returns it
// with Put. Take opens an index again if its file was replaced. Errors are those of
// query.Open.
func (p *Pool) Take(ctx context.Context, dir, root string) (*query.Index, error) {
	for {
		base, again, err := p.take(ctx, dir, root)
		if !again {
			return base, err
		}
	}
}

// take is one attempt; again is true if the pooled index is stale.
func (p *Pool) take(ctx context.Context, dir, root string) (base *query.Index, again bool, err error) {
	p.mu.Lock()
	e, ok := p.bases[dir]
	if !ok {
		b := &pooled{dir: dir, users: 1, ready: make(chan struct{})}
		e = p.used.PushFront(b)
		p.bases[dir] = e
		p.mu.Unlock()
		base, err := p.open(ctx, e, root)
		return base, false, err
	}
	p.used.MoveToFront(e)
	b := e.Value.(*pooled)
	b.users++
	p.mu.Unlock()
	select {
	case <-b.ready:
	case <-ctx.Done():
		p.drop(e, false)
		return nil, false, ctx.Err()
	}
	switch {
	case errors.Is(b.err, context.Canceled), errors.Is(b.err, context.DeadlineExceeded):
		// The question that opened the index was cancelled, not this one.
		p.drop(e, true)
		return nil, ctx.Err() == nil, ctx.Err()
	case b.err != nil:
		p.drop(e, true)
		return nil, false, b.err
	case !b.current():
		p.drop(e, true)
		return nil, true, nil
	}
	return b.base, false, nil
}

// open opens the index of a new entry.
func (p *Pool) open(ctx context.Context, e *list.Element, root string) (*query.Index, error) {
	b := e.Value.(*pooled)
	// If the file is replaced between Stat and Open, the next Take opens it again.
	if info, err := os.Stat(b.path()); err == nil {
		b.file = info
	}
	base, err := query.Open(ctx, b.dir, root, p.languages)
	p.mu.Lock()
	b.base, b.err = base, err
	if err == nil {
		p.users[base] = e
	}
	p.mu.Unlock()
	close(b.ready)
	if err != nil {
		p.drop(e, true)
	}
	return base, err
}

func (b *pooled) path() string { return filepath.Join(b.dir, "index.db") }

// current reports whether the path still leads to the opened file.
func (b *pooled) current() bool {
	info, err := os.Stat(b.path())
	return err == nil && b.file != nil && os.SameFile(info, b.file)
}

// Put returns an index to the pool. If spoiled, the pool does not use the index
// again; set it after a failed read.
func (p *Pool) Put(base *query.Index, spoiled bool) {
	p.mu.Lock()
	e, ok := p.users[base]
	p.mu.Unlock()
	if ok {
		p.drop(e, spoiled)
	}
}

// drop ends one use of an entry, and closes indexes above the limit.
func (p *Pool) drop(e *list.Element, spoiled bool) {
	p.mu.Lock()
	b := e.Value.(*pooled)
	b.users--
	if spoiled && !b.stale {
		b.stale = true
		delete(p.bases, b.dir)
	}
	var closing []*query.Index
	if b.stale && b.users == 0 {
		closing = append(closing, p.remove(e))
	}
	for e := p.used.Back(); e != nil && p.used.Len() > p.most; {
		before := e.Prev()
		if b := e.Value.(*pooled); b.users == 0 && !b.stale {
			delete(p.bases, b.dir)
			closing = append(closing, p.remove(e))
		}
		e = before
	}
	p.mu.Unlock()
	for _, base := range closing {
		if base != nil {
			// The index was only read, so an error of Close loses no data.
			_ = base.Close()
		}
	}
}

func (p *Pool) remove(e *list.Element) *query.Index {
	p.used.Remove(e)
	base := e.Value.(*pooled).base
	delete(p.users, base)
	return base
}

// Len returns the number of open indexes.
func (p *Pool) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used.Len()
}

// Close closes the unused indexes. An index in use, by a question that exceeded its
// limit, is closed when that question ends.
func (p *Pool) Close() error {
	p.mu.Lock()
	var closing []*query.Index
	for e := p.used.Front(); e != nil; {
		next := e.Next()
		b := e.Value.(*pooled)
		if b.users == 0 {
			closing = append(closing, p.remove(e))
		}
		b.stale = true
		e = next
	}
	clear(p.bases)
	p.mu.Unlock()
	var first error
	for _, base := range closing {
		if err := base.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}
