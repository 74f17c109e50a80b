package report

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Sections returns the names of the sections of Export, in output order.
func Sections() []string {
	return []string{"files", "lines", "occurrences", "types", "methods", "symbols", "references", "imports", "edges"}
}

// CheckSections returns an error that wraps projectbase.ErrUsage for an
// unknown section.
func CheckSections(sections []string) error {
	for _, w := range sections {
		if !slices.Contains(Sections(), w) {
			return query.UsageError("unknown section %q; use one of %s", w, strings.Join(Sections(), ", "))
		}
	}
	return nil
}

// Export writes the logical content of the index, one JSON object per line, in a
// stable order. It writes names instead of ids and no times, so that two indexes
// of the same content give the same output. sections selects the sections; none
// means all.
func Export(ctx context.Context, b *query.Index, sections []string, w io.Writer) error {
	if err := CheckSections(sections); err != nil {
		return err
	}
	if len(sections) == 0 {
		sections = Sections()
	}
	return b.View(ctx, "export", func(s *read.Snapshot) error {
		order, err := b.FileList(s)
		if err != nil {
			return err
		}
		e := &exporter{ctx: ctx, s: s, order: order, w: bufio.NewWriterSize(w, 1<<16), graph: symbol.NewReader(b, s)}
		for _, section := range Sections() {
			if !slices.Contains(sections, section) {
				continue
			}
			if err := e.section(section); err != nil {
				return err
			}
		}
		return e.w.Flush()
	})
}

type exporter struct {
	ctx   context.Context
	s     *read.Snapshot
	order *query.FileList
	w     *bufio.Writer
	line  []byte
	graph *symbol.Reader // for edges
}

func (e *exporter) section(name string) error {
	switch name {
	case "lines":
		return e.lines()
	case "occurrences":
		return e.occurrences()
	}
	perFile := map[string]func(*store.File) error{"files": e.file, "types": e.types, "methods": e.methods, "symbols": e.symbols,
		"references": e.references, "imports": e.imports, "edges": e.edges}[name]
	for i := range e.order.Files {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		if err := perFile(&e.order.Files[i]); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) put(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = e.w.Write(append(text, '\n'))
	return err
}

func (e *exporter) file(f *store.File) error {
	return e.put(struct {
		Record    string           `json:"record"`
		Path      projectbase.Path `json:"path"`
		Language  string           `json:"language"`
		Hash      string           `json:"hash"`
		Lines     uint32           `json:"lines"`
		Errors    uint32           `json:"parse_errors"`
		Generated bool             `json:"generated"`
		Partial   string           `json:"partial"`
	}{"file", f.Path, f.Language, f.Hash.String(), f.Lines, f.Errors, f.Generated, f.Partial})
}

// lines writes the line objects, by file, line and type.
func (e *exporter) lines() error {
	byFile := make([][]projectbase.LineKey, len(e.order.Files))
	items, err := e.s.ItemsPrefix("", true)
	if err != nil {
		return err
	}
	err = e.s.Postings(items, func(_ int, id store.FileID, keys projectbase.LineKeys) error {
		i, err := e.order.Position(id)
		if err != nil {
			return err
		}
		list := byFile[i]
		for k, rest, ok := keys.Next(0); ok; k, rest, ok = rest.Next(k) {
			list = append(list, projectbase.NewLineKey(k.Line(), k.Type(), false))
		}
		// Most lines have several items, so reserve most of the final size.
		if len(list) > 4096 && len(list) == cap(list) {
			slices.Sort(list)
			list = slices.Compact(list)
		}
		byFile[i] = list
		return nil
	})
	if err != nil {
		return err
	}
	for i, list := range byFile {
		slices.Sort(list)
		for _, k := range slices.Compact(list) {
			e.line = append(e.line[:0], `{"record":"line","file":`...)
			e.line = appendString(e.line, string(e.order.Files[i].Path))
			if err := e.place(k); err != nil {
				return err
			}
		}
		byFile[i] = nil
	}
	return nil
}

// place completes the line with the line number and type of k.
func (e *exporter) place(k projectbase.LineKey) error {
	e.line = append(e.line, `,"line_number":`...)
	e.line = strconv.AppendUint(e.line, uint64(k.Line()), 10)
	e.line = append(e.line, `,"line_type":"`...)
	e.line = append(e.line, k.Type().String()...)
	e.line = append(e.line, '"')
	if k.Definition() {
		e.line = append(e.line, `,"definition":true`...)
	}
	_, err := e.w.Write(append(e.line, "}\n"...))
	return err
}

// occurrences writes the occurrences by item, file, line and type.
func (e *exporter) occurrences() error {
	items, err := e.s.ItemsPrefix("", true)
	if err != nil {
		return err
	}
	slices.SortFunc(items, func(a, b store.Item) int { return strings.Compare(a.Term, b.Term) })
	for batch := range slices.Chunk(items, 4096) {
		if err := e.occurrencesOf(batch); err != nil {
			return err
		}
	}
	return nil
}

// occurrencesOf writes the occurrences of some items in the order of the items.
// The order of their postings depends on the index.
func (e *exporter) occurrencesOf(items []store.Item) error {
	type posting struct {
		file uint32
		keys projectbase.LineKeys
	}
	lists := make([][]posting, len(items))
	err := e.s.Postings(items, func(item int, id store.FileID, keys projectbase.LineKeys) error {
		i, err := e.order.Position(id)
		if err != nil {
			return err
		}
		lists[item] = append(lists[item], posting{i, slices.Clone(keys)})
		return nil
	})
	if err != nil {
		return err
	}
	for at, list := range lists {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		slices.SortFunc(list, func(a, b posting) int { return cmp.Compare(a.file, b.file) })
		for _, p := range list {
			for k, rest, ok := p.keys.Next(0); ok; k, rest, ok = rest.Next(k) {
				e.line = append(e.line[:0], `{"record":"occurrence","term":`...)
				e.line = appendString(e.line, items[at].Term)
				e.line = append(e.line, `,"file":`...)
				e.line = appendString(e.line, string(e.order.Files[p.file].Path))
				if err := e.place(k); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// appendString appends s as JSON.
func appendString(dst []byte, s string) []byte {
	if query.PlainASCII(s) && !strings.ContainsAny(s, `"\<>&`) {
		return append(append(append(dst, '"'), s...), '"')
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // never fails for a string
	}
	return append(dst, text...)
}
