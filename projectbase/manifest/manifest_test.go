package manifest_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest"
)

// show prints a manifest as lines that a person can check against its source.
func show(m manifest.Manifest) []string {
	var out []string
	add := func(line int, parts ...string) {
		s := fmt.Sprint(line)
		for _, p := range parts {
			if p != "" {
				s += " " + p
			}
		}
		out = append(out, s)
	}
	prefix := func(p, s string) string {
		if s == "" {
			return ""
		}
		return p + s
	}
	mark := func(word string, on bool) string {
		if on {
			return word
		}
		return ""
	}
	requirement := func(word string, r manifest.Requirement) {
		add(r.Line, word, r.Name, r.Version, prefix("as=", r.Alias), prefix("local=", r.Local), mark("dev", r.Dev),
			mark("indirect", r.Indirect), mark("workspace", r.Workspace), "("+r.Key+")")
	}
	for _, p := range m.Packages {
		add(p.Line, "package", p.Name, p.Version, "in "+string(p.Dir))
	}
	for _, r := range m.Requirements {
		requirement("needs", r)
	}
	for _, r := range m.Central {
		requirement("central", r)
	}
	for _, e := range m.Members {
		add(e.Line, "member", e.Name, e.Path, "("+e.Key+")")
	}
	for _, e := range m.Errors {
		add(e.Line, "error", e.Message)
	}
	return out
}

