package extract

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// action is a set of things that the pass does at nodes of a kind.
type action uint64

const (
	actIdentifier action = 1 << iota
	actComment
	actString
	actCode // code inside a string
	actText // raw text: line kind code, keywords included
	actDeclare
	actCall
	actMember
	actTypeName   // a leaf that names a type
	actTypeParent // its children name types
	actTypeField  // set by the node's field
	actExtra
	actBranch
	actLoop
	actReturn
	actYield
	actAttribute
	actModifier
	actWrapper
	actElse
	actOperator
	actLeading   // see Declare.Leading
	actClosure   // see Declare.Closures
	actWithin    // see Metrics.Within
	actNamed     // see Lex.Names
	actValue     // see Refer.Values
	actBind      // see Bind.Nodes
	actList      // see Bind.Lists
	actResult    // see Bind.Results
	actAnnotated // see Bind.Annotated
	actTail      // see Bind.Tails
	actArguments // see Refer.Arguments
	actBlock     // see Bind.Blocks
)

// plan holds a language's tables, compiled for one grammar and indexed by
// symbol.
type plan struct {
	language *lang.Language
	grammar  *syntax.Grammar
	keep     syntax.Keep
	act      []action // by Symbol
	field    []action // by Field
	declare  []*declaration
	call     []*call
	member   []*member
	unwrap   []unwrap
	extra    []func(*lang.Visit)
	chains   [][]chain
	binders  []*binder
	pattern  []*pattern
	assigns  bool   // some binding has Assign
	texts    bool   // string values matter to bindings
	keyword  []bool // by TermID; shorter than the dictionary
	reserved map[projectbase.TermID]bool
	ellipsis projectbase.TermID
	// overloads is set if functions may share a name, see Refer.Arguments.
	overloads bool
	once      bool      // some declaration may set Declared.Once
	places    []*places // by Symbol; nil if all children are values
}

type declaration struct {
	*lang.Declaration
	name, body, typ syntax.Field
}

type call struct {
	function syntax.Field
	kind     projectbase.ReferenceKind
}

type member struct {
	object, name syntax.Field
	isType       bool
}

type unwrap struct {
	on    bool
	field syntax.Field
}

// noField matches no child. It replaces a field that the grammar lacks.
const noField = syntax.Field(1<<16 - 1)

func newPlan(l *lang.Language, g *syntax.Grammar, terms *projectbase.Terms) *plan {
	n := g.Symbols()
	p := &plan{language: l, grammar: g, keep: g.KeepNamed(), act: make([]action, n), field: make([]action, 1<<8),
		declare: make([]*declaration, n), call: make([]*call, n), member: make([]*member, n),
		unwrap: make([]unwrap, n), extra: make([]func(*lang.Visit), n), places: make([]*places, n)}
	for _, table := range []struct {
		kinds []string
		act   action
	}{
		{l.Lex.Identifiers, actIdentifier}, {l.Lex.Comments, actComment}, {l.Lex.Strings, actString}, {l.Lex.Interpolations, actCode},
		{l.Lex.Texts, actText}, {l.Refer.TypeNames, actTypeName}, {l.Refer.TypeKinds, actTypeParent}, {l.Metrics.Branches, actBranch},
		{l.Metrics.Loops, actLoop}, {l.Metrics.Yields, actYield}, {l.Declare.Attributes, actAttribute}, {l.Declare.ModifierOf, actModifier},
		{l.Declare.Wrappers, actWrapper}, {l.Metrics.Else, actElse}, {l.Declare.Leading, actLeading}, {l.Declare.Closures, actClosure}, {l.Metrics.Within, actWithin}, {l.Lex.Names, actNamed}, {l.Refer.Values, actValue},
		{l.Bind.Lists, actList}, {l.Bind.Results, actResult}, {l.Bind.Annotated, actAnnotated}, {l.Bind.Tails, actTail}, {l.Refer.Arguments, actArguments}, {l.Bind.Blocks, actBlock},
	} {
		p.mark(table.kinds, table.act)
	}
	for _, kind := range l.Declare.Lifted {
		for _, s := range g.Lookup(kind, true) {
			p.keep[s] = 0
		}
	}
	for _, token := range l.Declare.Tokens {
		p.token(token, actModifier)
	}
	for _, token := range l.Metrics.Operators {
		p.token(token, actOperator)
	}
	for _, name := range l.Metrics.Returns {
		if p.mark([]string{name}, actReturn); len(g.Lookup(name, true)) == 0 {
			p.token(name, actReturn)
		}
	}
	for _, name := range l.Refer.TypeFields {
		p.field[g.Field(name)] |= actTypeField
	}
	for _, name := range l.Metrics.Else {
		p.field[g.Field(name)] |= actElse
	}
	p.field[0] = 0
	p.declarations()
	p.references()
	p.chained()
	p.bound()
	p.placed(l.Refer.Binds, placeBind)
	p.placed(l.Refer.Labels, placeLabel)
	p.placed(l.Refer.Spread, placeSpread)
	for kind, hook := range l.Hooks {
		for _, s := range g.Lookup(kind, true) {
			p.act[s] |= actExtra
			p.extra[s] = hook
		}
	}
	p.keywords(terms)
	p.overloads = len(l.Refer.Arguments) > 0
	p.ellipsis = terms.ID([]byte(projectbase.LongQualifier))
	return p
}

