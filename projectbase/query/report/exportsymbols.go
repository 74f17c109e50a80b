package report

import (
	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

func (e *exporter) types(f *store.File) error {
	symbols, err := e.s.Symbols(f.ID)
	if err != nil {
		return err
	}
	for i := range symbols {
		s := &symbols[i]
		if !s.Kind.IsType() {
			continue
		}
		err := e.put(struct {
			Record string           `json:"record"`
			File   projectbase.Path `json:"file"`
			Name   string           `json:"name"`
			Kind   string           `json:"kind"`
			Line   uint32           `json:"line_number"`
		}{"type", f.Path, s.Name, s.Kind.String(), s.NameLine})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) methods(f *store.File) error {
	symbols, err := e.s.Symbols(f.ID)
	if err != nil {
		return err
	}
	for i := range symbols {
		s := &symbols[i]
		if !s.Kind.IsCallable() {
			continue
		}
		err := e.put(struct {
			Record     string           `json:"record"`
			File       projectbase.Path `json:"file"`
			Name       string           `json:"name"`
			Prototype  string           `json:"prototype"`
			Line       uint32           `json:"line_number"`
			Visibility string           `json:"visibility"`
			IsStatic   bool             `json:"is_static"`
			IsAsync    bool             `json:"is_async"`
		}{"method", f.Path, s.Name, prototype(s), s.NameLine, s.Visibility.String(),
			s.Flags.Has(projectbase.FlagStatic), s.Flags.Has(projectbase.FlagAsync)})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) symbols(f *store.File) error {
	symbols, err := e.s.Symbols(f.ID)
	if err != nil {
		return err
	}
	for i := range symbols {
		s := &symbols[i]
		flags := s.Flags.Names()
		if flags == nil {
			flags = []string{}
		}
		err := e.put(struct {
			Record     string           `json:"record"`
			File       projectbase.Path `json:"file"`
			Ordinal    int              `json:"ordinal"`
			Kind       string           `json:"kind"`
			Word       string           `json:"word"`
			Name       string           `json:"name"`
			Container  int32            `json:"container"` // an ordinal of the same file; -1 for none
			Owner      string           `json:"owner"`
			Start      uint32           `json:"start"` // byte offsets, half-open
			End        uint32           `json:"end"`
			EndLine    uint32           `json:"end_line"`
			NameLine   uint32           `json:"line_number"`
			NameColumn uint32           `json:"column"`
			Signature  string           `json:"signature"`
			Type       string           `json:"type"`
			Doc        string           `json:"doc"`
			Visibility string           `json:"visibility"`
			Access     string           `json:"access"`
			Flags      []string         `json:"flags"`
			Branches   uint32           `json:"branches"`
			Loops      uint32           `json:"loops"`
			Returns    uint32           `json:"returns"`
			Nesting    uint32           `json:"nesting"`
		}{"symbol", f.Path, i, s.Kind.String(), s.Word, s.Name, s.Container, s.Owner, s.Span.Start, s.Span.End, s.Span.EndLine, s.NameLine, s.NameColumn,
			s.Signature, s.Type, s.Doc, s.Visibility.String(), s.Access, flags, s.Metrics.Branches, s.Metrics.Loops, s.Metrics.Returns, s.Metrics.Nesting})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) references(f *store.File) error {
	refs, err := e.s.References(f.ID)
	if err != nil {
		return err
	}
	for _, r := range refs.List {
		qualifier := ""
		if r.Qualifier != projectbase.NoTerm {
			qualifier = refs.Names[r.Qualifier]
		}
		err := e.put(struct {
			Record    string           `json:"record"`
			File      projectbase.Path `json:"file"`
			Kind      string           `json:"kind"`
			Name      string           `json:"name"`
			Qualifier string           `json:"qualifier"`
			Line      uint32           `json:"line_number"`
			Column    uint32           `json:"column"`
			Symbol    int32            `json:"symbol"` // ordinal of the symbol that holds it; -1 for none
		}{"reference", f.Path, r.Kind.String(), refs.Names[r.Name], qualifier, r.Line, r.Column, r.Symbol})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) imports(f *store.File) error {
	imports, err := e.s.Imports(f.ID)
	if err != nil {
		return err
	}
	for _, i := range imports {
		err := e.put(struct {
			Record string           `json:"record"`
			File   projectbase.Path `json:"file"`
			Kind   string           `json:"kind"`
			Module string           `json:"module"`
			Name   string           `json:"name"`
			Alias  string           `json:"alias"`
			Line   uint32           `json:"line_number"`
			Symbol int32            `json:"symbol"`
		}{"import", f.Path, i.Kind.String(), i.Module, i.Name, i.Alias, i.Line, i.Symbol})
		if err != nil {
			return err
		}
	}
	return nil
}
