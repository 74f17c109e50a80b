package sqlstore

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// relisten is how long after the end of a connection that listened another one is
// made.
const relisten = time.Second

// Listen calls f after each change of the catalog that another connection says,
// until ctx ends. It may call it more often than that; and what is said while
// there is no connection, or behind a pooler that lends connections for a
// transaction each, is never heard: who needs to know looks as well. For a
// catalog in a file it returns at once.
func (s *Store) Listen(ctx context.Context, f func()) {
	if s.listener == nil {
		return
	}
	for ctx.Err() == nil {
		s.listen(ctx, f)
		t := time.NewTimer(relisten)
		select {
		case <-ctx.Done():
		case <-t.C:
		}
		t.Stop()
	}
}

// listen is one connection. Why it ended does not matter: there will be another.
func (s *Store) listen(ctx context.Context, f func()) {
	c, err := pgx.ConnectConfig(ctx, s.listener)
	if err != nil {
		return
	}
	defer c.Close(context.WithoutCancel(ctx))
	var schema string
	if err := c.QueryRow(ctx, s.dialect.text("schema")).Scan(&schema); err != nil {
		return
	}
	if _, err := c.Exec(ctx, s.dialect.text("listen")); err != nil {
		return
	}
	f() // what was said before was not heard
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return
		}
		if n.Payload == schema {
			f()
		}
	}
}
