package projectbase

import "fmt"

// Kind is what a symbol is, in the field's common words. A language's own word
// for it is in Symbol.Word.
type Kind uint8

// The values are stored; do not reorder.
const (
	KindUnknown   Kind = iota
	KindClass          // class, record, object, module that holds state
	KindStruct         // struct, record struct, union
	KindInterface      // interface, trait, protocol, annotation
	KindEnum
	KindType // alias or other named type
	KindFunction
	KindMethod // callable that belongs to a type
	KindConstructor
	KindProperty // property with accessors
	KindField    // field of a type
	KindVariable // variable of a file, module or namespace
	KindConstant
	KindEnumMember
	KindNamespace // namespace, package or module that only groups
	KindMacro
	KindEvent
	KindOperator // operator, indexer or conversion
	KindSection  // heading, block, rule or key of a document
	kinds
)

var kindNames = [kinds]string{"unknown", "class", "struct", "interface", "enum", "type", "function", "method",
	"constructor", "property", "field", "variable", "constant", "enum_member", "namespace", "macro", "event",
	"operator", "section"}

func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// ParseKind returns the kind that is spelled name.
func ParseKind(name string) (Kind, bool) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// Valid reports whether k is one of the constants.
func (k Kind) Valid() bool { return k < kinds }

// IsType reports whether symbols of the kind are listed as a signature's types.
func (k Kind) IsType() bool { return k >= KindClass && k <= KindType }

// IsCallable reports whether symbols of the kind are listed as a signature's
// methods: callables, and properties, whose accessors are.
func (k Kind) IsCallable() bool {
	switch k {
	case KindFunction, KindMethod, KindConstructor, KindProperty, KindOperator, KindMacro:
		return true
	}
	return false
}

// Visibility is who may use a symbol.
type Visibility uint8

// The values are stored; do not reorder.
const (
	VisibilityNone Visibility = iota // the language or the declaration says nothing
	VisibilityPublic
	VisibilityPrivate
	VisibilityProtected
	VisibilityInternal
	visibilities
)

var visibilityNames = [visibilities]string{"", "public", "private", "protected", "internal"}

func (v Visibility) String() string {
	if v < visibilities {
		return visibilityNames[v]
	}
	return fmt.Sprintf("Visibility(%d)", uint8(v))
}

// Valid reports whether v is one of the constants.
func (v Visibility) Valid() bool { return v < visibilities }

// SymbolFlags are facts about a symbol that are either so or not.
type SymbolFlags uint16

// The values are stored; do not reorder.
const (
	FlagStatic SymbolFlags = 1 << iota
	FlagAsync
	FlagExported // visible outside its file or package by the language's rule
	FlagTest
	FlagDeprecated
	FlagAbstract // declared without a body
	FlagOverride
	FlagGenerator
	FlagDefault // a module's default export
	FlagEntry   // an entry point such as main
)

// Has reports whether all of g are set.
func (f SymbolFlags) Has(g SymbolFlags) bool { return f&g == g }

// Names returns the words of the set flags, in the order of their values.
func (f SymbolFlags) Names() []string {
	var names []string
	for i, n := range [...]string{"static", "async", "exported", "test", "deprecated", "abstract", "override", "generator", "default", "entry"} {
		if f&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

// ReferenceKind is how a name is used.
type ReferenceKind uint8

// The values are stored; do not reorder.
const (
	RefCall ReferenceKind = iota
	RefType
	RefMember // a name used without being called: a.b, or b alone where it is no local variable
	RefImport
	RefExtends
	RefImplements
	RefInstantiate
	RefDecorate // decorator, attribute or annotation
	refKinds
)

var refNames = [refKinds]string{"call", "type", "member", "import", "extends", "implements", "instantiate", "decorate"}

func (k ReferenceKind) String() string {
	if k < refKinds {
		return refNames[k]
	}
	return fmt.Sprintf("ReferenceKind(%d)", uint8(k))
}

// Valid reports whether k is one of the constants.
func (k ReferenceKind) Valid() bool { return k < refKinds }

// BindingKind is how a Binding's name comes by its type.
type BindingKind uint8

// The values are stored; do not reorder.
const (
	BindUnknown   BindingKind = iota // the name is a local one, and no more is known
	BindType                         // Source is its type, declared or of the new object assigned to it
	BindValue                        // it has the value of the chain Source
	BindElement                      // it has an element of the chain Source: what a loop takes from it
	BindParameter                    // a type parameter; Source is what limits it
	bindingKinds
)

var bindingNames = [bindingKinds]string{"unknown", "type", "value", "element", "type_parameter"}

func (k BindingKind) String() string {
	if k < bindingKinds {
		return bindingNames[k]
	}
	return fmt.Sprintf("BindingKind(%d)", uint8(k))
}

// Valid reports whether k is one of the constants.
func (k BindingKind) Valid() bool { return k < bindingKinds }

// ImportKind is how an import makes names known.
type ImportKind uint8

// The values are stored; do not reorder.
const (
	ImportModule   ImportKind = iota // the module, or a name of it, becomes known
	ImportReexport                   // passed on under this file's name: export * from
	ImportStatic                     // the static members of a type: using static
	ImportDynamic                    // loaded while the program runs: import("x"), require("x")
	ImportGlobal                     // for the whole project: global using
	importKinds
)

var importNames = [importKinds]string{"module", "reexport", "static", "dynamic", "global"}

func (k ImportKind) String() string {
	if k < importKinds {
		return importNames[k]
	}
	return fmt.Sprintf("ImportKind(%d)", uint8(k))
}

// Valid reports whether k is one of the constants.
func (k ImportKind) Valid() bool { return k < importKinds }
