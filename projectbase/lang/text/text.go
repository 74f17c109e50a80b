// Package text describes text without a grammar: JSON, plain text, and every file
// that no other language takes. Only terms are extracted.
package text

import "codegraph/projectbase/lang"

// Language is text of any kind. It is indexed only if the configuration names it.
var Language = &lang.Language{
	ID:   "text",
	Name: "Text",
	Tier: 2,

	Files: lang.Files{
		Extensions: []string{".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".geojson", ".webmanifest", ".txt", ".text", ".rst", ".adoc", ".org", ".csv", ".tsv", ".xml", ".ini", ".cfg", ".conf", ".properties", ".env"},
		OptIn:      true,
		Rest:       true,
	},
}
