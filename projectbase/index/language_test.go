package index

import (
	"os"
	"strings"
	"testing"

	"codegraph/projectbase"
)

// TestHeadersFollowTheProject checks that an ambiguous header is C if the
// project has C files and C++ otherwise, after a sync and after an update.
func TestHeadersFollowTheProject(t *testing.T) {
	t.Run("sync", func(t *testing.T) { headers(t, func(f *scenarioRunner, _ string) { f.mustSync() }) })
	t.Run("update", func(t *testing.T) {
		headers(t, func(f *scenarioRunner, header string) {
			f.Helper()
			reports, err := f.fixture.update(true, Edit{File: projectbase.Path(header)})
			if err != nil || len(reports) != 1 || !reports[0].Success {
				f.Fatalf("update of %s: %+v, %v", header, reports, err)
			}
		})
	})
}

// headers changes the files that decide on the language of headers. read
// indexes the change of one file.
func headers(t *testing.T, read func(f *scenarioRunner, header string)) {
	f := &scenarioRunner{fixture: newFixture(t, map[string]string{"plain.h": "int answer(void);\n", "two.h": "namespace n { int a(); }\n", "main.cc": "int main() {}\n"}),
		scenario: scenario{clock: "exact"}}
	f.setClock()
	f.mustInit(InitOptions{})
	want := func(when, plain, two string) {
		t.Helper()
		text := f.export()
		for name, language := range map[string]string{"plain.h": plain, "two.h": two} {
			if !strings.Contains(text, "file "+name+"|"+language+" ") {
				t.Errorf("%s: %s is not %s:\n%s", when, name, language, text)
			}
		}
		if diff := f.freshDiff(true); diff != "" {
			t.Errorf("%s: the index differs from a fresh one:\n%s", when, diff)
		}
	}
	want("without C", "cpp", "cpp")
	f.write("one.c", "int one;\n")
	f.mustSync()
	want("with C", "c", "cpp")
	f.write("two.h", "int two(void);\n")
	read(f, "two.h")
	want("with a header that is C++ no more", "c", "c")
	f.write("plain.h", "class Answer { int a; };\n")
	read(f, "plain.h")
	want("with a header that has become C++", "cpp", "c")
	must(t, os.Remove(f.path("one.c")))
	f.mustSync()
	want("without C again", "cpp", "cpp")
	f.write("two.h", "int two(void); // neither\n")
	read(f, "two.h")
	want("with a header that says neither, without C", "cpp", "cpp")
}

// TestHeaderBehindComments checks that a header is C++ even if pages of
// comments precede its first class.
func TestHeaderBehindComments(t *testing.T) {
	comment := strings.Repeat("// What the class is for.\n", 500)
	f := newFixture(t, map[string]string{"one.c": "int one;\n", "late.h": comment + "class Late { int a; };\n", "plain.h": comment + "int plain(void);\n"})
	f.mustInit(InitOptions{})
	text := f.export()
	for _, want := range []string{"file late.h|cpp ", "file plain.h|c "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}
