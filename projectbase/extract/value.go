package extract

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// place is the meaning of an identifier in its position: see
// lang.Refer.Values.
type place uint8

const (
	placeValue  place = iota
	placeBind         // binds a name in the callable around it
	placeLabel        // names something else
	placeSpread       // has the meaning of the node around it
)

// places gives the meaning of the children of a kind, by their fields.
type places struct {
	all    place
	fields []fieldPlace
}

type fieldPlace struct {
	field syntax.Field
	place place
}

func (s *places) of(f syntax.Field) place {
	for _, c := range s.fields {
		if c.field == f {
			return c.place
		}
	}
	return s.all
}

// maxSpread bounds the number of lists and patterns around one identifier.
const maxSpread = 16

// dropped marks a reference that is to be removed.
const dropped = projectbase.ReferenceKind(1<<8 - 1)

// values are the references to values in a file. Each is entered at its
// position. It is dropped at the end of a callable around it that binds its
// name, or at the end of the file if code outside of callables binds the name.
type values struct {
	// By TermID: twice the number of the file that bound it last, plus one if
	// it is a symbol there; and the number of the innermost open callable that
	// binds it.
	inFile, inCallable []uint32
	file, callables    uint32 // last numbers used
	within             []boundCallable
	undo               []binding // state of names before the open callables bound them
	open               []int     // indices of references that may be dropped
	drops              bool
}

// boundCallable is an open callable.
type boundCallable struct {
	number     uint32
	undo, open int // lengths before it
}

// binding is the callable that bound a name before.
type binding struct {
	id projectbase.TermID
	by uint32
}

func (v *values) start() {
	v.file++
	v.within, v.undo, v.open, v.drops = v.within[:0], v.undo[:0], v.open[:0], false
}

func (v *values) enter() {
	v.callables++
	v.within = append(v.within, boundCallable{v.callables, len(v.undo), len(v.open)})
}

// bind enters a name as bound. References to a symbol of the file are kept.
func (v *values) bind(id projectbase.TermID, symbol bool) {
	if len(v.within) == 0 {
		reach(&v.inFile, id)
		number := v.file << 1
		if symbol {
			number |= 1
		}
		v.inFile[id] = max(v.inFile[id], number)
		return
	}
	reach(&v.inCallable, id)
	if number := v.within[len(v.within)-1].number; !symbol && v.inCallable[id] != number {
		v.undo = append(v.undo, binding{id, v.inCallable[id]})
		v.inCallable[id] = number
	}
}

// reach makes a list long enough for a term.
func reach[T any](list *[]T, id projectbase.TermID) {
	if n := int(id) + 1; len(*list) < n {
		*list = append(*list, make([]T, n+n/4-len(*list))...)
	}
}

// value enters the identifier at a node as a bound name, or as a reference to
// a value if no other table describes it.
func (p *references) value(i uint32) {
	switch p.place(i) {
	case placeBind:
		p.values.bind(p.terms.ID(p.tree.Text(i)), p.marks[i]&markDefinition != 0)
	case placeValue:
		kind, marks := projectbase.RefMember, p.marks[i]
		if p.language.Refer.Called {
			kind, marks = projectbase.RefCall, marks&^markObject
		}
		if marks != 0 {
			return
		}
		if text := p.tree.Text(i); len(text) == 1 && text[0] == '_' {
			return
		}
		if id := p.terms.ID(p.tree.Text(i)); int(id) < len(p.keyword) && p.keyword[id] {
			return
		}
		before := len(p.facts.References)
		if p.ReferTo(i, syntax.None, kind); len(p.facts.References) > before {
			p.values.open = append(p.values.open, before)
		}
	}
}

// place returns the meaning of the identifier at a node.
func (p *parsed) place(i uint32) place {
	for range maxSpread {
		n := &p.tree.Nodes[i]
		if n.Parent == syntax.None {
			return placeValue
		}
		above := p.tree.Nodes[n.Parent].Symbol
		if above == syntax.ErrorSymbol {
			return placeLabel
		}
		s := p.places[above]
		if s == nil {
			return placeValue
		}
		at := s.of(n.Field)
		if at != placeSpread {
			return at
		}
		i = n.Parent
	}
	return placeLabel
}

// leaveCallable ends a callable and drops references to names that it binds.
func (p *references) leaveCallable() {
	v := &p.values
	c := v.within[len(v.within)-1]
	v.within = v.within[:len(v.within)-1]
	kept := v.open[:c.open]
	for _, at := range v.open[c.open:] {
		if r := &p.facts.References[at]; int(r.Name) < len(v.inCallable) && v.inCallable[r.Name] == c.number {
			r.Kind, v.drops = dropped, true
			continue
		}
		kept = append(kept, at)
	}
	v.open = kept
	for len(v.undo) > c.undo {
		last := v.undo[len(v.undo)-1]
		v.inCallable[last.id], v.undo = last.by, v.undo[:len(v.undo)-1]
	}
}

// settleValues drops references to names that the file's top-level code binds.
func (p *references) settleValues() {
	v := &p.values
	for _, at := range v.open {
		if r := &p.facts.References[at]; int(r.Name) < len(v.inFile) && v.inFile[r.Name] == v.file<<1 {
			r.Kind, v.drops = dropped, true
		}
	}
	if v.drops {
		p.facts.References = slices.DeleteFunc(p.facts.References, func(r projectbase.Reference) bool { return r.Kind == dropped })
	}
}
