package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// Head is the commit and branch that are checked out.
type Head struct {
	Commit string // object name in hexadecimal; "" before the first commit
	Branch string // such as "main"; "" if HEAD is detached
}

const maxSymbolicRefs = 5

// Head reads the commit and branch that are checked out. Its error wraps
// projectbase.ErrUnreadable or projectbase.ErrMalformed.
func (r *Repo) Head(ctx context.Context) (Head, error) {
	if storage, _ := r.config.last("extensions", "refstorage"); storage != "" && !strings.EqualFold(storage, "files") {
		return r.headFromGit(ctx)
	}
	text, err := readSmall(filepath.Join(r.Dir, "HEAD"))
	if err != nil {
		return Head{}, fmt.Errorf("read HEAD of %s: %w: %w", r.WorkTree, projectbase.ErrUnreadable, err)
	}
	ref, symbolic := cutRef(text)
	if !symbolic {
		if !isObject(ref) {
			return Head{}, fmt.Errorf("read HEAD of %s: %w", r.WorkTree, projectbase.ErrMalformed)
		}
		return Head{Commit: ref}, nil
	}
	h := Head{Branch: strings.TrimPrefix(ref, "refs/heads/")}
	if h.Commit, err = r.ref(ref, maxSymbolicRefs); err != nil {
		return Head{}, fmt.Errorf("read %s of %s: %w", ref, r.WorkTree, err)
	}
	return h, nil
}

// ref resolves a reference. It returns "" for a branch without commits.
func (r *Repo) ref(name string, depth int) (string, error) {
	if depth == 0 || !validRef(name) {
		return "", projectbase.ErrMalformed
	}
	for _, dir := range []string{r.Dir, r.CommonDir} {
		text, err := readSmall(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			continue // absent or a directory: the reference is packed, or has no commit yet
		}
		ref, symbolic := cutRef(text)
		if symbolic {
			return r.ref(ref, depth-1)
		}
		if !isObject(ref) {
			return "", projectbase.ErrMalformed
		}
		return ref, nil
	}
	return r.packedRef(name)
}

func (r *Repo) packedRef(name string) (string, error) {
	data, err := readFile(filepath.Join(r.CommonDir, "packed-refs"), maxRefsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for line := range bytes.Lines(data) {
		object, ref, ok := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
		if ok && ref == name && isObject(object) {
			return object, nil
		}
	}
	return "", nil
}

// headFromGit asks git, for formats of references that this package does not
// read.
func (r *Repo) headFromGit(ctx context.Context) (Head, error) {
	var h Head
	out, err := Command{Dir: r.WorkTree, Args: []string{"symbolic-ref", "-q", "--short", "HEAD"}}.Run(ctx)
	if err == nil {
		h.Branch = strings.TrimSpace(string(out))
	}
	out, err = Command{Dir: r.WorkTree, Args: []string{"rev-parse", "-q", "--verify", "HEAD"}}.Run(ctx)
	if err != nil && h.Branch == "" {
		return Head{}, fmt.Errorf("read HEAD of %s: %w", r.WorkTree, err)
	}
	h.Commit = strings.TrimSpace(string(out))
	return h, nil
}

// cutRef returns the target of a reference file, and whether the target is
// another reference.
func cutRef(text []byte) (string, bool) {
	s := strings.TrimSpace(string(text))
	if ref, ok := strings.CutPrefix(s, "ref:"); ok {
		return strings.TrimSpace(ref), true
	}
	object, _, _ := strings.Cut(s, " ")
	return object, false
}

func isObject(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	_, err := hex.DecodeString(s)
	return err == nil
}

// validRef rejects names of references that lead out of the git directory.
func validRef(name string) bool {
	return strings.HasPrefix(name, "refs/") && projectbase.Path(name).Valid() && !strings.ContainsAny(name, "\\\x00\n")
}
