package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"codegraph/projectbase"
)

// Command is one run of git. It starts no other program and never prompts.
type Command struct {
	Dir       string // the working directory
	Args      []string
	Timeout   time.Duration // 0 means 30 seconds
	MaxOutput int           // bytes; 0 means 256 MiB
	Env       Environment   // the zero value is that of the process
}

const (
	defaultTimeout   = 30 * time.Second
	defaultMaxOutput = 256 << 20
	maxErrorText     = 2 << 10
)

// harmless overrides the settings that start programs or connections. Settings
// on the command line override configuration files.
var harmless = []string{
	"core.fsmonitor=false",
	"core.hooksPath=/dev/null",
	"core.pager=cat",
	"core.editor=false",
	"core.askPass=",
	"core.sshCommand=false",
	"core.gitProxy=",
	"core.alternateRefsCommand=false",
	"credential.helper=",
	"diff.external=",
	"diff.trustExitCode=false",
	"interactive.diffFilter=",
	"gpg.program=false",
	"protocol.allow=never",
	"submodule.recurse=false",
	"log.showSignature=false",
	"maintenance.auto=false",
	"gc.auto=0",
	"color.ui=false",
}

// Run returns the output of git. The error wraps projectbase.ErrLimit if git
// exceeds the time or output limit. If git fails, it contains git's message.
func (c Command) Run(ctx context.Context) ([]byte, error) {
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	if c.MaxOutput == 0 {
		c.MaxOutput = defaultMaxOutput
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("took longer than %v: %w", c.Timeout, projectbase.ErrLimit))
	defer cancel()
	args := []string{"--no-pager", "--no-optional-locks", "--literal-pathspecs"}
	for _, h := range harmless {
		args = append(args, "-c", h)
	}
	cmd := exec.CommandContext(ctx, "git", append(args, c.Args...)...)
	cmd.Dir = c.Dir
	cmd.Env = append(c.environ(), workTree(c.Dir)...)
	cmd.WaitDelay = time.Second // a child process of git may keep the pipe open
	out := &bounded{limit: c.MaxOutput, full: cancel}
	text := &bounded{limit: maxErrorText, full: func() {}}
	cmd.Stdout, cmd.Stderr = out, text
	err := cmd.Run()
	switch {
	case out.over:
		err = fmt.Errorf("printed more than %d bytes: %w", c.MaxOutput, projectbase.ErrLimit)
	case err != nil && ctx.Err() != nil:
		err = context.Cause(ctx)
	case err != nil:
		err = failure(err, text.buf.Bytes())
	default:
		return out.buf.Bytes(), nil
	}
	return nil, fmt.Errorf("git %s in %s: %w", c.Args[0], c.Dir, err)
}

// failure joins the exit status of git with the first line of its error output.
func failure(err error, text []byte) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("the program git is not installed: %w", err)
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	if len(line) == 0 {
		return err
	}
	return fmt.Errorf("%q: %w", line, err)
}

// environ returns the environment of the process without variables that control
// git, and with variables that disable prompts and network access.
func (c Command) environ() []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case strings.HasPrefix(name, "GIT_"), name == "SSH_ASKPASS", name == "PAGER", name == "EDITOR", name == "VISUAL", name == "LC_ALL":
		case c.Env != Environment{} && (name == "HOME" || name == "XDG_CONFIG_HOME"):
		default:
			env = append(env, kv)
		}
	}
	env = append(env, "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
		"GIT_ALLOW_PROTOCOL=none", "GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_ASKPASS=", "LC_ALL=C")
	if c.Env != (Environment{}) {
		env = append(env, "HOME="+c.Env.Home, "XDG_CONFIG_HOME="+c.Env.ConfigHome)
		if c.Env.System == "" {
			env = append(env, "GIT_CONFIG_NOSYSTEM=1")
		} else {
			env = append(env, "GIT_CONFIG_SYSTEM="+c.Env.System)
		}
	}
	return env
}

// workTree returns options that keep git in the work tree of dir if
// core.worktree names another one.
func workTree(dir string) []string {
	r, err := Find(dir)
	if err != nil {
		return nil
	}
	if _, elsewhere := r.config.last("core", "worktree"); !elsewhere {
		return nil
	}
	return []string{"GIT_WORK_TREE=" + r.WorkTree}
}

// bounded is a writer that keeps data up to a limit and then calls full.
type bounded struct {
	buf   bytes.Buffer
	limit int
	over  bool
	full  func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := b.limit - b.buf.Len(); room < len(p) {
		b.buf.Write(p[:max(room, 0)])
		b.over = true
		b.full()
		return len(p), nil
	}
	return b.buf.Write(p)
}
