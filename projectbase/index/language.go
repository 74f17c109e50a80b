package index

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
)

// adopt assigns the files of a walk to languages that adopt them: see
// lang.Files.Adopts.
func (s *planner) adopt(files []source.Entry) {
	others := map[string]bool{} // languages with files that no other language adopts
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

// adopter returns the language that may adopt a file. It returns "" if there is
// none or if that language is not indexed.
func (s *planner) adopter(language string, p projectbase.Path) string {
	if a := s.Languages.Adopter(language, p); s.Languages.Wants(a, s.settings.Languages) {
		return a
	}
	return ""
}

// languageNow returns the present language of an indexed file, which may depend
// on its text. It returns "" if that language is not indexed. whole returns the
// complete recorded state.
func (s *planner) languageNow(f *store.File, whole func() (*known, error)) (string, error) {
	if !s.Languages.Depends(f.Path) {
		return f.Language, nil
	}
	c, err := source.Read(s.project.Root, f.Path, s.settings.MaxFileSize)
	if err != nil || c.Skip != "" {
		return f.Language, nil // the next reader reports it
	}
	language := s.Languages.DetectAmong(s.settings.Languages, f.Path, func() []byte { return c.Data[:min(len(c.Data), source.HeadSize)] })
	adopter := s.adopter(language, f.Path)
	if adopter == "" {
		return language, nil
	}
	k, err := whole()
	if err != nil {
		return "", err
	}
	if s.hasOthers(k, language) {
		return language, nil
	}
	return adopter, nil
}

// hasOthers reports whether the recorded state has a file of a language that no
// other language adopts.
func (s *planner) hasOthers(k *known, language string) bool {
	return slices.ContainsFunc(k.files, func(f store.File) bool {
		return f.Language == language && s.adopter(language, f.Path) == ""
	}) || slices.ContainsFunc(k.skipped, func(k store.Skipped) bool {
		return byContent(k.Reason) && s.Languages.DetectAmong(s.settings.Languages, k.Path, nil) == language && s.adopter(language, k.Path) == ""
	})
}
