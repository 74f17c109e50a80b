package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// pool is a set of equal connections. Each keeps its prepared statements where
// the dialect has any: those of database/sql need a second connection to prepare
// one within a transaction. Where it has none, connections go back to db.
type pool struct {
	db      *sql.DB
	dialect *dialect
	slots   chan struct{} // holds an element for each connection in use

	mu   sync.Mutex
	idle []*conn
}

// conn is a connection with its prepared statements. One goroutine uses it.
type conn struct {
	raw     *sql.Conn
	dialect *dialect
	stmts   map[string]*sql.Stmt
}

// take returns an idle connection, or waits for one.
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
	return &conn{raw: raw, dialect: p.dialect, stmts: map[string]*sql.Stmt{}}, nil
}

// give returns a connection to the pool, or closes a broken one.
func (p *pool) give(c *conn, broken bool) {
	if broken || !p.dialect.prepared {
		// It is given up because something on it failed already, or its
		// transaction is over.
		_ = c.close()
	} else {
		p.mu.Lock()
		p.idle = append(p.idle, c)
		p.mu.Unlock()
	}
	<-p.slots
}

func (p *pool) close() error {
	return errors.Join(p.closeIdle(), p.db.Close())
}

// rest closes idle connections and frees their memory. The next take opens new ones.
func (p *pool) rest() error {
	if !p.dialect.prepared {
		return nil // none is kept
	}
	err := p.closeIdle()
	p.db.SetMaxIdleConns(0) // closes those that it has got back
	p.db.SetMaxIdleConns(cap(p.slots))
	return err
}

func (p *pool) closeIdle() error {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	var all []error
	for _, c := range idle {
		all = append(all, c.close())
	}
	return errors.Join(all...)
}

func (c *conn) close() error {
	var all []error
	for _, st := range c.stmts {
		all = append(all, st.Close())
	}
	return errors.Join(append(all, c.raw.Close())...)
}

// stmt returns the prepared statement of that name.
func (c *conn) stmt(ctx context.Context, name string) (*sql.Stmt, error) {
	if st, ok := c.stmts[name]; ok {
		return st, nil
	}
	st, err := c.raw.PrepareContext(ctx, c.dialect.text(name))
	if err != nil {
		return nil, err
	}
	c.stmts[name] = st
	return st, nil
}

// end ends the transaction. A context that is over does not keep it open.
func (c *conn) end(ctx context.Context, commit bool) error {
	if commit {
		return c.do(ctx, "commit")
	}
	return c.do(context.WithoutCancel(ctx), "rollback")
}

// do runs a statement that returns nothing.
func (c *conn) do(ctx context.Context, name string, args ...any) error {
	args = c.arguments(args)
	if !c.dialect.prepared {
		_, err := c.raw.ExecContext(ctx, c.dialect.text(name), args...)
		return err
	}
	st, err := c.stmt(ctx, name)
	if err == nil {
		_, err = st.ExecContext(ctx, args...)
	}
	return err
}

// query runs a statement that returns rows.
func (c *conn) query(ctx context.Context, name string, args ...any) (*sql.Rows, error) {
	args = c.arguments(args)
	if !c.dialect.prepared {
		return c.raw.QueryContext(ctx, c.dialect.text(name), args...)
	}
	st, err := c.stmt(ctx, name)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

func (c *conn) arguments(args []any) []any {
	out := make([]any, len(args))
	for i, v := range args {
		out[i] = c.dialect.argument(v)
	}
	return out
}
