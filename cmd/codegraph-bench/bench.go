package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
)

// bench measures one tree.
type bench struct {
	program string
	runs    int
	source  string // the reader's tree
	root    string // the copy that is worked on
	files   []benchFile
	bare    []float64 // seconds of CPU of bare parsing, a run
	report  *report
}

type benchFile struct {
	path     projectbase.Path
	language *lang.Language
	bytes    []byte
}

func (b *bench) measure(ctx context.Context) (*report, error) {
	if err := b.copyTree(ctx); err != nil {
		return nil, err
	}
	b.report = &report{Directory: b.source, Files: len(b.files)}
	for _, f := range b.files {
		b.report.Bytes += int64(len(f.bytes))
	}
	for _, step := range []func(context.Context) error{b.extraction, b.fullIndex, b.unchanged, b.oneFile, b.questions, b.graph, b.commandLine} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return b.report, nil
}

// copyTree copies the files that an index would hold, and keeps their bytes.
func (b *bench) copyTree(ctx context.Context) error {
	set := all.Set()
	listing, err := source.Scan(ctx, b.source, source.Options{Settings: settings.Default(), Classify: func(p projectbase.Path, head func() []byte) string {
		return set.DetectAmong(nil, p, head)
	}})
	if err != nil {
		return err
	}
	limit := settings.Default().MaxFileSize
	for _, f := range listing.Files {
		data, err := readUpTo(filepath.Join(b.source, filepath.FromSlash(string(f.Path))), limit)
		if err != nil {
			continue // too large, or not for us: the index skips it as well
		}
		to := filepath.Join(b.root, filepath.FromSlash(string(f.Path)))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return err
		}
		b.files = append(b.files, benchFile{f.Path, set.ByID(f.Language), data})
	}
	if len(b.files) == 0 {
		return fmt.Errorf("no file of a known language")
	}
	return nil
}

func readUpTo(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = projectbase.ErrLimit
	}
	return data, err
}
