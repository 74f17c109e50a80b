package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/httpserver"
	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"
	"codegraph/cmd/internal/upload"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/settings"

	"github.com/spf13/cobra"
)

// serving is a service that does not listen yet.
type serving struct {
	workspace *workspace.Workspace
	uploads   *upload.UploadStore
	tokens    *httpserver.Tokens // nil: every user of this machine may ask
	log       *slog.Logger
}

// serve answers over HTTP until the program is interrupted. An interrupt is not an
// error.
func (a *app) serve(cmd *cobra.Command, f *serveFlags) error {
	if err := f.valid(); err != nil {
		return err
	}
	offered, err := tools.Offered(f.tools)
	if err != nil {
		return err
	}
	s, err := a.serving(cmd, f)
	if err != nil {
		return err
	}
	if !f.noWatch {
		defer a.keepWarm(s.workspace)()
	}
	web, done := s.server(f, offered)
	defer done()
	l, err := httpserver.Listen(cmd.Context(), f.listen, s.tokens)
	if err != nil {
		return err
	}
	s.log.Info("listening", "address", "http://"+l.Addr().String(), "version", readVersions().Version, "tokens", s.tokens != nil, "repos", s.workspace.Within)
	wait := s.beside(cmd.Context(), f)
	err = web.Serve(cmd.Context(), l)
	wait()
	if err == nil {
		s.log.Info("ended")
	}
	return err
}

// serving opens the catalog, the tokens and the workspace of the service.
func (a *app) serving(cmd *cobra.Command, f *serveFlags) (*serving, error) {
	c, err := a.config(cmd)
	if err != nil {
		return nil, err
	}
	s := &serving{log: a.serverLogger(c)}
	if s.tokens, err = httpserver.NewTokens(f.tokenFile, c.Token); err != nil {
		return nil, err
	}
	if err := refuseService(c); err != nil {
		return nil, err
	}
	if s.workspace, err = a.workspace(cmd); err != nil {
		return nil, err
	}
	if s.uploads, err = f.uploads(); err != nil {
		return nil, err
	}
	if s.tokens != nil || f.required {
		s.tokens = s.tokens.Keep(s.workspace.Catalog)
	}
	for _, w := range f.removed.warnings() {
		s.log.Warn(w)
	}
	if host := f.removed.host(); host != "" {
		f.hosts = append(f.hosts, host)
	}
	return s, within(s.workspace, f.repos, cmd.Flag("directory").Changed)
}

// server returns the HTTP server of s, and a function that ends its MCP sessions.
func (s *serving) server(f *serveFlags, offered []*tool.Spec) (web *httpserver.Server, done func()) {
	version := readVersions().Version
	mcp := mcpserver.New(s.workspace, mcpserver.Options{Tools: offered, Version: version, Logger: s.log, SessionIdle: f.o.SessionIdle, MaxBody: f.o.MaxBody,
		// Calls begin when web serves.
		Ran: func(ctx context.Context, t *tool.Spec, arguments []byte, err error) { web.Ran(ctx, t, arguments, err) }})
	o := f.o
	o.Uploads = s.uploads
	o.Workspace, o.MCP, o.Version, o.Logger = s.workspace, mcp.Handler(), version, s.log
	o.Tokens, o.Hosts, o.Origins = s.tokens, f.hosts, f.origins
	o.Entered = func(ctx context.Context) { relink(ctx, s.workspace, s.log) }
	web = httpserver.New(o)
	return web, mcp.Close
}

// beside starts the background work of a service: scans and watches. It runs until
// ctx ends; wait returns when all of it has ended.
func (s *serving) beside(ctx context.Context, f *serveFlags) (wait func()) {
	var all sync.WaitGroup
	started := time.Now()
	all.Go(func() {
		tidy(ctx, s.workspace, s.uploads, started, s.log)
		if f.scan {
			keepScanned(ctx, f.scanEvery, s.log, func() error { return scanAll(ctx, s.workspace, s.log) })
		}
	})
	return all.Wait
}

// within confines d to the served directories: those of the flags, else the current
// project. It keeps the directory of d if that is given or served, else it takes the
// first one.
func within(d *workspace.Workspace, repos []string, chosen bool) error {
	if len(repos) == 0 {
		here, err := filepath.EvalSymlinks(d.Dir)
		if err != nil {
			return usagef("%v", err)
		}
		if root, ok := settings.FindRoot(here, d.Locations); ok {
			here = root
		}
		d.Within = []string{here}
		return nil
	}
	for _, name := range repos {
		dir, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		resolved, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return fmt.Errorf("serve %s: %w", name, err)
		}
		if info, err := os.Stat(resolved); err != nil || !info.IsDir() {
			return usagef("serve %s: it is not a directory", name)
		}
		d.Within = append(d.Within, resolved)
		if dir != resolved {
			d.Within = append(d.Within, dir)
		}
	}
	inside := slices.ContainsFunc(d.Within, func(root string) bool {
		rel, err := filepath.Rel(root, d.Dir)
		return err == nil && filepath.IsLocal(rel)
	})
	switch {
	case chosen && !inside:
		return usagef("-C %s lies outside of the directories of --repos", d.Dir)
	case !inside:
		d.Dir = d.Within[0]
	}
	return nil
}

// serverLogger returns the logger of a server. It logs requests unless the
// configuration sets another level.
func (a *app) serverLogger(c *config.Config) *slog.Logger {
	for _, s := range c.Settings() {
		if s.Name == "log_level" && s.Source != "default" {
			return a.logger(c)
		}
	}
	verbose := *c
	verbose.LogLevel = "info"
	if a.quiet {
		verbose.LogLevel = "warn"
	}
	return a.logger(&verbose)
}
