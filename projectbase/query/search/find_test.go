package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/query/querytest"

	"github.com/google/go-cmp/cmp"
)

// brief is a match in the notation of the tests.
func brief(matches []Match) []string {
	out := []string{}
	for _, m := range matches {
		mark := ""
		if m.Definition {
			mark = "*"
		}
		if m.Pending {
			mark += "~"
		}
		out = append(out, fmt.Sprintf("%s:%d%s %s %s", m.File, m.LineNumber, mark, m.LineType, m.Term))
	}
	return out
}

func TestSearch(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo)
	tests := []struct {
		name string
		q    Query
		want []string
	}{
		{"definitions first, generated last, case folded", Query{Term: "playerHEALTH"}, []string{
			"src/player.go:1* method PlayerHealth",
			"a-b/x.go:1 code PlayerHealth",
			"src/engine.go:4 code PlayerHealth",
			"src/engine.go:4 comment playerhealth",
			"src/player.go:2 code PlayerHealth",
			"gen/out.go:1* method PlayerHealth",
			"gen/out.go:2 code playerHealth",
		}},
		{"case sensitive", Query{Term: "playerHealth", CaseSensitive: true}, []string{"gen/out.go:2 code playerHealth"}},
		{"case beyond ASCII", Query{Term: "ÉTÉ"}, []string{"a/z.go:1 code ÉTÉ", "a/z.go:1 code été"}},
		{"directory", Query{Term: "playerhealth", Files: "src/"}, []string{
			"src/player.go:1* method PlayerHealth", "src/engine.go:4 code PlayerHealth", "src/engine.go:4 comment playerhealth", "src/player.go:2 code PlayerHealth"}},
		{"a directory is not a prefix", Query{Term: "playerhealth", Files: "a"}, []string{}},
		{"glob on the whole path", Query{Term: "playerhealth", Files: "**/x.go"}, []string{"a-b/x.go:1 code PlayerHealth"}},
		{"line types", Query{Term: "playerhealth", Types: []projectbase.LineType{projectbase.LineComment, projectbase.LineMethod}}, []string{
			"src/player.go:1* method PlayerHealth", "src/engine.go:4 comment playerhealth", "gen/out.go:1* method PlayerHealth"}},
		{"modified since", Query{Term: "playerhealth", Since: time.Unix(300, 0)}, []string{
			"gen/out.go:1* method PlayerHealth", "gen/out.go:2 code playerHealth"}},
		{"prefix", Query{Term: "player_", Mode: ModeStartsWith}, []string{"src/player.go:3 code Player_Name"}},
		{"contains takes _ for itself", Query{Term: "r_n", Mode: ModeContains}, []string{"src/player.go:3 code Player_Name"}},
		{"contains takes % for itself", Query{Term: "Player%", Mode: ModeContains}, []string{}},
		{"contains a quote", Query{Term: `'"`, Mode: ModeContains}, []string{}},
		{"contains a newline", Query{Term: "e\n", Mode: ModeContains}, []string{}},
		{"regular expression", Query{Term: "^player.?n", Mode: ModeRegex}, []string{"src/player.go:3 code Player_Name"}},
		{"regular expression with case", Query{Term: "^player", Mode: ModeRegex, CaseSensitive: true}, []string{
			"src/engine.go:4 comment playerhealth", "gen/out.go:2 code playerHealth"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := Run(context.Background(), b, tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, brief(found.Matches)); d != "" {
				t.Errorf("matches (-want +got):\n%s", d)
			}
			if found.Total != len(tt.want) {
				t.Errorf("total = %d, want %d", found.Total, len(tt.want))
			}
		})
	}
}

