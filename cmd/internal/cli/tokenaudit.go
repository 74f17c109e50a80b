package cli

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase/query"

	"github.com/spf13/cobra"
)

// newTokenAudit returns the command that prints the audit log.
func newTokenAudit(a *app) *cobra.Command {
	var since string
	q := catalog.AuditQuery{}
	cmd := &cobra.Command{Use: "audit", Short: "List the requests by token and project", Args: noArgs,
		Long: `List the requests by token and project

Every service of the catalog records its requests here, without the answers. Entries
are kept for 90 days and listed from the latest. The token id is "given" for tokens
of --token-file and CODEGRAPH_TOKEN, and "none" if a service requires no token.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if q.Since, err = sinceOf(since, time.Now()); err != nil {
				return err
			}
			if q.Limit <= 0 {
				return usagef("--limit must be from 1 to %d", catalog.MaxAudit)
			}
			return a.withCatalog(cmd, func(ctx context.Context, store catalog.Store) error { return tokenPrinter{a}.listAudit(ctx, store, q) })
		}}
	cmd.Flags().StringVar(&since, "since", "", "from when: a time such as 24h ago, or a date, 2006-01-02 (default all)")
	cmd.Flags().StringVar(&q.Token, "token", "", "only requests with this token id (default any)")
	cmd.Flags().IntVar(&q.Limit, "limit", 100, "maximum number of entries")
	return cmd
}

// sinceOf returns a time in Unix milliseconds: so long ago, a date or a time in
// RFC 3339.
func sinceOf(text string, now time.Time) (int64, error) {
	if text == "" {
		return 0, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago).UnixMilli(), nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(form, text); err == nil {
			return at.UnixMilli(), nil
		}
	}
	return 0, usagef("--since %q is neither a duration such as 24h nor a date such as 2006-01-02", text)
}

func (a tokenPrinter) listAudit(ctx context.Context, log catalog.Audit, q catalog.AuditQuery) error {
	list, err := log.ListAudit(ctx, q)
	if err != nil {
		return err
	}
	if a.json {
		if list == nil {
			list = []catalog.AuditEntry{}
		}
		return printJSON(a.stdout, struct {
			Entries []catalog.AuditEntry `json:"entries"`
		}{list})
	}
	for _, e := range list {
		who := string(e.Bearer)
		if e.Bearer == catalog.BearerToken {
			who = e.Token
		} else if e.Token != "" {
			who += " " + e.Token
		}
		at := time.UnixMilli(e.At).UTC().Format(time.RFC3339)
		if _, err := fmt.Fprintf(a.stdout, "%s  %-8s  %-16s  %-24s  %-12s  %s  %s\n", at, query.Shown(who, 0), query.Shown(cmp.Or(e.Name, "-"), 0),
			query.Shown(e.What, 0), query.Shown(e.Outcome, 0), query.Shown(cmp.Or(e.Project, "-"), 0), query.Shown(cmp.Or(e.Scope, "-"), 0)); err != nil {
			return err
		}
	}
	return nil
}

// tokenPrinter runs and prints the commands of tokens and of the audit log.
type tokenPrinter struct{ *app }
