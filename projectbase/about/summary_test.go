package about

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

var sample = Generated{
	Name:         "UCTornado",
	EntryPoints:  []string{"src/Program.cs"},
	MainTypes:    []string{"TornadoEngine (src/Core/TornadoEngine.cs)"},
	Dependencies: []string{"LibPyramid3D (nuget, ../LibPyramid3D/LibPyramid3D.csproj)"},
	Languages:    []LanguageCount{{ID: "csharp", Files: 120, Bytes: 4567}, {ID: "python", Files: 3}, {ID: "go", Files: 1, Bytes: 9}},
	Structure:    []string{"src/ (120 files)"},
}

const sampleText = `# UCTornado

<!-- codegraph:begin entry-points (generated) -->
## Entry Points

- src/Program.cs
<!-- codegraph:end entry-points -->

<!-- codegraph:begin main-types (generated) -->
## Main Types

- TornadoEngine (src/Core/TornadoEngine.cs)
<!-- codegraph:end main-types -->

<!-- codegraph:begin dependencies (generated) -->
## Dependencies

- LibPyramid3D (nuget, ../LibPyramid3D/LibPyramid3D.csproj)
<!-- codegraph:end dependencies -->

<!-- codegraph:begin languages (generated) -->
## Languages

- csharp: 120 files, 4567 bytes
- python: 3 files
- go: 1 file, 9 bytes
<!-- codegraph:end languages -->

<!-- codegraph:begin structure (generated) -->
## Structure

- src/ (120 files)
<!-- codegraph:end structure -->
`

func mustUpdate(t *testing.T, existing []byte, g Generated) []byte {
	t.Helper()
	before := bytes.Clone(existing)
	out, err := Update(existing, g)
	if err != nil {
		t.Fatalf("Update(%q): %v", existing, err)
	}
	if !bytes.Equal(before, existing) {
		t.Fatalf("Update changed its argument %q", before)
	}
	return out
}

