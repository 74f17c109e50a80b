// Package assistant registers CodeGraph with coding assistants and Git. It edits
// server lists and hooks in configuration files, and marked blocks in instruction
// files and Git hooks.
//
// These files belong to the user and other programs. Setup and Unsetup return the
// planned Changes; only Apply writes. A change adds or removes CodeGraph's entries
// and keeps every other byte, comments, formatting and line ends included. Unsetup
// directly after Setup restores the former files. A file that does not parse is
// never written. The package recognizes CodeGraph's entries by key, marks or
// command and keeps no other record.
package assistant
