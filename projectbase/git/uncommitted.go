package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"codegraph/projectbase"
)

// Uncommitted returns the files below dir that differ from HEAD, sorted by
// path, then the new files that are not ignored. It compares contents itself,
// because git would run configured filters. A file whose line endings a filter
// changes counts as different.
func Uncommitted(ctx context.Context, dir string) ([]Change, error) {
	if _, err := Find(dir); err != nil {
		return nil, err
	}
	out, err := Command{Dir: dir, Args: []string{"ls-tree", "-r", "-l", "-z", "HEAD"}}.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("files of HEAD in %s: %w", dir, err)
	}
	var changes []Change
	for line := range strings.SplitSeq(string(out), "\x00") {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// MODE TYPE OBJECT SIZE, a tab, and the name
		head, name, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		p := projectbase.Path(name)
		if len(fields) != 4 || !p.Valid() || fields[1] != "blob" || !strings.HasPrefix(fields[0], "100") {
			continue
		}
		same, there := sameFile(filepath.Join(dir, filepath.FromSlash(name)), fields[2], fields[3])
		if !same {
			changes = append(changes, Change{Path: p, Deleted: !there})
		}
	}
	if out, err = (Command{Dir: dir, Args: []string{"ls-files", "-z", "--others", "--exclude-standard"}}).Run(ctx); err != nil {
		return nil, fmt.Errorf("new files in %s: %w", dir, err)
	}
	for name := range strings.SplitSeq(string(out), "\x00") {
		if p := projectbase.Path(name); p.Valid() && name != "." {
			changes = append(changes, Change{Path: p})
		}
	}
	return changes, nil
}

// sameFile reports whether a regular file has the content of an object, and
// whether it exists.
func sameFile(file, object, size string) (same, there bool) {
	info, err := os.Lstat(file)
	if err != nil {
		return false, false
	}
	if !info.Mode().IsRegular() || strconv.FormatInt(info.Size(), 10) != size {
		return false, true
	}
	text, err := readFile(file, maxBlob)
	if err != nil {
		return false, true
	}
	var sum hash.Hash
	if len(object) == hex.EncodedLen(sha256.Size) {
		sum = sha256.New()
	} else {
		sum = sha1.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", len(text))
	sum.Write(text)
	return hex.EncodeToString(sum.Sum(nil)) == object, true
}

// maxBlob is the largest file that is compared. A larger one counts as
// different.
const maxBlob = 256 << 20
