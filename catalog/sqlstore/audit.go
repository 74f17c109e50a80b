package sqlstore

import (
	"context"

	"codegraph/catalog"
)

var _ catalog.Audit = (*Store)(nil)

// AddAudit implements catalog.Audit.
func (s audit) AddAudit(ctx context.Context, entries []catalog.AuditEntry) error {
	for _, e := range entries {
		if err := e.Check(); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return s.update(ctx, "write the audit log of", func(t *tx) error {
		for _, e := range entries {
			e = e.Clean()
			if err := t.later("insert_audit", e.ID, e.At, e.Node, string(e.Bearer), e.Token, e.Name, e.What, e.Project, e.Scope, e.Outcome); err != nil {
				return err
			}
		}
		return nil
	})
}

// ListAudit implements catalog.AuditReader.
func (s audit) ListAudit(ctx context.Context, q catalog.AuditQuery) (out []catalog.AuditEntry, err error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	err = s.view(ctx, "read the audit log of", func(t *tx) error {
		out = nil
		return t.each("audit", []any{q.Since, q.Token, q.Most()}, func(r *row) error {
			var e catalog.AuditEntry
			err := r.Scan(&e.ID, &e.At, &e.Node, &e.Bearer, &e.Token, &e.Name, &e.What, &e.Project, &e.Scope, &e.Outcome)
			out = append(out, e)
			return err
		})
	})
	return out, err
}

// TrimAudit implements catalog.Audit.
func (s audit) TrimAudit(ctx context.Context, before int64) (dropped int, err error) {
	err = s.attempt(ctx, "trim the audit log of", func(t *tx) error {
		if _, err := t.one("count_audit_before", []any{before}, &dropped); err != nil || dropped == 0 {
			return err
		}
		return t.exec("delete_audit_before", before)
	})
	if err != nil {
		return 0, err
	}
	return dropped, nil
}
