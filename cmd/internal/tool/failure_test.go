package tool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase"
)

func TestFailureOf(t *testing.T) {
	wrap := func(err error) error { return fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", err)) }
	_, missing := os.Open("/nonexistent")
	tests := []struct {
		err  error
		code string
		exit int
	}{
		{projectbase.ErrUsage, "usage", 2},
		{projectbase.ErrNotFound, "not_found", 1},
		{projectbase.ErrNotIndexed, "not_indexed", 4},
		{&projectbase.BusyError{Base: "x", PID: 7}, "busy", 5},
		{projectbase.ErrNotAllowed, "not_allowed", 6},
		{projectbase.ErrReadOnly, "not_allowed", 6},
		{projectbase.ErrForeign, "foreign", 1},
		{projectbase.ErrTooNew, "too_new", 1},
		{projectbase.ErrCorrupt, "corrupt", 1},
		{projectbase.ErrUnreadable, "unreadable", 1},
		{projectbase.ErrLimit, "limit", 1},
		{fmt.Errorf("%w: %w", projectbase.ErrCorrupt, projectbase.ErrMalformed), "corrupt", 1},
		{missing, "missing", 1},
		{context.DeadlineExceeded, "timeout", 1},
		{context.Canceled, "unavailable", 130},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "unavailable", 1},
		{errors.New("anything else"), "internal", 1},
	}
	codes := strings.Fields("usage not_found not_indexed busy not_allowed foreign too_new corrupt unreadable missing timeout limit unavailable internal")
	seen := map[string]bool{}
	for _, tt := range tests {
		f := FailureOf(wrap(tt.err))
		if f.Code != tt.code || f.Exit != tt.exit || f.HTTP < 400 {
			t.Errorf("FailureOf(%v) = %+v; want code %s, exit %d", tt.err, f, tt.code, tt.exit)
		}
		seen[f.Code] = true
	}
	for _, c := range codes {
		if !seen[c] {
			t.Errorf("no error has code %s", c)
		}
	}
	if len(seen) != len(codes) {
		t.Errorf("codes = %v, want those of %v", seen, codes)
	}
}

func TestHintOfErrorPrecedesTable(t *testing.T) {
	err := fmt.Errorf("outer: %w", projectbase.WithHint(fmt.Errorf("x: %w", projectbase.ErrNotIndexed),
		projectbase.Suggest("", "init", projectbase.Positional("path", "/x"))))
	if f := FailureOf(err); f.Hint != "run: codegraph init /x" || f.Message != "outer: x: not indexed" {
		t.Errorf("failure = %+v", f)
	}
}
