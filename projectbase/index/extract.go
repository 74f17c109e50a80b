package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
	"codegraph/projectbase/worker"

	"golang.org/x/sync/errgroup"
)

// sink receives the results of an extraction. Its methods are called from one
// goroutine, put in the order of the paths.
type sink interface {
	put(meta store.FileMeta, f *projectbase.Facts) error
	touch(p projectbase.Path, stat projectbase.Stat) error
	remove(p projectbase.Path) error
}

// pass reads the files of a plan, has them extracted and passes the facts to a
// sink.
type pass struct {
	*session
	sink     sink
	partials map[parsed]string // reasons why texts could not be parsed
	progress Progress
	total    int

	// Set by the reading goroutine. The other goroutine reads them after it
	// has ended.
	skips   []store.Skipped // files that are skipped because of their content
	touched []store.FileMeta
	gone    []projectbase.Path
	unread  []projectbase.Path // files that changed during each attempt to read them

	done  int
	bytes int64
}

// run reads and extracts the files of list.
func (s *pass) run(ctx context.Context, list []reading) error {
	s.total = len(list)
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan worker.Job, 4)
	group.Go(func() error {
		defer close(jobs)
		return s.readAll(ctx, list, jobs)
	})
	group.Go(func() error {
		return s.Parsers.Extract(ctx, jobs, func(r worker.Result) error { return s.deliver(ctx, r) })
	})
	if err := group.Wait(); err != nil {
		return err
	}
	for _, m := range s.touched {
		if err := s.sink.touch(m.Path, m.Stat); err != nil {
			return err
		}
	}
	for _, p := range s.gone {
		if err := s.sink.remove(p); err != nil {
			return err
		}
	}
	return nil
}

// readAll reads the files and sends changed ones to the parsers.
func (s *pass) readAll(ctx context.Context, list []reading, jobs chan<- worker.Job) error {
	reader, err := source.OpenReader(s.project.Root, s.settings.MaxFileSize, s.Hooks)
	if err != nil {
		return err
	}
	defer reader.Close()
	for _, r := range list {
		job, ok, err := s.read(reader, r)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		select {
		case jobs <- job:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// read reads one file. ok is false if there is nothing to extract.
func (s *pass) read(reader *source.Reader, r reading) (job worker.Job, ok bool, err error) {
	at := time.Now()
	c, err := reader.Read(r.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.lose(r)
		return job, false, nil
	case errors.Is(err, source.ErrChanging):
		// The indexed facts stay; the file time marks them as stale.
		s.unread = append(s.unread, r.path)
		if r.known == nil {
			s.skip(r.path, projectbase.SkipUnreadable, settled(changing, true))
		}
		return job, false, nil
	case err != nil:
		return job, false, err
	}
	stat := settled(c.Stat, source.Racy(c.Stat, at))
	if c.Skip != "" {
		s.skip(r.path, c.Skip, stat)
		s.lose(r)
		return job, false, nil
	}
	meta := store.FileMeta{Path: r.path, Language: r.language, Hash: c.Hash, Stat: stat, IndexedAt: at.UnixNano()}
	if k := r.known; k != nil && k.Hash == c.Hash && k.Language == r.language {
		if k.Stat != stat {
			s.touched = append(s.touched, meta)
		}
		return job, false, nil
	}
	return worker.Job{
		File:    worker.File{Path: r.path, Language: r.language, Source: c.Data, NoStrings: !s.settings.IndexStrings},
		Partial: s.partials[parsed{c.Hash, r.language}],
		Data:    meta,
	}, true, nil
}

// changing is the file information of a file that must be read again.
var changing = projectbase.Stat{Size: -1}

func (s *pass) skip(p projectbase.Path, reason projectbase.SkipReason, stat projectbase.Stat) {
	s.skips = append(s.skips, store.Skipped{Skip: projectbase.Skip{Path: p, Reason: reason}, Stat: stat})
}

// lose notes that a file is no longer indexed.
func (s *pass) lose(r reading) {
	if r.known != nil {
		s.gone = append(s.gone, r.path)
	}
}

// deliver passes the facts of a file to the sink.
func (s *pass) deliver(ctx context.Context, r worker.Result) error {
	meta := r.Job.Data.(store.FileMeta)
	err := s.sink.put(meta, r.Facts)
	if errors.Is(err, projectbase.ErrMalformed) && r.Facts.Partial == "" {
		// Invalid facts are treated like a crash of the parser.
		job := r.Job
		job.Partial = projectbase.PartialCrash
		jobs := make(chan worker.Job, 1)
		jobs <- job
		close(jobs)
		return s.Parsers.Extract(ctx, jobs, func(r worker.Result) error { return s.deliver(ctx, r) })
	}
	if err != nil {
		return fmt.Errorf("index %s: %w", meta.Path, err)
	}
	s.done++
	s.bytes += int64(len(r.Job.Source))
	if s.progress != nil {
		s.progress(s.done, s.total, s.bytes)
	}
	return nil
}