func TestSearchTotalsForAnyLimit(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo)
	q := Query{Term: "e", Mode: ModeContains}
	all, err := Run(context.Background(), b, q)
	querytest.Must(t, err)
	if all.Total < 10 || len(all.Matches) != all.Total {
		t.Fatalf("%d matches of %d", len(all.Matches), all.Total)
	}
	for limit := 1; limit < all.Total+3; limit++ {
		q.Limit = limit
		some, err := Run(context.Background(), b, q)
		querytest.Must(t, err)
		if some.Total != all.Total || some.Files != all.Files {
			t.Errorf("limit %d: total %d in %d files, want %d in %d", limit, some.Total, some.Files, all.Total, all.Files)
		}
		if d := cmp.Diff(brief(all.Matches[:min(limit, all.Total)]), brief(some.Matches)); d != "" {
			t.Errorf("limit %d (-want +got):\n%s", limit, d)
		}
	}
}

// TestSearchCountsHitsAfterLimit has more hits than the search keeps, in
// generated and other files.
func TestSearchCountsHitsAfterLimit(t *testing.T) {
	files := map[string]querytest.File{}
	for i := range 60 {
		files[fmt.Sprintf("f%02d.go", i)] = querytest.File{Text: "shared share\nfunc shared share\nshared // shared share\n", Generated: i%3 == 0}
	}
	b := querytest.MustIndex(t, files)
	for _, types := range [][]projectbase.LineType{nil, {projectbase.LineMethod, projectbase.LineComment}} {
		q := Query{Term: "share", Mode: ModeStartsWith, Types: types, Bare: true}
		all, err := Run(context.Background(), b, q)
		querytest.Must(t, err)
		if all.Total != len(all.Matches) || all.Total < 200 {
			t.Fatalf("%d matches of %d", len(all.Matches), all.Total)
		}
		for _, limit := range []int{1, 5, 40, 41, 100, 150} {
			q.Limit = limit
			some, err := Run(context.Background(), b, q)
			querytest.Must(t, err)
			if some.Total != all.Total || some.Files != 60 {
				t.Errorf("types %v, limit %d: total %d in %d files, want %d in 60", types, limit, some.Total, some.Files, all.Total)
			}
			if d := cmp.Diff(brief(all.Matches[:min(limit, all.Total)]), brief(some.Matches)); d != "" {
				t.Errorf("types %v, limit %d (-want +got):\n%s", types, limit, d)
			}
		}
	}
}

func TestSearchText(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo)
	found, err := Run(context.Background(), b, Query{Term: "PlayerHealth", CaseSensitive: true, Files: "src/*"})
	querytest.Must(t, err)
	var got []string
	for _, m := range found.Matches {
		got = append(got, m.Text)
	}
	want := []string{"func PlayerHealth // in percent", "PlayerHealth = Engine // playerhealth never drops", "use PlayerHealth PlayerHealth"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("text (-want +got):\n%s", d)
	}
	querytest.Must(t, os.Remove(filepath.Join(b.Root(), "src/player.go")))
	found, err = Run(context.Background(), b, Query{Term: "PlayerHealth", Files: "src/*"})
	querytest.Must(t, err)
	if d := cmp.Diff([]projectbase.Path{"src/player.go"}, found.Unreadable); d != "" {
		t.Errorf("unreadable (-want +got):\n%s", d)
	}
	if found.Total != 4 {
		t.Errorf("total = %d, want 4", found.Total)
	}
}

// TestSearchUnreadable checks that files that the indexer could not read are
// reported, since they may hold more matches.
func TestSearchUnreadable(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo, projectbase.Skip{Path: "closed", Reason: projectbase.SkipUnreadable, Dir: true},
		projectbase.Skip{Path: "src/secret.go", Reason: projectbase.SkipUnreadable}, projectbase.Skip{Path: "big.go", Reason: projectbase.SkipTooLarge})
	for files, want := range map[string][]projectbase.Path{
		"":            {"closed", "src/secret.go"},
		"src":         {"src/secret.go"},
		"src/*.ts":    nil,
		"closed/a/b":  {"closed"},
		"clo*/**":     {"closed"},
		"closed2":     nil,
		"**/x.go":     {"closed"},
		"src/e*.go":   nil,
		"src/secr*go": {"src/secret.go"},
	} {
		found, err := Run(context.Background(), b, Query{Term: "PlayerHealth", Files: files})
		querytest.Must(t, err)
		if d := cmp.Diff(want, found.Unreadable); d != "" {
			t.Errorf("files %q (-want +got):\n%s", files, d)
		}
	}
}

