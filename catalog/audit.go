package catalog

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bearer is the kind of what an asker showed.
type Bearer string

// Kinds of bearers.
const (
	BearerToken Bearer = "token" // one of the catalog
	BearerGiven Bearer = "given" // one that a service was started with
	BearerNone  Bearer = "none"  // the service asks for no token
)

// AuditEntry says that somebody asked something. It holds nothing of what was
// answered, and of the question only which projects it was about.
type AuditEntry struct {
	ID      string `json:"id"`             // see NewAuditID; an entry is kept once
	At      int64  `json:"at"`             // Unix milliseconds
	Node    string `json:"node,omitzero"`  // that was asked
	Bearer  Bearer `json:"bearer"`         // how the asker was known
	Token   string `json:"token,omitzero"` // id of his token; "": it has none
	Name    string `json:"name,omitzero"`  // of the token
	What    string `json:"what"`           // the name of a tool, catalog/METHOD, ask/NAME, or publish
	Project string `json:"project,omitzero"`
	Scope   string `json:"scope,omitzero"` // several projects, as asked
	Outcome string `json:"outcome"`        // ok, or the code of an error
}

// AuditQuery selects entries.
type AuditQuery struct {
	Since int64  `json:"since,omitzero"` // Unix milliseconds
	Token string `json:"token,omitzero"` // id; "": any
	Limit int    `json:"limit,omitzero"` // the latest; 0 is MaxAudit, which is the most
}

// MaxAudit is how many entries are listed at once.
const MaxAudit = 10_000

// AuditReader is an audit log that can be read.
type AuditReader interface {
	// ListAudit lists entries, the latest first. ErrUsage: see AuditQuery.Check.
	ListAudit(ctx context.Context, q AuditQuery) ([]AuditEntry, error)
}

// Audit is an audit log. It stands beside Store; its errors are those.
type Audit interface {
	AuditReader
	// AddAudit enters entries as Clean returns them, all or none. One whose id is
	// there is left out, so that it may be repeated. ErrUsage: see
	// AuditEntry.Check.
	AddAudit(ctx context.Context, entries []AuditEntry) error
	// TrimAudit drops the entries from before a time in Unix milliseconds and
	// says how many those were.
	TrimAudit(ctx context.Context, before int64) (dropped int, err error)
}

// NewAuditID returns an id that no other entry has.
func NewAuditID() string {
	b := make([]byte, 12)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Check returns an ErrUsage that says what the entry lacks, or nil.
func (e AuditEntry) Check() error {
	if e.ID == "" || e.At <= 0 || e.Bearer == "" || e.What == "" || e.Outcome == "" {
		return fmt.Errorf("%w: an entry of the audit log without id, time, bearer, what or outcome", ErrUsage)
	}
	return nil
}

// maxAuditText is the longest text in an entry, in bytes.
const maxAuditText = 200

// Clean returns the entry with texts that are safe to keep and to show: of
// bounded length, and without control characters.
func (e AuditEntry) Clean() AuditEntry {
	for _, s := range []*string{&e.ID, &e.Node, &e.Token, &e.Name, &e.What, &e.Project, &e.Scope, &e.Outcome} {
		*s = auditText(*s)
	}
	return e
}

func auditText(s string) string {
	const cut = "..."
	long := len(s) > maxAuditText
	if long {
		s = s[:maxAuditText-len(cut)]
		for !utf8.ValidString(s) && len(s) > maxAuditText-len(cut)-utf8.UTFMax {
			s = s[:len(s)-1] // a character that was cut
		}
	}
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, s)
	if long {
		s += cut
	}
	return s
}

// Check returns an ErrUsage that says what is wrong with the query, or nil.
func (q AuditQuery) Check() error {
	if q.Limit < 0 || q.Limit > MaxAudit {
		return fmt.Errorf("%w: limit %d is not from 1 to %d", ErrUsage, q.Limit, MaxAudit)
	}
	return nil
}

// Most returns how many entries the query wants.
func (q AuditQuery) Most() int {
	if q.Limit == 0 {
		return MaxAudit
	}
	return q.Limit
}
