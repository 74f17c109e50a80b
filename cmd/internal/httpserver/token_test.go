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
		for _, asked := range []string{"Bearer " + token, "bearer fedcba9876543210"} {
			if _, _, allowed := tokens.allow(t.Context(), asked); !allowed {
				t.Errorf("%q is not allowed", asked)
			}
		}
		for _, asked := range []string{"", "Bearer", "Bearer ", "Bearer # people", token} {
			if _, _, allowed := tokens.allow(t.Context(), asked); allowed {
				t.Errorf("%q is allowed", asked)
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
