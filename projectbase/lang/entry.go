package lang

import "codegraph/projectbase"

// Entry describes the entry points of programs.
type Entry struct {
	// Main reports whether a program begins with a function or method, beside those
	// that extraction has marked: "func main()" in Go, "static void Main()" in C#.
	// nil is a language without such functions.
	Main func(*projectbase.Symbol) bool
}

// MainFunction is an Entry.Main for languages where programs begin with a
// top-level function called main.
func MainFunction(s *projectbase.Symbol) bool {
	return s.Name == "main" && s.Kind == projectbase.KindFunction && s.Container == projectbase.NoSymbol
}
