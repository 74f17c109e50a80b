package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"
	"codegraph/projectbase/fresh/faulttest"

	"github.com/google/go-cmp/cmp"
)

// schema is the part of a tool's input schema that these tests read.
type schema struct {
	Type       string            `json:"type"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	Required   []string          `json:"required"`
	Enum       []string          `json:"enum"`
}

func schemaOf(t *testing.T, s *tool.Spec) schema {
	t.Helper()
	var out schema
	if err := json.Unmarshal(s.Schema(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// harmless are texts for arguments that must be given, by their names.
var harmless = map[string]string{"term": "Widget", "name": "Widget", "symbol": "Widget", "type": "Widget", "target": "Widget", "content": "text",
	"file": "a.go", "files": "a.go", "from": "p", "to": "lib", "path": "."}

// texts returns the arguments below s that take a text, each as the names that
// lead to it.
func (s schema) texts() [][]string {
	var out [][]string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		if p.Type == "array" {
			p = *p.Items
		}
		switch p.Type {
		case "string":
			out = append(out, []string{name})
		case "object":
			for _, below := range p.texts() {
				out = append(out, append([]string{name}, below...))
			}
		}
	}
	return out
}

// input returns arguments with value at the path at, and all required arguments.
func (s schema) input(t *testing.T, at []string, value string) map[string]any {
	t.Helper()
	in := map[string]any{}
	for name, p := range s.Properties {
		var v any
		switch {
		case len(at) > 0 && at[0] == name:
			v = p.value(t, name, at[1:], value)
		case slices.Contains(s.Required, name):
			v = p.value(t, name, nil, "")
		default:
			continue
		}
		in[name] = v
	}
	return in
}

func (s schema) value(t *testing.T, name string, at []string, value string) any {
	t.Helper()
	switch s.Type {
	case "array":
		return []any{s.Items.value(t, name, at, value)}
	case "object":
		return s.input(t, at, value)
	}
	switch {
	case value != "":
		return value
	case s.Enum != nil:
		return s.Enum[0]
	case harmless[name] == "":
		t.Fatalf("an argument %q must be given: say in harmless what it can be", name)
	}
	return harmless[name]
}

// secret stands in files that no answer may come from.
const secret = "TOPSECRET"

// hostileHouse is a project "p" beside a directory that is none of its business.
func hostileHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.write("p/a.go", "package p\n\n// Widget is one.\nfunc Widget() { Other() }\n\nfunc Other() {}\n")
	h.write("p/d/b.go", "package d\n")
	h.write("outside/secret.go", "package secret // "+secret+"\n\nfunc "+secret+"() {}\n")
	for link, target := range map[string]string{"p/out.go": "../outside/secret.go", "p/outdir": "../outside"} {
		if err := os.Symlink(target, h.path(link)); err != nil {
			t.Fatal(err)
		}
	}
	h.must("p", "-q", "init")
	return h
}

// hostile are texts that no argument may do harm with.
func (h *house) hostile() []string {
	return []string{
		// Paths out of the project, and such as other systems have.
		"../outside/secret.go", h.path("outside/secret.go"), "out.go", "outdir/secret.go", "d/../../outside/secret.go", "./../outside/secret.go",
		`..\outside\secret.go`, `C:\outside\secret.go`, "C:secret.go", `\\server\share\secret.go`, "//server/share/secret.go", `\\?\C:\secret.go`,
		"file://" + h.path("outside/secret.go"), "%2e%2e/outside/secret.go", "~/outside/secret.go", "/proc/self/environ",
		"a.go\x00", "\x00", "a.go\n../outside/secret.go", strings.Repeat("d/../", 20_000) + "a.go", strings.Repeat("x", 100_000),
		// What means something in SQL, in patterns, to programs.
		"'; DROP TABLE file; --", `" OR 1=1 --`, "x') UNION SELECT 1, 2, 3 --", "%", "_", "x' OR 'x'='x",
		"(a*)*(a*)*b", strings.Repeat("(", 5000), strings.Repeat("{a,", 3000), strings.Repeat("**/", 5000), "[", `\`, "--output=/tmp/x", "-",
		// What means something to terminals and readers.
		"\x1b[31mred\x1b]0;title\x07", "\u202eevil\u2066", "\u009b31m", "\xff\xfe", "\ufeff",
	}
}

// unseen returns the first character that may not be in text for people.
func unseen(text string) (rune, bool) {
	for _, r := range text {
		if r == '\n' || r == '\t' {
			continue
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) || r == '\ufeff' {
			return r, true
		}
	}
	return 0, false
}

// clean checks a text for people.
func (h *house) clean(what, text string) {
	h.Helper()
	if strings.Contains(text, secret) {
		h.Errorf("%.300s: the answer is from outside: %.500s", what, text)
	}
	if r, ok := unseen(text); ok {
		h.Errorf("%.300q: the answer has %U: %.500q", what, r, text)
	}
}

// files returns the files below a directory by path. It omits indexes.
func (h *house) files(dir string) map[string]string {
	h.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(h.path(dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == ".codegraph" && strings.HasPrefix(path, h.path("p")) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		out[path] = info.Mode().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			out[path] += string(data)
			return err
		}
		return nil
	})
	if err != nil {
		h.Fatal(err)
	}
	return out
}

// each calls ask for each text argument of a tool with hostile values: in the
// short form with some of them, others for each argument.
func (h *house) each(specs []*tool.Spec, values []string, ask func(s *tool.Spec, what string, in map[string]any)) {
	h.Helper()
	turn := 0
	for _, s := range specs {
		sc := schemaOf(h.T, s)
		for _, at := range sc.texts() {
			for range faulttest.Rounds(min(len(values), 6), len(values)) {
				v := values[turn%len(values)]
				turn++
				ask(s, fmt.Sprintf("%s %s=%q", s.Name, strings.Join(at, "."), v), sc.input(h.T, at, v))
			}
		}
	}
}

// split returns the tools that only read, and the others.
func split(specs []*tool.Spec) (readers, writers []*tool.Spec) {
	for _, s := range specs {
		if s.Hints.ReadOnly {
			readers = append(readers, s)
		} else {
			writers = append(writers, s)
		}
	}
	return readers, writers
}

// TestHostileArguments passes hostile values to every text argument of every tool,
// over an MCP session on standard input and output. The values attempt path
// traversal, SQL injection and terminal escapes. The server keeps running, and
// neither shows nor changes a file outside the project.
func TestHostileArguments(t *testing.T) {
	t.Parallel()
	h := hostileHouse(t)
	before, base := h.files("."), h.must("p", "--json", "export")
	s := h.newSession("p", nil)
	asked := 0
	offered := offers(t, s)
	ask := func(spec *tool.Spec, what string, in map[string]any) {
		if !slices.Contains(offered, "codegraph_"+spec.Name) {
			return
		}
		asked++
		r := s.ask(spec.Name, in)
		if r.Error != nil && r.Error.Code != -32602 {
			t.Errorf("%.300s: an error of the protocol: %s", what, r.raw)
		}
		h.clean(what, r.text())
	}
	readers, writers := split(tools.All())
	h.each(readers, h.hostile(), ask)
	if d := cmp.Diff(base, h.must("p", "--json", "export")); d != "" {
		t.Errorf("questions changed the base:\n%s", d)
	}
	h.each(writers, h.hostile(), ask)
	s.end()
	h.clean("the log", s.stderr.String())
	after := h.files(".")
	for _, m := range []map[string]string{before, after} { // the catalog is written, and may be
		maps.DeleteFunc(m, func(name, _ string) bool {
			return strings.HasPrefix(name, h.path("catalog.db")) || strings.HasPrefix(name, h.path(".tmp"))
		})
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("files changed:\n%s", d)
	}
	if err := os.Remove(h.path("p/.codegraph/config.json")); err != nil {
		t.Error(err) // init has been given the exclusions
	}
	h.must("p", "-q", "init")
	if d := cmp.Diff(base, h.must("p", "--json", "export")); d != "" {
		t.Errorf("the base is another than before:\n%s", d)
	}
	if asked < 300 {
		t.Errorf("only %d calls", asked)
	}
	t.Logf("%d calls", asked)
}

// offers returns the names of the tools that a server offers.
func offers(t *testing.T, s *session) []string {
	t.Helper()
	var list struct {
		Result struct {
			Tools []struct{ Name string }
		}
	}
	if err := json.Unmarshal([]byte(s.call("tools/list", map[string]any{}).raw), &list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range list.Result.Tools {
		names = append(names, one.Name)
	}
	return names
}

// TestHostileArgumentsOverHTTP is the same over HTTP, where directories outside
// of those that are served may not be named at all.
func TestHostileArgumentsOverHTTP(t *testing.T) {
	t.Parallel()
	h := hostileHouse(t)
	address, logged := h.serve("p")
	before := h.files("outside")
	values := append(h.hostile(), "..", "/", h.path("outside"), "../outside", "outdir")
	asked := 0
	h.each(tools.All(), values, func(s *tool.Spec, what string, in map[string]any) {
		body, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		asked++
		status, got := post(t, address, "/v1/tools/"+s.Name, string(body))
		if status == http.StatusInternalServerError {
			t.Errorf("%.300s: %s", what, got)
		}
		var failure struct{ Error tool.Failure }
		if status != http.StatusOK && json.Unmarshal([]byte(got), &failure) == nil {
			h.clean(what, failure.Error.Message+failure.Error.Hint)
		}
		if strings.Contains(got, secret) {
			t.Errorf("%.300s: the answer is from outside: %.500s", what, got)
		}
	})
	log := logged()
	h.clean("the log", log)
	if d := cmp.Diff(before, h.files("outside")); d != "" {
		t.Errorf("files changed:\n%s", d)
	}
	if asked < 300 {
		t.Errorf("only %d calls", asked)
	}
	t.Logf("%d calls", asked)
}
