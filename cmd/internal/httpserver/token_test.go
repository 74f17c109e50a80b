package httpserver

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNewTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	for text, ok := range map[string]bool{
		"# people\n" + token + "\n\n  fedcba9876543210  \r\n": true,
		"": false, "# none\n": false, "short\n": false, "two words in one line\n": false,
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		tokens, err := NewTokens(file)
		if (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
		if !ok {
			continue
		}
		for _, header := range []string{"Bearer " + token, "bearer fedcba9876543210"} {
			if _, _, allowed := tokens.allow(t.Context(), header); !allowed {
				t.Errorf("%q is not allowed", header)
			}
		}
		for _, header := range []string{"", "Bearer", "Bearer ", "Bearer # people", token} {
			if _, _, allowed := tokens.allow(t.Context(), header); allowed {
				t.Errorf("%q is allowed", header)
			}
		}
	}
	if tokens, err := NewTokens("", "", ""); tokens != nil || err != nil {
		t.Errorf("no tokens: %v, %v", tokens, err)
	}
	if _, err := NewTokens(file + "-not-there"); err == nil {
		t.Error("no file: no error")
	}
}
