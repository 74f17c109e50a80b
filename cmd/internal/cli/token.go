package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase/query"

	"github.com/spf13/cobra"
)

// newToken returns the command for the tokens of the catalog.
func newToken(a *app) *cobra.Command {
	group := &cobra.Command{Use: "token", Short: "Manage the access tokens of a service", GroupID: groupServe,
		Long: `Manage the access tokens of a service

The catalog stores the hashes of the tokens. Every service of the catalog accepts a
new token within seconds. A token is shown only once, when it is created.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown action %q; known are create, list, revoke, rotate, audit", args[0])
			}
			return cmd.Help()
		}}
	var k catalog.Token
	var scope string
	var valid time.Duration
	create := &cobra.Command{Use: "create NAME", Short: "Create a token and print it", Args: oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			if valid < 0 {
				return usagef("--expires must be more than 0")
			}
			k.Name, k.Scope = args[0], catalog.Scope(scope)
			if valid > 0 {
				k.Expires = time.Now().Add(valid).Unix()
			}
			return a.withTokens(cmd, func(ctx context.Context, tokens catalog.Tokens) error {
				return tokenPrinter{a}.makeToken(ctx, tokens, k)
			})
		}}
	create.Flags().StringVar(&scope, "scope", string(catalog.ScopeRead), "read, write or admin")
	create.Flags().StringArrayVar(&k.Projects, "project", nil, "glob of project names that it is for; may be repeated (default all)")
	create.Flags().DurationVar(&valid, "expires", 0, "time until it ends, such as 720h (default never)")
	list := &cobra.Command{Use: "list", Short: "List the tokens", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.withTokens(cmd, tokenPrinter{a}.listTokens) }}
	revoke := &cobra.Command{Use: "revoke ID", Short: "Revoke a token", Args: oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withTokens(cmd, func(ctx context.Context, tokens catalog.Tokens) error {
				_, err := tokens.RevokeToken(ctx, args[0], time.Now().Unix())
				return err
			})
		}}
	var grace time.Duration
	rotate := &cobra.Command{Use: "rotate ID", Short: "Replace a token by a new one with the same rights", Args: oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			if grace < 0 {
				return usagef("--grace must not be less than 0")
			}
			return a.withTokens(cmd, func(ctx context.Context, tokens catalog.Tokens) error {
				return tokenPrinter{a}.rotateToken(ctx, tokens, args[0], grace)
			})
		}}
	rotate.Flags().DurationVar(&grace, "grace", 0, "time that the old one counts on, such as 24h")
	group.AddCommand(create, list, revoke, rotate, newTokenAudit(a))
	return group
}

func oneName(cmd *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "" {
		_, what, _ := strings.Cut(cmd.Use, " ")
		return usagef("give one %s", what)
	}
	return nil
}

// withTokens runs f with the tokens of the catalog.
func (a *app) withTokens(cmd *cobra.Command, f func(context.Context, catalog.Tokens) error) error {
	return a.withCatalog(cmd, func(ctx context.Context, store catalog.Store) error { return f(ctx, store) })
}

// withCatalog runs f with the catalog.
func (a *app) withCatalog(cmd *cobra.Command, f func(context.Context, catalog.Store) error) error {
	c, err := a.config(cmd)
	if err != nil {
		return err
	}
	store, err := a.openCatalog(cmd.Context(), c)
	if err != nil {
		return err
	}
	defer store.Close()
	return f(cmd.Context(), store)
}

// shownToken is a token as it is printed.
type shownToken struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Scope    catalog.Scope `json:"scope"`
	Projects []string      `json:"projects"` // empty: all
	Created  int64         `json:"created"`
	Expires  int64         `json:"expires,omitempty"`
	Ends     int64         `json:"ends,omitempty"` // of one that is ending
	LastUsed int64         `json:"last_used,omitempty"`
	State    string        `json:"state"`           // active, ending, expired or revoked
	Token    string        `json:"token,omitempty"` // once
}

func shown(k catalog.Token) shownToken {
	s := shownToken{ID: k.ID, Name: k.Name, Scope: k.Scope, Projects: slices.Concat([]string{}, k.Projects), Created: k.Created, Expires: k.Expires,
		LastUsed: k.LastUsed, State: "active"}
	switch {
	case k.Revoked != 0 && k.Revoked <= time.Now().Unix():
		s.State = "revoked"
	case !k.Counts(time.Now().Unix()):
		s.State = "expired"
	case k.Revoked != 0:
		s.State, s.Ends = "ending", k.Revoked
	}
	return s
}

// makeToken enters a token with the settings of k and prints it.
func (a tokenPrinter) makeToken(ctx context.Context, tokens catalog.Tokens, k catalog.Token) error {
	secret, id := catalog.NewToken()
	k.ID, k.Hash, k.Created, k.LastUsed, k.Revoked = id, catalog.HashToken(secret), time.Now().Unix(), 0, 0
	if err := tokens.AddToken(ctx, k); err != nil {
		return err
	}
	if a.json {
		s := shown(k)
		s.Token = secret
		return printJSON(a.stdout, s)
	}
	_, err := fmt.Fprintf(a.stdout, "%s\n", secret)
	if err == nil && !a.quiet {
		_, err = fmt.Fprintf(a.stderr, "token %s for %s; it is not shown again\n", id, k.Name)
	}
	return err
}

func (a tokenPrinter) rotateToken(ctx context.Context, tokens catalog.Tokens, id string, grace time.Duration) error {
	all, err := tokens.ListTokens(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(k catalog.Token) bool { return k.ID == id })
	switch {
	case i < 0:
		return &catalog.NotFoundError{What: "token", Name: id}
	case !all[i].Counts(time.Now().Unix()):
		return usagef("token %s has ended; make another with codegraph token create", id)
	}
	if err := a.makeToken(ctx, tokens, all[i]); err != nil {
		return err
	}
	_, err = tokens.RevokeToken(ctx, id, time.Now().Add(grace).Unix())
	return err
}

func (a tokenPrinter) listTokens(ctx context.Context, tokens catalog.Tokens) error {
	all, err := tokens.ListTokens(ctx)
	if err != nil {
		return err
	}
	rows := make([]shownToken, len(all))
	for i, k := range all {
		rows[i] = shown(k)
	}
	if a.json {
		return printJSON(a.stdout, struct {
			Tokens []shownToken `json:"tokens"`
		}{rows})
	}
	for _, r := range rows {
		if _, err := fmt.Fprintf(a.stdout, "%s  %-7s  %-5s  %-20s  %s  used %s\n", r.ID, r.State, r.Scope, cmp.Or(strings.Join(r.Projects, ","), "all projects"),
			query.Shown(r.Name, 0), day(r.LastUsed)); err != nil {
			return err
		}
	}
	return nil
}

// day returns the date of a time in Unix seconds.
func day(at int64) string {
	if at == 0 {
		return "never"
	}
	return time.Unix(at, 0).UTC().Format(time.DateOnly)
}
