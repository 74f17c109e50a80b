// Package graph has the tools that answer from symbols and references: symbol,
// callers, callees, references, impact, affected, hierarchy and imports.
package graph
