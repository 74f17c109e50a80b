package servers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codegraph/cmd/codegraph-bench/internal/speed"
)

// saving is a kind of save in dir, with a question whose answer must show it.
type saving struct {
	what, dir string
	text      func(i int) (source, answer string) // the text of the i-th save, and the text that its answer must contain
	tool      string
	arguments func(i int) map[string]any
	save      func(path, text string) error // nil overwrites the file
	files     int                           // number of files to save, each with its own name in source and answer; 0 means 1
}

// fileNumber is the placeholder for the number of a file.
const fileNumber = "FILE"

func savings() []saving {
	plain := func(i int) (string, string) {
		return fmt.Sprintf("package pkg0\n\n// Saved%dx%s is new.\nfunc Saved%dx%s() {}\n", i, fileNumber, i, fileNumber), fmt.Sprintf("func Saved%dx%s() {}", i, fileNumber)
	}
	term := func(more map[string]any) func(int) map[string]any {
		return func(i int) map[string]any {
			in := map[string]any{"term": fmt.Sprintf("Saved%dx", i), "mode": "starts_with"}
			for k, v := range more {
				in[k] = v
			}
			return in
		}
	}
	linked := term(map[string]any{"include_dependencies": true})
	return []saving{
		{what: "query", dir: "app", text: plain, tool: "query", arguments: term(nil)},
		{what: "query, saved by renaming", dir: "app", text: plain, tool: "query", arguments: term(nil), save: saveByRenaming},
		{what: "query, 20 files at once", dir: "app", text: plain, tool: "query", arguments: term(nil), files: 20},
		{what: "query of a dependency's file", dir: "lib", text: plain, tool: "query", arguments: linked},
		{what: "query of a dependency's file, saved by renaming", dir: "lib", text: plain, tool: "query", arguments: linked, save: saveByRenaming},
		{what: "callers", dir: "app", text: func(i int) (string, string) {
			return fmt.Sprintf("package pkg0\n\nfunc Caller%d() { target() }\n\nfunc target() {}\n", i), fmt.Sprintf("Caller%d", i)
		}, tool: "callers", arguments: func(int) map[string]any { return map[string]any{"symbol": "target"} }},
	}
}

// saveByRenaming saves like many editors: it writes a new file and renames it over the
// old one.
func saveByRenaming(path, text string) error {
	if err := speed.WriteFile(path+"~", text); err != nil {
		return err
	}
	return os.Rename(path+"~", path)
}

// pause is the time between an answer and the next save.
const pause = 400 * time.Millisecond

// saveOnce saves and queries until the answer shows all changes. Time starts at the last
// save.
func (b *bench) saveOnce(ctx context.Context, s server, k saving, i int) (time.Duration, error) {
	time.Sleep(pause + time.Duration(i%7)*30*time.Millisecond)
	save := k.save
	if save == nil {
		save = speed.WriteFile
	}
	source, answer := k.text(i)
	var answers []string
	for n := range max(k.files, 1) {
		number := fmt.Sprint(n)
		path := filepath.Join(b.scratch, "work", k.dir, "pkg0", "saved"+number+".go")
		if err := save(path, strings.ReplaceAll(source, fileNumber, number)); err != nil {
			return 0, err
		}
		answers = append(answers, strings.ReplaceAll(answer, fileNumber, number))
	}
	saved := time.Now()
	for {
		got, err := s.ask(k.tool, k.arguments(i))
		if err != nil {
			return 0, err
		}
		took := time.Since(saved)
		if holdsAll(got, answers) {
			return took, nil
		}
		if took > 10*time.Second || ctx.Err() != nil {
			return 0, fmt.Errorf("no answer contains the saved text: %s", got)
		}
	}
}

func holdsAll(text string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}
