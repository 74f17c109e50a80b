package catalog

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Scope is the right of a token. Each scope includes those before it.
type Scope string

// Scopes.
const (
	ScopeRead  Scope = "read"  // query
	ScopeWrite Scope = "write" // also index, publish, and set tags, names and descriptions
	ScopeAdmin Scope = "admin" // also scan, forget projects and manage tokens
)

var scopes = []Scope{ScopeRead, ScopeWrite, ScopeAdmin}

// Token is the record of an access token. The secret itself is shown once and never
// stored. Times are Unix seconds.
type Token struct {
	ID       string   `json:"id,omitzero"`       // public; names the token in lists
	Name     string   `json:"name,omitzero"`     // of its user or its purpose
	Hash     string   `json:"hash,omitzero"`     // see HashToken
	Scope    Scope    `json:"scope,omitzero"`    // its right
	Projects []string `json:"projects,omitzero"` // globs of project names; nil for all projects
	Created  int64    `json:"created,omitzero"`
	Expires  int64    `json:"expires,omitzero"`   // 0: never
	LastUsed int64    `json:"last_used,omitzero"` // known to a minute; 0: never
	Revoked  int64    `json:"revoked,omitzero"`   // 0: not revoked
}

// Tokens is the register of access tokens.
type Tokens interface {
	// AddToken adds a token. ErrUsage: see Token.Check.
	AddToken(ctx context.Context, t Token) error
	// ListTokens lists all tokens, also revoked and expired ones, by creation time
	// and id.
	ListTokens(ctx context.Context) ([]Token, error)
	// RevokeToken ends a token at a time, possibly in the future; a token that ends
	// earlier stays unchanged. *NotFoundError for an unknown id.
	RevokeToken(ctx context.Context, id string, at int64) (changed bool, err error)
	// TokenUsed records the last use of a token. To save writes, it ignores a time
	// less than a minute after the recorded one.
	TokenUsed(ctx context.Context, id string, at int64) error
}

// TokenPrefix starts every token, so that secret scanners find tokens.
const TokenPrefix = "cgt_"

// NewToken returns a secret of 256 random bits and an id for it.
func NewToken() (secret, id string) {
	b := make([]byte, 32+4)
	rand.Read(b) // never fails
	return TokenPrefix + base64.RawURLEncoding.EncodeToString(b[:32]), hex.EncodeToString(b[32:])
}

// HashToken returns the stored hash of a secret. Random secrets need no salt.
func HashToken(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Check returns an ErrUsage that describes the mistake in the token, or nil.
func (t Token) Check() error {
	switch {
	case t.ID == "" || len(t.Hash) != 2*sha256.Size:
		return fmt.Errorf("%w: a token needs an id and a hash", ErrUsage)
	case !slices.Contains(scopes, t.Scope):
		return fmt.Errorf("%w: unknown scope %q; known are read, write, admin", ErrUsage, t.Scope)
	}
	for _, g := range t.Projects {
		if _, err := path.Match(g, ""); err != nil || g == "" {
			return fmt.Errorf("%w: %q is not a valid glob of project names", ErrUsage, g)
		}
	}
	return nil
}

// Counts reports whether the token is valid at a time.
func (t Token) Counts(now int64) bool {
	return (t.Revoked == 0 || now < t.Revoked) && (t.Expires == 0 || now < t.Expires)
}

// May reports whether the token has the scope.
func (t Token) May(s Scope) bool {
	return slices.Contains(scopes, s) && slices.Index(scopes, t.Scope) >= slices.Index(scopes, s)
}

// Sees reports whether the token gives access to a project. Other projects do not
// exist for its user.
func (t Token) Sees(p Project) bool {
	return t.Projects == nil || slices.ContainsFunc(t.Projects, func(g string) bool {
		// In a name, a slash is an ordinary character.
		ok, err := path.Match(strings.ReplaceAll(strings.ToLower(g), "/", "\x00"), strings.ReplaceAll(strings.ToLower(p.Name), "/", "\x00"))
		return err == nil && ok
	})
}
