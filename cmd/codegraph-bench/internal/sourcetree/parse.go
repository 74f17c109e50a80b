package sourcetree

import (
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/syntax"
)

func Seconds(work func()) float64 {
	from := process.CpuTime()
	work()
	return max(process.CpuTime()-from, time.Microsecond).Seconds()
}

// parseAll parses files on one core through their grammars.
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
		// A file that cannot be parsed costs what it costs; the index has it too.
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