func (p *plan) mark(kinds []string, a action) {
	for _, kind := range kinds {
		for _, s := range p.grammar.Lookup(kind, true) {
			p.act[s] |= a
		}
	}
}

func (p *plan) token(text string, a action) {
	for _, s := range p.grammar.Lookup(text, false) {
		p.act[s] |= a
		p.keep[s] = 1
	}
}

func (p *plan) declarations() {
	for i := range p.language.Declare.Nodes {
		d := &p.language.Declare.Nodes[i]
		compiled := &declaration{Declaration: d, name: p.fieldOr(d.Name, "name"), body: p.fieldOr(d.Body, "body"), typ: noField}
		if d.Type != "" {
			compiled.typ = p.fieldOr(d.Type, "")
		}
		p.once = p.once || d.Once
		for _, s := range p.grammar.Lookup(d.Node, true) {
			p.act[s] |= actDeclare
			p.declare[s] = compiled
		}
	}
}

func (p *plan) references() {
	for _, c := range p.language.Refer.Calls {
		for _, s := range p.grammar.Lookup(c.Node, true) {
			p.act[s] |= actCall
			p.call[s] = &call{function: p.fieldOr(c.Function, ""), kind: c.Kind}
		}
	}
	for _, m := range p.language.Refer.Members {
		if m.Object != "" {
			p.placed([]string{m.Node + "." + m.Object}, placeLabel)
		}
		for _, s := range p.grammar.Lookup(m.Node, true) {
			p.act[s] |= actMember
			p.member[s] = &member{object: p.fieldOr(m.Object, ""), name: p.fieldOr(m.Name, ""), isType: m.Type}
		}
	}
	for kind, field := range p.language.Refer.Unwrap {
		for _, s := range p.grammar.Lookup(kind, true) {
			p.unwrap[s] = unwrap{on: true, field: p.fieldOr(field, "")}
		}
	}
}

// placed compiles a table of positions, "kind" or "kind.field" each.
func (p *plan) placed(kinds []string, at place) {
	for _, kind := range kinds {
		kind, field, one := strings.Cut(kind, ".")
		for _, s := range p.grammar.Lookup(kind, true) {
			if p.places[s] == nil {
				p.places[s] = &places{}
			}
			if !one {
				p.places[s].all = at
			} else if f := p.grammar.Field(field); f != 0 {
				p.places[s].fields = append(p.places[s].fields, fieldPlace{f, at})
			}
		}
	}
}

// fieldOr returns the field called name, or fallback if name is "". It returns
// 0 if both are "", and noField if the grammar lacks the field.
func (p *plan) fieldOr(name, fallback string) syntax.Field {
	if name == "" {
		name = fallback
	}
	if name == "" {
		return 0
	}
	if f := p.grammar.Field(name); f != 0 {
		return f
	}
	return noField
}

func (p *plan) keywords(terms *projectbase.Terms) {
	for _, k := range p.language.Lex.Keywords {
		id := terms.ID([]byte(k))
		for len(p.keyword) <= int(id) {
			p.keyword = append(p.keyword, make([]bool, int(id)+64)...)
		}
		p.keyword[id] = true
	}
	for _, k := range p.language.Lex.Reserved {
		if p.reserved == nil {
			p.reserved = map[projectbase.TermID]bool{}
		}
		p.reserved[terms.ID([]byte(k))] = true
	}
}
