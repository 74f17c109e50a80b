package cli

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/catalog/overlay"
	"codegraph/catalog/scan"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/config"
	"codegraph/projectbase/query"
)

// service is a catalog at a service, as it is reached from here.
type service struct {
	*overlay.Store
	client *httpapi.Client
}

// openService opens the catalog of a service with this machine's own, which is
// the default file, beside it. Nothing is connected to before it is needed.
func (a *app) openService(ctx context.Context, c *config.Config) (*service, error) {
	client, err := httpapi.New(httpapi.Options{Address: c.Catalog, Token: c.Token})
	if err != nil {
		return nil, err
	}
	path, err := catalogPath("")
	if err != nil {
		return nil, err
	}
	own, err := sqlstore.Open(ctx, sqlstore.Options{Path: path})
	if err != nil {
		return nil, err
	}
	store := overlay.New(overlay.Options{Own: own, Shared: client, Host: client.Host(), Node: machineOf(c), Marker: path + ".away",
		Derive: func(ctx context.Context, own catalog.Store) error {
			_, err := (&scan.Registrar{Catalog: own, Node: machineOf(c)}).Link(ctx)
			return err
		},
		Warn: func(err error) {
			if !a.quiet && !a.json { // what is JSON says so in its failures, and stderr is for one error
				fmt.Fprintf(a.stderr, "warning: %s\n", query.Shown(err.Error(), 0))
			}
		}})
	return &service{store, client}, nil
}

// refuseService refuses a catalog at another service, of which a service has no
// use: it would hand out what it was given.
func refuseService(c *config.Config) error {
	if !httpapi.IsAddress(c.Catalog) {
		return nil
	}
	return usagef("a service needs a catalog of its own, a file or postgres://; %s is at another service", c.Catalog)
}
