package index

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/about"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"
)

// maxOutline is the number of directories in a summary.
const maxOutline = 30

// Summarise writes the generated parts of summary.md and all of docs.md if
// their content has changed. Init does it, and Sync if that is quick. After
// Update and Remove, the next reader of the summary does it.
func (x *Indexer) Summarise(ctx context.Context, p Project, wait Wait) error {
	done, err := x.summarised(ctx, p)
	if err != nil || done {
		return err
	}
	s, err := x.beginExisting(ctx, p, wait)
	if err != nil {
		return err
	}
	defer s.end()
	if s.known == nil {
		return notIndexed(p)
	}
	t, err := s.planner().scan(ctx)
	if err != nil {
		return err
	}
	return (&summarizer{s}).summarise(ctx, &outcome{tree: t})
}

// Describe writes a user's text into a section of the summary, as
// about.Describe does.
func (x *Indexer) Describe(ctx context.Context, p Project, section, title, text string, replace bool, wait Wait) error {
	if err := checkExisting(p); err != nil {
		return err
	}
	s, err := x.enter(ctx, p, wait)
	if err != nil {
		return err
	}
	defer s.end()
	_, err = about.Edit(p.Base, about.SummaryFile, func(existing []byte) ([]byte, error) {
		return about.Describe(existing, section, title, text, replace)
	})
	return err
}

// summarised reports whether summary.md and docs.md describe the present index.
func (x *Indexer) summarised(ctx context.Context, p Project) (bool, error) {
	base, err := read.Open(ctx, p.Base)
	if err != nil {
		return false, err
	}
	defer base.Close()
	k, err := x.readKnown(ctx, base)
	if err != nil {
		return false, err
	}
	for _, name := range []string{about.SummaryFile, about.DocsFile} {
		if _, err := os.Lstat(filepath.Join(p.Base, name)); err != nil {
			return false, nil
		}
	}
	content := k.meta.Other[keyContent]
	return content != "" && content == k.meta.Other[keySummarised], nil
}

// summarizer writes summary.md and docs.md.
type summarizer struct{ *session }

// summarise writes summary.md and docs.md after an operation.
func (s *summarizer) summarise(ctx context.Context, out *outcome) error {
	base, err := read.Open(ctx, s.project.Base)
	if err != nil {
		return err
	}
	defer base.Close()
	g, err := s.generated(ctx, base, out)
	if err != nil {
		return fmt.Errorf("summarise %s: %w", s.project.Root, err)
	}
	_, err = about.Edit(s.project.Base, about.SummaryFile, func(existing []byte) ([]byte, error) {
		return about.Update(existing, g)
	})
	if err != nil {
		return err
	}
	if err := s.importDocs(out.tree, g.Name); err != nil {
		return err
	}
	return write.Update(ctx, s.project.Base, func(tx *write.Tx) error {
		m, err := tx.Metadata()
		if err != nil {
			return err
		}
		if m.Other == nil {
			m.Other = map[string]string{}
		}
		m.Other[keySummarised] = m.Other[keyContent]
		return tx.SetMeta(m)
	})
}

func (s *summarizer) importDocs(t *tree, name string) error {
	docs, err := about.Import(s.project.Root, name, t.docs)
	if err != nil {
		return err
	}
	_, err = about.Write(s.project.Base, about.DocsFile, docs.Content)
	return err
}

func (s *summarizer) generated(ctx context.Context, base *read.Index, out *outcome) (about.Generated, error) {
	var g about.Generated
	u := &out.uses
	u.languages = s.Languages
	err := base.View(ctx, func(snap *read.Snapshot) error {
		meta, err := snap.Metadata()
		if err != nil {
			return err
		}
		g.Name = meta.ProjectName
		files, err := snap.Files()
		if err != nil {
			return err
		}
		if out.rebuilt {
			u.counted()
		} else if err := u.read(snap); err != nil {
			return err
		}
		g.Languages = languageCounts(files)
		paths := make([]projectbase.Path, len(files))
		for i := range files {
			paths[i] = files[i].Path
			if about.EntryFile(files[i].Path) {
				g.EntryPoints = append(g.EntryPoints, string(files[i].Path))
			}
		}
		g.Structure = about.Outline(paths, maxOutline)
		return nil
	})
	if err != nil {
		return g, err
	}
	slices.Sort(u.entries)
	g.EntryPoints = append(g.EntryPoints, u.entries...)
	g.MainTypes = u.mainTypes()
	manifests, unread, err := readManifests(s.project.Root, out.tree.manifests, s.Hooks)
	g.Dependencies = append(about.Dependencies(manifests), unread...)
	return g, err
}

func languageCounts(files []store.File) []about.LanguageCount {
	by := map[string]*about.LanguageCount{}
	for i := range files {
		f := &files[i]
		if by[f.Language] == nil {
			by[f.Language] = &about.LanguageCount{ID: f.Language}
		}
		by[f.Language].Files++
		by[f.Language].Bytes += f.Stat.Size
	}
	var list []about.LanguageCount
	for _, l := range by {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b about.LanguageCount) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.ID, b.ID))
	})
	return list
}
