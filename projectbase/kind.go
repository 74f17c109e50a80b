package projectbase

import "fmt"

// Kind is the kind of a symbol, in common terms. Symbol.Word has the language's own word.
type Kind uint8

// The values are stored; do not reorder.
const (
	KindUnknown   Kind = iota
	KindClass          // class, record, object, module with state
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

// Valid reports whether k is one of the constants.
func (k Kind) Valid() bool { return k < kinds }

// IsType reports whether signatures list symbols of the kind as types.
func (k Kind) IsType() bool { return k >= KindClass && k <= KindType }

// IsCallable reports whether signatures list symbols of the kind as methods: callables,
// and properties, because their accessors are callable.
func (k Kind) IsCallable() bool {
	switch k {
	case KindFunction, KindMethod, KindConstructor, KindProperty, KindOperator, KindMacro:
		return true
	}
	return false
}

// Visibility says which code may use a symbol.
type Visibility uint8

// The values are stored; do not reorder.
const (
	VisibilityNone Visibility = iota // not stated
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

// SymbolFlags are boolean facts about a symbol.
type SymbolFlags uint16

// The values are stored; do not reorder.
const (
	FlagStatic SymbolFlags = 1 << iota
	FlagAsync
	FlagExported // visible outside of its file or package
	FlagTest
	FlagDeprecated
	FlagAbstract // declared without a body
	FlagOverride
	FlagGenerator
	FlagDefault // a module's default export
	FlagEntry   // an entry point such as main
)

// Has reports whether all flags of g are set.
func (f SymbolFlags) Has(g SymbolFlags) bool { return f&g == g }

// Names returns the names of the set flags, in the order of their values.
func (f SymbolFlags) Names() []string {
	var names []string
	for i, n := range [...]string{"static", "async", "exported", "test", "deprecated", "abstract", "override", "generator", "default", "entry"} {
		if f&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

// ReferenceKind is the kind of use of a name.
type ReferenceKind uint8

// The values are stored; do not reorder.
const (
	RefCall ReferenceKind = iota
	RefType
	RefMember // a use without a call: a.b, or b alone if it is not a local variable
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

// BindingKind says what Binding.Source means.
type BindingKind uint8

// The values are stored; do not reorder.
const (
	BindUnknown   BindingKind = iota // a local name of unknown type
	BindType                         // Source is the type: declared, or of a new object
	BindValue                        // the value of the chain Source
	BindElement                      // an element of the chain Source, in a loop
	BindParameter                    // a type parameter; Source is its bound
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

// ImportKind says how an import introduces names.
type ImportKind uint8

// The values are stored; do not reorder.
const (
	ImportModule   ImportKind = iota // introduces the module, or a name of it
	ImportReexport                   // exported again by this file: export * from
	ImportStatic                     // the static members of a type: using static
	ImportDynamic                    // loaded at run time: import("x"), require("x")
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
