package csharp

import "codegraph/projectbase/lang"

// scope has the rules for names in C#.
var scope = &lang.Scope{
	Imports:     lang.ImportsNamespaces,
	Unit:        lang.UnitNamespace,
	Self:        []string{"this"},
	Super:       []string{"base"},
	Implicit:    true,
	Overloads:   true,
	Globals:     true,
	Open:        true,
	Transparent: []string{"Task", "ValueTask", "Nullable", "Lazy"},
	Numbers: map[string]string{"int": "int", "long": "long", "short": "short", "byte": "byte", "char": "char", "float": "float", "double": "double", "bool": "bool",
		"uint": "uint", "ulong": "ulong", "ushort": "ushort", "sbyte": "sbyte", "decimal": "decimal", "Int32": "int", "Int64": "long", "Int16": "short",
		"Byte": "byte", "Char": "char", "Single": "float", "Double": "double", "Boolean": "bool", "UInt32": "uint", "UInt64": "ulong", "UInt16": "ushort",
		"SByte": "sbyte", "Decimal": "decimal"},
	Text:  "string",
	Fixed: true,
}
