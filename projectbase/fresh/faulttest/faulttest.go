// Package faulttest sets the number of injected faults in tests, and skips tests
// that the machine does not support.
package faulttest

import (
	"fmt"
	"os"
	"testing"
)

// Rounds returns the number of times to inject a fault: long if
// CODEGRAPH_FAULTS=long is set, otherwise short. README.md describes the long
// form.
func Rounds(short, long int) int {
	if os.Getenv("CODEGRAPH_FAULTS") == "long" {
		return long
	}
	return short
}

// NotTested skips a test that the machine does not support. If
// CODEGRAPH_FAULTS_REQUIRED is set, the test fails instead.
func NotTested(t *testing.T, format string, args ...any) {
	t.Helper()
	text := "NOT TESTED: " + fmt.Sprintf(format, args...)
	if os.Getenv("CODEGRAPH_FAULTS_REQUIRED") != "" {
		t.Fatal(text)
	}
	t.Skip(text)
}
