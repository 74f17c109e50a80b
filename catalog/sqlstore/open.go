package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/migrations"

	"modernc.org/sqlite"
)

const (
	applicationID = 1128743764 // "CGCT"
	maxReaders    = 4          // connections that read at once
	defaultWait   = 5 * time.Second
)

func init() {
	// Without it, closing any other descriptor of the file in this process
	// would drop SQLite's locks.
	_, _ = sqlite.OFDLocking(true)
}

// Options say which catalog in a file to open and how.
type Options struct {
	Path string        // of the file; Open creates it and its directory
	Wait time.Duration // how long to wait for a lock before it is a catalog.BusyError; 0 is five seconds
}

// Store is an open catalog. It implements catalog.Store.
type Store struct {
	*database
	projects
	links
	filters
	readings
	leases
	tokens
	audit
}

// The parts of a catalog.
type (
	projects struct{ *database }
	links    struct{ *database }
	filters  struct{ *database }
	readings struct{ *database }
	leases   struct{ *database }
	tokens   struct{ *database }
	audit    struct{ *database }
)

func newStore(db *database) *Store {
	return &Store{db, projects{db}, links{db}, filters{db}, readings{db}, leases{db}, tokens{db}, audit{db}}
}

var _ catalog.Store = (*Store)(nil)

// Open opens a catalog file, and creates or migrates it if necessary. On a read-only
// disk it opens the file for reading. Errors wrap catalog.ErrTooNew, ErrTooOld,
// ErrForeign for a file that is not a catalog, ErrCorrupt, ErrReadOnly if the file
// is missing and cannot be created, ErrUnavailable, or are a *catalog.BusyError.
func Open(ctx context.Context, o Options) (*Store, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil || o.Path == "" {
		return nil, fmt.Errorf("open the catalog %q: %w: no such path", o.Path, catalog.ErrUnavailable)
	}
	s := sqliteFile{&database{path: path, wait: o.Wait}}
	s.dialect = sqliteDialect(s.database)
	if s.wait <= 0 {
		s.wait = defaultWait
	}
	if err := s.create(ctx); err != nil {
		return nil, err
	}
	if err := s.connect(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return newStore(s.database), nil
}

// sqliteFile opens a catalog in a file.
type sqliteFile struct{ *database }

// create makes the directory and the file if one of them is missing.
func (s sqliteFile) create(ctx context.Context) error {
	if fi, err := os.Stat(s.path); err == nil {
		if fi.IsDir() {
			return fmt.Errorf("open the catalog %s: %w: it is a directory", s.path, catalog.ErrUnavailable)
		}
		return nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("open the catalog: %w: %w", catalog.ErrUnavailable, err)
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("make the catalog's directory: %w", fileError(err))
	}
	return s.migrate(ctx)
}

// connect opens the connections and makes sure that the file is a catalog of
// the present version.
func (s sqliteFile) connect(ctx context.Context) error {
	status, err := s.openReaders(ctx)
	if errors.Is(err, catalog.ErrForeign) && s.beingMade() {
		// A file that another process is creating is not a catalog yet.
		if err := s.waitForMaker(ctx); err != nil {
			return err
		}
		status, err = s.openReaders(ctx)
	}
	if err == nil && status == outdated {
		if err := s.migrate(ctx); err != nil {
			return err
		}
		status, err = s.status(ctx)
		if err == nil && status != current {
			err = fmt.Errorf("the catalog %s is %w: it was not migrated", s.path, catalog.ErrCorrupt)
		}
	}
	return err
}

// beingMade reports whether a process creates or migrates the file, or has done so.
func (s sqliteFile) beingMade() bool {
	_, err := os.Lstat(lockName(s.path))
	return err == nil
}

// waitForMaker waits until no process creates or migrates the file.
func (s sqliteFile) waitForMaker(ctx context.Context) error {
	l, err := acquire(ctx, s.path, s.wait)
	if err == nil {
		l.release()
	}
	return err
}

// openReaders opens connections for reading, as far as the disk allows.
func (s sqliteFile) openReaders(ctx context.Context) (status, error) {
	var first error
	for _, mode := range []string{"mode=rw", "mode=ro", "mode=ro&immutable=1"} {
		if mode != "mode=rw" && strings.Contains(mode, "immutable") && !settled(s.path) {
			break // another process writes the file
		}
		s.readers = s.pool(maxReaders, mode, "_pragma=query_only(1)", "_pragma=cache_size(-16384)")
		st, err := s.status(ctx)
		if err == nil {
			if mode == "mode=rw" {
				s.writer = s.pool(1, mode, "_pragma=foreign_keys(1)", "_pragma=synchronous(NORMAL)",
					"_pragma=wal_autocheckpoint(4000)") // pages: a filter touches hundreds
			}
			return st, nil
		}
		s.readers.close()
		if first == nil {
			first = err
		}
		if !errors.Is(err, catalog.ErrUnavailable) && !errors.Is(err, catalog.ErrReadOnly) {
			return 0, err
		}
	}
	return 0, first
}

// settled reports whether the file has no pending write-ahead log. SQLite writes
// beside a file in WAL mode even to read it; if it cannot, the file is read as is.
func settled(path string) bool {
	fi, err := os.Stat(path + "-wal")
	return errors.Is(err, os.ErrNotExist) || err == nil && fi.Size() == 0
}

type status int

const (
	current  status = iota
	outdated        // or empty
)

// status returns the state of the file; an error if the file is unusable.
func (s sqliteFile) status(ctx context.Context) (status, error) {
	var app, version, tables int64
	for _, q := range []struct {
		name string
		to   *int64
	}{{"app", &app}, {"format", &version}, {"tables", &tables}} {
		if err := s.readers.db.QueryRowContext(ctx, s.dialect.text(q.name)).Scan(q.to); err != nil {
			return 0, s.translate("open", err)
		}
	}
	switch {
	case app == 0 && version == 0 && tables == 0:
		return outdated, nil // its creation was interrupted
	case app != applicationID:
		return 0, fmt.Errorf("the catalog %s was %w: choose another file with --catalog", s.path, catalog.ErrForeign)
	case version > migrations.CatalogVersion:
		return 0, fmt.Errorf("the catalog %s was %w: use that one, or choose another file with --catalog", s.path, catalog.ErrTooNew)
	case version < migrations.OldestCatalog:
		return 0, s.tooOld(version)
	case version < migrations.CatalogVersion:
		return outdated, nil
	}
	return current, nil
}

// migrate brings the file to the present version. A lock admits one process.
func (s sqliteFile) migrate(ctx context.Context) error {
	l, err := acquire(ctx, s.path, s.wait)
	if err != nil {
		return err
	}
	defer l.release()
	p := s.pool(1, "mode=rwc", "_pragma=journal_mode(WAL)", "_pragma=foreign_keys(1)")
	defer p.close()
	if err := migrations.ApplyCatalogSQLite(ctx, p.db); err != nil {
		return s.translate("migrate", err)
	}
	return nil
}

// pool returns a pool of up to n connections, opened on demand.
func (s sqliteFile) pool(n int, params ...string) *pool {
	params = append(params, fmt.Sprintf("_pragma=busy_timeout(%d)", s.wait.Milliseconds()), "_pragma=trusted_schema(0)")
	db, err := sql.Open("sqlite", fileName(s.path)+"?"+strings.Join(params, "&"))
	if err != nil {
		panic(fmt.Sprintf("sqlstore: %v", err)) // the driver is not linked in
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return &pool{db: db, dialect: s.dialect, slots: make(chan struct{}, n)}
}

// fileName returns the name under which SQLite opens the file at path.
func fileName(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}
