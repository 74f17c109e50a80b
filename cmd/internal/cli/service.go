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

// service is the catalog of a remote service.
type service struct {
	*overlay.Store
	client *httpapi.Client
}

// openService opens the catalog of a service together with the catalog of this
// machine, the default file. It connects at the first request.
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
			if !a.quiet && !a.json { // JSON output has the failure in the document
				fmt.Fprintf(a.stderr, "warning: %s\n", query.Shown(err.Error(), 0))
			}
		}})
	return &service{store, client}, nil
}

// refuseService refuses the catalog of another service. A service must not answer
// with data that another service gave to it.
func refuseService(c *config.Config) error {
	if !httpapi.IsAddress(c.Catalog) {
		return nil
	}
	return usagef("a service needs a catalog of its own, a file or postgres://; %s is at another service", c.Catalog)
}
