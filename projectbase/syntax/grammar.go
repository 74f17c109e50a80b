package syntax

/*
#include "walk.h"
*/
import "C"

import (
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// Symbol numbers a node kind within one grammar.
type Symbol uint16

// ErrorSymbol is the kind of nodes with syntax errors.
const ErrorSymbol Symbol = 1<<16 - 1

// Field numbers the name of a child's role in its parent; 0 is none.
type Field uint16

// Grammar is a tree-sitter language with a table of its names. It is safe for
// concurrent use.
type Grammar struct {
	language *C.TSLanguage
	kinds    []string // by Symbol
	named    []bool   // by Symbol; hidden kinds, which no tree contains, are not named
	fields   []string // by Field
}

// NewGrammar reads the names of a language.
func NewGrammar(language *sitter.Language) *Grammar {
	// The pointer is the first and only field of smacker's type, which has no accessor.
	g := &Grammar{language: (*C.TSLanguage)(*(*unsafe.Pointer)(unsafe.Pointer(language)))}
	for i := range uint16(C.ts_language_symbol_count(g.language)) {
		g.kinds = append(g.kinds, C.GoString(C.ts_language_symbol_name(g.language, C.uint16_t(i))))
		g.named = append(g.named, C.ts_language_symbol_type(g.language, C.uint16_t(i)) == 0)
	}
	g.fields = []string{""}
	for i := range uint16(C.ts_language_field_count(g.language)) {
		g.fields = append(g.fields, C.GoString(C.ts_language_field_name_for_id(g.language, C.uint16_t(i+1))))
	}
	return g
}

// Symbols returns the number of kinds; each Symbol except ErrorSymbol is less.
func (g *Grammar) Symbols() int { return len(g.kinds) }

// Kind returns the name of a kind: "ERROR" for ErrorSymbol.
func (g *Grammar) Kind(s Symbol) string {
	if int(s) < len(g.kinds) {
		return g.kinds[s]
	}
	return "ERROR"
}

// Named reports whether a kind is a rule's name rather than a token.
func (g *Grammar) Named(s Symbol) bool { return int(s) >= len(g.kinds) || g.named[s] }

// Lookup returns all symbols of a kind. An alias has a symbol of its own. A
// named kind and a token may have the same spelling.
func (g *Grammar) Lookup(kind string, named bool) []Symbol {
	var found []Symbol
	for i, k := range g.kinds {
		if k == kind && g.named[i] == named {
			found = append(found, Symbol(i))
		}
	}
	return found
}

// Field returns the number of a field's name, 0 if the grammar lacks it.
func (g *Grammar) Field(name string) Field {
	for i, f := range g.fields {
		if i > 0 && f == name {
			return Field(i)
		}
	}
	return 0
}

// FieldName returns the name of a field.
func (g *Grammar) FieldName(f Field) string { return g.fields[f] }
