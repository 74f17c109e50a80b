package speed

import (
	"context"
	"os"
	"path/filepath"

	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/cmd/codegraph-bench/internal/sourcetree"
)

// Bench measures one tree.
type Bench struct {
	Program string
	Runs    int
	source  string // the user's tree
	Root    string // its copy
	Files   []sourcetree.File
	bare    []float64 // CPU seconds of bare parsing, one value for each run
	Report  *report.Results
}

func (b *Bench) measure(ctx context.Context) (*report.Results, error) {
	if err := b.copyTree(ctx); err != nil {
		return nil, err
	}
	b.Report = &report.Results{Directory: b.source, Files: len(b.Files)}
	for _, f := range b.Files {
		b.Report.Bytes += int64(len(f.Bytes))
	}
	for _, step := range []func(context.Context) error{b.extraction, b.fullIndex, b.unchanged, b.oneFile, b.questions, b.graph, b.commandLine} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return b.Report, nil
}

// copyTree copies the files that an index would contain.
func (b *Bench) copyTree(ctx context.Context) error {
	files, err := sourcetree.List(ctx, b.source)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := b.Write(f); err != nil {
			return err
		}
	}
	b.Files = files
	return nil
}

// Write writes a file of the copy.
func (b *Bench) Write(f sourcetree.File) error {
	to := filepath.Join(b.Root, filepath.FromSlash(string(f.Path)))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, f.Bytes, 0o666)
}
