package cli

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/catalog/joint"
	"codegraph/catalog/scan"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/config"
	"codegraph/federation"
	"codegraph/projectbase/query"
)

// service is a catalog at a service, as it is reached from here.
type service struct {
	*joint.Store
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
	store := joint.New(joint.Options{Own: own, Shared: client, Host: client.Host(), Node: nodeOf(c), Marker: path + ".away",
		Derive: func(ctx context.Context, own catalog.Store) error {
			_, err := (&scan.Registrar{Catalog: own, Node: nodeOf(c)}).Link(ctx)
			return err
		},
		Warn: func(err error) {
			if !a.quiet && !a.json { // what is JSON says so in its failures, and stderr is for one error
				fmt.Fprintf(a.stderr, "warning: %s\n", query.Shown(err.Error(), 0))
			}
		}})
	return &service{store, client}, nil
}

// peersOf returns who is asked for projects that lie elsewhere, and with which
// rights: the service that the catalog is at, or those that share a catalog in
// Postgres. Who knows the secret of these asks as one of them, others with their
// token. nil: nobody, where the catalog is a file.
func peersOf(c *config.Config, open func(context.Context) (catalog.Store, error)) (federation.Peers, *federation.Rights) {
	switch {
	case sqlstore.IsPostgres(c.Catalog) && c.NodeSecret != "":
		return newTeam(open, c.NodeSecret), &federation.Rights{Scope: catalog.ScopeRead}
	case sqlstore.IsPostgres(c.Catalog):
		return newTeam(open, c.Token), nil
	case !httpapi.IsAddress(c.Catalog):
		return nil, nil
	}
	u, err := httpapi.Address(c.Catalog)
	if err != nil {
		return nil, nil // opening the catalog says so
	}
	url, err := federation.ServiceURL(u.String())
	if err != nil {
		return nil, nil
	}
	return federation.Only{Peer: &federation.Service{URL: url, Token: c.Token, Client: federation.NewClient()}}, nil
}

// refuseService refuses a catalog at another service, of which a service has no
// use: it would hand out what it was given.
func refuseService(c *config.Config) error {
	if !httpapi.IsAddress(c.Catalog) {
		return nil
	}
	return usagef("a service needs a catalog of its own, a file or postgres://; %s is at another service", c.Catalog)
}
