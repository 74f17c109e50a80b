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

// minToken is the least length of a token, in bytes: shorter ones can be
// guessed.
const minToken = 16

// Tokens are those that may ask. They are kept as hashes. Those that are given
// here may do everything; those of a catalog what it says.
type Tokens struct {
	hashes [][sha256.Size]byte
	kept   *keptTokens // nil: none
}

// NewTokens returns the given tokens and those of a file, if one is named: one
// in a line, empty lines and those that start with # left out. Without any it
// returns nil.
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

// ReadSecrets returns the lines of a file, empty ones and those that start with #
// left out. One at least must be left.
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
		return nil, fmt.Errorf("%w: %s holds no token", projectbase.ErrUsage, file)
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
		return [sha256.Size]byte{}, fmt.Errorf("%w: a token has %d characters or more and no spaces; openssl rand -hex 32 makes one", projectbase.ErrUsage, minToken)
	}
	return sha256.Sum256([]byte(token)), nil
}

// caller is who asks: the hash of the token, the zero one without tokens.
type caller [sha256.Size]byte

// everything is what those may do who are not asked for a token of a catalog.
var everything = catalog.Token{Scope: catalog.ScopeAdmin}

// allow returns who asks with the value of an Authorization header, and what
// they may do. Its time depends on neither the tokens nor on how much of one is
// right.
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
	// Hashes of random tokens are looked up by: what the time tells of one is
	// no help to guess another.
	one, ok := t.kept.find(ctx, catalog.HashToken(token))
	return caller(sum), one, ok
}
