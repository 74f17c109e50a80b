// Package archtest holds the import rules of this module as a test: which
// package may import which other, and which third-party modules are fenced in
// where. Its test parses the sources itself, so that a broken rule cannot hide
// behind the test cache of another package.
//
// A new package is a new row in rules; a new third-party module is a new row in
// fences. Both are decisions.
package archtest
