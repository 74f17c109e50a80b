package main

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/tools"
)

// oneOfTwo are two projects: a token is for the first one, which depends on the
// other.
const oneOfTwo = `
-- open/go.mod --
module example.com/open

go 1.26

require example.com/base v1.0.0
-- open/a.go --
package open

import "example.com/base"

// Widget is one.
func Widget() { base.Known() }
-- open/p/b.go --
package p
-- hidden/go.mod --
module example.com/base

go 1.26
-- hidden/lib.go --
package base

func Known() {}

// Concealed is for nobody else.
func Concealed() {}
`

// concealed matches words of the hidden project. No answer may contain one of them
// unless the request does.
var concealed = regexp.MustCompile(`lib\.go|for nobody else|func Concealed`)

// pair is how the hidden project can be named, and one that there is not in the
// same way and at the same length.
type pair struct{ hidden, unknown string }

// stranger asks a service with a token that is for one project.
type stranger struct {
	*testing.T
	s      *service
	secret string
	pairs  []pair
}

// TestForbiddenIsUnknown uses a token that is limited to some projects. For every
// argument that names a project, a forbidden project gives the same answer as a
// project that does not exist.
func TestForbiddenIsUnknown(t *testing.T) {
	t.Parallel()
	x := mustStranger(t)
	for _, spec := range tools.All() {
		schema := schemaOf(t, spec)
		for _, at := range append(schema.texts(), nil) {
			if spec.Name == action.Init().Name && !slices.Contains([]string{"path", "project"}, strings.Join(at, ".")) {
				continue // a setting of the project, which would not be the same afterwards
			}
			x.compare("tool "+spec.Name+" "+strings.Join(at, "."), func(name string) (int, string) {
				in := schema.input(t, at, name)
				if _, ok := schema.Properties["project"]; ok && in["project"] == nil {
					in["project"] = "open"
				}
				return x.ask("POST", "/v1/tools/"+spec.Name, in)
			})
		}
	}
	for _, m := range httpapi.Methods {
		for _, key := range []string{"id", "name", "ids"} {
			x.compare("catalog "+m.Name+" "+key, func(project string) (int, string) {
				value := any(project)
				if key == "ids" {
					value = []string{project}
				}
				return x.ask("POST", httpapi.Prefix+m.Name, map[string]any{key: value})
			})
		}
	}
	for _, path := range []string{"GET /v1/projects/%s", "GET /v1/projects?match=%s", "GET /v1/projects?tag=%s", "PUT /v1/projects/%s/base"} {
		x.compare(path, func(project string) (int, string) {
			method, path, _ := strings.Cut(path, " ")
			return x.ask(method, strings.ReplaceAll(path, "%s", strings.NewReplacer("/", "%2F", ":", "%3A").Replace(project)), nil)
		})
	}
}

func mustStranger(t *testing.T) *stranger {
	t.Helper()
	store := filepath.Join(t.TempDir(), "catalog.db")
	s := mustService(t, "n", store, oneOfTwo, "CODEGRAPH_SERVE_RATE=0")
	s.waitFor("both are indexed", func(f found) bool { return f.Total > 0 && f.Complete })
	status, text := s.get("/v1/projects/hidden")
	var shown struct {
		Project struct{ ID, Path string }
	}
	for ; status != http.StatusOK; status, text = s.get("/v1/projects/hidden") {
		s.waitFor("the hidden one", func(f found) bool { return f.Complete })
	}
	if err := json.Unmarshal([]byte(text), &shown); err != nil || shown.Project.ID == "" || shown.Project.Path == "" {
		t.Fatalf("%v: %s", err, text)
	}
	id, root := shown.Project.ID, shown.Project.Path
	run := func(args ...string) string {
		cmd := exec.Command("codegraph", args...)
		cmd.Dir, cmd.Env = s.dir, s.env
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("project", "tag", "hidden", "concealed")
	x := &stranger{T: t, s: s, secret: run("-q", "token", "create", "stranger", "--scope", "admin", "--project", "open")}
	x.pairs = []pair{{"hidden", "hxdden"}, {id, strings.Repeat("f", len(id))}, {"concealed", "cxncealed"}, {"tag:concealed", "tag:cxncealed"},
		{"glob:hidden", "glob:hxdden"}, {"open,hidden", "open,hxdden"}, {"../hidden", "../hxdden"}, {"../hidden/lib.go", "../hxdden/lib.go"},
		{root, filepath.Join(filepath.Dir(root), "hxdden")}, {root + "/lib.go", filepath.Join(filepath.Dir(root), "hxdden", "lib.go")}}
	// The token is for something: else everything is forbidden.
	for deadline := time.Now().Add(time.Minute); ; <-time.After(100 * time.Millisecond) { // the service reads its tokens now and then
		status, text := x.ask("POST", "/v1/tools/query", map[string]any{"term": "Widget", "scope": "all"})
		if status == http.StatusOK && strings.Contains(text, `"file":"a.go"`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("what it may ask: %d %s", status, text)
		}
	}
	return x
}

// ask asks with the stranger's token.
func (x *stranger) ask(method, path string, body any) (int, string) {
	x.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		x.Fatal(err)
	}
	r, err := http.NewRequest(method, x.s.address+path, strings.NewReader(string(text)))
	if err != nil {
		x.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if method == "PUT" {
		r.Header.Set("Content-Type", httpapi.BaseType)
	}
	return sendWith(r, x.secret)
}

// moments are what differs from one answer to the next.
var moments = regexp.MustCompile(`"(checked_at|last_update|last_seen|last_indexed|duration_ms|size_bytes|database_size_bytes|fence|Taken|taken|seen|silent)":-?[0-9.]+`)

// compare asks about the hidden project and about one that there is not, and about
// neither more than about the other.
func (x *stranger) compare(what string, ask func(name string) (int, string)) {
	x.Helper()
	for _, p := range x.pairs {
		status, text := ask(p.hidden)
		otherStatus, other := ask(p.unknown)
		text, other = moments.ReplaceAllString(text, ""), moments.ReplaceAllString(other, "")
		if status != otherStatus || neutral(text) != neutral(other) {
			x.Errorf("%s tells %q from %q:\n%d %s\n%d %s", what, p.hidden, p.unknown, status, text, otherStatus, other)
		}
		if told := concealed.FindString(strings.ReplaceAll(text, "hidden/lib.go", "")); told != "" {
			x.Errorf("%s %q tells %q: %s", what, p.hidden, told, text)
		}
		if status == 0 || status >= 500 {
			x.Errorf("%s %q: %d %s", what, p.hidden, status, text)
		}
	}
}

// neutral returns an answer in which it does not show which one was named.
func neutral(text string) string {
	return regexp.MustCompile(`h[ix]dden|c[ox]ncealed|[0-9a-f]{32}`).ReplaceAllString(text, "NAME")
}
