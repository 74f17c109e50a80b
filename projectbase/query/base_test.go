package query

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// testFile is a file of a test's project. Lines are read in a little language:
// "func Name ..." declares a callable, "type Name ..." a type; what follows //
// is a comment; all other words are code.
type testFile struct {
	text      string
	modTime   int64 // seconds
	generated bool
}

// mustBase writes the files below a new root and returns an open base that holds
// them.
func mustBase(t testing.TB, files map[string]testFile, skipped ...projectbase.Skip) *Base {
	t.Helper()
	root := t.TempDir()
	ctx := context.Background()
	dir := filepath.Join(root, ".codegraph")
	must(t, os.Mkdir(dir, 0o700))
	b, err := store.Create(ctx, dir)
	must(t, err)
	defer b.Close()
	terms := &projectbase.Terms{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		at := filepath.Join(root, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(at), 0o700))
		must(t, os.WriteFile(at, []byte(f.text), 0o600))
		meta := store.FileMeta{Path: projectbase.Path(name), Language: "test", Stat: projectbase.Stat{ModTime: f.modTime * 1e9}, IndexedAt: 5e9}
		must(t, b.Put(meta, factsOf(terms, f)))
	}
	inv := store.Inventory{}
	for _, s := range skipped {
		inv.Skipped = append(inv.Skipped, store.Skipped{Skip: s})
	}
	must(t, b.Finish(ctx, inv, store.Metadata{ProjectName: "demo", SchemaVersion: "1"}))
	must(t, b.Publish(ctx))
	base, err := Open(ctx, dir, root)
	must(t, err)
	t.Cleanup(func() { base.Close() })
	return base
}

func factsOf(terms *projectbase.Terms, f testFile) *projectbase.Facts {
	facts := &projectbase.Facts{Terms: terms, Language: "test", Generated: f.generated}
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
	for i, line := range strings.Split(strings.TrimSuffix(f.text, "\n"), "\n") {
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
		words(code, func(w string) bool {
			add(w, i+1, t, false)
			return true
		})
		words(comment, func(w string) bool {
			if len([]rune(w)) >= minWord {
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

var demo = map[string]testFile{
	"src/engine.go": {text: "type Engine // Engine runs all\nfunc Start engine\n\nPlayerHealth = Engine // playerhealth never drops\n", modTime: 100},
	"src/player.go": {text: "func PlayerHealth // in percent\nuse PlayerHealth PlayerHealth\n\tPlayer_Name 100%_done\n", modTime: 200},
	"gen/out.go":    {text: "func PlayerHealth generated\nplayerHealth\n", modTime: 300, generated: true},
	"a-b/x.go":      {text: "PlayerHealth\n", modTime: 50},
	"a/z.go":        {text: "É été ÉTÉ été_2\n", modTime: 50},
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
