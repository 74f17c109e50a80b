// Package languages compares the index of each language with a plain scan for words and with universal-ctags.
package languages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/cmd/codegraph-bench/internal/sourcetree"
	"codegraph/cmd/codegraph-bench/internal/speed"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
)

const usage = `usage: codegraph-bench languages [flags] DIR...

Prints for each language of each tree:
  errors          files with syntax errors
  missing, extra  words on lines that only a plain scan finds, or only the index
  found           share of the types and callables of universal-ctags that are symbols
  parse, index    CPU of bare parsing and of a full index, in milliseconds for each megabyte
  cost            ratio of index to parse
The command never writes into the trees.

`

// run is one run of the comparison.
type run struct {
	program string
	only    string // id of a language, "" for all
	runs    int    // of the full index; 0 omits the cost
	misses  int    // number of printed examples
	scratch string
}

// row has the figures of one language in one tree.
type row struct {
	Directory   string  `json:"directory"`
	Language    string  `json:"language"`
	Files       int     `json:"files"`
	Bytes       int64   `json:"bytes"`
	Errors      int     `json:"files_with_errors"`
	Partial     int     `json:"partial"` // files indexed as plain text
	Words       int     `json:"words"`   // pairs of a word and a line
	Missing     int     `json:"missing"`
	Extra       int     `json:"extra"`
	Definitions int     `json:"definitions"` // by ctags; 0 if it does not know the language
	Found       int     `json:"found"`
	InText      int     `json:"definitions_in_text"`       // by ctags, in strings and comments
	Parse       float64 `json:"parse_ms_per_mb,omitempty"` // CPU of bare parsing
	Index       float64 `json:"index_ms_per_mb,omitempty"` // CPU of a full index
	Cost        float64 `json:"cost,omitempty"`            // ratio of Index to Parse, median of the runs

	examples []string
}

func Run(ctx context.Context, args []string) error {
	r := &run{}
	f := flag.NewFlagSet("languages", flag.ContinueOnError)
	f.Usage = func() { fmt.Fprint(f.Output(), usage); f.PrintDefaults() }
	f.StringVar(&r.program, "codegraph", "", "the codegraph `program` to measure; else it is built")
	f.StringVar(&r.only, "language", "", "measure only the language with this `id`")
	f.IntVar(&r.runs, "runs", 3, "runs of the cost measurement; 0 omits it")
	f.IntVar(&r.misses, "misses", 0, "print this many examples of missing words and definitions")
	asJSON := f.Bool("json", false, "print one JSON document instead of a table")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if f.NArg() == 0 || r.runs < 0 {
		return fmt.Errorf("name directories with sources, such as $(go env GOROOT)/src/cmd")
	}
	var err error
	if r.scratch, err = os.MkdirTemp("", "codegraph-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.scratch)
	if r.program == "" && r.runs > 0 {
		if r.program, err = process.BuildProgram(ctx, r.scratch); err != nil {
			return err
		}
	}
	var rows []row
	for _, dir := range f.Args() {
		of, err := r.tree(ctx, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		rows = append(rows, of...)
	}
	if *asJSON {
		return json.NewEncoder(os.Stdout).Encode(rows)
	}
	printRows(os.Stdout, rows)
	return nil
}

// tree compares the languages of a tree, those with most files first.
func (r *run) tree(ctx context.Context, dir string) ([]row, error) {
	files, err := sourcetree.List(ctx, dir)
	if err != nil {
		return nil, err
	}
	groups := map[*lang.Language][]sourcetree.File{}
	for _, f := range files {
		if r.only == "" || f.Language.ID == r.only {
			groups[f.Language] = append(groups[f.Language], f)
		}
	}
	var rows []row
	for l, of := range groups {
		row := row{Directory: dir, Language: l.ID, Files: len(of)}
		if err := r.compare(ctx, l, of, &row); err != nil {
			return nil, fmt.Errorf("%s: %w", l.ID, err)
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Language, b.Language))
	})
	return rows, nil
}

func (r *run) compare(ctx context.Context, l *lang.Language, files []sourcetree.File, row *row) error {
	x := extract.New(extract.Options{Languages: all.Set()})
	defer x.Close()
	have := definitions{}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		facts, err := x.File(extract.Input{Language: l, Path: f.Path, Source: f.Bytes})
		if err != nil {
			return err
		}
		row.Bytes += int64(len(f.Bytes))
		if facts.Errors > 0 {
			row.Errors++
			row.examples = append(row.examples, fmt.Sprintf("%s: %d errors of the grammar", f.Path, facts.Errors))
		}
		if facts.Partial != "" {
			row.Partial++
		}
		words := wordsByLine(facts)
		row.compareWords(l, f, words)
		have.add(f, facts, words)
	}
	if err := row.compareDefinitions(ctx, l, files, have); err != nil {
		return err
	}
	if len(row.examples) > r.misses {
		row.examples = row.examples[:r.misses]
	}
	return r.cost(ctx, l, files, row)
}

// cost indexes the files of one language alone.
func (r *run) cost(ctx context.Context, l *lang.Language, files []sourcetree.File, row *row) error {
	if r.runs == 0 {
		return nil
	}
	b := &speed.Bench{Program: r.program, Runs: r.runs, Root: filepath.Join(r.scratch, "tree"), Files: files, Report: &report.Results{Bytes: row.Bytes}}
	defer os.RemoveAll(b.Root)
	for _, f := range files {
		if err := b.Write(f); err != nil {
			return err
		}
	}
	c, err := b.IndexCost(ctx, "--language", l.ID)
	if err != nil {
		return err
	}
	perMB := 1e9 / float64(row.Bytes) // converts seconds to milliseconds for each megabyte
	row.Parse, row.Index, row.Cost = perMB*report.Median(c.Parsed), perMB*report.Median(c.Spent), report.Median(c.Cpu)
	return nil
}

func printRows(w io.Writer, rows []row) {
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "tree\tlanguage\tfiles\tMB\terrors\twords\tmissing\textra\tdefinitions\tfound\tparse\tindex\tcost\t")
	for _, r := range rows {
		found, parse, whole, cost := "-", "-", "-", "-"
		if r.Definitions > 0 {
			found = fmt.Sprintf("%.2f %%", 100*float64(r.Found)/float64(r.Definitions))
		}
		if r.Cost > 0 {
			parse, whole, cost = fmt.Sprintf("%.0f", r.Parse), fmt.Sprintf("%.0f", r.Index), fmt.Sprintf("%.2f x", r.Cost)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%.1f\t%.2g %%\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t\n", filepath.Base(r.Directory), r.Language, r.Files, float64(r.Bytes)/1e6,
			100*float64(r.Errors)/float64(r.Files), r.Words, r.Missing, r.Extra, r.Definitions, found, parse, whole, cost)
	}
	t.Flush()
	for _, r := range rows {
		for _, e := range r.examples {
			fmt.Fprintln(w, e)
		}
	}
}
