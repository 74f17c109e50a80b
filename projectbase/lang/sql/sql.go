// Package sql describes the language SQL in the dialects that its grammar knows.
package sql

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/sql"
)

// Language is SQL. Keywords are reserved in lower and upper case.
var Language = &lang.Language{
	ID:   "sql",
	Name: "SQL",
	Tier: 2,

	Files: lang.Files{Extensions: []string{".sql", ".ddl", ".dml", ".psql", ".pgsql", ".mysql"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "sql", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"identifier"},
		Keywords: keywords(`add all alter and any as asc begin between by case cascade check column commit constraint create cross cursor
		declare default delete desc distinct drop each else elsif end except exists false fetch for foreign from full function grant group
		having if in index inner insert intersect into is join key language left like limit loop natural not null of offset on or order outer
		over partition primary procedure references replace restrict return returning returns revoke right rollback row rows schema select
		sequence set some table then to trigger true truncate union unique update using values view when where while with`),
		Comments: []string{"comment", "marginalia"},
		Strings:  []string{"literal"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "create_table", Kind: projectbase.KindStruct, Word: "table", Refine: created("column_definitions", "keyword_as")},
			{Node: "create_view", Kind: projectbase.KindStruct, Word: "view", Refine: created("keyword_as")},
			{Node: "create_materialized_view", Kind: projectbase.KindStruct, Word: "materialized view", Refine: created("keyword_as")},
			{Node: "create_function", Kind: projectbase.KindFunction, Word: "function", Refine: function},
			{Node: "create_index", Kind: projectbase.KindSection, Word: "index", Refine: index},
			{Node: "create_trigger", Kind: projectbase.KindSection, Word: "trigger", Refine: created()},
			{Node: "create_type", Kind: projectbase.KindType, Word: "type", Refine: typed},
			{Node: "create_schema", Kind: projectbase.KindNamespace, Word: "schema", Refine: index},
			{Node: "create_database", Kind: projectbase.KindNamespace, Word: "database", Refine: index},
			{Node: "create_sequence", Kind: projectbase.KindVariable, Word: "sequence", Refine: created()},
			{Node: "column_definition", Kind: projectbase.KindField, Word: "column", Type: "type", Refine: column},
		},
	},
	Refer: lang.Refer{
		Calls:  []lang.Call{{Node: "invocation", Kind: projectbase.RefCall}},
		Unwrap: map[string]string{"object_reference": "name"},
	},
	Hooks: map[string]func(*lang.Visit){"relation": uses, "insert": uses, "update": uses, "delete": uses, "alter_table": uses, "create_index": uses,
		"create_trigger": uses, "column_definition": uses, "constraint": uses, "drop_table": uses, "drop_view": uses, "alter_view": uses, "from": uses},
}

// keywords returns each word in upper and lower case.
func keywords(list string) []string {
	words := strings.Fields(list)
	return append(words, strings.Fields(strings.ToUpper(list))...)
}
