package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// pool is a set of equal connections. Each keeps its prepared statements, which
// those of database/sql do in ways that need a second connection to prepare
// one within a transaction.
type pool struct {
	db    *sql.DB
	slots chan struct{} // holds an element for each connection in use

	mu   sync.Mutex
	idle []*conn
}

// conn is a connection with its prepared statements. One goroutine uses it.
type conn struct {
	raw   *sql.Conn
	stmts map[string]*sql.Stmt
}

// take returns a connection that nobody uses, and waits for one.
func (p *pool) take(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	raw, err := p.db.Conn(ctx)
	if err != nil {
		<-p.slots
		return nil, err
	}
	return &conn{raw: raw, stmts: map[string]*sql.Stmt{}}, nil
}

// give takes a connection back, or closes one that is broken.
func (p *pool) give(c *conn, broken bool) {
	if broken {
		_ = c.close() // it is given up because something on it failed already
	} else {
		p.mu.Lock()
		p.idle = append(p.idle, c)
		p.mu.Unlock()
	}
	<-p.slots
}

func (p *pool) close() error {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	var all []error
	for _, c := range idle {
		all = append(all, c.close())
	}
	return errors.Join(append(all, p.db.Close())...)
}

func (c *conn) close() error {
	var all []error
	for _, st := range c.stmts {
		all = append(all, st.Close())
	}
	return errors.Join(append(all, c.raw.Close())...)
}

// stmt returns the prepared statement of sql/name.sql.
func (c *conn) stmt(ctx context.Context, name string) (*sql.Stmt, error) {
	if st, ok := c.stmts[name]; ok {
		return st, nil
	}
	st, err := c.raw.PrepareContext(ctx, text(name))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c.stmts[name] = st
	return st, nil
}

// begin starts a transaction; one that writes waits for others that do.
func (c *conn) begin(ctx context.Context, write bool) error {
	name := "begin_read"
	if write {
		name = "begin_write"
	}
	return c.do(ctx, name)
}

// end ends the transaction. A context that is over does not keep it open.
func (c *conn) end(ctx context.Context, commit bool) error {
	if commit {
		return c.do(ctx, "commit")
	}
	return c.do(context.WithoutCancel(ctx), "rollback")
}

func (c *conn) do(ctx context.Context, name string) error {
	st, err := c.stmt(ctx, name)
	if err == nil {
		_, err = st.ExecContext(ctx)
	}
	return err
}
