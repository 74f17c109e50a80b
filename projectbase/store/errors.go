package store

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"codegraph/projectbase"
)

// Corrupt returns the error for an index in dir that is damaged; err has the
// reason.
func Corrupt(dir string, err error) error {
	return projectbase.WithHint(fmt.Errorf("the index in %s is %w: %w", dir, projectbase.ErrCorrupt, err),
		projectbase.Suggest("", "init", projectbase.Flag("rebuild", true)))
}

// Foreign returns the error for an index.db of another program.
func Foreign(dir string) error {
	return projectbase.WithHint(fmt.Errorf("%s was %w", filepath.Join(dir, FileName), projectbase.ErrForeign),
		projectbase.Hint{Text: "choose another directory for the index: set CODEGRAPH_DIR or CODEGRAPH_BASES"})
}

// NotIndexed returns the error for a failed look at the index file in dir.
func NotIndexed(dir string, err error) error {
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w: %s has no %s", projectbase.ErrNotIndexed, dir, FileName)
	}
	return fmt.Errorf("open the index in %s: %w: %w", dir, projectbase.ErrUnreadable, err)
}
