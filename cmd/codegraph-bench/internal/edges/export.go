package edges

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
	"codegraph/projectbase/worker"
)

// export is the index of a tree, read from an export.
type export struct {
	files map[string]string // language by path
	edges []edge            // in order of their sites
	// unresolved is true if the index has references without edges:
	// then only positions are compared.
	unresolved bool
}

func (o *export) noun() string {
	if o.unresolved {
		return "references (not resolved)"
	}
	return "edges"
}

// edge is a line of the export. Its site is the position of the referencing name.
type edge struct {
	site
	Reference  string        `json:"reference"` // the text of a projectbase.ReferenceKind
	Name       string        `json:"name"`
	Tier       string        `json:"tier"`
	Reason     string        `json:"reason"`
	TargetFile string        `json:"target_file"`
	TargetLine int           `json:"target_line"` // of the name
	Target     string        `json:"target"`      // qualified
	Package    string        `json:"package"`     // of an external one
	Candidates []declaration `json:"candidates"`  // of an ambiguous one
}

// bound reports whether the edge has one target in the tree.
func (e *edge) bound() bool { return e.TargetFile != "" }

// ours returns the edges of the tree: those of an export, or of an index that
// is made in a scratch directory.
func (e *run) ours(ctx context.Context) (*export, error) {
	if e.export != "" {
		in, err := os.Open(e.export)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		return readOurs(in)
	}
	scratch, err := os.MkdirTemp("", "codegraph-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	set := all.Set()
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(set)})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	x := &index.Indexer{Languages: set, Parsers: pool}
	p := index.Project{Root: e.dir, Base: filepath.Join(scratch, "base"), DirName: ".codegraph"}
	if _, err := x.Init(ctx, p, index.InitOptions{}); err != nil {
		return nil, fmt.Errorf("index %s: %w", e.dir, err)
	}
	base, err := query.Open(ctx, p.Base, p.Root, all.Set())
	if err != nil {
		return nil, err
	}
	defer base.Close()
	what := []string{"files", "references"}
	if slices.Contains(report.Sections(), "edges") {
		what[1] = "edges"
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(report.Export(ctx, base, what, w)) }()
	defer r.Close()
	return readOurs(r)
}

// readOurs reads an export of files and edges, or of files and references.
func readOurs(in io.Reader) (*export, error) {
	o := &export{files: map[string]string{}}
	r := bufio.NewReaderSize(in, 1<<20)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := o.add(line); err != nil {
				return nil, fmt.Errorf("export: line %d: %w", n, err)
			}
		}
		if err != nil {
			break
		}
	}
	slices.SortStableFunc(o.edges, func(a, b edge) int { return compareSites(a.site, b.site) })
	if len(o.files) == 0 {
		return nil, fmt.Errorf("the export contains no files; make it with codegraph export --what files,edges")
	}
	return o, nil
}

func (o *export) add(line []byte) error {
	var v struct {
		Record     string `json:"record"`
		Kind       string `json:"kind"`
		Path       string `json:"path"`
		Language   string `json:"language"`
		LineNumber int    `json:"line_number"`
		edge
	}
	if err := json.Unmarshal(line, &v); err != nil {
		return err
	}
	switch {
	case v.Record == "file":
		o.files[v.Path] = v.Language
	case v.Record == "edge" || v.Kind == "edge":
		o.edges = append(o.edges, v.edge)
	case v.Record == "reference":
		o.unresolved = true
		v.Reference, v.Line = v.Kind, v.LineNumber
		o.edges = append(o.edges, v.edge)
	}
	return nil
}