func TestSearchPending(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo)
	querytest.Must(t, os.WriteFile(filepath.Join(b.Root(), "src/player.go"), []byte("nothing\nif PlayerHealth + playerhealth > x.PlayerHealth // MyPlayerHealth\n"), 0o600))
	querytest.Must(t, os.WriteFile(filepath.Join(b.Root(), "src/new.go"), []byte("PlayerHealth"), 0o600))
	querytest.Must(t, os.WriteFile(filepath.Join(b.Root(), "src/ignored.go"), []byte("PlayerHealth"), 0o600))
	querytest.Must(t, os.Remove(filepath.Join(b.Root(), "a-b/x.go")))
	q := Query{Term: "PlayerHealth", Pending: []projectbase.Path{"a-b/x.go", "src/ignored.go", "src/new.go", "src/player.go"},
		Gone: []projectbase.Path{"src/ignored.go"}}
	for limit, want := range map[int][]string{
		0: {"src/engine.go:4 code PlayerHealth", "src/engine.go:4 comment playerhealth", "src/new.go:1~ code PlayerHealth",
			"src/player.go:2~ code PlayerHealth", "src/player.go:2~ code playerhealth", "gen/out.go:1* method PlayerHealth", "gen/out.go:2 code playerHealth"},
		3: {"src/engine.go:4 code PlayerHealth", "src/engine.go:4 comment playerhealth", "src/new.go:1~ code PlayerHealth"},
	} {
		q.Limit = limit
		found, err := Run(context.Background(), b, q)
		querytest.Must(t, err)
		if d := cmp.Diff(want, brief(found.Matches)); d != "" {
			t.Errorf("limit %d (-want +got):\n%s", limit, d)
		}
		if found.Total != 7 || found.Files != 4 || len(found.Unreadable) != 0 || !strings.Contains(hintText(found), "plain text") {
			t.Errorf("limit %d: total %d in %d files, unreadable %v, hint %q", limit, found.Total, found.Files, found.Unreadable, hintText(found))
		}
	}
}

func TestSearchBare(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo)
	querytest.Must(t, os.RemoveAll(filepath.Join(b.Root(), "src")))
	full, err := Run(context.Background(), b, Query{Term: "playerhealth"})
	querytest.Must(t, err)
	bare, err := Run(context.Background(), b, Query{Term: "playerhealth", Bare: true})
	querytest.Must(t, err)
	if d := cmp.Diff(brief(full.Matches), brief(bare.Matches)); d != "" || bare.Total != full.Total {
		t.Errorf("total %d, want %d (-full +bare):\n%s", bare.Total, full.Total, d)
	}
	if len(bare.Unreadable) != 0 || bare.Matches[1].Text != "" {
		t.Errorf("read files: %v, %q", bare.Unreadable, bare.Matches[1].Text)
	}
	if zero, err := Run(context.Background(), b, Query{Term: "PlayerHelth", Bare: true}); err != nil || len(zero.Hints) != 0 {
		t.Errorf("hints %v, %v", zero.Hints, err)
	}
}

// hintText joins the texts of the hints of an answer.
func hintText(found *Result) string {
	var texts []string
	for _, h := range found.Hints {
		texts = append(texts, h.Text)
	}
	return strings.Join(texts, "; ")
}

