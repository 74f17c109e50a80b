package about

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

func mustWriteTree(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestImport(t *testing.T) {
	root := t.TempDir()
	mustWriteTree(t, root, map[string]string{
		".claude/CLAUDE.md":       "# Tornado\r\n\r\nBuild with make.\x1b[2J\r\n\r\n## Style\r\nTabs.\r\n",
		"AGENTS.md":               "See CLAUDE.md.",
		"src/Physics/CLAUDE.md":   "Physics\n=======\n```\n# not a heading\n",
		"src/Physics/AGENTS.md":   "Physics\n=======\n```\n# not a heading\n",
		"src/Rendering/AGENTS.md": "## Project: UCTornado\n> Source: CLAUDE.md\n",
	})
	if err := os.Symlink("/etc/hostname", filepath.Join(root, "src", "CLAUDE.md")); err != nil {
		t.Fatal(err)
	}
	got, err := Import(root, "UCTornado", []projectbase.Path{"src/Rendering/AGENTS.md", "src/Physics/CLAUDE.md", "src/Physics/AGENTS.md",
		"src/CLAUDE.md", "gone/CLAUDE.md", "AGENTS.md", ".claude/CLAUDE.md"})
	if err != nil {
		t.Fatal(err)
	}
	want := `# docs.md (generated from CLAUDE.md and AGENTS.md files)

## Project: UCTornado
> Source: .claude/CLAUDE.md

### Tornado

Build with make.[2J

#### Style
Tabs.

> Source: AGENTS.md

See CLAUDE.md.


---

## Library: gone
> Source: gone/CLAUDE.md
> Incomplete: not found


---

## Library: src
> Source: src/CLAUDE.md
> Incomplete: not readable within the project's root


---

## Library: src/Physics
> Source: src/Physics/AGENTS.md

### Physics
` + "```\n# not a heading\n```" + `

> Source: src/Physics/CLAUDE.md
> The same text as src/Physics/AGENTS.md


---

## Library: src/Rendering
> Source: src/Rendering/AGENTS.md

#### Project: UCTornado
> Source: CLAUDE.md

`
	if diff := cmp.Diff(want, string(got.Content)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var sections []string
	for _, h := range got.Sections {
		sections = append(sections, fmt.Sprint(h.Line, " ", h.Level, " ", h.Title))
	}
	wantSections := []string{"3 2 Project: UCTornado", "6 3 Tornado", "10 4 Style", "20 2 Library: gone", "27 2 Library: src",
		"34 2 Library: src/Physics", "37 3 Physics", "48 2 Library: src/Rendering", "51 4 Project: UCTornado"}
	if diff := cmp.Diff(wantSections, sections); diff != "" {
		t.Errorf("sections (-want +got)\n%s", diff)
	}
	for name, want := range map[string]string{
		"style": "#### Style\nTabs.\n", "SRC/rendering": "## Library: src/Rendering\n", "library: src": "## Library: src\n", "physics": "### Physics\n",
	} {
		if text, ok := DocSection(got.Content, name); !ok || !strings.HasPrefix(string(text), want) || strings.Contains(string(text), "## Library: gone") {
			t.Errorf("DocSection(%q) = %q, %v", name, text, ok)
		}
	}
	for _, name := range []string{"", "nothing", "not a heading"} {
		if text, ok := DocSection(got.Content, name); ok {
			t.Errorf("DocSection(%q) = %q", name, text)
		}
	}
}

func TestImportLimits(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{"CLAUDE.md": strings.Repeat("0123456789\n", MaxDoc/11+1)}
	paths := []projectbase.Path{"CLAUDE.md"}
	for i := range 8 {
		p := fmt.Sprintf("d%d/CLAUDE.md", i)
		files[p] = strings.Repeat("words\n", MaxDoc/6)
		paths = append(paths, projectbase.Path(p))
	}
	mustWriteTree(t, root, files)
	got, err := Import(root, "p", paths)
	if err != nil {
		t.Fatal(err)
	}
	var taken int64
	for i, s := range got.Sources {
		taken += s.Taken
		if cut := i == 0 || i == 8; cut != (s.Missing != "") {
			t.Errorf("%s: %d bytes, %q", s.Path, s.Taken, s.Missing)
		}
	}
	if taken > MaxDocs || taken < MaxDocs-100 || !strings.Contains(string(got.Content), "> Incomplete: cut after") {
		t.Errorf("took %d bytes", taken)
	}
	if _, err := Import(filepath.Join(root, "none"), "p", nil); err == nil {
		t.Error("a missing root is no error")
	}
}

func TestIsDoc(t *testing.T) {
	for p, want := range map[projectbase.Path]bool{
		"CLAUDE.md": true, "AGENTS.md": true, ".claude/CLAUDE.md": true, "a/b/Claude.md": true, "a/.claude/CLAUDE.md": true,
		".claude/worktrees/x/CLAUDE.md": false, "README.md": false, "CLAUDE.md/x": false, "CLAUDE.local.md": false,
	} {
		if got := IsDoc(p); got != want {
			t.Errorf("IsDoc(%q) = %v", p, got)
		}
	}
}
