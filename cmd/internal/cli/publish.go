package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/upload"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"

	"github.com/spf13/cobra"
)

// newPublish returns the command that sends an index to the service.
func newPublish(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "publish [PROJECT]", Short: "Send the project's index to the service, so that it answers while this machine is offline", GroupID: groupServe,
		Long: `Send the project's index to the service, so that it answers while this machine is offline

The catalog must be a service: set --catalog https://HOST, and CODEGRAPH_TOKEN to a
token with the scope write. The command updates the index and sends all of it, but
not the files. An unchanged index is not sent again. The service refuses an index
that is older than its own.`,
		Example: "  codegraph publish\n  codegraph --catalog https://codegraph.example publish ~/src/project",
	}
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%q is one argument too many", args[1])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := ""
		if len(args) == 1 {
			name = args[0]
		}
		out, err := a.publish(cmd, name)
		if err != nil {
			return err
		}
		if a.json {
			return printJSON(a.stdout, out)
		}
		did := "published"
		if out.Unchanged {
			did = "unchanged; it was published"
		}
		_, err = fmt.Fprintf(a.stdout, "%s: %s at %s (%d bytes, index of %s)\n", query.Shown(out.Project, 0), did, moment(out.PublishedAt), out.Bytes, moment(out.IndexedAt))
		return err
	}
	return cmd
}

func (a *app) publish(cmd *cobra.Command, name string) (*upload.PublishOut, error) {
	d, err := a.workspace(cmd)
	if err != nil {
		return nil, err
	}
	ctx := cmd.Context()
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	s, ok := store.(*service)
	if !ok {
		return nil, projectbase.WithHint(fmt.Errorf("%w: publishing needs a catalog service", projectbase.ErrUsage),
			projectbase.Hint{Text: "give its address with --catalog https://HOST or CODEGRAPH_CATALOG"})
	}
	s.Retry()
	dir, err := os.MkdirTemp("", "codegraph-publish-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	x, err := action.Ship(ctx, d, name, dir)
	if err != nil {
		return nil, err
	}
	if err := s.Service().Unreachable; err != nil {
		return nil, err
	}
	out, err := s.send(ctx, x)
	if errors.Is(err, catalog.ErrNotFound) {
		return nil, fmt.Errorf("%w: %s does not take the project %s: the token is not for it, or may not enter it", catalog.ErrNotAllowed, s.client.Host(), query.Shown(x.Project.Name, 0))
	}
	return out, err
}

// send sends the index if the service does not have it.
func (s *service) send(ctx context.Context, x *action.Shipment) (*upload.PublishOut, error) {
	hash, size, err := httpapi.HashFile(x.File)
	if err != nil {
		return nil, err
	}
	known, err := s.client.Projects(ctx, catalog.Query{IDs: []catalog.ProjectID{x.Project.ID}})
	if err != nil {
		return nil, err
	}
	if len(known) == 1 && known[0].Published.Hash == hash {
		pub := known[0].Published
		return &upload.PublishOut{Project: known[0].Name, ID: string(x.Project.ID), Service: s.client.Host(), Hash: hash, Bytes: size,
			PublishedAt: pub.At, IndexedAt: pub.Indexed, Unchanged: true}, nil
	}
	out := &upload.PublishOut{}
	if err := s.client.SendBase(ctx, x.Project.ID, x.File, hash, out); err != nil {
		return nil, err
	}
	out.Service = s.client.Host()
	return out, nil
}

// uploads returns the store of published indexes: in the directory of the flag,
// else beside the default catalog. It returns nil if the service accepts none.
func (f *serveFlags) uploads() (*upload.UploadStore, error) {
	if f.maxBase == 0 {
		return nil, nil
	}
	dir := f.published
	if dir == "" {
		path, err := catalogPath("")
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(filepath.Dir(path), "published")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return &upload.UploadStore{Dir: dir, Most: f.maxBase, Languages: all.Set()}, nil
}

// moment formats a time in Unix seconds.
func moment(at int64) string { return time.Unix(at, 0).UTC().Format(time.RFC3339) }
