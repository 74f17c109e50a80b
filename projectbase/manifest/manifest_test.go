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
			mark("optional", r.Optional), mark("indirect", r.Indirect), mark("workspace", r.Workspace), "("+r.Key+")")
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
		{"pom.xml", `<!DOCTYPE p [<!ENTITY a "aaaa">]><project><artifactId>&a;</artifactId></project>`, projectbase.ErrMalformed},
		{"pom.xml", strings.Repeat("<a>", 300000), projectbase.ErrLimit},
		{"pom.xml", "", projectbase.ErrMalformed},
		{"composer.json", "{", projectbase.ErrMalformed},
		{"build.gradle", strings.Repeat("a.", 400000), projectbase.ErrLimit},
		{"settings.gradle", strings.Repeat("[", 400000), projectbase.ErrLimit},
		{"Gemfile", strings.Repeat("a.", 400000), projectbase.ErrLimit},
		{"a.gemspec", strings.Repeat("a.", 400000), projectbase.ErrLimit},
		{"Package.swift", strings.Repeat("Package(", 110000), projectbase.ErrLimit},
		{"tsconfig.json", "{ /* not closed", projectbase.ErrMalformed},
		{"gradle/libs.versions.toml", "[a", projectbase.ErrMalformed},
		{"pnpm-workspace.yaml", "a: &a [x]\nb: [*a, *a]", projectbase.ErrMalformed},
		{"pnpm-workspace.yaml", "a: [", projectbase.ErrMalformed},
		{"pnpm-workspace.yaml", strings.Repeat("[", manifest.MaxSize), projectbase.ErrLimit},
		{"pnpm-workspace.yaml", strings.Repeat("- ", 100) + "a", projectbase.ErrLimit},
		{"pnpm-workspace.yaml", strings.Repeat("- ", 400000), projectbase.ErrMalformed},
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

