package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/escape"
	"codegraph/migrations"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	maxServerReaders = 8                // concurrent read transactions
	connectTime      = 3 * time.Second  // default if the address has no connect_timeout
	readTime         = 10 * time.Second // limit of a read transaction: a dead connection fails after it
	migrationWait    = 60 * time.Second // limit for the migration by another process
)

// IsPostgres reports whether a text is the address of a Postgres database.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// PostgresOptions are the options of OpenPostgres.
type PostgresOptions struct {
	// Address is postgres://user:password@host:port/database?settings, with the
	// settings of libpq (sslmode, search_path, ...) and of the pool
	// (pool_max_conns, default_query_exec_mode, ...).
	Address string
	Wait    time.Duration // how long to wait for other writers, or for a lost connection; 0 is five seconds
}

// OpenPostgres opens a catalog in the first schema of the search path. It creates or
// migrates the tables if necessary. It keeps no state on a connection between
// transactions, so poolers work. Its errors are those of Open, and contain neither the
// user nor the password of the address.
func OpenPostgres(ctx context.Context, o PostgresOptions) (*Store, error) {
	config, shown, err := postgresConfig(o.Address)
	if err != nil {
		return nil, err
	}
	s := server{&database{path: shown, wait: o.Wait}}
	if s.wait <= 0 {
		s.wait = defaultWait
	}
	s.dialect = postgresDialect(s.database)
	connections, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		return nil, s.failure(ctx, "open", false, err)
	}
	s.release = connections.Close
	db := stdlib.OpenDBFromPool(connections)
	s.readers = &pool{db: db, dialect: s.dialect, slots: make(chan struct{}, max(1, config.MaxConns-1))}
	s.writer = &pool{db: db, dialect: s.dialect, slots: make(chan struct{}, 1)}
	if err := s.prepareSchema(ctx); err != nil {
		s.Close()
		return nil, err
	}
	s.patience = s.wait
	return newStore(s.database), nil
}

// server opens a catalog in Postgres.
type server struct{ *database }

// postgresConfig parses an address. shown is the address without secrets.
func postgresConfig(address string) (config *pgxpool.Config, shown string, err error) {
	u, err := url.Parse(address)
	if err != nil || !IsPostgres(address) {
		// The parser's error repeats the address with the password.
		return nil, "", fmt.Errorf("open the catalog: %w: its address is not postgres://user:password@host/database; characters such as # and / in a password are written as %%23 and %%2F",
			catalog.ErrUnavailable)
	}
	shown = "postgres://" + u.Host + u.Path
	config, err = pgxpool.ParseConfig(address)
	if err != nil {
		return nil, "", fmt.Errorf("open the catalog %s: %w: a setting of its address is wrong: %s", shown, catalog.ErrUnavailable, innermost(err))
	}
	q := u.Query()
	if !q.Has("default_query_exec_mode") {
		// Prepared statements of a connection are lost behind a pooler.
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	if !q.Has("connect_timeout") {
		config.ConnConfig.ConnectTimeout = connectTime
	}
	if !q.Has("pool_max_conns") {
		config.MaxConns = maxServerReaders + 1
	}
	config.MaxConns = max(config.MaxConns, 2) // a migration uses two connections
	config.MaxConnLifetimeJitter = config.MaxConnLifetime / 10
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "codegraph"
	}
	return config, shown, nil
}

// innermost returns the text of the last error in a chain, or a general text if it
// may repeat the address.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			break
		}
		err = next
	}
	if text := err.Error(); !strings.Contains(text, "://") && !strings.Contains(text, "@") {
		return text
	}
	return "it cannot be read"
}

// prepareSchema creates or migrates the schema unless it has the current version.
func (s server) prepareSchema(ctx context.Context) error {
	st, err := s.schemaStatus(ctx)
	if err != nil || st == current {
		return err
	}
	return s.migrateSchema(ctx)
}

// schemaStatus returns the state of the schema, or an error if it is unusable.
func (s server) schemaStatus(ctx context.Context) (st status, err error) {
	var refusal error
	err = s.view(ctx, "open", func(t *tx) (err error) {
		var found schemaTables
		if _, err := t.one("tables", nil, &found.schema, &found.encoding, &found.migrated, &found.others); err != nil {
			return err
		}
		st, refusal, err = s.classify(t, found)
		return err
	})
	return st, errors.Join(err, refusal)
}

