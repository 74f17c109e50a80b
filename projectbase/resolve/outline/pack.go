package outline

import (
	"encoding/binary"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// Pack encodes an outline for the index: a table of texts, a table of shapes and the
// symbols as varints. A shape is all of a symbol except its name and position. The index
// stores id, path, language and slots separately.
func (o *Outline) Pack() []byte {
	var w packer
	shapes := map[shape]int{}
	var list []shape
	for i := range o.Symbols {
		k := o.Symbols[i].shape()
		if _, ok := shapes[k]; !ok {
			shapes[k] = len(list)
			list = append(list, k)
		}
	}
	w.number(len(list))
	for _, k := range list {
		w.body = append(w.body, byte(k.kind), byte(k.visibility))
		w.number(int(k.flags))
		w.text(k.word)
		w.text(k.owner)
		w.text(k.typ)
		w.text(k.params)
	}
	w.number(len(o.Symbols))
	line := uint32(0)
	for i := range o.Symbols {
		s := &o.Symbols[i]
		w.number(shapes[s.shape()])
		w.body = pack.AppendText(w.body, s.Name)
		w.number(i - int(s.Container) - 1) // the ordinal, if there is no container
		w.body = pack.AppendNear(w.body, line, s.Line)
		line = s.Line
	}
	w.number(len(o.Bases))
	for _, b := range o.Bases {
		w.body = pack.AppendIndex(w.body, b.Symbol)
		w.text(b.Chain)
	}
	w.number(len(o.Imports))
	for _, m := range o.Imports {
		w.body = append(w.body, byte(m.Kind))
		w.text(m.Module)
		w.text(m.Name)
		w.text(m.Alias)
		w.number(int(m.Line))
		w.body = pack.AppendIndex(w.body, m.Symbol)
	}
	w.number(len(o.Values))
	for _, b := range o.Values {
		w.body = append(w.body, byte(b.Kind))
		w.text(b.Name)
		w.text(b.Source)
		w.number(int(b.Index))
		w.number(int(b.Line))
		w.number(int(b.Column))
		w.body = pack.AppendIndex(w.body, b.Symbol)
		w.number(int(b.EndLine))
		w.number(int(b.EndColumn))
	}
	out := binary.AppendUvarint(nil, uint64(len(w.table)))
	for _, s := range w.table {
		out = pack.AppendText(out, s)
	}
	return append(out, w.body...)
}

// shape is what symbols have in common.
type shape struct {
	kind                     projectbase.Kind
	visibility               projectbase.Visibility
	flags                    projectbase.SymbolFlags
	word, owner, typ, params string
}

func (s *Symbol) shape() shape {
	return shape{s.Kind, s.Visibility, s.Flags, s.Word, s.Owner, s.Type, s.Params}
}

type packer struct {
	body  []byte
	table []string
	index map[string]int
}

func (w *packer) number(n int) { w.body = binary.AppendUvarint(w.body, uint64(n)) }

func (w *packer) text(s string) {
	if w.index == nil {
		w.index = map[string]int{}
	}
	i, ok := w.index[s]
	if !ok {
		i = len(w.table)
		w.index[s] = i
		w.table = append(w.table, s)
	}
	w.number(i)
}
