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

// Bearer says how a client identified itself.
type Bearer string

// Kinds of bearers.
const (
	BearerToken Bearer = "token" // a token of the catalog
	BearerGiven Bearer = "given" // a token from --token-file or CODEGRAPH_TOKEN
	BearerNone  Bearer = "none"  // the service needs no token
)

// AuditEntry records one request. It holds no query text and no part of the answer.
type AuditEntry struct {
	ID      string `json:"id"`             // see NewAuditID; an id is kept once
	At      int64  `json:"at"`             // Unix milliseconds
	Node    string `json:"node,omitzero"`  // the machine of the service
	Bearer  Bearer `json:"bearer"`         // entries of earlier versions may have "node"
	Token   string `json:"token,omitzero"` // id; "" if it has none
	Name    string `json:"name,omitzero"`  // of the token
	What    string `json:"what"`           // the name of a tool, catalog/METHOD, mcp, or publish
	Project string `json:"project,omitzero"`
	Scope   string `json:"scope,omitzero"` // as in the request
	Outcome string `json:"outcome"`        // ok, or an error code
}

// AuditQuery selects entries.
type AuditQuery struct {
	Since int64  `json:"since,omitzero"` // Unix milliseconds
	Token string `json:"token,omitzero"` // id; "" for any
	Limit int    `json:"limit,omitzero"` // of the latest entries; 0 is MaxAudit, the maximum
}

// MaxAudit is the largest number of entries in one list.
const MaxAudit = 10_000

// Audit is the audit log.
type Audit interface {
	// ListAudit lists entries, the latest first. ErrUsage: see AuditQuery.Check.
	ListAudit(ctx context.Context, q AuditQuery) ([]AuditEntry, error)
	// AddAudit adds entries, cleaned by Clean, all or none. It ignores entries with a
	// known id, so that a caller can repeat it. ErrUsage: see AuditEntry.Check.
	AddAudit(ctx context.Context, entries []AuditEntry) error
	// TrimAudit drops the entries before a time in Unix milliseconds and returns
	// their number.
	TrimAudit(ctx context.Context, before int64) (dropped int, err error)
}

// NewAuditID returns a unique id.
func NewAuditID() string {
	b := make([]byte, 12)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Check returns an ErrUsage if a required field of the entry is empty, or nil.
func (e AuditEntry) Check() error {
	if e.ID == "" || e.At <= 0 || e.Bearer == "" || e.What == "" || e.Outcome == "" {
		return fmt.Errorf("%w: an audit entry needs an id, a time, bearer, what and outcome", ErrUsage)
	}
	return nil
}

// maxAuditText is the longest text in an entry, in bytes.
const maxAuditText = 200

// Clean returns the entry with texts of bounded length and without control
// characters.
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
			s = s[:len(s)-1] // part of a character
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

// Check returns an ErrUsage if the limit is out of range, or nil.
func (q AuditQuery) Check() error {
	if q.Limit < 0 || q.Limit > MaxAudit {
		return fmt.Errorf("%w: limit %d is not from 1 to %d", ErrUsage, q.Limit, MaxAudit)
	}
	return nil
}

// Most returns the largest number of entries in the answer.
func (q AuditQuery) Most() int {
	if q.Limit == 0 {
		return MaxAudit
	}
	return q.Limit
}
