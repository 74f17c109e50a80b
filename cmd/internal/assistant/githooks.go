package assistant

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// gitEvents are the hooks after which the index may be stale.
var gitEvents = []string{"post-commit", "post-checkout", "post-merge", "post-rewrite"}

// gitHook runs in the background without output, so that Git does not wait for it
// and does not fail because of it. It unsets Git's variables, which name another
// repository in hooks of worktrees and submodules. It leaves standard input to the
// hook that contains it.
const gitHook = `(unset $(git rev-parse --local-env-vars) && codegraph sync -q) </dev/null >/dev/null 2>&1 &
`

// chained is the suffix of a renamed hook that is not a shell script.
// CodeGraph's hook takes its name and runs it.
const chained = ".before-codegraph"

const chainedHook = `exec "$0` + chained + `" "$@"` + "\n"

// SetupGit plans Git hooks that update the index after a commit, checkout, merge or
// rebase. dir is the hooks directory of the repository. Existing hooks still run.
func SetupGit(dir string) []Change { return planGit(dir, false) }

// UnsetupGit plans to undo SetupGit.
func UnsetupGit(dir string) []Change { return planGit(dir, true) }

func planGit(dir string, undo bool) []Change {
	// With dir as root, change refuses hooks that are symbolic links out of dir.
	o := &Options{Root: dir}
	var changes []Change
	for _, event := range gitEvents {
		if undo {
			changes = append(changes, takeGitHook(o, event))
		} else {
			changes = append(changes, putGitHook(o, event))
		}
	}
	return changes
}

func putGitHook(o *Options, event string) Change {
	foreign := false
	c := change(o, event, "git hook", false, func(text []byte, exists bool) ([]byte, error) {
		switch {
		case !exists:
			return []byte("#!/bin/sh\n" + scriptBlock()), nil
		case isShell(text):
			return putScript(text)
		}
		foreign = true
		return []byte("#!/bin/sh\n" + scriptBlock() + chainedHook), nil
	})
	if c.Action == Refused || c.Action == Unchanged {
		return c
	}
	if c.read.exists && c.mode&0o100 == 0 {
		c.Action, c.Text = Refused, nil
		c.Err = fmt.Errorf("%w: it is not executable, so git does not run it", projectbase.ErrNotAllowed)
		return c
	}
	c.mode |= 0o111
	if foreign {
		aside := c.read.path + chained
		if _, err := os.Lstat(aside); err == nil {
			c.Action, c.Text, c.Err = Refused, nil, fmt.Errorf("%w: %s is there already", projectbase.ErrNotAllowed, aside)
			return c
		}
		old := c.read
		c.read.exists, c.read.text = false, nil
		c.before = func() error {
			if err := old.unchanged(); err != nil {
				return err
			}
			return os.Rename(old.path, aside)
		}
	}
	return c
}

func takeGitHook(o *Options, event string) Change {
	aside := filepath.Join(o.Root, event+chained)
	_, err := os.Lstat(aside)
	moved := err == nil
	c := change(o, event, "git hook", true, func(text []byte, _ bool) ([]byte, error) {
		rest, found, err := takeScript(text)
		if err != nil || !found {
			return text, err
		}
		if s := string(rest); s == "#!/bin/sh\n" || moved && s == "#!/bin/sh\n"+chainedHook {
			return nil, nil
		}
		return rest, nil
	})
	if c.Action == Removed && moved {
		c.after = func() error { return os.Rename(aside, c.read.path) }
	}
	return c
}

func scriptBlock() string { return scriptMarks.begin + "\n" + gitHook + scriptMarks.end + "\n" }

// putScript inserts the block after the first line of a script, because a later
// line may end the script.
func putScript(text []byte) ([]byte, error) {
	from, to, err := scriptMarks.locate(text)
	if err != nil {
		return nil, err
	}
	if from >= 0 {
		return splice(text, from, to, strings.TrimSuffix(scriptBlock(), "\n")), nil
	}
	first := bytes.IndexByte(text, '\n') + 1
	if first == 0 {
		return nil, fmt.Errorf("%w: it has no lines", projectbase.ErrUnreadable)
	}
	return splice(text, first, first, scriptBlock()), nil
}

func takeScript(text []byte) (rest []byte, found bool, err error) {
	from, to, err := scriptMarks.locate(text)
	if err != nil || from < 0 {
		return text, false, err
	}
	return splice(text, from, min(to+1, len(text)), ""), true, nil
}

// isShell reports whether a script is run by a shell that reads the block: its
// first line ends like Unix' lines and names one.
func isShell(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	words := strings.Fields(strings.TrimPrefix(string(line), "#!"))
	if !bytes.HasPrefix(line, []byte("#!")) || bytes.HasSuffix(line, []byte("\r")) || len(words) == 0 {
		return false
	}
	name := filepath.Base(words[0])
	if name == "env" && len(words) > 1 {
		name = words[1]
	}
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh", "ash":
		return true
	}
	return false
}
