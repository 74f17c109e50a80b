package speed

import (
	"context"
	"slices"

	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/cmd/codegraph-bench/internal/sourcetree"
	"codegraph/projectbase/lang"
)

// extraction measures parsing, parsing with the flat tree, and extraction, for each
// language on one core.
func (b *Bench) extraction(ctx context.Context) error {
	byLanguage := map[*lang.Language][]sourcetree.File{}
	var languages []*lang.Language
	for _, f := range b.Files {
		if byLanguage[f.Language] == nil {
			languages = append(languages, f.Language)
		}
		byLanguage[f.Language] = append(byLanguage[f.Language], f)
	}
	b.bare = make([]float64, b.Runs)
	for _, l := range languages {
		files := byLanguage[l]
		var size int64
		for _, f := range files {
			size += int64(len(f.Bytes))
		}
		bare, flat, whole := make([]float64, b.Runs), make([]float64, b.Runs), make([]float64, b.Runs)
		for i := range b.Runs {
			if err := ctx.Err(); err != nil {
				return err
			}
			bare[i] = sourcetree.Seconds(func() { sourcetree.ParseAll(files, false) })
			flat[i] = sourcetree.Seconds(func() { sourcetree.ParseAll(files, true) }) / bare[i]
			whole[i] = sourcetree.Seconds(func() { sourcetree.ExtractAll(files) }) / bare[i]
			b.bare[i] += bare[i]
		}
		base := report.Median(bare)
		b.Report.Add(l.ID+": bare parse", "s", 0, slices.Clone(bare), "%d files, %.1f MB, %.1f MB/s", len(files), float64(size)/1e6, float64(size)/1e6/base)
		b.Report.Add(l.ID+": with flat tree", "x", 0, flat, "CPU / bare parse")
		b.Report.Add(l.ID+": with extraction", "x", 0, whole, "CPU / bare parse, facts thrown away")
	}
	return nil
}