func TestUpdateNew(t *testing.T) {
	got := mustUpdate(t, nil, sample)
	if diff := cmp.Diff(sampleText, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(sample, Parse(got).Generated); diff != "" {
		t.Errorf("Parse of it (-want +got)\n%s", diff)
	}
}

// people returns the users' part of a text: without its generated blocks.
func people(text []byte) []byte {
	var out []byte
	at := 0
	for _, b := range parseMarkdown(text).blocks() {
		if _, ours := render(&sample, b.name, "\n"); ours {
			out = append(out, text[at:b.start]...)
			at = b.end
		}
	}
	return append(out, text[at:]...)
}

// isWithin reports whether whole contains all bytes of part, in order.
func isWithin(part, whole []byte) bool {
	for _, c := range whole {
		if len(part) > 0 && part[0] == c {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// checkUpdate checks the guarantees of Update for any bytes.
func checkUpdate(t *testing.T, existing []byte) []byte {
	t.Helper()
	got := mustUpdate(t, existing, sample)
	if !isWithin(people(existing), people(got)) {
		t.Fatalf("users' bytes were lost\nbefore %q\nafter  %q", existing, got)
	}
	other := sample
	other.EntryPoints = []string{"x", "<!-- codegraph:end entry-points -->", "a\nb", "```"}
	again := mustUpdate(t, got, other)
	if !bytes.Equal(people(got), people(again)) {
		t.Fatalf("users' bytes changed\nbefore %q\nafter  %q", got, again)
	}
	if back := mustUpdate(t, again, sample); !bytes.Equal(back, got) {
		t.Fatalf("the text depends on its history\nwant %q\ngot  %q", got, back)
	}
	return got
}

func TestUpdateKeepsPeoplesBytes(t *testing.T) {
	marker := "<!-- codegraph:begin structure -->"
	end := "<!-- codegraph:end structure -->"
	for name, existing := range map[string]string{
		"text":             "# Mine\n\nwords",
		"crlf":             "# Mine\r\n\r\nwords\r\n" + marker + "\r\nold\r\n" + end + "\r\nmore",
		"invalid utf-8":    "\xff\x00\xfe words \x80\n",
		"begin only":       "a\n" + marker + "\nmine\n",
		"end only":         "a\n" + end + "\nmine\n",
		"begin twice":      marker + "\nmine\n" + marker + "\nold\n" + end + "\n",
		"end twice":        marker + "\nold\n" + end + "\nmine\n" + end,
		"wrong end":        marker + "\nmine\n<!-- codegraph:end languages -->\n",
		"nested":           marker + "\nmine\n<!-- codegraph:begin languages -->\nold\n<!-- codegraph:end languages -->\nmine\n" + end,
		"unknown block":    "<!-- codegraph:begin other -->\nmine\n<!-- codegraph:end other -->\n",
		"two blocks":       marker + "\nold\n" + end + "\nmine\n" + marker + "\nold\n" + end,
		"in a fence":       "```\n" + marker + "\nmine\n" + end + "\n```\n",
		"open fence":       "# Mine\n```\n" + marker + "\nmine\n" + end + "\n",
		"open fence title": "\ufeff---\na: b\n---\nMine\n====\n~~~~\nmine\n~~~\n",
		"in a comment":     "<!-- draft\n" + marker[4:] + "\nmine",
		"open comment":     "\ufeff<!-- draft\nmine",
		"front matter":     "---\n" + marker + "\nmine\n" + end + "\n---\nmine\n",
		"open matter":      "---\nmine\n",
		"mark":             "\ufeff" + marker + "\nold\n" + end,
		"blank":            " \r\n\t",
	} {
		t.Run(name, func(t *testing.T) {
			got := checkUpdate(t, []byte(existing))
			if strings.Count(existing, "mine") != strings.Count(string(got), "mine") {
				t.Errorf("words were lost: %q", got)
			}
			if !strings.Contains(string(got), "- src/ (120 files)") || strings.Contains(string(got), "old") {
				t.Errorf("not updated: %q", got)
			}
		})
	}
}

func TestUpdateRefuses(t *testing.T) {
	if _, err := Update([]byte("\xff\xfea\x00"), sample); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("UTF-16: %v", err)
	}
	if _, err := Update(make([]byte, MaxSummary+1), sample); !errors.Is(err, projectbase.ErrLimit) {
		t.Errorf("too long: %v", err)
	}
}

// pieces are the parts of random summaries.
var pieces = []string{"# Title\n", "## Purpose\n", "## Notes\r\n", "Purpose\n---\n", "words\n", "words", "\n", "\r\n", "\r", "```\n", "```go\n", "~~~\n",
	"<!-- x\n", "-->\n", "---\n", "<!-- codegraph:begin structure (generated) -->\n", "<!-- codegraph:end structure -->\n", "<!-- codegraph:end structure -->",
	"<!-- codegraph:begin languages -->\r\n", "<!-- codegraph:end languages -->\r\n", "\xff\x00", "\ufeff", "    ", "> ", "- ", "=\n", "## Key Concepts", "# ## #\n"}

// TestRandomEdits checks that Update and Describe keep the bytes of users.
func TestRandomEdits(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var text []byte
		for range 12 {
			switch r.IntN(6) {
			case 0:
				text = checkUpdate(t, text)
			case 1:
				checkDescribe(t, text, pieces[r.IntN(len(pieces))]+pieces[r.IntN(len(pieces))]+"told\n", SectionNames()[r.IntN(5)])
			case 2: // delete
				i := r.IntN(len(text) + 1)
				j := min(len(text), i+r.IntN(40))
				text = append(bytes.Clone(text[:i]), text[j:]...)
			default: // insert
				i := r.IntN(len(text) + 1)
				text = append(append(bytes.Clone(text[:i]), pieces[r.IntN(len(pieces))]...), text[i:]...)
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

func FuzzUpdate(f *testing.F) {
	f.Add([]byte(sampleText), "## x\n```\n")
	for _, p := range pieces {
		f.Add([]byte(p), p)
	}
	f.Fuzz(func(t *testing.T, existing []byte, content string) {
		if check(existing) != nil {
			return
		}
		checkUpdate(t, existing)
		for _, s := range SectionNames() {
			checkDescribe(t, existing, content, s)
		}
	})
}
