package main

import (
	"context"
	"slices"
	"time"

	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// extraction measures, a language at a time and on one core: parsing alone,
// parsing with the flat tree, parsing with extraction.
func (b *bench) extraction(ctx context.Context) error {
	byLanguage := map[*lang.Language][]benchFile{}
	var languages []*lang.Language
	for _, f := range b.files {
		if byLanguage[f.language] == nil {
			languages = append(languages, f.language)
		}
		byLanguage[f.language] = append(byLanguage[f.language], f)
	}
	b.bare = make([]float64, b.runs)
	for _, l := range languages {
		files := byLanguage[l]
		var size int64
		for _, f := range files {
			size += int64(len(f.bytes))
		}
		bare, flat, whole := make([]float64, b.runs), make([]float64, b.runs), make([]float64, b.runs)
		for i := range b.runs {
			if err := ctx.Err(); err != nil {
				return err
			}
			bare[i] = seconds(func() { parseAll(files, false) })
			flat[i] = seconds(func() { parseAll(files, true) }) / bare[i]
			whole[i] = seconds(func() { extractAll(files) }) / bare[i]
			b.bare[i] += bare[i]
		}
		base := median(bare)
		b.report.add(l.ID+": bare parse", "s", 0, slices.Clone(bare), "%d files, %.1f MB, %.1f MB/s", len(files), float64(size)/1e6, float64(size)/1e6/base)
		b.report.add(l.ID+": with flat tree", "x", 0, flat, "CPU / bare parse")
		b.report.add(l.ID+": with extraction", "x", 0, whole, "CPU / bare parse, facts thrown away")
	}
	return nil
}

func seconds(work func()) float64 {
	from := cpuTime()
	work()
	return max(cpuTime()-from, time.Microsecond).Seconds()
}

// parseAll parses files on one core through their grammars.
func parseAll(files []benchFile, flat bool) {
	p := syntax.NewParser(0)
	defer p.Close()
	grammars := map[string]*syntax.Grammar{}
	for _, f := range files {
		d := f.language.Parse.Dialects[f.language.DialectOf(f.path)]
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
		_, _ = p.Parse(g, keep, f.bytes, 1<<30)
	}
}

func extractAll(files []benchFile) {
	x := extract.New(extract.Options{})
	defer x.Close()
	for _, f := range files {
		_, _ = x.File(extract.Input{Language: f.language, Path: f.path, Source: f.bytes})
	}
}
