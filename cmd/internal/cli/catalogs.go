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

// againAfter is the pause after a failed attempt to open a catalog. Many requests
// need it at once, and one attempt may take seconds.
const againAfter = time.Second

// opener opens a catalog at the first call that succeeds. It is safe for
// concurrent use.
type opener struct {
	open func(ctx context.Context) (catalog.Store, error)
	now  func() time.Time

	mu     sync.Mutex
	store  catalog.Store // nil until it is open
	failed error         // of the last attempt
	tried  time.Time     // end of the last attempt
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
		_ = o.store.Close() // all writes are committed
	}
}

// rest releases the caches of the catalog if it is open and has any.
func (o *opener) rest() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.store != nil {
		o.store.Rest()
	}
}

// openCatalog opens the configured catalog: a file, an address, or by default the
// file in the user's data directory.
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

// catalogPath returns the configured file of the catalog, else the default file
// in the user's data directory.
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
