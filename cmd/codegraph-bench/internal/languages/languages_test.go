package languages

import (
	"os"
	"path/filepath"
	"testing"

	"codegraph/cmd/codegraph-bench/internal/sourcetree"
	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang/all"
)

// Missing words of the facts and of the text both count.
func TestCompareWords(t *testing.T) {
	golang := all.Set().ByID("go")
	x := extract.New(extract.Options{})
	defer x.Close()
	source := "package some\n\nfunc Close() {} // ends über it all\n"
	facts, err := x.File(extract.Input{Language: golang, Path: "a.go", Source: []byte(source)})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text                  string
		words, missing, extra int
	}{
		{source, 5, 0, 0},
		{"package some\n\nfunc Close() {} // ends über or \xff all\n", 5, 0, 0},
		{"package some\n\nfunc Clos() {} // ends über it most\n", 5, 2, 2},
		{"package some\n\n\nfunc Close() {} // ends über it all\n", 5, 4, 4},
	} {
		var r row
		r.compareWords(golang, sourcetree.File{Path: "a.go", Language: golang, Bytes: []byte(tt.text)}, wordsByLine(facts))
		if r.Words != tt.words || r.Missing != tt.missing || r.Extra != tt.extra {
			t.Errorf("%q: %d words, %d missing, %d extra, want %d, %d, %d", tt.text, r.Words, r.Missing, r.Extra, tt.words, tt.missing, tt.extra)
		}
		if len(r.examples) != tt.missing+tt.extra {
			t.Errorf("%q: examples %q", tt.text, r.examples)
		}
	}
}

func TestCtagsRow(t *testing.T) {
	for _, tt := range []struct {
		language, row, name string
		line                int // 0 for a row without a definition
	}{
		{"go", "Close\ta/b.go\t/^func (t *T) Close() {$/;\"\tf\tline:7\tstruct:T", "Close", 7},
		{"cpp", "a::B::run\tb.cc\t/^x$/;\"\tf\tline:3", "run", 3},
		{"lua", "M.a:run\tb.lua\t/^function M.a:run()$/;\"\tf\tline:3", "run", 3},
		{"bash", "a::b.c\tb.sh\t/^x$/;\"\tf\tline:3", "a::b.c", 3},
		{"bash", "names=\tb.sh\t/^x$/;\"\tf\tline:3", "", 0},
		{"lua", "[\"a-b\"]\tb.lua\t/^[\"a-b\"] = function()$/;\"\tf\tline:3", "a-b", 3},
		{"lua", "~\tb.lua\t/^if type(f) ~= \"function\" then$/;\"\tf\tline:3", "", 0},
		{"kotlin", "run\tb.kt\t/^  run { }$/;\"\tm\tline:3", "", 0},
		{"kotlin", "run\tb.kt\t/^  fun run() { }$/;\"\tm\tline:3", "run", 3},
		{"lua", "err\tb.lua\t/^local ok, err = pcall(function()$/;\"\tf\tline:3", "", 0},
		{"lua", "[\"1:2\"]\tb.lua\t/^[\"1:2\"] = function()$/;\"\tf\tline:3", "1:2", 3},
		{"kotlin", "client\tb.kt\t/^  fun testclient() = clients { client ->$/;\"\tm\tline:3", "", 0},
		{"kotlin", "\x01\x7f\tb.kt\t/^  fun `runs well`() {$/;\"\tm\tline:3", "runs well", 3},
		{"kotlin", "\\x20Plugin\tb.kt\t/^  companion object Plugin {$/;\"\to\tline:3", "Plugin", 3},
		{"javascript", "options\tb.js\t/^var options = {$/;\"\tc\tline:3", "", 0},
		{"javascript", "Some\tb.js\t/^function Some() {$/;\"\tc\tline:3", "Some", 3},
		{"c", "__anon12\ta.c\t/^struct {$/;\"\ts\tline:3", "", 0},
		{"c", "!_TAG\ta\tb\tc\tline:3", "", 0},
		{"c", "short\ta.c", "", 0},
	} {
		at, line, ok := ctagsRow(tt.language, tt.row+"\n")
		if ok != (tt.line > 0) || ok && (at.name != tt.name || line != tt.line) {
			t.Errorf("%q is %q on line %d, %v", tt.row, at.name, line, ok)
		}
	}
}

// A name that does not occur near the line of ctags is not a definition.
func TestWritten(t *testing.T) {
	have := definitions{"a.php": {lines: [][]byte{[]byte("$x = new class"), []byte("{"), []byte("}"), nil, nil, []byte("function far() {}")}}}
	for name, want := range map[string]bool{"AnonymousClassab01": false, "class": true, "far": false} {
		if got := have.written(definition{"a.php", name}, 1); got != want {
			t.Errorf("%s is written on line 1: %v", name, got)
		}
	}
	if !have.written(definition{"a.php", "far"}, 3) || have.written(definition{"a.php", "far"}, 100) || have.written(definition{"b.php", "far"}, 1) {
		t.Error("what stands three lines further is near, what stands beyond the file is not")
	}
}

// List omits files that an index skips.
func TestListTreeSkips(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": "package a\n", "b.go": "package b\x00\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, err := sourcetree.List(t.Context(), dir)
	if err != nil || len(files) != 1 || files[0].Path != "a.go" {
		t.Errorf("%v, %v", files, err)
	}
}

// Headers have the language that the index gives them.
func TestListTree(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct{ name, want string }{{"a.cc", "cpp"}, {"c.c", "c"}} {
		for _, name := range []string{"b.h", tt.name} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("int run(void);\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		files, err := sourcetree.List(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.Path == projectbase.Path("b.h") && f.Language.ID != tt.want {
				t.Errorf("beside %s a header is %s, want %s", tt.name, f.Language.ID, tt.want)
			}
		}
	}
}