func mustParse(t *testing.T, files [][2]string) []manifest.Manifest {
	t.Helper()
	var list []manifest.Manifest
	for _, f := range files {
		m, err := manifest.Parse(projectbase.Path(f[0]), []byte(f[1]))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func TestCompleteMaven(t *testing.T) {
	list := mustParse(t, [][2]string{
		{"parent/pom.xml", `<project><groupId>com.acme</groupId><artifactId>parent</artifactId><version>${revision}</version>
			<properties><revision>3</revision><lib>1</lib></properties><dependencyManagement><dependencies>
			<dependency><groupId>com.acme</groupId><artifactId>lib</artifactId><version>${lib}</version></dependency>
			<dependency><groupId>com.acme</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>
			</dependencies></dependencyManagement></project>`},
		{"bom/pom.xml", `<project><groupId>com.acme</groupId><artifactId>bom</artifactId><version>1</version><properties><b>9</b></properties>
			<dependencyManagement><dependencies><dependency><groupId>org.x</groupId><artifactId>y</artifactId><version>${b}</version></dependency></dependencies></dependencyManagement></project>`},
		{"a/b/pom.xml", `<project><parent><groupId>com.acme</groupId><artifactId>parent</artifactId><version>${revision}</version><relativePath>../../parent</relativePath></parent>
			<artifactId>child</artifactId><properties><lib>2</lib></properties><dependencies>
			<dependency><groupId>com.acme</groupId><artifactId>lib</artifactId></dependency>
			<dependency><groupId>org.x</groupId><artifactId>y</artifactId></dependency>
			<dependency><groupId>org.x</groupId><artifactId>z</artifactId><version>${revision}</version></dependency></dependencies></project>`},
		{"wrong/pom.xml", `<project><parent><groupId>com.other</groupId><artifactId>parent</artifactId><version>1</version><relativePath>../parent</relativePath></parent>
			<artifactId>child</artifactId><dependencies><dependency><groupId>com.acme</groupId><artifactId>lib</artifactId></dependency></dependencies></project>`},
	})
	manifest.Complete(list)
	want := []string{
		"2 package com.acme:child 3 in a/b", "1 needs com.acme:parent 3 (parent)", "3 needs com.acme:lib 2 (dependency)", "4 needs org.x:y 9 (dependency)",
		"5 needs org.x:z 3 (dependency)",
		"2 package com.other:child 1 in wrong", "1 needs com.other:parent 1 (parent)", "2 needs com.acme:lib (dependency)"}
	if diff := cmp.Diff(want, append(show(list[2]), show(list[3])...)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCompleteGradle(t *testing.T) {
	list := mustParse(t, [][2]string{
		{"settings.gradle", `rootProject.name = 'acme'
include ':core', ':ui:ui-kit', ':far'
project(':far').projectDir = file('../far')`},
		{"gradle.properties", "version=1.5\nbootVersion=3"},
		{"gradle/libs.versions.toml", "[libraries]\na-b = \"org.x:ab:7\"\nc = \"org.x:c:8\"\n[bundles]\nall = [\"a-b\", \"c\"]\n"},
		{"build.gradle", "group = 'com.acme'\nsubprojects { group = 'com.acme.sub' }"},
		{"core/build.gradle.kts", `dependencies {
  api(projects.ui.uiKit)
  api(project(":far"))
  api(project(":unknown"))
  api(libs.a.b)
  api(libs.bundles.all)
  api("org.boot:boot:$bootVersion")
}`},
		{"ui/ui-kit/build.gradle", "version = '2'"},
		{"ui/ui-kit/gradle.properties", "POM_ARTIFACT_ID=acme-ui-kit"},
	})
	manifest.Complete(list)
	got := append(append(show(list[3]), show(list[4])...), show(list[5])...)
	want := []string{"1 package com.acme:acme 1.5 in .",
		"1 package com.acme.sub:core 1.5 in core", "2 needs projects.ui.uiKit local=ui/ui-kit workspace (api)", "3 needs :far local=../far workspace (api)",
		"4 needs :unknown workspace (api)", "5 needs org.x:ab 7 as=libs.a.b (api)",
		"6 needs org.x:ab 7 as=libs.bundles.all (api)", "6 needs org.x:c 8 as=libs.bundles.all (api)", "7 needs org.boot:boot 3 (api)",
		"1 package com.acme.sub:acme-ui-kit 2 in ui/ui-kit"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCompleteCatalogsAndWorkspaces(t *testing.T) {
	list := mustParse(t, [][2]string{
		{"pnpm-workspace.yaml", "catalog: {vue: ^3.4.0, same: npm:other@1}\ncatalogs: {old: {vue: ^2.0.0}}\n"},
		{"a/package.json", `{"name":"@x/a","dependencies":{"vue":"catalog:","same":"catalog:default","lost":"catalog:old","@x/b":"workspace:^","@x/c":"workspace:*"},
"devDependencies":{"vue":"catalog:old"}}`},
		{"b/package.json", `{"name":"@x/b"}`},
		{"c/package.json", `{"name":"@x/c"}`}, {"d/package.json", `{"name":"@x/c"}`},
	})
	manifest.Complete(list)
	want := []string{"1 package @x/a in a", "1 needs vue ^3.4.0 (dependencies)", "1 needs other 1 as=same (dependencies)", "1 needs lost catalog:old (dependencies)",
		"1 needs @x/b workspace:^ local=b workspace (dependencies)", "1 needs @x/c workspace:* workspace (dependencies)", "2 needs vue ^2.0.0 dev (devDependencies)"}
	if diff := cmp.Diff(want, show(list[1])); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestNormalize(t *testing.T) {
	for _, c := range [][3]string{
		{manifest.PyPI, "Zope_Interface.--x", "zope-interface-x"}, {manifest.NuGet, "Newtonsoft.Json", "newtonsoft.json"},
		{manifest.Cargo, "serde_json", "serde-json"}, {manifest.Go, "example.com/A", "example.com/A"}, {manifest.NPM, "@A/b_c", "@A/b_c"},
		{manifest.Composer, "Acme/Lib", "acme/lib"}, {manifest.CMake, "OpenSSL", "openssl"}, {manifest.RubyGems, "a_b-C", "a_b-C"},
		{manifest.Maven, "com.A:b", "com.A:b"}, {manifest.Swift, "https://github.com/acme/Core.git", "core"}, {manifest.Swift, "Core", "core"},
	} {
		if got := manifest.Normalize(c[0], c[1]); got != c[2] {
			t.Errorf("Normalize(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// FuzzParse checks that no input makes Parse panic, run too long or break the
// documented invariants of its types.
func FuzzParse(f *testing.F) {
	paths := []projectbase.Path{"go.mod", "go.work", "d/package.json", "d/a.csproj", "Directory.Packages.props", "packages.config",
		"a.sln", "a.slnx", "pyproject.toml", "setup.cfg", "requirements.txt", "Cargo.toml", "CMakeLists.txt", "d/pom.xml",
		"d/build.gradle", "d/src/main/kotlin/a.gradle.kts", "settings.gradle.kts", "gradle.properties", "gradle/libs.versions.toml", "composer.json", "Gemfile", "a.gemspec", "Package.swift",
		".gitmodules", "tsconfig.json", "pnpm-workspace.yaml"}
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
		manifest.Complete([]manifest.Manifest{m})
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
