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

// Pool keeps bases open between questions, the last used ones, at most a given
// number. It is safe for concurrent use. An open base costs about 130 KB of
// memory and a file handle.
type Pool struct {
	languages *lang.Set
	most      int

	mu    sync.Mutex
	bases map[string]*list.Element       // of *pooled, by directory of the base; those that may be taken
	users map[*query.Index]*list.Element // the same and those that are stale, once they are open
	used  *list.List                     // the last used first
}

type pooled struct {
	dir   string
	users int
	stale bool // to be closed when the last user is done
	ready chan struct{}

	// The fields below are set before ready is closed.
	base *query.Index
	file os.FileInfo // of its index.db, as it was opened
	err  error
}

// NewPool returns a pool that keeps at most n unused indexes open, beside those in
// use. The indexes are read with the rules of the languages.
func NewPool(n int, languages *lang.Set) *Pool {
	return &Pool{most: n, languages: languages, bases: map[string]*list.Element{}, users: map[*query.Index]*list.Element{}, used: list.New()}
}

// Take returns the base in dir of the project at root, open. The caller gives
// it back with Put. A base whose file was replaced by another since it was
// opened is opened anew. Errors are those of query.Open.
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
		// That was the other's question, not this one.
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

// open opens the base of a new entry.
func (p *Pool) open(ctx context.Context, e *list.Element, root string) (*query.Index, error) {
	b := e.Value.(*pooled)
	// Were the file replaced in between, the next who takes it would open it anew.
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

// current reports whether the file that is open still lies in its place.
func (b *pooled) current() bool {
	info, err := os.Stat(b.path())
	return err == nil && b.file != nil && os.SameFile(info, b.file)
}

// Put gives back a base that Take returned. spoiled says that it should not be
// used again, since it could not be read.
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
			// It was only read: there is nothing that closing could lose.
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

// Len returns how many bases are open.
func (p *Pool) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used.Len()
}

// Close closes the bases that nobody uses; one that is in use, by a question that
// was left behind, is closed when that ends.
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
