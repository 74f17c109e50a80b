package source

import (
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase"
)

// A name that is too long stands for every existing path without a stamp.
func TestSweepUnstamped(t *testing.T) {
	root := t.TempDir()
	mustWrite(t, filepath.Join(root, "back.go"), "")
	for path, rescan := range map[projectbase.Path]bool{
		projectbase.Path(strings.Repeat("x", 1000)): false,
		"back.go": true,
		"gone.go": true,
	} {
		known := Known{Skipped: []Skipped{{Skip: projectbase.Skip{Path: path, Reason: projectbase.SkipUnreadable}, Stat: Unstamped}}}
		c, err := Sweep(t.Context(), root, known, Hooks{})
		if err != nil || c.Rescan != rescan {
			t.Errorf("%.10s: %+v, %v", path, c, err)
		}
	}
}