func mustRead(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Every file of testdata holds cases: a line "== path", the manifest, and
// after "-- want --" the lines of show.
func TestParse(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range files {
		if f.IsDir() { // the fuzz corpus
			continue
		}
		for _, c := range strings.Split("\n"+mustRead(t, f.Name()), "\n== ")[1:] {
			path, rest, _ := strings.Cut(c, "\n")
			input, want, ok := strings.Cut(rest, "-- want --\n")
			if !ok {
				t.Fatalf("%s: case %q has no -- want --", f.Name(), path)
			}
			t.Run(path, func(t *testing.T) {
				m, err := manifest.Parse(projectbase.Path(path), []byte(input))
				if err != nil {
					t.Fatal(err)
				}
				seen[m.Kind] = true
				if diff := cmp.Diff(strings.TrimSpace(want), strings.Join(show(m), "\n")); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			})
		}
	}
	for _, k := range manifest.Kinds() {
		if !seen[k] {
			t.Errorf("no case for the kind %s", k)
		}
	}
}

func TestParseFails(t *testing.T) {
	long := strings.Repeat("a", manifest.MaxSize+1)
	for _, c := range []struct {
		path, data string
		want       error
	}{
		{"README.md", "", projectbase.ErrUsage},
		{"go.mod", long, projectbase.ErrLimit},
		{"go.mod", "module \"\nrequire (", projectbase.ErrMalformed},
		{"go.work", "use (", projectbase.ErrMalformed},
		{"package.json", `{"name":`, projectbase.ErrMalformed},
		{"package.json", `{"name":"a"} x`, projectbase.ErrMalformed},
		{"package.json", "", projectbase.ErrMalformed},
		{"package.json", strings.Repeat("[", manifest.MaxSize), projectbase.ErrMalformed},
		{"package.json", strings.Repeat(`{"a":`, 100000), projectbase.ErrMalformed},
		{"package.json", strings.Repeat("[", 100) + strings.Repeat("]", 100), projectbase.ErrMalformed},
		{"a.csproj", "<Project><A></Project>", projectbase.ErrMalformed},
		{"a.csproj", strings.Repeat("<a>", 300000), projectbase.ErrLimit},
		{"a.csproj", `<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Project><ItemGroup><P>&b;</P></ItemGroup></Project>`, projectbase.ErrMalformed},
		{"pyproject.toml", "[project\nname=1", projectbase.ErrMalformed},
		{"pyproject.toml", "a=1\na=2", projectbase.ErrMalformed},
		{"pyproject.toml", "a = " + strings.Repeat("[", 900000), projectbase.ErrMalformed},
		{"Cargo.toml", strings.Repeat("a.", 400000) + "a=1", projectbase.ErrMalformed},
	} {
		if _, err := manifest.Parse(projectbase.Path(c.path), []byte(c.data)); !errors.Is(err, c.want) {
			t.Errorf("Parse(%q, %.20q...) = %v, want an error that wraps %q", c.path, c.data, err, c.want)
		}
	}
}

func TestKnown(t *testing.T) {
	for path, want := range map[projectbase.Path]bool{
		"go.mod": true, "a/b/go.mod": true, "go.sum": false, "a/App.CSPROJ": true, ".csproj": false, "x.csproj/readme": false,
		"requirements.txt": true, "requirements-dev.txt": true, "dev-requirements.txt": true, "requirements/base.txt": true,
		"base.txt": false, "requirements.md": false, "package-lock.json": false, "directory.packages.props": true,
	} {
		if got := manifest.Known(path); got != want {
			t.Errorf("Known(%q) = %v", path, got)
		}
	}
}

func TestComplete(t *testing.T) {
	parse := func(path projectbase.Path, data string) manifest.Manifest {
		t.Helper()
		m, err := manifest.Parse(path, []byte(data))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	list := []manifest.Manifest{
		parse("Directory.Packages.props", `<Project><ItemGroup><PackageVersion Include="A" Version="1"/><PackageVersion Include="B" Version="1"/></ItemGroup></Project>`),
		parse("x/Directory.Packages.props", `<Project><ItemGroup><PackageVersion Include="a" Version="2"/></ItemGroup></Project>`),
		parse("x/p/p.csproj", `<Project><ItemGroup><PackageReference Include="A"/><PackageReference Include="B"/><PackageReference Include="C"/></ItemGroup></Project>`),
		parse("Cargo.toml", "[workspace.dependencies]\nshort = { path = \"../lib\", package = \"long\" }\n"),
		parse("m/Cargo.toml", "[dependencies]\nshort.workspace = true\n"),
	}
	manifest.Complete(list)
	got := append(show(list[2])[1:], show(list[4])...)
	want := []string{"1 needs A 2 (PackageReference)", "1 needs B 1 (PackageReference)", "1 needs C (PackageReference)",
		"2 needs long as=short local=../lib workspace (dependencies)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestNormalize(t *testing.T) {
	for _, c := range [][3]string{
		{manifest.PyPI, "Zope_Interface.--x", "zope-interface-x"}, {manifest.NuGet, "Newtonsoft.Json", "newtonsoft.json"},
		{manifest.Cargo, "serde_json", "serde-json"}, {manifest.Go, "example.com/A", "example.com/A"}, {manifest.NPM, "@A/b_c", "@A/b_c"},
	} {
		if got := manifest.Normalize(c[0], c[1]); got != c[2] {
			t.Errorf("Normalize(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// FuzzParse: no bytes make a kind panic, run away or give what its types forbid.
func FuzzParse(f *testing.F) {
	paths := []projectbase.Path{"go.mod", "go.work", "d/package.json", "d/a.csproj", "Directory.Packages.props", "packages.config",
		"a.sln", "a.slnx", "pyproject.toml", "setup.cfg", "requirements.txt", "Cargo.toml"}
	if len(paths) != len(manifest.Kinds()) {
		f.Fatal("a kind is missing from the list of paths")
	}
	for i := range paths {
		f.Add(uint8(i), []byte("a = [{b = \"c\"}]\n"))
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		if !file.IsDir() {
			data, err := os.ReadFile("testdata/" + file.Name())
			if err != nil {
				f.Fatal(err)
			}
			for _, c := range strings.Split("\n"+string(data), "\n== ")[1:] {
				_, c, _ = strings.Cut(c, "\n")
				input, _, _ := strings.Cut(c, "-- want --\n")
				for i := range paths {
					f.Add(uint8(i), []byte(input))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		p := paths[int(which)%len(paths)]
		m, err := manifest.Parse(p, data)
		if err != nil {
			if strings.Contains(err.Error(), "parser failed") {
				t.Fatal(err)
			}
			return
		}
		last := strings.Count(string(data), "\n") + 1
		check := func(what, name string, line int) {
			if name == "" || strings.ContainsAny(name, "\x00\n\x1b") || line < 1 || line > last && !strings.HasSuffix(string(p), "proj") {
				t.Errorf("%s %q on line %d of %d", what, name, line, last)
			}
		}
		for _, x := range m.Packages {
			check("package", x.Name, x.Line)
		}
		for _, x := range append(m.Requirements, m.Central...) {
			check("requirement", x.Name, x.Line)
			if strings.Contains(x.Version, "\n") {
				t.Errorf("version %q", x.Version)
			}
		}
		for _, x := range m.Members {
			check("member", x.Path, x.Line)
		}
	})
}
