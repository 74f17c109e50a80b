package sourcetree

import (
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/syntax"
)

func Seconds(work func()) float64 {
	from := process.CPUTime()
	work()
	return max(process.CPUTime()-from, time.Microsecond).Seconds()
}

// ParseAll parses files on one core with bare tree-sitter.
func ParseAll(files []File, flat bool) {
	p := syntax.NewParser(0)
	defer p.Close()
	grammars := map[string]*syntax.Grammar{}
	for _, f := range files {
		d := f.Language.Parse.Dialects[f.Language.DialectOf(f.Path)]
		g := grammars[d.Name]
		if g == nil {
			g = syntax.NewGrammar(d.Grammar())
			grammars[d.Name] = g
		}
		var keep syntax.Keep
		if flat {
			keep = g.KeepNamed()
		}
		// Ignore failures: the index parses these files, too.
		_, _ = p.Parse(g, keep, f.Bytes, 1<<30)
	}
}

func ExtractAll(files []File) {
	x := extract.New(extract.Options{})
	defer x.Close()
	for _, f := range files {
		_, _ = x.File(extract.Input{Language: f.Language, Path: f.Path, Source: f.Bytes})
	}
}
