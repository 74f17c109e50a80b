package extract

import (
	"bytes"
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// pass is the state of reading one file. Its buffers live on to the next.
type pass struct {
	*plan
	tree   *syntax.Tree
	source []byte
	facts  *projectbase.Facts
	terms  *projectbase.Terms
	file   lang.File
	skip   bool // strings are left out

	// The word scan: everything before pos is read, and pos is on row.
	pos, row    uint32
	occurrences []occurrence
	regions     []region
	ranks       []projectbase.LineType // by row: the highest code type

	marks    []mark // by node
	scopes   []scope
	callable int32 // innermost callable's symbol, or NoSymbol
	controls []uint32
	floor    int    // controls open when the innermost callable began
	closure  uint32 // first node outside of the closure that is open, if it is less
	leading  leading

	owned   []owned                 // references of types that are declared elsewhere in the file
	members map[memberName]struct{} // names that types have, where the language declares some once
	visitor lang.Visit

	languages *lang.Set // those of text in other languages; nil for none
	embeds    []embed
	pieces    []piece
	pieceAt   int // first of the pieces that is not read

	docs     comments
	header   headerText
	blanks   []omitted // text that the parser was not shown, in order
	lineRow  uint32    // row whose start is lineFrom
	lineFrom uint32
	folded   []byte

	values   values
	bindings bindings
	blocks   blocks
	links    []byte // room for a chain
	given    []byte // room for arguments

	group grouping
}

// memberName is a name that a container declares.
type memberName struct {
	container int32
	name      projectbase.TermID
}

// owned is a reference that belongs to a type wherever it stands.
type owned struct {
	reference int
	owner     string
}

// mark is what an earlier node of the tree has said of a later one.
type mark uint8

const (
	markDefinition mark = 1 << iota // names a symbol
	markReferred                    // is a reference already
	markEmbedded                    // its text is of another language
	markObject                      // is said by the qualifier of a reference
	markBound                       // is a name that is bound here
)

// scope is an open symbol that may contain others.
type scope struct {
	next     uint32 // index of the first node outside
	symbol   int32
	callable int32 // innermost callable outside of it
	floor    int
	closure  uint32 // that which was open outside of it
	body     uint32 // of a callable, or syntax.None
	results  int    // values that it is known to return
	words    int    // occurrences before it
	group    bool   // it opens no symbol: see lang.Sink.Group

	access     string // what a section of it says of the members that follow
	visibility projectbase.Visibility
}

// leading is the last run of siblings that belong to the declaration after them.
type leading struct {
	first, next uint32 // its first node, and the node after it; both 0 for none
	end         uint32 // offset after the last that is no modifier
	references  int    // how many there were before it
	docs        comments
}

func (p *pass) start(in Input, facts *projectbase.Facts) {
	p.source, p.facts, p.terms, p.skip = in.Source, facts, facts.Terms, in.NoStrings
	p.file = lang.File{Path: in.Path}
	p.pos, p.row, p.occurrences, p.regions = 0, 0, p.occurrences[:0], p.regions[:0]
	p.scopes, p.callable, p.controls, p.floor = p.scopes[:0], projectbase.NoSymbol, p.controls[:0], 0
	p.closure, p.leading = 0, leading{}
	p.owned = p.owned[:0]
	p.embeds, p.pieces, p.pieceAt = p.embeds[:0], p.pieces[:0], 0
	clear(p.members)
	p.values.start()
	p.bindings.file++
	p.blocks.start()
	p.docs, p.header, p.lineRow, p.lineFrom = comments{}, headerText{}, 0, 0
	rows := bytes.Count(p.source, newline) + 1
	p.ranks = resize(p.ranks, rows)
	facts.Lines = uint32(rows)
	if len(p.source) == 0 || p.source[len(p.source)-1] == '\n' {
		facts.Lines--
	}
}

// resize returns a zeroed slice of length n.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// words reads the whole file as raw text.
func (p *pass) words() {
	p.plan = &plan{}
	p.scanTo(uint32(len(p.source)), roleText)
}

func (p *pass) run(pl *plan, tree *syntax.Tree) {
	p.plan, p.tree, p.source = pl, tree, tree.Source
	p.facts.Errors = tree.Errors
	p.marks = resize(p.marks, len(tree.Nodes))
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if len(p.blocks.open) > 0 {
			p.leaveBlocks(uint32(i))
		}
		if len(p.scopes) > 0 {
			p.leave(uint32(i))
		}
		for len(p.controls) > p.floor && uint32(i) >= p.controls[len(p.controls)-1] {
			p.controls = p.controls[:len(p.controls)-1]
		}
		if n.Symbol == syntax.ErrorSymbol {
			continue
		}
		a := p.act[n.Symbol] | p.field[n.Field]
		if a&actComment == 0 && n.Parent == 0 {
			p.header.code(p, uint32(i))
		}
		if a != 0 && n.End > n.Start {
			p.visit(uint32(i), n, a)
		}
	}
	for len(p.regions) > 0 {
		p.popRegion()
	}
	p.scanTo(uint32(len(p.source)), roleCode)
	p.leaveBlocks(uint32(len(tree.Nodes)))
	p.leave(uint32(len(tree.Nodes)))
	p.endBindings(projectbase.NoSymbol, 0)
	p.facts.Header = p.header.text()
	p.finishSymbols()
	p.settle()
	p.settleValues()
	p.settleBindings()
	if !slices.IsSortedFunc(p.facts.References, byPosition) {
		slices.SortStableFunc(p.facts.References, byPosition)
	}
}

