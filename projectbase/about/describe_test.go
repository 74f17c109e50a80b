package about

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

// checkDescribe checks the guarantees of Describe for any bytes: appending
// loses nothing, generated blocks stay, and the section can be found again.
func checkDescribe(t *testing.T, existing []byte, content, section string) {
	t.Helper()
	before := bytes.Clone(existing)
	got, err := Describe(existing, section, "", content, false)
	if err != nil {
		if !errors.Is(err, projectbase.ErrUsage) {
			t.Fatalf("Describe(%q, %q): %v", existing, content, err)
		}
		return
	}
	if !bytes.Equal(before, existing) {
		t.Fatalf("Describe changed its argument %q", before)
	}
	if !isWithin(existing, got) {
		t.Fatalf("bytes were lost\nbefore %q\nafter  %q", existing, got)
	}
	if a, b := len(parseMarkdown(existing).blocks()), len(parseMarkdown(got).blocks()); a != b {
		t.Fatalf("%d blocks became %d\nbefore %q\nafter  %q", a, b, existing, got)
	}
	want := len(Parse(existing).Sections)
	heading, _ := sectionHeading(section, "")
	if !hasSection(existing, heading) {
		want++
	}
	if n := len(Parse(got).Sections); n != want || !hasSection(got, heading) {
		t.Fatalf("%d sections, want %d with %q\nbefore %q\nafter  %q", n, want, heading, existing, got)
	}
	replaced, err := Describe(got, section, "", "new words", true)
	if err != nil {
		t.Fatalf("replace in %q: %v", got, err)
	}
	if a, b := len(parseMarkdown(got).blocks()), len(parseMarkdown(replaced).blocks()); a != b || len(Parse(replaced).Sections) != want {
		t.Fatalf("replacing broke the text\nbefore %q\nafter  %q", got, replaced)
	}
	twice, err := Describe(replaced, section, "", "new words", true)
	if err != nil || !bytes.Equal(twice, replaced) {
		t.Fatalf("replacing by the same content changes the text\nbefore %q\nafter  %q (%v)", replaced, twice, err)
	}
}

func hasSection(text []byte, heading string) bool {
	for _, s := range Parse(text).Sections {
		if !s.Generated && strings.EqualFold(s.Title, heading) {
			return true
		}
	}
	return false
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		name, existing, section, title, content string
		replace                                 bool
		want                                    string
	}{
		{"empty file", "", Purpose, "", "Simulates.", false, "## Purpose\n\nSimulates.\n"},
		{"append", "## Purpose\n\nOne.\n\n## Other\nx", Purpose, "", "\nTwo.\n\n", false, "## Purpose\n\nOne.\n\nTwo.\n\n## Other\nx"},
		{"append at the end", "## PURPOSE ##\nOne.", Purpose, "", "Two.", false, "## PURPOSE ##\nOne.\n\nTwo.\n"},
		{"replace", "a\n## Purpose\n\nOne.\n### Deep\nmore\n\n\n## Other\nx", Purpose, "", "Two.", true, "a\n## Purpose\n\nTwo.\n\n\n## Other\nx"},
		{"crlf", "## Purpose\r\nOne.\r\n## Other\r\n", Purpose, "", "Two\nlines", true, "## Purpose\r\n\r\nTwo\r\nlines\r\n\r\n## Other\r\n"},
		{"setext", "Purpose\n-------\nOne.\n\nOther\n-----\nx", Purpose, "", "Two.", true, "Purpose\n-------\n\nTwo.\n\nOther\n-----\nx"},
		{"fence", "## Purpose\n```\n## Other\n```\nx\n", Purpose, "", "Two.", true, "## Purpose\n\nTwo.\n"},
		{"comment", "<!--\n## Purpose\n-->\n", Purpose, "", "One.", false, "<!--\n## Purpose\n-->\n\n## Purpose\n\nOne.\n"},
		{"before blocks", "# N\n\n<!-- codegraph:begin structure -->\n<!-- codegraph:end structure -->\n", Concepts, "", "C.", false,
			"# N\n\n## Key Concepts\n\nC.\n\n<!-- codegraph:begin structure -->\n<!-- codegraph:end structure -->\n"},
		{"before later sections", "## Patterns\n\nP.\n", Architecture, "", "A.", false, "## Architecture\n\nA.\n\n## Patterns\n\nP.\n"},
		{"default title", "x\n", Custom, "", "N.", false, "x\n\n## Notes\n\nN.\n"},
		{"title", "## Decisions\nA.\n", Custom, "decisions", "B.", false, "## Decisions\nA.\n\nB.\n"},
		{"headings", "", Purpose, "", "# A\n## B\nC\n===\n###### D\n```\n# code\n```", false,
			"## Purpose\n\n### A\n#### B\n### C\n###### D\n```\n# code\n```\n"},
		{"markers", "", Purpose, "", "<!-- codegraph:end structure -->", false, "## Purpose\n\n&lt;!-- codegraph:end structure -->\n"},
		{"open fence in content", "## Purpose\n\n## Other\n", Purpose, "", "```\nx", false, "## Purpose\n\n```\nx\n```\n\n## Other\n"},
		{"control characters", "", Purpose, "", "a\x00b\x1b[31mc\u202ed\te", false, "## Purpose\n\nab[31mcd\te\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Describe([]byte(c.existing), c.section, c.title, c.content, c.replace)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			checkDescribe(t, []byte(c.existing), c.content, c.section)
		})
	}
}

func TestDescribeRefuses(t *testing.T) {
	for _, c := range []struct {
		name, existing, section, title, content string
		want                                    error
	}{
		{"empty", "", Purpose, "", " \n\x00\t\n", projectbase.ErrUsage},
		{"section", "", "porpoise", "", "x", projectbase.ErrUsage},
		{"title elsewhere", "", Purpose, "T", "x", projectbase.ErrUsage},
		{"title of two lines", "", Custom, "a\n## b", "x", projectbase.ErrUsage},
		{"title of nothing", "", Custom, " # ", "x", projectbase.ErrUsage},
		{"section with an open fence", "## Purpose\n```\n## Other\nprecious\n", Purpose, "", "x", projectbase.ErrUsage},
		{"new one behind an open fence", "```\n", Purpose, "", "x", projectbase.ErrUsage},
		{"too much", "", Purpose, "", strings.Repeat("x", MaxContent+1), projectbase.ErrLimit},
	} {
		if got, err := Describe([]byte(c.existing), c.section, c.title, c.content, true); !errors.Is(err, c.want) || got != nil {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}
