// Package faulttest says how often tests inject faults, and what becomes of those
// that a machine has no means for.
package faulttest

import (
	"fmt"
	"os"
	"testing"
)

// Rounds is how often a fault is injected. The long form, of which README.md
// tells, is asked for by CODEGRAPH_FAULTS=long.
func Rounds(short, long int) int {
	if os.Getenv("CODEGRAPH_FAULTS") == "long" {
		return long
	}
	return short
}

// NotTested ends a test that the machine has no means for. Where all must be
// tested CODEGRAPH_FAULTS_REQUIRED is set, and that is a failure.
func NotTested(t *testing.T, format string, args ...any) {
	t.Helper()
	text := "NOT TESTED: " + fmt.Sprintf(format, args...)
	if os.Getenv("CODEGRAPH_FAULTS_REQUIRED") != "" {
		t.Fatal(text)
	}
	t.Skip(text)
}
