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

// Head is what is checked out.
type Head struct {
	Commit string // object name in hexadecimal; "" before the first commit
	Branch string // "main"; "" where a commit is checked out without a branch
}

const maxSymbolicRefs = 5

// Head reads what is checked out. Its error wraps projectbase.ErrUnreadable or
// projectbase.ErrMalformed where the repository does not say.
func (r *Repo) Head(ctx context.Context) (Head, error) {
	if storage, _ := r.config.last("extensions", "refstorage"); storage != "" && !strings.EqualFold(storage, "files") {
		return r.askHead(ctx)
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

// ref returns the object that a reference names, "" if it does not exist yet.
func (r *Repo) ref(name string, depth int) (string, error) {
	if depth == 0 || !validRef(name) {
		return "", projectbase.ErrMalformed
	}
	for _, dir := range []string{r.Dir, r.CommonDir} {
		text, err := readSmall(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			continue // absent, or a directory of references: packed or unborn
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

// askHead asks git, for ways of storing references that only git reads.
func (r *Repo) askHead(ctx context.Context) (Head, error) {
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

// cutRef returns what a reference's file names, and whether that is another
// reference.
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

// validRef keeps a reference's name from leading out of the git directory.
func validRef(name string) bool {
	return strings.HasPrefix(name, "refs/") && projectbase.Path(name).Valid() && !strings.ContainsAny(name, "\\\x00\n")
}
