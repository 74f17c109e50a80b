// Package protobuf describes Protocol Buffers: proto2, proto3 and editions.
package protobuf

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/protobuf"
)

// Language is Protocol Buffers. Its grammar only knows proto3; preprocess rewrites
// proto2 and editions.
var Language = &lang.Language{
	ID:   "protobuf",
	Name: "Protocol Buffers",

	Files: lang.Files{Extensions: []string{".proto", ".protodevel"}},
	Parse: lang.Parse{
		Dialects:   []lang.Dialect{{Name: "protobuf", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess: preprocess,
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier"},
		Names:       []string{"full_ident"},
		Keywords: []string{"syntax", "edition", "import", "weak", "public", "package", "option", "optional", "repeated", "required", "oneof", "map",
			"reserved", "extensions", "extend", "group", "to", "max", "enum", "message", "service", "rpc", "stream", "returns", "export", "local",
			"true", "false", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
			"bool", "string", "double", "float", "bytes"},
		Comments: []string{"comment"},
		Strings:  []string{"string"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "package", Kind: projectbase.KindNamespace, Word: "package", Refine: packaged},
			{Node: "message", Kind: projectbase.KindStruct, Word: "message", Refine: message},
			{Node: "enum", Kind: projectbase.KindEnum, Word: "enum", Refine: named("enum_name", "enum_body")},
			{Node: "service", Kind: projectbase.KindInterface, Word: "service", Refine: named("service_name", "{")},
			{Node: "rpc", Kind: projectbase.KindMethod, Word: "rpc", Refine: procedure},
			{Node: "oneof", Kind: projectbase.KindField, Word: "oneof", Refine: named("", "{")},
			{Node: "field", Kind: projectbase.KindField, Word: "field", Refine: field},
			{Node: "map_field", Kind: projectbase.KindField, Word: "field", Refine: field},
			{Node: "oneof_field", Kind: projectbase.KindField, Word: "field", Refine: field},
			{Node: "enum_field", Kind: projectbase.KindEnumMember, Word: "value", Refine: field},
		},
		Tokens: []string{"{"},
		Finish: finish,
	},
	Lookup: lang.Lookup{Scope: scope},
	Hooks: map[string]func(*lang.Visit){"import": imported, "message_or_enum_type": typeName, "option": option, "field_option": option,
		"enum_value_option": option},
}
