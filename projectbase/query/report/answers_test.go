package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/query/querytest"
	"codegraph/projectbase/query/search"

	"github.com/google/go-cmp/cmp"
)

func TestSignatures(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo, projectbase.Skip{Path: "vendor", Reason: projectbase.SkipCache, Dir: true})
	tests := []struct {
		name          string
		patterns      []string
		want, missing []string
	}{
		{"all", nil, []string{"a-b/x.go", "a/z.go", "gen/out.go", "src/engine.go", "src/player.go"}, nil},
		{"files in another order, one twice", []string{"src/player.go", "a/z.go", "a/z.go"}, []string{"a/z.go", "src/player.go"}, nil},
		{"directory", []string{"src"}, []string{"src/engine.go", "src/player.go"}, nil},
		{"glob and file of it", []string{"src/p*.go", "src/player.go"}, []string{"src/player.go"}, nil},
		{"missing ones", []string{"nope.go", "a", "vendor/x.go"}, []string{"a/z.go"}, []string{"nope.go", "vendor/x.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, missing, err := ReadSignatures(context.Background(), b, tt.patterns)
			querytest.Must(t, err)
			var got, lacks []string
			for _, s := range found {
				got = append(got, string(s.File))
			}
			for _, m := range missing {
				if !errors.Is(m.Err, projectbase.ErrNotFound) {
					t.Errorf("%s: error = %v, want ErrNotFound", m.Path, m.Err)
				}
				lacks = append(lacks, m.Path)
			}
			if d := cmp.Diff([][]string{tt.want, tt.missing}, [][]string{got, lacks}); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestSignature(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo, projectbase.Skip{Path: "big.go", Reason: projectbase.SkipTooLarge})
	got, err := ReadSignature(context.Background(), b, "src/engine.go")
	querytest.Must(t, err)
	want := &Signature{File: "src/engine.go", Language: "test", Types: []Type{{"Engine", "class", 1, 1}},
		Methods: []Method{{Name: "Start", Prototype: "func Start engine", LineNumber: 2, EndLine: 2}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	_, err = ReadSignature(context.Background(), b, "big.go")
	var hint *projectbase.HintError
	if !errors.Is(err, projectbase.ErrNotFound) || !errors.As(err, &hint) || hint.Hints[0].Text != "big.go is not indexed: too_large" {
		t.Errorf("error = %v with hint %v", err, hint)
	}
}

func TestFirstSentence(t *testing.T) {
	for doc, want := range map[string]string{
		"":                            "",
		"Runs all. Then stops.":       "Runs all.",
		"Runs\n  all\n\nMore.":        "Runs all",
		"Takes e.g. a name. It stops": "Takes e.g. a name.",
		"Version 1.2 is old":          "Version 1.2 is old",
		"Really? Yes.":                "Really?",
	} {
		if got := firstSentence(doc); got != want {
			t.Errorf("firstSentence(%q) = %q, want %q", doc, got, want)
		}
	}
}

func TestTree(t *testing.T) {
	b := querytest.MustIndex(t, map[string]querytest.File{"z.go": {}, "a/b/c/d.go": {}, "a/b/e.go": {}, "a-b/x.go": {Text: "func F\n"}})
	tests := []struct {
		name string
		o    TreeOptions
		want []string
	}{
		{"all", TreeOptions{}, []string{"a-b/", "a-b/x.go", "a/", "a/b/", "a/b/c/", "a/b/c/d.go", "a/b/e.go", "z.go"}},
		{"one level", TreeOptions{Depth: 1}, []string{"a-b/", "a/", "z.go"}},
		{"below a directory", TreeOptions{Dir: "a/b", Depth: 1}, []string{"a/b/c/", "a/b/e.go"}},
		{"a file", TreeOptions{Dir: "z.go"}, []string{"z.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entries, err := ReadTree(context.Background(), b, tt.o)
			querytest.Must(t, err)
			var got []string
			for _, e := range entries {
				p := string(e.Path)
				if e.Type == "directory" {
					p += "/"
				}
				got = append(got, p)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	entries, err := ReadTree(context.Background(), b, TreeOptions{Dir: "a-b", Stats: true})
	querytest.Must(t, err)
	one := uint32(1)
	if d := cmp.Diff([]Entry{{Path: "a-b/x.go", Type: "file", Language: "test", ItemCount: &one, MethodCount: &one, LastIndexed: 5}}, entries); d != "" {
		t.Errorf("stats (-want +got):\n%s", d)
	}
	if entries, err := ReadTree(context.Background(), b, TreeOptions{}); err != nil || entries[2].FileCount != 2 {
		t.Errorf("directory a: %+v, %v; want 2 files", entries[2], err)
	}
	for _, dir := range []projectbase.Path{"nope", "a/b/c/d.go/x", "a-"} {
		if _, err := ReadTree(context.Background(), b, TreeOptions{Dir: dir}); !errors.Is(err, projectbase.ErrNotFound) {
			t.Errorf("%s: error = %v, want ErrNotFound", dir, err)
		}
	}
}

func TestStatus(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo, projectbase.Skip{Path: "big.go", Reason: projectbase.SkipTooLarge})
	s, err := ReadStatus(context.Background(), b)
	querytest.Must(t, err)
	if s.ProjectName != "demo" || s.Statistics.Files != 5 || s.Statistics.Methods != 3 || s.Statistics.Types != 1 || s.DatabaseSizeBytes == 0 {
		t.Errorf("status = %+v", s)
	}
	if d := cmp.Diff([]Skipped{{"big.go", projectbase.SkipTooLarge}}, s.Skipped); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
}

// TestExport checks the order and the records of an export. Tests that compare
// indexes check that it is complete.
func TestExport(t *testing.T) {
	b := querytest.MustIndex(t, map[string]querytest.File{"b.go": {Text: "type B // b comment\n"}, "a.go": {Text: "func A B\nB\n"}})
	var out bytes.Buffer
	querytest.Must(t, Export(context.Background(), b, []string{"occurrences", "lines", "types", "methods"}, &out))
	want := `{"record":"line","file":"a.go","line_number":1,"line_type":"method"}
{"record":"line","file":"a.go","line_number":2,"line_type":"code"}
{"record":"line","file":"b.go","line_number":1,"line_type":"struct"}
{"record":"line","file":"b.go","line_number":1,"line_type":"comment"}
{"record":"occurrence","term":"A","file":"a.go","line_number":1,"line_type":"method","definition":true}
{"record":"occurrence","term":"B","file":"a.go","line_number":1,"line_type":"method"}
{"record":"occurrence","term":"B","file":"a.go","line_number":2,"line_type":"code"}
{"record":"occurrence","term":"B","file":"b.go","line_number":1,"line_type":"struct","definition":true}
{"record":"occurrence","term":"comment","file":"b.go","line_number":1,"line_type":"comment"}
{"record":"type","file":"b.go","name":"B","kind":"class","line_number":1}
{"record":"method","file":"a.go","name":"A","prototype":"func A B","line_number":1,"visibility":"","is_static":false,"is_async":false}
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	out.Reset()
	querytest.Must(t, Export(context.Background(), b, nil, &out))
	records := map[string]int{}
	for line := range strings.Lines(out.String()) {
		var r struct{ Record string }
		querytest.Must(t, json.Unmarshal([]byte(line), &r))
		records[r.Record]++
	}
	if d := cmp.Diff(map[string]int{"file": 2, "line": 4, "occurrence": 5, "type": 1, "method": 1, "symbol": 2}, records); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
	if err := Export(context.Background(), b, []string{"bogus"}, &out); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("unknown section: error = %v, want ErrUsage", err)
	}
}

// TestSameBytes checks that repeated questions give the same bytes.
func TestSameBytes(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo, projectbase.Skip{Path: "big.go", Reason: projectbase.SkipTooLarge})
	ctx := context.Background()
	questions := map[string]func() (any, error){
		"search":     func() (any, error) { return search.Run(ctx, b, search.Query{Term: "e", Mode: search.ModeContains}) },
		"zero":       func() (any, error) { return search.Run(ctx, b, search.Query{Term: "PlayerHelth"}) },
		"signatures": func() (any, error) { s, _, err := ReadSignatures(ctx, b, nil); return s, err },
		"tree":       func() (any, error) { return ReadTree(ctx, b, TreeOptions{Stats: true}) },
		"status":     func() (any, error) { return ReadStatus(ctx, b) },
		"export": func() (any, error) {
			var out bytes.Buffer
			err := Export(ctx, b, nil, &out)
			return out.String(), err
		},
	}
	for _, name := range slices.Sorted(maps.Keys(questions)) {
		var first []byte
		for range 5 {
			answer, err := questions[name]()
			querytest.Must(t, err)
			text, err := json.Marshal(answer)
			querytest.Must(t, err)
			if first != nil && !bytes.Equal(first, text) {
				t.Errorf("%s: another answer (-first +now):\n%s", name, cmp.Diff(string(first), string(text)))
			}
			first = text
		}
	}
}
