// Package index makes a project index and keeps it true to its files: it plans
// which files there are to read, has them extracted, writes what they say and
// publishes the result. The index after any sequence of its operations holds
// what a fresh Init of the same tree would write.
package index
