package all_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"

	gocmp "github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of languages anew")

// Markers around the table in the README.
const (
	begin = "<!-- languages:begin -->\n"
	end   = "<!-- languages:end -->\n"
)

// The table of languages in the README of lang lists every language.
func TestReadmeLanguageTable(t *testing.T) {
	const file = "../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(text, []byte(begin))
	shown, after, closed := bytes.Cut(rest, []byte(end))
	if !ok || !closed {
		t.Fatalf("README.md has no %q and %q around a table", begin, end)
	}
	want := table(all.Set().All())
	if *update {
		made := slices.Concat(before, []byte(begin), []byte(want), []byte(end), after)
		if err := os.WriteFile(file, made, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := gocmp.Diff(want, string(shown)); diff != "" {
		t.Errorf("README.md is stale, run this test with -update (-want +got):\n%s", diff)
	}
}

func table(languages []*lang.Language) string {
	slices.SortFunc(languages, func(a, b *lang.Language) int {
		return cmp.Or(cmp.Compare(max(a.Tier, 1), max(b.Tier, 1)), cmp.Compare(a.ID, b.ID))
	})
	var b strings.Builder
	b.WriteString("| id | language | files | tier | extracted |\n|---|---|---|---|---|\n")
	for _, l := range languages {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %d | %s |\n", l.ID, l.Name, files(l), max(l.Tier, 1), extracted(l))
	}
	return b.String()
}

// files lists the names of files of a language.
func files(l *lang.Language) string {
	names := slices.Concat(l.Files.Extensions, l.Files.Filenames)
	for _, program := range l.Files.Interpreters {
		names = append(names, "#!"+program)
	}
	if l.Files.Rest {
		names = append(names, "all others")
	}
	return "`" + strings.Join(names, "` `") + "`"
}

// extracted describes the extracted facts of a language.
func extracted(l *lang.Language) string {
	if len(l.Parse.Dialects) == 0 {
		return "terms, if the configuration names it"
	}
	if l.Extracts != "" {
		return "terms, " + l.Extracts
	}
	var symbols []string
	for _, d := range l.Declare.Nodes {
		word := cmp.Or(d.Word, strings.ReplaceAll(d.Kind.String(), "_", " "))
		if !slices.Contains(symbols, word) {
			symbols = append(symbols, word)
		}
	}
	if max(l.Tier, 1) == 1 {
		return "terms, symbols, references, imports, metrics"
	}
	return "terms, " + strings.Join(symbols, ", ")
}
