// Package document reads JSON, TOML, YAML and XML into trees whose values know
// their lines. It bounds nesting and refuses entities and aliases that expand,
// because the documents are untrusted.
package document
