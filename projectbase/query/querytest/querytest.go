// Package querytest makes indexes for tests of questions.
package querytest

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"
)

// File is a file of a test's project, in a small language: "func Name ..." declares
// a function, "type Name ..." a type, // begins a comment, and all other words are
// code.
type File struct {
	Language  string // id; "" is "test", which has no rules
	Text      string
	ModTime   int64 // seconds
	Generated bool
}

// mustBase writes the files below a new root and returns an open index of them.
func MustIndex(t testing.TB, files map[string]File, skipped ...projectbase.Skip) *query.Index {
	t.Helper()
	root := t.TempDir()
	ctx := context.Background()
	dir := filepath.Join(root, ".codegraph")
	Must(t, os.Mkdir(dir, 0o700))
	b, err := write.Create(ctx, dir)
	Must(t, err)
	defer b.Close()
	terms := &projectbase.Terms{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		at := filepath.Join(root, filepath.FromSlash(name))
		Must(t, os.MkdirAll(filepath.Dir(at), 0o700))
		Must(t, os.WriteFile(at, []byte(f.Text), 0o600))
		meta := store.FileMeta{Path: projectbase.Path(name), Language: cmp.Or(f.Language, "test"), Stat: projectbase.Stat{ModTime: f.ModTime * 1e9}, IndexedAt: 5e9}
		Must(t, b.Put(meta, FactsOf(terms, f)))
	}
	inv := store.Inventory{}
	for _, s := range skipped {
		inv.Skipped = append(inv.Skipped, store.Skipped{Skip: s})
	}
	Must(t, b.Finish(ctx, inv, store.Metadata{ProjectName: "demo", SchemaVersion: "1"}))
	Must(t, b.Publish(ctx))
	base, err := query.Open(ctx, dir, root, all.Set())
	Must(t, err)
	t.Cleanup(func() { base.Close() })
	return base
}

func FactsOf(terms *projectbase.Terms, f File) *projectbase.Facts {
	facts := &projectbase.Facts{Terms: terms, Language: cmp.Or(f.Language, "test"), Generated: f.Generated}
	keys := map[projectbase.TermID]map[projectbase.LineKey]bool{}
	add := func(word string, line int, t projectbase.LineType, definition bool) {
		id := terms.ID([]byte(word))
		if keys[id] == nil {
			keys[id] = map[projectbase.LineKey]bool{}
			facts.Postings = append(facts.Postings, projectbase.Posting{Term: id})
		}
		k := projectbase.NewLineKey(uint32(line), t, definition)
		if !definition && keys[id][k|1] {
			return
		}
		keys[id][k] = true
	}
	for i, line := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
		facts.Lines++
		code, comment, _ := strings.Cut(line, "//")
		t := projectbase.LineCode
		fields := strings.Fields(code)
		if len(fields) > 1 && (fields[0] == "func" || fields[0] == "type") {
			kind := projectbase.KindFunction
			t = projectbase.LineMethod
			if fields[0] == "type" {
				kind, t = projectbase.KindClass, projectbase.LineStruct
			}
			facts.Symbols = append(facts.Symbols, projectbase.Symbol{Kind: kind, Name: fields[1], Container: projectbase.NoSymbol,
				Span:     projectbase.Span{Start: uint32(i), End: uint32(i) + 1, Line: uint32(i + 1), EndLine: uint32(i + 1), Column: 1},
				NameLine: uint32(i + 1), NameColumn: 6, Signature: strings.TrimSpace(code), Doc: strings.TrimSpace(comment)})
			add(fields[1], i+1, t, true)
			code = strings.Join(fields[2:], " ")
		}
		query.Words(code, func(w string) bool {
			add(w, i+1, t, false)
			return true
		})
		query.Words(comment, func(w string) bool {
			if len([]rune(w)) >= query.MinWord {
				add(w, i+1, projectbase.LineComment, false)
			}
			return true
		})
	}
	for i := range facts.Postings {
		prev := projectbase.LineKey(0)
		for _, k := range slices.Sorted(maps.Keys(keys[facts.Postings[i].Term])) {
			facts.Postings[i].Keys = projectbase.AppendLineKey(facts.Postings[i].Keys, prev, k)
			prev = k
		}
	}
	return facts
}

var Demo = map[string]File{
	"src/engine.go": {Text: "type Engine // Engine runs all\nfunc Start engine\n\nPlayerHealth = Engine // playerhealth never drops\n", ModTime: 100},
	"src/player.go": {Text: "func PlayerHealth // in percent\nuse PlayerHealth PlayerHealth\n\tPlayer_Name 100%_done\n", ModTime: 200},
	"gen/out.go":    {Text: "func PlayerHealth generated\nplayerHealth\n", ModTime: 300, Generated: true},
	"a-b/x.go":      {Text: "PlayerHealth\n", ModTime: 50},
	"a/z.go":        {Text: "É été ÉTÉ été_2\n", ModTime: 50},
}

func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
