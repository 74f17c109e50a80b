package java

import "codegraph/projectbase/lang"

// scope has the rules for names in Java.
var scope = &lang.Scope{
	Family:    "jvm",
	Imports:   lang.ImportsNamespaces,
	Unit:      lang.UnitNamespace,
	Self:      []string{"this"},
	Super:     []string{"super"},
	Implicit:  true,
	Overloads: true,
	Methods:   true,
	Passes:    []string{"iterator", "listIterator", "stream", "filter", "sorted", "limit", "skip", "distinct", "findFirst", "findAny", "subList"},
	Elements: []string{"get", "getFirst", "getLast", "first", "last", "next", "previous", "peek", "peekFirst", "peekLast", "poll", "pollFirst", "pollLast",
		"pop", "take", "remove", "removeFirst", "removeLast", "getOrDefault", "orElse", "orElseThrow", "orElseGet"},
	Numbers: map[string]string{"int": "int", "long": "long", "short": "short", "byte": "byte", "char": "char", "float": "float", "double": "double", "boolean": "bool"},
	Boxes: map[string]string{"Integer": "int", "Long": "long", "Short": "short", "Byte": "byte", "Character": "char", "Float": "float",
		"Double": "double", "Boolean": "bool"},
	Capitalized: true,
	Text:        "String",
	Fixed:       true,
}
