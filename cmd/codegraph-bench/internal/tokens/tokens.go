// Package tokens counts the tokens of answers beside those of grep.
package tokens

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"codegraph/cmd/codegraph-bench/internal/mcpclient"
	"codegraph/cmd/codegraph-bench/internal/process"
)

// session starts the program for a project, with its index in the scratch directory.
func (t *bench) session(ctx context.Context, dir, profile string) (*mcpclient.Session, error) {
	env := append(os.Environ(), "CODEGRAPH_BASES="+filepath.Join(t.scratch, "bases"), "CODEGRAPH_CATALOG="+filepath.Join(t.scratch, "catalog.db"))
	return mcpclient.Start(ctx, t.program, env, dir, profile)
}

const usage = `codegraph-bench tokens [-codegraph FILE] [-markdown] client_golang=DIR flask=DIR pinia=DIR

Asks thirty everyday questions about three projects and prints the tokens that an
assistant reads: the tool's answer over MCP, the output of grep, and grep with the
files that it leads to. npm installs gpt-tokenizer, which counts tokens of OpenAI's
o200k_base. The command never writes into the trees.

Reading without the index, for each kind of question:
  defined   grep -rnw NAME, then the file that declares it
  used      grep -rnw NAME, then the three files with the most matches
  called    the same
  changed   the same
  folder    ls -R, then the sources of the folder itself, tests left out
  project   the list of all files, README, manifest
At most 250 lines of a list and 2000 of a file count, as assistants read them.

`

// tokenizerPackage counts the tokens.
const tokenizerPackage = "gpt-tokenizer@4.0.0"

//go:embed data
var tokenFiles embed.FS

// question is one question about a project, with the tool call for it.
type question struct {
	Project   string          `json:"project"`
	Kind      string          `json:"kind"`
	Subject   string          `json:"subject"`
	File      string          `json:"file"` // a right answer names this file
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// row is the cost of a question, in tokens.
type row struct {
	question
	Ours  int `json:"codegraph"`
	Grep  int `json:"grep"`
	Whole int `json:"grep_and_files"` // grep and the files read after it
	Files int `json:"files"`          // number of files read
}

// tokenReport is the whole comparison.
type tokenReport struct {
	Rows []row `json:"rows"`
	// Once is the cost of a session before its first question, by profile: the
	// list of tools and the instructions.
	Once map[string]int `json:"once"`
}

func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("tokens", flag.ExitOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), usage); flags.PrintDefaults() }
	program := flags.String("codegraph", "", "the codegraph `program` to measure; else it is built")
	markdown := flags.Bool("markdown", false, "print the tables of README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dirs := map[string]string{}
	for _, a := range flags.Args() {
		name, dir, ok := strings.Cut(a, "=")
		if dir, err := filepath.Abs(dir); ok && err == nil {
			dirs[name] = dir
		}
	}
	scratch, err := os.MkdirTemp("", "codegraph-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if *program == "" {
		if *program, err = process.BuildProgram(ctx, scratch); err != nil {
			return err
		}
	}
	t := &bench{program: *program, scratch: scratch, dirs: dirs}
	r, err := t.measure(ctx)
	if err != nil {
		return err
	}
	if *markdown {
		r.markdown(os.Stdout)
	} else {
		r.print(os.Stdout)
	}
	return nil
}

// bench asks the questions.
type bench struct {
	program string
	scratch string // indexes, catalog, tokenizer
	dirs    map[string]string
	texts   []string // to be counted
}

func (t *bench) measure(ctx context.Context) (*tokenReport, error) {
	var questions []question
	data, err := tokenFiles.ReadFile("data/questions.json")
	if err == nil {
		err = json.Unmarshal(data, &questions)
	}
	if err != nil {
		return nil, err
	}
	for _, profile := range []string{"lean", "standard", "all"} {
		s, err := t.session(ctx, t.scratch, profile)
		if err != nil {
			return nil, err
		}
		t.texts = append(t.texts, s.Instructions+s.Tools)
		s.Close()
	}
	sessions := map[string]*mcpclient.Session{}
	r := &tokenReport{Once: map[string]int{}}
	for _, q := range questions {
		dir := t.dirs[q.Project]
		if dir == "" {
			return nil, fmt.Errorf("name the directory of %s: %[1]s=DIR", q.Project)
		}
		s := sessions[q.Project]
		if s == nil {
			if s, err = t.session(ctx, dir, "standard"); err != nil {
				return nil, err
			}
			defer s.Close()
			sessions[q.Project] = s
			if _, err := s.Call("init", json.RawMessage("{}")); err != nil {
				return nil, err
			}
		}
		row, err := t.ask(ctx, s, dir, q)
		if err != nil {
			return nil, fmt.Errorf("%s: %s %s: %w", q.Project, q.Kind, q.Subject, err)
		}
		r.Rows = append(r.Rows, row)
	}
	counts, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	for i, profile := range []string{"lean", "standard", "all"} {
		r.Once[profile] = counts[i]
	}
	for i := range r.Rows {
		c := counts[3+3*i:]
		r.Rows[i].Ours, r.Rows[i].Grep, r.Rows[i].Whole = c[0], c[1], c[1]+c[2]
	}
	return r, nil
}

// ask collects the texts of a question: the answer, the output of grep, and the files
// read after grep.
func (t *bench) ask(ctx context.Context, s *mcpclient.Session, dir string, q question) (row, error) {
	answer, err := s.Call(q.Tool, q.Arguments)
	if err != nil {
		return row{}, err
	}
	if !strings.Contains(answer, q.File) {
		return row{}, fmt.Errorf("the answer does not name %s:\n%s", q.File, answer)
	}
	list, files, err := without(ctx, dir, q)
	if err != nil {
		return row{}, err
	}
	var read strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			return row{}, err
		}
		read.WriteString(firstLines(string(data), 2000))
	}
	t.texts = append(t.texts, answer, list, read.String())
	return row{question: q, Files: len(files)}, nil
}

// count returns the number of tokens of each text.
func (t *bench) count(ctx context.Context) ([]int, error) {
	script, err := tokenFiles.ReadFile("data/count.js")
	if err != nil {
		return nil, err
	}
	name := filepath.Join(t.scratch, "count.js")
	if err := os.WriteFile(name, script, 0o666); err != nil {
		return nil, err
	}
	npm := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", t.scratch, tokenizerPackage)
	if out, err := npm.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("install %s: %w\n%s", tokenizerPackage, err, out)
	}
	texts, err := json.Marshal(t.texts)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", name)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(texts), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("count tokens: %w", err)
	}
	var counts []int
	if err := json.Unmarshal(out, &counts); err != nil || len(counts) != len(t.texts) {
		return nil, errors.Join(err, fmt.Errorf("count tokens: %d counts of %d texts", len(counts), len(t.texts)))
	}
	return counts, nil
}

func firstLines(text string, most int) string {
	n := 0
	for i := range len(text) {
		if text[i] == '\n' {
			if n++; n == most {
				return text[:i+1]
			}
		}
	}
	return text
}

// print writes one line for each question.
func (r *tokenReport) print(w io.Writer) {
	for _, row := range r.Rows {
		fmt.Fprintf(w, "%-14s %-8s %-26s %-11s %6d codegraph %6d grep %7d grep and %d files\n", row.Project, row.Kind, row.Subject, row.Tool, row.Ours, row.Grep, row.Whole, row.Files)
	}
	r.markdown(w)
}
