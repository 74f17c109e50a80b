// Package index builds the index of a project and updates it: it plans which
// files to read, has them extracted, writes their facts and publishes the
// result. After any sequence of its operations, the index equals the result of
// a fresh Init of the same tree.
package index
