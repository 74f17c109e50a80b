package mcpserver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/register"
	"codegraph/projectbase/index"
)

// TestWorkflows goes through the ways of working that the specification names,
// one after the other, on one server.
func TestWorkflows(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()

	// Setting up a project and the library that it uses.
	for _, p := range []string{"app", "lib"} {
		var made index.Report
		c.data("init", fmt.Sprintf(`{"path":%q,"name":%q,"languages":["csharp"]}`, f.path(p), strings.ToUpper(p)), &made)
		if !made.Success || made.FilesIndexed == 0 {
			t.Errorf("init of %s: %+v", p, made)
		}
	}
	c.text("describe", `{"section":"purpose","content":"A tornado simulation"}`)
	var linked register.LinkOut
	c.data("link", fmt.Sprintf(`{"path":%q}`, f.path("lib")), &linked)
	if !linked.Success || linked.Name != "LIB" || linked.FilesAvailable != 1 {
		t.Errorf("link = %+v", linked)
	}

	// Understanding a project that one does not know.
	contains(t, "summary", c.text("summary", "{}"), "A tornado simulation", "Engine")
	contains(t, "docs", c.text("docs", "{}"), "Build with care")
	contains(t, "tree", c.text("tree", "{}"), "Core/", "Engine.cs")
	contains(t, "signatures", c.text("signatures", `{"path":"Core/**"}`), "Core/Engine.cs", "class Engine", "CalculateDamage", "Player.cs")
	contains(t, "query", c.text("query", `{"term":"Damage","mode":"contains"}`), "CalculateDamage", "Core/Player.cs")

	// Change code without a notification: the server finds the change.
	f.write("app/Core/Engine.cs", strings.Replace(files["app/Core/Engine.cs"], "PlayerHealth {", "PlayerHealth { /* Vortex */", 1))
	contains(t, "update", c.text("update", `{"file":"Core/Engine.cs","from_line":4,"to_line":4}`), "Core/Engine.cs")
	f.write("app/Core/Enemy.cs", "namespace App { public class Enemy { int Vortex; } }\n")
	contains(t, "query", c.text("query", `{"term":"Vortex"}`), "2 matches in 2 files", "Core/Enemy.cs", "Core/Engine.cs")

	// Renaming a method.
	var found question.QueryOut
	c.data("query", `{"term":"CalculateDamage"}`, &found)
	if found.TotalMatches != 2 || !found.Matches[0].Definition || found.Matches[0].LineNumber != 5 {
		t.Errorf("query = %+v", found)
	}
	contains(t, "signature", c.text("signature", `{"file":"Core/Engine.cs"}`), "void CalculateDamage(Entity target, int baseDamage)")
	for _, name := range []string{"Core/Engine.cs", "Core/Player.cs"} {
		f.write("app/"+name, strings.ReplaceAll(files["app/"+name], "CalculateDamage", "Harm"))
	}
	contains(t, "update_batch", c.text("update_batch", `{"files":[{"file":"Core/Engine.cs"},{"file":"Core/Player.cs"}]}`), "Engine.cs", "Player.cs")
	contains(t, "query", c.text("query", `{"term":"CalculateDamage"}`), "0 matches")
	contains(t, "query", c.text("query", `{"term":"Harm"}`), "2 matches in 2 files")

	// Searching several projects.
	c.data("query", `{"term":"RenderMesh","include_dependencies":true}`, &found)
	var where []string
	for _, m := range found.Matches {
		where = append(where, fmt.Sprintf("%s %s %v", m.Project, m.File, m.Definition))
	}
	if want := []string{"LIB Renderer.cs true", "APP Core/Player.cs false"}; !slices.Equal(where, want) {
		t.Errorf("matches = %q, want %q", where, want)
	}

	// The remaining tools.
	contains(t, "projects", c.text("projects", "{}"), "APP", "LIB")
	contains(t, "query by name", c.text("query", `{"term":"RenderMesh","project":"LIB"}`), "1 match")
	contains(t, "links", c.text("links", "{}"), "LIB", "manual link")
	contains(t, "status", c.text("status", "{}"), "csharp 3")
	contains(t, "sync", c.text("sync", "{}"), "APP")
	contains(t, "remove", c.text("remove", `{"file":"Core/Enemy.cs"}`), "dropped")
	contains(t, "update_docs", c.text("update_docs", "{}"), "imported 1 file")
	contains(t, "scan", c.text("scan", fmt.Sprintf(`{"path":%q}`, f.dir)), "2 projects")
	contains(t, "unlink", c.text("unlink", `{"path":"LIB"}`), "unlinked")
}

func contains(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s has no %q:\n%s", what, p, text)
		}
	}
}
