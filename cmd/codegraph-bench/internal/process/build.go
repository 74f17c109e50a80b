package process

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
)

// BuildProgram builds the codegraph program and returns its path.
func BuildProgram(ctx context.Context, scratch string) (string, error) {
	program := filepath.Join(scratch, "codegraph")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "codegraph/cmd/codegraph")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build codegraph (run this in its module, or give -codegraph): %w\n%s", err, out)
	}
	return program, nil
}
