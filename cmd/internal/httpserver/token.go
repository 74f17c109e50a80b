package httpserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"os"
	"strings"

	"codegraph/catalog"
	"codegraph/projectbase"
)

// minToken is the minimum length of a token in bytes.
const minToken = 16

// Tokens holds the hashes of the access tokens that the server accepts. A token
// from a flag, the environment or a file has every scope; a token of the catalog
// has the scope that the catalog gives it.
type Tokens struct {
	hashes [][sha256.Size]byte
	kept   *keptTokens // tokens of the catalog; nil: none
}

// NewTokens returns the given tokens and the tokens of a file; file may be "". See
// ReadSecrets for the format. Without any token it returns nil.
func NewTokens(file string, given ...string) (*Tokens, error) {
	t := &Tokens{}
	for _, token := range given {
		if token != "" {
			if err := t.add(token); err != nil {
				return nil, err
			}
		}
	}
	if file == "" {
		if len(t.hashes) == 0 {
			return nil, nil
		}
		return t, nil
	}
	list, err := ReadSecrets(file)
	if err != nil {
		return nil, err
	}
	for _, token := range list {
		if err := t.add(token); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return t, nil
}

// ReadSecrets returns the lines of a file, without empty lines and lines that
// start with #. A file without any other line is an error.
func ReadSecrets(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read tokens: %w", err)
	}
	var list []string
	for line := range bytes.Lines(text) {
		if token := strings.TrimSpace(string(line)); token != "" && !strings.HasPrefix(token, "#") {
			list = append(list, token)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: %s contains no token", projectbase.ErrUsage, file)
	}
	return list, nil
}

func (t *Tokens) add(token string) error {
	sum, err := hashOf(token)
	if err == nil {
		t.hashes = append(t.hashes, sum)
	}
	return err
}

func hashOf(token string) ([sha256.Size]byte, error) {
	if len(token) < minToken || strings.ContainsAny(token, " \t\r\n") {
		return [sha256.Size]byte{}, fmt.Errorf("%w: a token needs at least %d characters and no spaces; create one with: openssl rand -hex 32", projectbase.ErrUsage, minToken)
	}
	return sha256.Sum256([]byte(token)), nil
}

// caller identifies a client by the hash of its token. It is zero on a server
// without tokens.
type caller [sha256.Size]byte

// everything is the access of a client whose token is not from the catalog.
var everything = catalog.Token{Scope: catalog.ScopeAdmin}

// allow returns the caller and the access for an Authorization header. Its time
// does not reveal the tokens or how much of a guess is right.
func (t *Tokens) allow(ctx context.Context, authorization string) (caller, catalog.Token, bool) {
	if t == nil {
		return caller{}, everything, true
	}
	scheme, token, _ := strings.Cut(authorization, " ")
	token = strings.TrimSpace(token)
	sum := sha256.Sum256([]byte(token))
	found := 0
	for i := range t.hashes {
		found |= subtle.ConstantTimeCompare(sum[:], t.hashes[i][:])
	}
	switch {
	case !strings.EqualFold(scheme, "Bearer"):
		return caller{}, catalog.Token{}, false
	case found == 1:
		return caller(sum), everything, true
	case t.kept == nil || !strings.HasPrefix(token, catalog.TokenPrefix):
		return caller{}, catalog.Token{}, false
	}
	// The time of a map lookup reveals at most a part of a hash, and a hash does
	// not help to guess a random token.
	one, ok := t.kept.find(ctx, catalog.HashToken(token))
	return caller(sum), one, ok
}
