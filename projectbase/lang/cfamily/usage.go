package cfamily

import (
	"codegraph/projectbase/lang"
)

// Graph is how the symbol graph of C and C++ is read.
var Graph = lang.Graph{Declarations: lang.UnitProject, Headers: true}

// Foreign is how C and C++ name symbols of other projects.
var Foreign = lang.Foreign{Family: "c"}

// Usage is which symbols of C and C++ are used without a reference.
var Usage = lang.Usage{
	Judged:     true,
	Called:     []string{"DllMain", "WinMain"},
	Directives: []string{"//go:linkname", "//export", "//go:wasm"}, // in Go that is linked with it
	Decorators: []string{"nodiscard", "maybe_unused", "noreturn", "likely", "unlikely", "gnu"},
}
