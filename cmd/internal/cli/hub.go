package cli

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/catalog/scan"
	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase/lang/all"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// idleBases is the maximum number of indexes that stay open while unused.
const idleBases = 256

// catalogAccess returns the access of tools to other projects. It opens the
// catalog and the indexes on first use.
func (a *app) catalogAccess(c *config.Config) workspace.CatalogAccess {
	a.bases = federation.NewPool(idleBases, all.Set())
	a.catalogs = &opener{open: func(ctx context.Context) (catalog.Store, error) { return a.openCatalog(ctx, c) }, now: time.Now}
	access := workspace.CatalogAccess{Catalog: a.catalogs.get, Node: machineOf(c), Pool: a.bases, Stat: scan.FileStamp, Learning: &federation.Learning{}}
	if httpapi.IsAddress(c.Catalog) {
		// An address that cannot be used is reported when the catalog is opened.
		if client, err := httpapi.New(httpapi.Options{Address: c.Catalog, Token: c.Token}); err == nil {
			access.Service = httpapi.Tools{Client: client}
		}
	}
	return access
}

// closeCatalog closes the indexes and the catalog.
func (a *app) closeCatalog() {
	if a.bases != nil {
		// The indexes were only read, so closing them loses nothing.
		_ = a.bases.Close()
	}
	if a.catalogs != nil {
		a.catalogs.close()
	}
}

// machineOf returns the name of this machine in catalogs: the configured one, else
// machine().
func machineOf(c *config.Config) string { return cmp.Or(c.Machine, machine()) }

// machine returns a name of this machine that stays when its host name changes: a
// hash of its machine id, or the host name if it has no id.
func machine() string {
	name, err := os.Hostname()
	if err != nil {
		name = "localhost"
	}
	id, err := os.ReadFile("/etc/machine-id")
	if err != nil || len(id) < 16 {
		return name
	}
	sum := sha256.Sum256(append([]byte("codegraph node "), id...))
	return hex.EncodeToString(sum[:8])
}

// newProject returns the command that shows and changes one entry of the catalog.
func newProject(a *app) *cobra.Command {
	var yes bool
	project := &cobra.Command{Use: "project", Short: register.ProjectTool().Summary(), GroupID: tool.GroupHub,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown subcommand %q; use show, tag, untag, rename, forget or delete", args[0])
			}
			return cmd.Help()
		}}
	for _, v := range []struct {
		use, short string
		values     bool
	}{
		{"show NAME", "Show a project of the catalog", false},
		{"tag NAME TAG...", "Add tags to a project", true},
		{"untag NAME TAG...", "Remove tags from a project", true},
		{"rename NAME NEW", "Rename a project", true},
		{"forget NAME", "Remove a project from the catalog; its index stays", false},
		{"delete NAME", "Remove a project from the catalog, and our files from its index directory", false},
	} {
		action, _, _ := strings.Cut(v.use, " ")
		cmd := &cobra.Command{Use: v.use, Short: v.short, Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usagef("NAME is missing")
			case v.values && len(args) == 1:
				return usagef("%s needs a NAME and a value", action)
			case !v.values && len(args) > 1 || action == "rename" && len(args) > 2:
				return usagef("unexpected argument %q", args[len(args)-1])
			}
			return nil
		}}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if action == "delete" && !yes {
				if ok, err := a.confirm("this deletes the index of "+args[0], cmd.InOrStdin()); err != nil || !ok {
					return err
				}
			}
			return a.answer(cmd, register.ProjectTool(), &register.ProjectIn{Action: action, Name: args[0], Values: args[1:]})
		}
		if action == "delete" {
			cmd.Flags().BoolVar(&yes, "yes", false, "do not ask for confirmation")
		}
		project.AddCommand(cmd)
	}
	return project
}

func newScan(a *app, s *tool.Spec) *cobra.Command {
	cmd := s.NewCommand(func(cmd *cobra.Command, in any) error {
		d, err := a.workspace(cmd)
		if err != nil {
			return err
		}
		defer a.withProgress(d, "indexing projects")()
		return a.answerAt(cmd, d, s, in)
	})
	cmd.Use = "scan DIR"
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return cmd
}

// confirm asks for a confirmation on a terminal. Without one it fails.
func (a *app) confirm(effect string, in io.Reader) (bool, error) {
	f, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return false, usagef("%s; re-run with --yes", effect)
	}
	if _, err := io.WriteString(a.stderr, effect+"; continue? [y/N] "); err != nil {
		return false, err
	}
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
