package federation

import (
	"container/list"
	"context"
	"sync"

	"codegraph/projectbase/query"
)

// Pool keeps bases open between questions, the last used ones, at most a given
// number. It is safe for concurrent use. An open base costs about 130 KB of
// memory and a file handle.
type Pool struct {
	most int

	mu    sync.Mutex
	bases map[string]*list.Element // of *pooled, by directory of the base
	used  *list.List               // the last used first
}

type pooled struct {
	dir   string
	users int
	stale bool // to be closed when the last user is done
	ready chan struct{}
	base  *query.Base
	err   error
}

// NewPool returns a pool that keeps at most n bases while nobody uses them; those
// in use come on top.
func NewPool(n int) *Pool {
	return &Pool{most: n, bases: map[string]*list.Element{}, used: list.New()}
}

// Take returns the base in dir of the project at root, open. The caller gives
// it back with Put. Errors are those of query.Open.
func (p *Pool) Take(ctx context.Context, dir, root string) (*query.Base, error) {
	p.mu.Lock()
	e, ok := p.bases[dir]
	if ok {
		p.used.MoveToFront(e)
		b := e.Value.(*pooled)
		b.users++
		p.mu.Unlock()
		select {
		case <-b.ready:
		case <-ctx.Done():
			p.drop(e, false)
			return nil, ctx.Err()
		}
		if b.err != nil {
			p.drop(e, true)
		}
		return b.base, b.err
	}
	b := &pooled{dir: dir, users: 1, ready: make(chan struct{})}
	e = p.used.PushFront(b)
	p.bases[dir] = e
	p.mu.Unlock()
	b.base, b.err = query.Open(ctx, dir, root)
	close(b.ready)
	if b.err != nil {
		p.drop(e, true)
	}
	return b.base, b.err
}

// Put gives back a base that Take returned for dir. spoiled says that it should
// not be used again, since it could not be read.
func (p *Pool) Put(dir string, base *query.Base, spoiled bool) {
	p.mu.Lock()
	e, ok := p.bases[dir]
	p.mu.Unlock()
	if ok && e.Value.(*pooled).base == base {
		p.drop(e, spoiled)
		return
	}
	p.putStale(base)
}

// putStale gives back a base that left the table while it was used.
func (p *Pool) putStale(base *query.Base) {
	p.mu.Lock()
	for e := p.used.Front(); e != nil; e = e.Next() {
		if e.Value.(*pooled).base == base {
			p.mu.Unlock()
			p.drop(e, true)
			return
		}
	}
	p.mu.Unlock()
}

// drop ends one use of an entry, and closes what is one too many.
func (p *Pool) drop(e *list.Element, spoiled bool) {
	p.mu.Lock()
	b := e.Value.(*pooled)
	b.users--
	if spoiled && !b.stale {
		b.stale = true
		delete(p.bases, b.dir)
	}
	var closing []*query.Base
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

func (p *Pool) remove(e *list.Element) *query.Base {
	p.used.Remove(e)
	return e.Value.(*pooled).base
}

// Close closes the bases. No question may be running.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var first error
	for e := p.used.Front(); e != nil; e = e.Next() {
		if base := e.Value.(*pooled).base; base != nil {
			if err := base.Close(); err != nil && first == nil {
				first = err
			}
		}
	}
	p.bases, p.used = map[string]*list.Element{}, list.New()
	return first
}