func TestSearchHints(t *testing.T) {
	files := maps.Clone(querytest.Demo)
	files["go.go"] = querytest.File{Language: "go"}
	b := querytest.MustIndex(t, files, projectbase.Skip{Path: "big.go", Reason: projectbase.SkipTooLarge}, projectbase.Skip{Path: "vendor", Reason: projectbase.SkipIgnored, Dir: true})
	tests := []struct {
		name, want string
		q          Query
	}{
		{"nothing to say", "", Query{Term: "PlayerHealth"}},
		{"a typing mistake", "nearest: PlayerHealth", Query{Term: "PlayerHelth"}},
		{"swapped letters", "nearest: Engine", Query{Term: "Egnine"}},
		{"part of a name", "nearest: Player_Name", Query{Term: "yer_na"}},
		{"reserved word", `"return" is a keyword of Go`, Query{Term: "return"}},
		{"filtered out", "without the filters: 7 matches in 4 files", Query{Term: "PlayerHealth", Files: "a"}},
		{"filtered out by type", "without the filters: 7 matches in 4 files", Query{Term: "PlayerHealth", Types: []projectbase.LineType{projectbase.LineString}}},
		{"skipped file", "big.go is not indexed: too_large", Query{Term: "PlayerHealth", Files: "big.go"}},
		{"file in a skipped directory", "vendor is not indexed: ignored", Query{Term: "PlayerHealth", Files: "vendor/x/y.go"}},
		{"no such file", `no indexed file matches "zzz/*"`, Query{Term: "PlayerHealth", Files: "zzz/*"}},
		{"skipped files in general", "not searched: 1 skipped path, such as big.go (too_large)", Query{Term: "zzzzzz"}},
		{"short", "words of fewer than 3 letters are not indexed in comments and strings", Query{Term: "in"}},
		{"two words", "query looks for one identifier or word", Query{Term: "never drops"}},
		{"a sign between names", "query looks for one identifier or word", Query{Term: "a%b", Mode: ModeContains}},
		{"nothing near", "nothing in the index matches", Query{Term: "zzqqxxjjvv", Mode: ModeContains}},
		{"expression", "nothing in the index matches", Query{Term: "zzq+x", Mode: ModeRegex}},
		{"no strings", "excludes string literals", Query{Term: "PlayerHealth", NoStrings: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := Run(context.Background(), b, tt.q)
			querytest.Must(t, err)
			if text := hintText(found); tt.want == "" && text != "" || !strings.Contains(text, tt.want) {
				t.Errorf("hint = %q, want %q in it", text, tt.want)
			}
		})
	}
}

func TestSearchRefuses(t *testing.T) {
	b := querytest.MustIndex(t, querytest.Demo)
	for name, q := range map[string]Query{
		"empty term":     {},
		"long term":      {Term: strings.Repeat("x", maxTerm+1)},
		"unknown mode":   {Term: "x", Mode: "fuzzy"},
		"negative limit": {Term: "x", Limit: -1},
		"broken regex":   {Term: "(", Mode: ModeRegex},
		"huge regex":     {Term: "((a{30}){30}){30}", Mode: ModeRegex},
		"broken glob":    {Term: "x", Files: "[a"},
		"costly glob":    {Term: "x", Files: strings.Repeat("**/a/", 20)},
	} {
		if _, err := Run(context.Background(), b, q); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%s: error = %v, want ErrUsage", name, err)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"engine", "engine", 0}, {"engine", "engin", 1}, {"engine", "egnine", 1}, {"été", "ete", 2}, {"abc", "xyz", 3}, {"", "ab", 2}, {"abcdef", "a", 3}} {
		if got := distance(tt.a, tt.b, 2); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestSearchExplainsNumbers checks the note for terms that are never indexed.
func TestSearchExplainsNumbers(t *testing.T) {
	b := querytest.MustIndex(t, nil)
	for _, term := range []string{"1024", "->", "%"} {
		found, err := Run(context.Background(), b, Query{Term: term})
		if err != nil || found.Total != 0 || !strings.Contains(hintText(found), "numbers and punctuation are not indexed") {
			t.Errorf("%q: %+v, %v", term, found, err)
		}
	}
}
