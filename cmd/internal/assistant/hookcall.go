package assistant

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// HookCall is the JSON object that Claude Code sends to a hook on standard input.
type HookCall struct {
	Event string `json:"hook_event_name"`
	Dir   string `json:"cwd"` // absolute
	Tool  string `json:"tool_name"`
	Input struct {
		File     string `json:"file_path"`     // of Edit, Write and their like
		Notebook string `json:"notebook_path"` // of NotebookEdit
		Pattern  string `json:"pattern"`       // of Grep
		Path     string `json:"path"`          // of Grep: a file or directory; "" for Dir
		Command  string `json:"command"`       // of Bash
	} `json:"tool_input"`
}

// maxCall is the maximum size of a call in bytes. A call of Write contains the
// whole file.
const maxCall = 64 << 20

// ReadHookCall reads a call.
func ReadHookCall(r io.Reader) (HookCall, error) {
	var c HookCall
	if err := json.NewDecoder(io.LimitReader(r, maxCall)).Decode(&c); err != nil {
		return c, fmt.Errorf("read the hook's input: %w", err)
	}
	return c, nil
}

// Edited returns the absolute path of the edited file, "" if there is none.
func (c *HookCall) Edited() string {
	name := c.Input.File
	if name == "" {
		name = c.Input.Notebook
	}
	return c.absolute(name)
}

func (c *HookCall) absolute(name string) string {
	if name == "" || filepath.IsAbs(name) || c.Dir == "" {
		return name
	}
	return filepath.Join(c.Dir, name)
}

// TextSearch is a search of files for a plain name.
type TextSearch struct {
	Name string
	Path string // absolute; "" for all of HookCall.Dir
}

// Search returns the search of the call. It returns false unless the call searches
// files for one identifier: no regular expression, no spaces, and no output of
// another program.
func (c *HookCall) Search() (TextSearch, bool) {
	s := TextSearch{Name: c.Input.Pattern, Path: c.absolute(c.Input.Path)}
	if c.Tool == "Bash" {
		s = c.shellSearch()
	}
	s.Name = strings.TrimSuffix(strings.TrimPrefix(s.Name, `\b`), `\b`)
	return s, plainName().MatchString(s.Name)
}

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL_$@][\pL\pN_$@]{2,}$`) })

// searchers are the programs that search files. The value is true for programs that
// search directories by default.
var searchers = map[string]bool{"grep": false, "egrep": false, "fgrep": false, "rg": true, "ag": true, "ack": true}

// valued lists the flags with a value in the next argument.
const valued = "ABCDEGJMTdfgmt"

// shellSearch parses a shell command that is only one search, possibly with a pipe
// to head. It returns false for any other command.
func (c *HookCall) shellSearch() TextSearch {
	none := TextSearch{}
	line, rest, piped := strings.Cut(strings.TrimSpace(c.Input.Command), "|")
	if piped && !strings.HasPrefix(strings.TrimSpace(rest), "head") || strings.ContainsAny(line+rest, "\n;&<>`$()|\\") && !onlyBounds(line+rest) {
		return none
	}
	words := strings.Fields(line)
	if len(words) > 1 && words[0] == "git" && words[1] == "grep" {
		words = append([]string{"rg"}, words[2:]...)
	}
	if len(words) < 2 {
		return none
	}
	deep, ok := searchers[words[0]]
	if !ok {
		return none
	}
	var names []string
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "-e" || w == "--regexp":
			continue // the name follows
		case w == "--recursive":
			deep = true
		case strings.HasPrefix(w, "-") && len(w) > 1:
			if !strings.HasPrefix(w, "--") {
				deep = deep || strings.ContainsAny(w, "rR")
				if strings.ContainsRune(valued, rune(w[len(w)-1])) {
					i++
				}
			}
		default:
			names = append(names, strings.Trim(w, `'"`))
		}
	}
	if !deep || len(names) == 0 || len(names) > 2 {
		return none
	}
	s := TextSearch{Name: names[0]}
	if len(names) == 2 {
		s.Path = c.absolute(names[1])
	}
	return s
}

// onlyBounds reports whether the only special characters in a command are word
// boundaries (\b) of a regular expression.
func onlyBounds(line string) bool {
	return !strings.ContainsAny(strings.ReplaceAll(line, `\b`, ""), "\n;&<>`$()|\\")
}

// HookAnswer is the answer of a hook to Claude Code: a text for the assistant. It
// neither allows nor blocks the call.
func HookAnswer(event, text string) any {
	type output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	return struct {
		Output output `json:"hookSpecificOutput"`
	}{output{event, text}}
}
