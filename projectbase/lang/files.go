package lang

// Files describes the files of a language. Set.Detect applies it.
type Files struct {
	Extensions   []string // lower-case, with the dot: ".go"
	Filenames    []string // whole names that need no extension: "Rakefile"
	Interpreters []string // programs after #!, without version: "python"

	OptIn bool // index only if the configuration names the language: "text"
	Rest  bool // take every file that no other language takes; requires OptIn: "text"

	// Claims are extensions of another language. The function reports, from the
	// first bytes of a file, whether the file is of this language: C++ claims ".h"
	// if the file contains a class.
	Claims map[string]func(head []byte) bool
	// Adopts are extensions of another language. Files with such an extension are
	// of this language if the project has no other files of the other language:
	// C++ adopts ".h" in a project without C.
	Adopts []string
}
