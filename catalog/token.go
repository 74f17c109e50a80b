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

// Scope says what the bearer of a token may do. Each has those before it.
type Scope string

// Scopes.
const (
	ScopeRead  Scope = "read"  // ask
	ScopeWrite Scope = "write" // also index, and write what people say of projects
	ScopeAdmin Scope = "admin" // also scan
)

var scopes = []Scope{ScopeRead, ScopeWrite, ScopeAdmin}

// Token is what is kept of a token. The token itself is shown once and kept
// nowhere. Times are Unix seconds.
type Token struct {
	ID       string   `json:"id,omitzero"`       // names it in lists; no secret
	Name     string   `json:"name,omitzero"`     // whose it is, or what for
	Hash     string   `json:"hash,omitzero"`     // HashToken of it
	Scope    Scope    `json:"scope,omitzero"`    // what it may do
	Projects []string `json:"projects,omitzero"` // globs of the names of the projects that it is for; nil: all
	Created  int64    `json:"created,omitzero"`
	Expires  int64    `json:"expires,omitzero"`   // 0: never
	LastUsed int64    `json:"last_used,omitzero"` // known to a minute; 0: never
	Revoked  int64    `json:"revoked,omitzero"`   // from when it does not count; 0: it is not
}

// Tokens is a register of tokens. It stands beside Store; its errors are those.
type Tokens interface {
	// AddToken enters a token. ErrUsage: see Token.Check.
	AddToken(ctx context.Context, t Token) error
	// ListTokens lists all, revoked and expired ones too, by time of creation
	// and id.
	ListTokens(ctx context.Context) ([]Token, error)
	// RevokeToken ends a token at a time, which may be one to come; one that ends
	// sooner stays as it is. A *NotFoundError for an unknown id.
	RevokeToken(ctx context.Context, id string, at int64) (changed bool, err error)
	// TokenUsed notes when a token was used. To spare writes, a time less than
	// a minute after the one that is known is not noted.
	TokenUsed(ctx context.Context, id string, at int64) error
}

// TokenPrefix starts every token, so that programs that look for secrets in
// texts find them.
const TokenPrefix = "cgt_"

// NewToken returns a token of 256 random bits and an id for it.
func NewToken() (secret, id string) {
	b := make([]byte, 32+4)
	rand.Read(b) // never fails
	return TokenPrefix + base64.RawURLEncoding.EncodeToString(b[:32]), hex.EncodeToString(b[32:])
}

// HashToken returns what is kept of a token. It needs no salt: tokens are random.
func HashToken(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Check returns an ErrUsage that says what is wrong with the token, or nil.
func (t Token) Check() error {
	switch {
	case t.ID == "" || len(t.Hash) != 2*sha256.Size:
		return fmt.Errorf("%w: a token without id or hash", ErrUsage)
	case !slices.Contains(scopes, t.Scope):
		return fmt.Errorf("%w: unknown scope %q; known are read, write, admin", ErrUsage, t.Scope)
	}
	for _, g := range t.Projects {
		if _, err := path.Match(g, ""); err != nil || g == "" {
			return fmt.Errorf("%w: %q is no glob of project names", ErrUsage, g)
		}
	}
	return nil
}

// Counts reports whether the token may be used at a time.
func (t Token) Counts(now int64) bool {
	return (t.Revoked == 0 || now < t.Revoked) && (t.Expires == 0 || now < t.Expires)
}

// May reports whether the token has the scope.
func (t Token) May(s Scope) bool {
	return slices.Contains(scopes, s) && slices.Index(scopes, t.Scope) >= slices.Index(scopes, s)
}

// Sees reports whether the token is for a project. For others it does not
// exist.
func (t Token) Sees(p Project) bool {
	return t.Projects == nil || slices.ContainsFunc(t.Projects, func(g string) bool {
		// A name is no path: its slashes are like other characters.
		ok, err := path.Match(strings.ReplaceAll(strings.ToLower(g), "/", "\x00"), strings.ReplaceAll(strings.ToLower(p.Name), "/", "\x00"))
		return err == nil && ok
	})
}
