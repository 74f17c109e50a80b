package action

import (
	"errors"
	"testing"

	"codegraph/projectbase"
)

func TestParseFileRange(t *testing.T) {
	for arg, want := range map[string]FileRange{
		"a.go":       {File: "a.go"},
		"a.go:4":     {"a.go", 4, 4},
		"a.go:4-9":   {"a.go", 4, 9},
		"c:/x/a.go":  {File: "c:/x/a.go"},
		"a:b":        {File: "a:b"},
		"a:1:b.go:7": {"a:1:b.go", 7, 7},
	} {
		if got, err := ParseFileRange(arg); err != nil || got != want {
			t.Errorf("ParseFileRange(%q) = %+v, %v; want %+v", arg, got, err, want)
		}
	}
	for _, arg := range []string{"a.go:0", "a.go:9-4", ":4", "a.go:0-4"} {
		if got, err := ParseFileRange(arg); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("ParseFileRange(%q) = %+v, %v; want ErrUsage", arg, got, err)
		}
	}
}

func TestSetRange(t *testing.T) {
	for text, want := range map[string]SyncIn{
		"HEAD~3..HEAD": {Git: true, FromCommit: "HEAD~3", ToCommit: "HEAD"},
		"abc..":        {Git: true, FromCommit: "abc"},
	} {
		var got SyncIn
		if err := got.SetRange(text); err != nil || got != want {
			t.Errorf("SetRange(%q) = %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "HEAD", "..HEAD", "a...b", "--upload-pack=x..y", "a..--output=x"} {
		var got SyncIn
		if err := got.SetRange(text); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("SetRange(%q) = %+v, %v; want ErrUsage", text, got, err)
		}
	}
}
