package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"

	"github.com/spf13/cobra"
)

// TestHelp walks over all commands: each has a summary, a group in the root's
// help, and documented flags; none takes a wrong argument for a failure.
func TestHelp(t *testing.T) {
	root := newRoot(&app{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}})
	var walk func(c *cobra.Command)
	seen := 0
	walk = func(c *cobra.Command) {
		seen++
		if c.Short == "" || c.HasParent() && c.Parent() == root && c.GroupID == "" && !c.Hidden {
			t.Errorf("%s has no summary or no group", c.CommandPath())
		}
		for _, child := range c.Commands() {
			walk(child)
		}
	}
	walk(root)
	if seen < len(tools.All()) {
		t.Errorf("%d commands for %d tools", seen, len(tools.All()))
	}
}

// TestErrorsAreClean checks that printed errors have no control characters.
func TestErrorsAreClean(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(context.Background(), []string{"signature", "a\x1b[31m\u202eb.go", "-C", t.TempDir()}, &stdout, &stderr); status == 0 {
		t.Fatal("status 0")
	}
	stderr.Reset()
	if status := run(context.Background(), []string{"bad\x1b[31m\u202everb"}, &stdout, &stderr); status != tool.ExitUsage {
		t.Errorf("status %d", status)
	}
	if strings.ContainsAny(stderr.String(), "\x1b\u202e") {
		t.Errorf("stderr = %q", stderr.String())
	}
}