func byPosition(a, b projectbase.Reference) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// shebang begins a file that names its interpreter, which is no comment to read.
var shebang = []byte("#!")

func (p *pass) visit(i uint32, n *syntax.Node, a action) {
	if a&actClosure != 0 && i >= p.closure {
		p.closure = n.Next
	}
	if a&actBlock != 0 {
		p.enterBlock(i, n, a)
	}
	if a&actLeading != 0 || a&(actComment|actModifier) != 0 && i == p.leading.next {
		p.lead(i, n, a)
	}
	if a&(actDeclare|actCall|actMember|actTypeParent|actTypeField|actTypeName|actExtra|actBind|actResult) != 0 {
		p.visitNames(i, n, a)
	}
	if a&(actBranch|actLoop|actReturn|actOperator|actYield) != 0 && p.callable >= 0 {
		p.count(i, n, a)
	}
	switch {
	case a&actIdentifier != 0, a&actNamed != 0 && p.marks[i] != 0:
		r := p.enter(n.Start)
		p.scanTo(n.Start, r)
		if a&actCode != 0 {
			r = roleCode
		}
		if a&actValue != 0 && r == roleCode {
			p.value(i)
		}
		if !p.readPieces(i, r) && n.Start >= p.pos {
			p.identifier(n.Start, n.End, r, p.marks[i]&markDefinition != 0)
		}
	case a&actComment != 0:
		p.push(n, roleComment)
		if n.Start > 0 || !bytes.HasPrefix(p.source, shebang) {
			p.docs.add(p, n)
			p.header.comment(p, n)
		}
	case a&actString != 0:
		p.push(n, p.stringRole())
	case a&actCode != 0:
		p.push(n, roleCode)
	case p.marks[i]&markEmbedded != 0:
		p.push(n, roleNone)
	case a&actText != 0:
		p.push(n, roleText)
	}
}

func (p *pass) visitNames(i uint32, n *syntax.Node, a action) {
	if a&actExtra != 0 {
		p.visitor = lang.Visit{Tree: p.tree, Node: i, File: &p.file, Sink: p}
		p.extra[n.Symbol](&p.visitor)
	}
	holder := p.holder()
	if a&actDeclare != 0 {
		p.declared(i, p.declare[n.Symbol])
	}
	if a&actBind != 0 {
		p.bindNode(i, p.binders[n.Symbol], holder)
	}
	if a&actResult != 0 && p.callable >= 0 {
		p.returned(i)
	}
	if a&actCall != 0 {
		p.called(i, p.call[n.Symbol])
	}
	if a&actTypeParent != 0 {
		for c := p.tree.First(i); c != syntax.None; c = p.tree.After(i, c) {
			p.Refer(c, projectbase.RefType)
		}
	}
	if a&(actTypeField|actTypeName) != 0 {
		p.Refer(i, projectbase.RefType)
	}
	if a&actMember != 0 {
		p.memberNamed(i, n)
	}
}

// memberNamed enters the reference of a member. What qualifies a type's name is a
// namespace far more often than a type, and no reference of its own.
func (p *pass) memberNamed(i uint32, n *syntax.Node) {
	if !p.member[n.Symbol].isType {
		p.Refer(i, projectbase.RefMember)
		return
	}
	if parent := &p.tree.Nodes[n.Parent]; parent.Symbol == n.Symbol && p.member[n.Symbol].object == n.Field {
		return
	}
	p.Refer(i, projectbase.RefType)
}

// lead enters a node into the run of those that lead to a declaration.
func (p *pass) lead(i uint32, n *syntax.Node, a action) {
	if i != p.leading.next || i == 0 {
		p.leading.first, p.leading.references, p.leading.docs = i, len(p.facts.References), p.docs
	}
	p.leading.next = n.Next
	if a&actModifier == 0 {
		p.leading.end = n.End
	}
}

// leave closes the scopes that end before node i.
func (p *pass) leave(i uint32) {
	for len(p.scopes) > 0 {
		s := p.scopes[len(p.scopes)-1]
		if i < s.next {
			return
		}
		if s.group {
			p.scopes = p.scopes[:len(p.scopes)-1]
			continue
		}
		if p.facts.Symbols[s.symbol].Kind.IsCallable() {
			p.leaveCallable()
		}
		p.endBindings(s.symbol, s.words)
		p.controls = p.controls[:p.floor]
		p.callable, p.floor, p.closure = s.callable, s.floor, s.closure
		p.scopes = p.scopes[:len(p.scopes)-1]
	}
}

// holder returns the innermost open symbol.
func (p *pass) holder() int32 {
	if len(p.scopes) == 0 {
		return projectbase.NoSymbol
	}
	return p.scopes[len(p.scopes)-1].symbol
}
