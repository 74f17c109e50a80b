package write_test

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"
)

// corpus has the words of GOROOT/src/cmd by line: 44 MB of Go, with a symbol
// for each line that begins with func or type and a reference for each name
// before a parenthesis. It replaces extraction.
type corpus struct {
	metas []store.FileMeta
	facts []*projectbase.Facts
	bytes int
	occ   int
}

var cached *corpus

var (
	wordPattern    = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*\(?`)
	declarePattern = regexp.MustCompile(`^(?:func|type) (?:\([^)]*\) )?([A-Za-z_]\w*)`)
)

// bigCorpus reads the corpus into the terms of two parsers.
func bigCorpus(tb testing.TB) *corpus {
	if cached != nil {
		return cached
	}
	c := &corpus{}
	parsers := [2]*projectbase.Terms{{}, {}}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(goroot)), "src", "cmd")
	var paths []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") {
			paths = append(paths, filepath.ToSlash(path))
		}
		return err
	})
	slices.Sort(paths)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		c.add(strings.TrimPrefix(path, root+"/"), string(src), parsers[len(c.facts)%2])
	}
	if err != nil || len(c.facts) < 1000 {
		tb.Fatalf("reading %s: %d files, %v", root, len(c.facts), err)
	}
	cached = c
	return c
}

func (c *corpus) add(path, src string, terms *projectbase.Terms) {
	f := &projectbase.Facts{Terms: terms, Language: "go"}
	m := store.FileMeta{Path: projectbase.Path(path), Language: "go", IndexedAt: 1, Hash: sha256.Sum256([]byte(src)),
		Stat: projectbase.Stat{Size: int64(len(src)), ModTime: 1793000000123456789, Changed: 1793000000123456789, Inode: uint64(1000000 + len(c.facts))}}
	at := map[projectbase.TermID]int{}
	last := map[projectbase.TermID]projectbase.LineKey{}
	doc := ""
	for i, line := range strings.Split(src, "\n") {
		f.Lines++
		if comment, ok := strings.CutPrefix(line, "// "); ok {
			doc += comment + "\n"
		} else if d := declarePattern.FindStringSubmatch(line); d != nil {
			head := strings.TrimSuffix(line, " {")
			f.Symbols = append(f.Symbols, projectbase.Symbol{Kind: projectbase.KindFunction, Word: "func", Name: d[1], Container: projectbase.NoSymbol,
				Span:     projectbase.Span{Start: uint32(i * 30), End: uint32(i*30 + 600), Line: f.Lines, EndLine: f.Lines + 20, Column: 1},
				NameLine: f.Lines, NameColumn: 6, Signature: head, Doc: doc, Visibility: projectbase.VisibilityPrivate, Metrics: projectbase.Metrics{Branches: 4, Returns: 2}})
			doc = ""
		} else {
			doc = ""
		}
		previous := projectbase.NoTerm
		for _, loc := range wordPattern.FindAllStringIndex(line, -1) {
			word := line[loc[0]:loc[1]]
			name := strings.TrimSuffix(word, "(")
			t := terms.ID([]byte(name))
			k := projectbase.NewLineKey(f.Lines, projectbase.LineCode, false)
			n, ok := at[t]
			if !ok {
				n = len(f.Postings)
				at[t] = n
				f.Postings = append(f.Postings, projectbase.Posting{Term: t})
			}
			if last[t] != k {
				f.Postings[n].Keys = projectbase.AppendLineKey(f.Postings[n].Keys, last[t], k)
				last[t] = k
				c.occ++
			}
			if len(name) < len(word) {
				f.References = append(f.References, projectbase.Reference{Name: t, Qualifier: previous, Arguments: projectbase.NoTerm, Line: f.Lines, Column: uint32(loc[0] + 1), Symbol: int32(len(f.Symbols)) - 1})
			}
			previous = t
		}
	}
	c.bytes += len(src)
	c.metas = append(c.metas, m)
	c.facts = append(c.facts, f)
}

func (c *corpus) build(b testing.TB, dir string) {
	ctx := context.Background()
	w, err := write.Create(ctx, dir)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	for i, f := range c.facts {
		if err := w.Put(c.metas[i], f); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Finish(ctx, store.Inventory{}, store.Metadata{ProjectName: "corpus"}); err != nil {
		b.Fatal(err)
	}
	if err := w.Publish(ctx); err != nil {
		b.Fatal(err)
	}
}

var bigDir string

// bigBase returns the directory of an index of the corpus. It builds the index
// once.
func bigBase(b *testing.B) (*corpus, string) {
	c := bigCorpus(b)
	if bigDir == "" {
		dir, err := os.MkdirTemp("", "store-bench")
		if err != nil {
			b.Fatal(err)
		}
		bigDir = dir
		c.build(b, dir)
	}
	return c, bigDir
}

func cpuTime() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func percentile(d []time.Duration, p int) float64 {
	slices.Sort(d)
	return float64(d[len(d)*p/100].Microseconds()) / 1000
}
