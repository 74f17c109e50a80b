// Package archtest checks the structure of this module in its tests: import
// rules, sizes of packages and types, and language ids outside projectbase/lang.
// The tests parse the sources themselves, because the test cache does not see
// changes in other packages.
//
// A new package needs a row in rules, and a new third-party module a row in
// fences.
package archtest
