package extract

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// place is what an identifier is by where it stands: see lang.Refer.Values.
type place uint8

const (
	placeValue  place = iota
	placeBind         // binds a name in the callable around it
	placeLabel        // names something else
	placeSpread       // is what the node around it is
)

// places is what the children of a kind of node are, by their fields.
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

// maxSpread bounds how many lists and patterns stand around one identifier.
const maxSpread = 16

// dropped is the kind of a reference that turned out to be none.
const dropped = projectbase.ReferenceKind(1<<8 - 1)

// values are the references to values of a file. They are entered where they
// stand, and dropped at the end of a callable around them that binds their name
// anywhere, or at the end of the file if code outside of callables does.
type values struct {
	// By TermID: the number of the file that bound it last, doubled, plus one where
	// it is a symbol there; and that of the innermost open callable that binds it.
	inFile, inCallable []uint32
	file, callables    uint32 // numbers given
	within             []boundCallable
	undo               []binding // what names were before the open callables bound them
	open               []int     // indices of references that may be dropped
	drops              bool
}

// boundCallable is an open callable.
type boundCallable struct {
	number     uint32
	undo, open int // how many there were before it
}

// binding is the number of the callable that bound a name.
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

// bind enters a name as bound. One that is a symbol of the file is none of the
// names that are dropped there.
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

// reach makes a list long enough to hold what is of a term.
func reach[T any](list *[]T, id projectbase.TermID) {
	if n := int(id) + 1; len(*list) < n {
		*list = append(*list, make([]T, n+n/4-len(*list))...)
	}
}

// value enters the identifier at a node: as a name that is bound, or as a
// reference to a value where nothing else is known of it.
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

// place returns what the identifier at a node is by the nodes around it.
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

// leaveCallable ends a callable: names that it binds are its own.
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

// settleValues drops the references of the file that are none.
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
