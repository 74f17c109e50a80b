package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Signature has the declarations of a file without their bodies.
type Signature struct {
	File           projectbase.Path `json:"file"`
	Language       string           `json:"language"`
	HeaderComments string           `json:"header_comments"`
	Types          []Type           `json:"types"`
	Methods        []Method         `json:"methods"`
	Partial        string           `json:"partial,omitempty"` // reason why only terms are indexed
	Project        string           `json:"project,omitempty"` // set in answers about several projects
}

// Type is a declared type.
type Type struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	LineNumber uint32 `json:"line_number"`
	EndLine    uint32 `json:"end_line"`
}

// Method is a declared function, method or property.
type Method struct {
	Name       string `json:"name"`
	Prototype  string `json:"prototype"`
	LineNumber uint32 `json:"line_number"`
	EndLine    uint32 `json:"end_line"`
	Visibility string `json:"visibility,omitempty"`
	IsStatic   bool   `json:"is_static"`
	IsAsync    bool   `json:"is_async"`
	Container  string `json:"container,omitempty"` // name of the type that it belongs to
	Doc        string `json:"doc,omitempty"`       // first sentence
}

// ReadSignature returns the profile of a file. The error wraps
// projectbase.ErrNotFound if the file is not indexed, and gives the reason if
// it is known.
func ReadSignature(ctx context.Context, b *query.Index, file projectbase.Path) (*Signature, error) {
	var out *Signature
	err := b.View(ctx, "signature", func(s *read.Snapshot) error {
		f, err := s.File(file)
		if err != nil {
			return withSkip(s, file, err)
		}
		out, err = signatureOf(s, &f)
		return err
	})
	return out, err
}

// withSkip adds to err the reason why a file is not indexed.
func withSkip(s *read.Snapshot, p projectbase.Path, err error) error {
	if !errors.Is(err, projectbase.ErrNotFound) {
		return err
	}
	skipped, e := s.Skipped()
	if e != nil {
		return e
	}
	for _, x := range skipped {
		if x.Path == p || x.Dir && strings.HasPrefix(string(p), string(x.Path)+"/") {
			return projectbase.WithHint(err, projectbase.Hint{Text: string(x.Path) + " is not indexed: " + string(x.Reason)})
		}
	}
	return projectbase.WithHint(err, projectbase.Suggest("list the indexed files", "tree"))
}

// Missing is a file, directory or glob without indexed files.
type Missing struct {
	Path string
	Err  error // wraps projectbase.ErrNotFound
}

// ReadSignatures returns the profiles of the files that match the patterns,
// sorted by path. A pattern is a file, a directory or a glob; no pattern means
// all files. Patterns without files are missing.
func ReadSignatures(ctx context.Context, b *query.Index, patterns []string) (found []Signature, missing []Missing, err error) {
	found = []Signature{}
	err = b.View(ctx, "signatures", func(s *read.Snapshot) error {
		order, err := b.FileList(s)
		if err != nil {
			return err
		}
		var chosen []uint32
		if chosen, missing, err = chooseFiles(s, order.Files, patterns); err != nil {
			return err
		}
		for _, i := range chosen {
			if err := ctx.Err(); err != nil {
				return err
			}
			one, err := signatureOf(s, &order.Files[i])
			if err != nil {
				return err
			}
			found = append(found, *one)
		}
		return nil
	})
	return found, missing, err
}

// chooseFiles returns the indexes of the files that match the patterns, sorted.
func chooseFiles(s *read.Snapshot, files []store.File, patterns []string) (chosen []uint32, missing []Missing, err error) {
	if len(patterns) == 0 {
		patterns = []string{""}
	}
	for _, p := range patterns {
		if i, ok := slices.BinarySearchFunc(files, projectbase.Path(p), query.ComparePath); ok {
			chosen = append(chosen, uint32(i))
			continue
		}
		g, err := query.NewGlob(p)
		if err != nil {
			return nil, nil, err
		}
		before := len(chosen)
		for i := range files {
			if g.Fits(files[i].Path) {
				chosen = append(chosen, uint32(i))
			}
		}
		if len(chosen) == before && p != "" {
			if strings.ContainsAny(p, "*?[{") {
				missing = append(missing, Missing{p, fmt.Errorf("no indexed file matches %q: %w", query.Shown(p, 0), projectbase.ErrNotFound)})
				continue
			}
			_, err := s.File(projectbase.Path(p))
			if err = withSkip(s, projectbase.Path(p), err); !errors.Is(err, projectbase.ErrNotFound) {
				return nil, nil, err
			}
			missing = append(missing, Missing{p, err})
		}
	}
	slices.Sort(chosen)
	return slices.Compact(chosen), missing, nil
}

func signatureOf(s *read.Snapshot, f *store.File) (*Signature, error) {
	header, err := s.Header(f.ID)
	if err != nil {
		return nil, err
	}
	symbols, err := s.Symbols(f.ID)
	if err != nil {
		return nil, err
	}
	out := &Signature{File: f.Path, Language: f.Language, HeaderComments: query.ShownBlock(header), Types: []Type{}, Methods: []Method{}, Partial: f.Partial}
	for i := range symbols {
		sym := &symbols[i]
		switch {
		case sym.Kind.IsType():
			out.Types = append(out.Types, Type{query.Shown(sym.Name, 0), sym.Kind.String(), sym.NameLine, sym.Span.EndLine})
		case sym.Kind.IsCallable():
			out.Methods = append(out.Methods, methodOf(symbols, sym))
		}
	}
	return out, nil
}

func methodOf(symbols []projectbase.Symbol, sym *projectbase.Symbol) Method {
	return Method{Name: query.Shown(sym.Name, 0), Prototype: query.Shown(prototype(sym), 0), LineNumber: sym.NameLine, EndLine: sym.Span.EndLine,
		Visibility: sym.Visibility.String(), IsStatic: sym.Flags.Has(projectbase.FlagStatic), IsAsync: sym.Flags.Has(projectbase.FlagAsync),
		Container: query.Shown(owner(symbols, sym), 0), Doc: query.Shown(firstSentence(sym.Doc), query.MaxText)}
}

func prototype(sym *projectbase.Symbol) string {
	if sym.Prototype == "" {
		return sym.Signature
	}
	return sym.Prototype
}

// owner returns the name of the type that declares a symbol, or "".
func owner(symbols []projectbase.Symbol, sym *projectbase.Symbol) string {
	if sym.Owner != "" {
		return sym.Owner
	}
	for c := sym.Container; c >= 0 && int(c) < len(symbols); c = symbols[c].Container {
		if symbols[c].Kind.IsType() {
			return symbols[c].Name
		}
		if symbols[c].Container >= c {
			break // containers come before their members; a corrupt index could contain a loop
		}
	}
	return ""
}

// firstSentence returns the text up to the first period that ends a sentence or
// the first empty line, on one line.
func firstSentence(doc string) string {
	doc, _, _ = strings.Cut(doc, "\n\n")
	doc = strings.Join(strings.Fields(doc), " ")
	for i := 0; i < len(doc); i++ {
		if strings.IndexByte(".!?", doc[i]) >= 0 && i+1 < len(doc) && doc[i+1] == ' ' && !abbreviation(doc[:i]) {
			return doc[:i+1]
		}
	}
	return doc
}

// abbreviation reports whether text ends in an abbreviation. A period follows
// text.
func abbreviation(text string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	switch strings.TrimLeft(last, "(") {
	case "e.g", "i.e", "etc", "vs", "cf", "resp":
		return true
	}
	return false
}
