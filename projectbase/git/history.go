package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"codegraph/projectbase"
)

// Churn counts the commits that changed a file.
type Churn struct {
	Commits int
	Last    int64 // time of the last of them, Unix seconds
}

// Limits on reading the history.
const (
	historyTimeout = 15 * time.Second
	historyOutput  = 64 << 20
	// MaxHistory bounds the number of commits, latest first.
	MaxHistory = 20_000
)

// History counts the commits since a time that changed each file below dir, in
// at most MaxHistory commits. Merges do not count. A renamed file counts as a
// new one. The error wraps projectbase.ErrLimit if git takes too long, and
// projectbase.ErrNotFound if dir is in no repository.
func History(ctx context.Context, dir string, since time.Time) (map[projectbase.Path]Churn, error) {
	if _, err := Find(dir); err != nil {
		return nil, err
	}
	args := []string{"log", "--no-merges", "--no-renames",
		"--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--no-show-signature", "--no-notes", "--no-decorate", "--relative", "-z", "--name-only", "--format=%x01%ct",
		"--max-count=" + strconv.Itoa(MaxHistory)}
	if since.Unix() > 0 {
		args = append(args, "--since="+since.UTC().Format(time.RFC3339))
	}
	out, err := Command{Dir: dir, Timeout: historyTimeout, MaxOutput: historyOutput, Args: append(args, "HEAD", "--")}.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", dir, err)
	}
	return parseHistory(string(out))
}

// parseHistory reads commits: a mark, the time and the names of the changed
// files.
func parseHistory(out string) (map[projectbase.Path]Churn, error) {
	files := map[projectbase.Path]Churn{}
	at := int64(0)
	for part := range strings.SplitSeq(out, "\x00") {
		part = strings.TrimPrefix(part, "\n")
		if head, ok := strings.CutPrefix(part, "\x01"); ok {
			seconds, name, _ := strings.Cut(head, "\n")
			var err error
			if at, err = strconv.ParseInt(seconds, 10, 64); err != nil {
				return nil, fmt.Errorf("output of git log: %w", projectbase.ErrMalformed)
			}
			part = strings.TrimPrefix(name, "\n")
		}
		if p := projectbase.Path(part); p.Valid() && part != "." {
			c := files[p]
			c.Commits++
			c.Last = max(c.Last, at)
			files[p] = c
		}
	}
	return files, nil
}

// Blob returns the content of a file below dir in a commit. Its error wraps
// projectbase.ErrNotFound if the commit does not have it, and
// projectbase.ErrUsage for an unknown commit.
func Blob(ctx context.Context, dir, name string, file projectbase.Path) ([]byte, error) {
	c, err := commit(ctx, dir, name)
	if err != nil {
		return nil, err
	}
	out, err := Command{Dir: dir, Args: []string{"cat-file", "blob", c + ":./" + string(file)}}.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s in %q: %w: %w", file, name, projectbase.ErrNotFound, err)
	}
	return out, nil
}
