package main

import (
	"context"
	"fmt"
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
	report  *results
}

type benchFile struct {
	path     projectbase.Path
	language *lang.Language
	bytes    []byte
}

func (b *bench) measure(ctx context.Context) (*results, error) {
	if err := b.copyTree(ctx); err != nil {
		return nil, err
	}
	b.report = &results{Directory: b.source, Files: len(b.files)}
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
	files, err := listTree(ctx, b.source)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := b.write(f); err != nil {
			return err
		}
	}
	b.files = files
	return nil
}

// write writes a file of the copy.
func (b *bench) write(f benchFile) error {
	to := filepath.Join(b.root, filepath.FromSlash(string(f.path)))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, f.bytes, 0o666)
}

// listTree reads the files below a directory that an index would hold.
func listTree(ctx context.Context, dir string) ([]benchFile, error) {
	set := all.Set()
	listing, err := source.Scan(ctx, dir, source.Options{Settings: settings.Default(), Classify: func(p projectbase.Path, head func() []byte) string {
		return set.DetectAmong(nil, p, head)
	}})
	if err != nil {
		return nil, err
	}
	reader, err := source.OpenReader(dir, settings.Default().MaxFileSize, source.Hooks{})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	var files []benchFile
	for _, f := range listing.Files {
		content, err := reader.Read(f.Path)
		if err != nil || content.Skip != "" {
			continue // the index skips it as well
		}
		files = append(files, benchFile{f.Path, set.ByID(f.Language), content.Data})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no file of a known language")
	}
	adopt(set, files)
	return files, nil
}

// adopt gives files to the languages that adopt them, as the index does: headers
// are C++ in a project without C.
func adopt(set *lang.Set, files []benchFile) {
	others := map[string]bool{} // languages that have files which no other adopts
	for _, f := range files {
		others[f.language.ID] = others[f.language.ID] || set.Adopter(f.language.ID, f.path) == ""
	}
	for i := range files {
		f := &files[i]
		if a := set.Adopter(f.language.ID, f.path); a != "" && !others[f.language.ID] {
			f.language = set.ByID(a)
		}
	}
}
