package cfamily

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// macroCall declares TEST(Suite, Name) { ... } by the macro and by its last
// argument, if the arguments are names.
func macroCall(t *syntax.Tree, in declarator, d *lang.Declared) {
	list := t.Child(in.inner, "parameters")
	if list == syntax.None || in.owner != "" {
		return
	}
	if isMacro(t.Text(in.name)) {
		d.Word = "macro call"
		testMacro(string(t.Text(in.name)), d)
	}
	var names []uint32
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		name := t.First(c)
		if t.Kind(c) == "identifier" {
			names = append(names, c)
			continue
		}
		if t.Kind(c) != "parameter_declaration" || name == syntax.None || t.Kind(name) != "type_identifier" || t.Nodes[name].End != t.Nodes[c].End {
			return
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return
	}
	d.Word = "macro call"
	testMacro(string(t.Text(in.name)), d)
	d.Names = append(d.Names, names[len(names)-1])
	if len(names) > 1 && withFixture(string(t.Text(in.name))) {
		d.Owner = string(t.Text(names[0]))
	}
}

// withFixture reports whether the first argument of a test macro is the class
// of its tests.
func withFixture(macro string) bool {
	switch macro {
	case "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "BENCHMARK_F", "BENCHMARK_DEFINE_F":
		return true
	}
	return false
}

// testMacro sets the test flag for macros of the usual frameworks.
func testMacro(name string, d *lang.Declared) {
	if strings.HasPrefix(name, "TEST") || strings.HasSuffix(name, "_TEST") || strings.HasSuffix(name, "_TEST_P") || strings.HasSuffix(name, "TEST_CASE") {
		d.Flags |= projectbase.FlagTest
	}
}

// macro is a macro with parameters.
func macro(t *syntax.Tree, node uint32, d *lang.Declared) bool { return trimDirective(t, node, d) }

func trimDirective(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	return len(d.Names) > 0
}

// definedByMacro declares DEFINE_flag(name, ...); outside of functions.
func definedByMacro(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	call := t.First(node)
	if call == syntax.None || t.Kind(call) != "call_expression" {
		return false
	}
	function, list := t.Child(call, "function"), t.Child(call, "arguments")
	if function == syntax.None || list == syntax.None || t.Kind(function) != "identifier" {
		return false
	}
	text := string(t.Text(function))
	if !strings.HasPrefix(strings.TrimLeft(text, "_"), "DEFINE") && !strings.Contains(text, "_DEFINE") && !strings.Contains(text, "DECLARE_") {
		return false
	}
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		if t.Kind(c) == "identifier" {
			d.Names, d.Word, d.NoScope = []uint32{c}, text, true
			return true
		}
	}
	return false
}

// instantiation returns the position of the end of an explicit instantiation
// of a function at k, such as `extern template bool read<int>(int);`, or 0. It
// declares nothing, and the grammar accepts only those of classes.
func (p *declarations) instantiation(k int) int {
	if !p.cpp {
		return 0
	}
	at := k
	if p.kindAt(at) == tokenWord && p.is(int(p.live[at]), "extern") {
		at++
	}
	if p.kindAt(at) != tokenWord || !p.is(int(p.live[at]), "template") || p.kindAt(at+1) != tokenWord {
		return 0
	}
	switch string(p.text(int(p.live[at+1]))) {
	case "class", "struct", "union":
		return 0
	}
	for j := at + 2; j < len(p.live); j++ {
		switch p.kindAt(j) {
		case ';':
			return j
		case '{', '}', tokenDirective:
			return 0
		}
	}
	return 0
}