// schemaTables is the result of the statement "tables".
type schemaTables struct {
	schema, encoding string
	migrated, others int
}

// classify returns the state of a schema with these tables. If the schema is unusable,
// refusal has the reason.
func (s server) classify(t *tx, found schemaTables) (st status, refusal, err error) {
	switch schema := found.schema; {
	case schema == "":
		return 0, fmt.Errorf("open the catalog %s: %w: no schema of its search path exists; name one with search_path in the address, or ALTER ROLE ... SET search_path",
			s.path, catalog.ErrUnavailable), nil
	case found.encoding != "UTF8":
		return 0, fmt.Errorf("open the catalog %s: %w: the database has encoding %s; make one with UTF8", s.path, catalog.ErrUnavailable, found.encoding), nil
	case found.migrated == 0 && found.others == 0:
		return outdated, nil, nil
	case found.migrated == 0:
		return 0, s.foreign(schema), nil
	}
	var version int64
	if _, err := t.one("format", nil, &version); err != nil {
		var e *pgconn.PgError
		if errors.As(err, &e) && (e.Code == "42703" || e.Code == "42883") {
			return 0, s.foreign(found.schema), nil // the table of another program, with other columns
		}
		return 0, nil, err
	}
	switch {
	case version > migrations.CatalogVersion:
		return 0, fmt.Errorf("the catalog %s was %w: use that one, or choose another schema with search_path", s.path, catalog.ErrTooNew), nil
	case version >= migrations.CatalogVersion && found.others < len(ourTables):
		return 0, fmt.Errorf("the catalog %s is %w: tables are missing in schema %s; restore a backup", s.path, catalog.ErrCorrupt, found.schema), nil
	case version < migrations.OldestCatalog && version > 0:
		return 0, s.tooOld(version), nil
	case version < migrations.CatalogVersion:
		return outdated, nil, nil
	}
	return current, nil, nil
}

// ourTables lists the tables that statement "tables" counts.
var ourTables = strings.Fields("state project tag package requirement manual_link link filter filter_row token reading lease audit")

func (s server) foreign(schema string) error {
	return fmt.Errorf("the catalog %s was %w: schema %s has other tables of the same names; choose another with search_path in the address",
		s.path, catalog.ErrForeign, schema)
}

// migrateSchema migrates the tables to the current version. A lock admits one process.
func (s server) migrateSchema(ctx context.Context) error {
	c, err := s.writer.take(ctx)
	if err != nil {
		return s.failure(ctx, "migrate", true, err)
	}
	defer s.writer.give(c, true)
	text := fmt.Sprintf(s.dialect.text("begin_migrate"), migrationWait.Milliseconds())
	if _, err := c.raw.ExecContext(ctx, text); err != nil {
		return s.failure(ctx, "migrate", true, err)
	}
	// Another process may have migrated it meanwhile.
	st, err := s.schemaStatus(ctx)
	if err == nil && st == outdated {
		if err = migrations.ApplyCatalogPostgres(ctx, s.writer.db); err != nil {
			err = s.failure(ctx, "migrate", true, err)
		} else if st, err = s.schemaStatus(ctx); err == nil && st != current {
			err = fmt.Errorf("the catalog %s is %w: it was not migrated", s.path, catalog.ErrCorrupt)
		}
	}
	if endErr := c.end(ctx, false); err == nil && endErr != nil {
		err = s.failure(ctx, "migrate", true, endErr)
	}
	return err
}

func postgresDialect(s *database) *dialect {
	d := &dialect{folder: "postgres/", readTime: readTime, argument: escapeArgument, restore: escape.Unescape, batch: sendBatch, failure: s.serverFailure, lost: isLost}
	d.begin = func(ctx context.Context, c *conn, write bool) error {
		if !write {
			return c.do(ctx, "begin_read")
		}
		_, err := c.raw.ExecContext(ctx, fmt.Sprintf(d.text("begin_write"), s.wait.Milliseconds()))
		return err
	}
	return d
}

// sendBatch runs statements in one round trip to the server.
func sendBatch(ctx context.Context, c *conn, steps []step) error {
	b := &pgx.Batch{}
	for _, st := range steps {
		b.Queue(c.dialect.text(st.name), c.arguments(st.args)...)
	}
	return c.raw.Raw(func(driver any) error {
		return driver.(*stdlib.Conn).Conn().SendBatch(ctx, b).Close()
	})
}
