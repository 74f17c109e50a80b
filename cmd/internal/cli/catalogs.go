package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/config"
)

// againAfter is how long a catalog that could not be opened is not tried again:
// many ask at once, and one attempt may take seconds.
const againAfter = time.Second

// opener opens a catalog at the first call that succeeds. It is safe for
// concurrent use.
type opener struct {
	open func(ctx context.Context) (catalog.Store, error)
	now  func() time.Time

	mu     sync.Mutex
	store  catalog.Store // nil until it is open
	failed error         // of the last attempt
	tried  time.Time     // when that ended
}

// get returns the catalog, which outlives ctx.
func (o *opener) get(ctx context.Context) (catalog.Store, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.store != nil {
		return o.store, nil
	}
	if o.failed != nil && o.now().Sub(o.tried) < againAfter {
		return nil, o.failed
	}
	store, err := o.open(context.WithoutCancel(ctx))
	o.tried = o.now()
	if err != nil {
		o.failed = err
		return nil, err
	}
	o.store = store
	return store, nil
}

// close closes the catalog if it was opened.
func (o *opener) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.store != nil {
		_ = o.store.Close() // what was written was committed
	}
}

// rest lets the catalog give back what it keeps to be faster, if it is open and
// keeps anything.
func (o *opener) rest() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.store != nil {
		o.store.Rest()
	}
}

// openCatalog opens the catalog that is configured: a file, an address, or
// nothing for the default file.
func (a *app) openCatalog(ctx context.Context, c *config.Config) (catalog.Store, error) {
	configured := c.Catalog
	if httpapi.IsAddress(configured) {
		s, err := a.openService(ctx, c)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	if sqlstore.IsPostgres(configured) {
		return opened(sqlstore.OpenPostgres(ctx, sqlstore.PostgresOptions{Address: configured}))
	}
	path, err := catalogPath(configured)
	if err != nil {
		return nil, err
	}
	return opened(sqlstore.Open(ctx, sqlstore.Options{Path: path}))
}

// opened keeps a nil store from becoming a catalog.Store that is not nil.
func opened(s *sqlstore.Store, err error) (catalog.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// catalogPath returns the file of the catalog: the one that is configured, else
// the default place in the user's data directory.
func catalogPath(configured string) (string, error) {
	if scheme, _, ok := strings.Cut(configured, "://"); ok {
		// The rest may have a password.
		return "", usagef("the catalog is at %q, which is neither a file nor postgres:// nor https://", scheme+"://...")
	}
	if configured != "" {
		return filepath.Abs(configured)
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "codegraph", "catalog.db"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", usagef("there is no home directory for the catalog; set CODEGRAPH_CATALOG to a file")
	}
	return filepath.Join(home, ".local", "share", "codegraph", "catalog.db"), nil
}
