package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
)

// Remove removes the named files, or all files below named directories, from
// the index in one transaction. It reports on each, in the order of files. A
// file that still exists is also added to exclude in the configuration, so that
// it does not come back.
func (x *Indexer) Remove(ctx context.Context, p Project, files []projectbase.Path, opts UpdateOptions) ([]RemoveReport, error) {
	s, err := x.beginExisting(ctx, p, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer s.end()
	if s.known == nil {
		return nil, projectbase.WithHint(fmt.Errorf("remove from the index in %s: %w", p.Base, projectbase.ErrCorrupt), projectbase.Suggest("", "init"))
	}
	before := s.settings
	var reports []RemoveReport
	plan := &plan{}
	configured := false
	for _, f := range files {
		r := s.planRemoval(f, plan, &configured)
		if r.Err != nil && opts.Atomic {
			return append(reports, r), fmt.Errorf("nothing was changed: %w", r.Err)
		}
		reports = append(reports, r)
	}
	if configured {
		if err := s.settings.Save(p.Base); err != nil {
			return reports, err
		}
	}
	if len(plan.gone) > 0 {
		if _, err := s.writer().apply(ctx, plan, applyOptions{}); err != nil {
			if configured {
				err = errors.Join(err, before.Save(p.Base))
			}
			return reports, err
		}
	}
	return reports, nil
}

func (s *session) planRemoval(f projectbase.Path, plan *plan, configured *bool) RemoveReport {
	r := RemoveReport{File: f}
	path, err := source.Contain(s.project.Root, string(f))
	if err == nil && path == "." {
		err = fmt.Errorf("remove the root: %w", projectbase.ErrUsage)
	}
	if err != nil {
		r.Err = err
		return r
	}
	r.File, r.Success = path, true
	for i := range s.known.files {
		p := s.known.files[i].Path
		if p == path || strings.HasPrefix(string(p), string(path)+"/") {
			plan.gone = append(plan.gone, p)
			r.Removed = true
		}
	}
	if !r.Removed {
		r.Hint = "not in the index"
		return r
	}
	if _, err := os.Lstat(filepath.Join(s.project.Root, filepath.FromSlash(string(path)))); err == nil && s.settings.ExcludePath(path) {
		*configured = true
		r.Note = "the file still exists, so it was added to exclude in config.json"
	}
	return r
}
