package edges

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// scripts run compilers that are not Go programs.
//
//go:embed truth
var scripts embed.FS

// The versions that figures are printed for; npm has them.
const (
	typescriptPackage = "typescript@5.9.3"
	scipPythonPackage = "@sourcegraph/scip-python@0.6.6"
)

// typescriptTruth runs the TypeScript compiler. It needs node, npm, and the dependencies
// of the tree in its node_modules.
func typescriptTruth(ctx context.Context, dir string) (*truth, error) {
	s, err := newScript(ctx, "typescript.js", typescriptPackage)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.execute(ctx, "node", s.path("typescript.js"), dir, s.path("truth")); err != nil {
		return nil, err
	}
	return readTruth(s.path("truth"))
}

// pythonTruth runs scip-python, which contains pyright. It needs node, npm and python3.
// It ignores installed packages, because pyright would otherwise prefer an installed copy
// of the tree.
func pythonTruth(ctx context.Context, dir string) (*truth, error) {
	s, err := newScript(ctx, "python.py", scipPythonPackage)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := os.WriteFile(s.path("environment.json"), []byte("[]"), 0o666); err != nil {
		return nil, err
	}
	if err := s.execute(ctx, "python3", "-m", "venv", "--without-pip", s.path("venv")); err != nil {
		return nil, err
	}
	s.env = append(s.env, "PATH="+s.path("venv/bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "NODE_OPTIONS=--max-old-space-size=8192")
	s.workDir = dir
	err = s.execute(ctx, s.path("node_modules/.bin/scip-python"), "index", ".", "--quiet", "--environment", s.path("environment.json"),
		"--project-name", "tree", "--project-version", "0", "--output", s.path("index.scip"))
	if err != nil {
		return nil, err
	}
	if err := s.execute(ctx, "python3", s.path("python.py"), dir, s.path("index.scip"), s.path("truth")); err != nil {
		return nil, err
	}
	return readTruth(s.path("truth"))
}

// javaTruth runs javac. It needs a JDK of version 17 or later, and the dependencies of
// the tree in CLASSPATH.
func javaTruth(ctx context.Context, dir string) (*truth, error) {
	s, err := newScript(ctx, "Java.java", "")
	if err != nil {
		return nil, err
	}
	defer s.close()
	err = s.execute(ctx, "java", "--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED", s.path("Java.java"), dir, s.path("truth"))
	if err != nil {
		return nil, err
	}
	return readTruth(s.path("truth"))
}

// rustTruth runs rust-analyzer. It needs rust-analyzer and rust-src of rustup, python3,
// and the dependencies of the tree from cargo fetch.
func rustTruth(ctx context.Context, dir string) (*truth, error) {
	s, err := newScript(ctx, "rust.py", "")
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.execute(ctx, "rust-analyzer", "scip", dir, "--output", s.path("index.scip")); err != nil {
		return nil, err
	}
	if err := s.execute(ctx, "python3", s.path("rust.py"), dir, s.path("index.scip"), s.path("truth")); err != nil {
		return nil, err
	}
	return readTruth(s.path("truth"))
}

// script is a scratch directory with a script and its npm package.
type script struct {
	dir     string
	workDir string
	env     []string
}

// newScript prepares a script. npmPackage may be "".
func newScript(ctx context.Context, name, npmPackage string) (*script, error) {
	dir, err := os.MkdirTemp("", "codegraph-bench-")
	if err != nil {
		return nil, err
	}
	s := &script{dir: dir, workDir: dir, env: os.Environ()}
	for _, name := range []string{name, "scip.py"} {
		var text []byte
		if text, err = scripts.ReadFile("truth/" + name); err == nil {
			err = os.WriteFile(s.path(name), text, 0o666)
		}
		if err != nil {
			break
		}
	}
	if err == nil && npmPackage != "" {
		err = s.execute(ctx, "npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", dir, npmPackage)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *script) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *script) close() { os.RemoveAll(s.dir) }

// execute runs a program and shows its output.
func (s *script) execute(ctx context.Context, program string, args ...string) error {
	progress("%s %s", filepath.Base(program), filepath.Base(args[0]))
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = s.workDir, s.env
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %v: %w", program, args, err)
	}
	return nil
}
