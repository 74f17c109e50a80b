package source

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"codegraph/projectbase"
)

// classify returns the language of p, and the reason why p is skipped or "".
// It does not read the head of a skipped file.
func (w *worker) classify(ctx context.Context, p string) (language string, why projectbase.SkipReason) {
	why = w.why(ctx, p)
	w.sniffs, w.asked = p, false
	if why != "" {
		w.sniffs = ""
	}
	language = w.opts.Classify(projectbase.Path(p), w.head)
	if w.asked {
		// The content decided, so an edit may change the decision.
		if stat, _, err := w.handle.lstat(p); err == nil {
			w.stamp(p, w.opts.Hooks.stat(projectbase.Path(p), stat))
		}
	}
	if w.languages != nil && !w.languages[language] {
		language = ""
	}
	return language, why
}

// readHead returns the first bytes of the file w.sniffs. It returns nil if
// they cannot be read.
func (w *worker) readHead() []byte {
	if w.sniffs == "" {
		return nil
	}
	w.asked = true
	if w.buffer == nil {
		w.buffer = make([]byte, HeadSize)
	}
	f, err := os.OpenFile(filepath.Join(w.root, filepath.FromSlash(w.sniffs)), os.O_RDONLY|openNonblock|openNoFollow, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	if _, kind, err := statFile(f); err != nil || kind != typeRegular {
		return nil
	}
	n, err := io.ReadFull(f, w.buffer)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil
	}
	return w.buffer[:n]
}

// link records a symbolic link to a directory, or to a file of a known
// language, as skipped: a walk does not follow links.
func (w *worker) link(ctx context.Context, name, p string) {
	if w.why(ctx, p) != "" {
		return
	}
	w.sniffs = ""
	dir := false
	if language := w.opts.Classify(projectbase.Path(p), w.head); language == "" || w.languages != nil && !w.languages[language] {
		_, kind, err := w.dir.statTarget(name)
		if err != nil || kind != typeDir {
			return
		}
		dir = true
	}
	w.skip(projectbase.Path(p), projectbase.SkipLink, dir, projectbase.Stat{})
}
