// Package question has the tools that answer from the files and terms of an
// index: query, signature, tree, summary, status, docs, export and doctor.
package question
