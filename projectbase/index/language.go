package index

import (
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
)

// adopt gives the files of a walk to the languages that adopt them: see
// lang.Files.Adopts.
func (s *session) adopt(files []source.Entry) {
	others := map[string]bool{} // languages that have files which no other adopts
	for i := range files {
		if s.adopter(files[i].Language, files[i].Path) == "" {
			others[files[i].Language] = true
		}
	}
	for i := range files {
		if a := s.adopter(files[i].Language, files[i].Path); a != "" && !others[files[i].Language] {
			files[i].Language = a
		}
	}
}

// adopter returns the language that may adopt a file, "" if none does or its
// files are not indexed.
func (s *session) adopter(language string, p projectbase.Path) string {
	if a := s.Languages.Adopter(language, p); s.Languages.Wants(a, s.settings.Languages) {
		return a
	}
	return ""
}

// languageNow is the language of a file that the base holds, whose text may tell
// another one since. It returns "" for one whose files are not indexed.
func (s *session) languageNow(ctx context.Context, k *store.File) (string, error) {
	if !s.Languages.Depends(k.Path) {
		return k.Language, nil
	}
	c, err := source.Read(s.project.Root, k.Path, s.settings.MaxFileSize)
	if err != nil || c.Skip != "" {
		return k.Language, nil // whoever reads it next finds out
	}
	language := s.Languages.DetectAmong(s.settings.Languages, k.Path, func() []byte { return c.Data[:min(len(c.Data), source.HeadSize)] })
	adopter := s.adopter(language, k.Path)
	if adopter == "" {
		return language, nil
	}
	if err := s.loadAll(ctx); err != nil {
		return "", err
	}
	if s.hasOthers(language) {
		return language, nil
	}
	return adopter, nil
}

// hasOthers reports whether a walk would find a file of a language that no other
// adopts, as far as the base knows.
func (s *session) hasOthers(language string) bool {
	return slices.ContainsFunc(s.known.files, func(f store.File) bool {
		return f.Language == language && s.adopter(language, f.Path) == ""
	}) || slices.ContainsFunc(s.known.skipped, func(k store.Skipped) bool {
		return byContent(k.Reason) && s.Languages.DetectAmong(s.settings.Languages, k.Path, nil) == language && s.adopter(language, k.Path) == ""
	})
}
