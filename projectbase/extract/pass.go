package extract

import (
	"bytes"
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// pass reads one file at a time, in one walk over the nodes of its tree. Each
// part handles one subject and owns its state; all parts share one parsed
// file. A part calls only parts that are declared before it: references know
// scopes but not declarations. Buffers are reused for the next file.
type pass struct {
	*parsed
	words        *wordScan
	scopes       *scopes
	expr         *expressions
	args         *arguments
	refs         *references
	blocks       *blocks
	bindings     *bindings
	declarations *declarations
	embeds       *embeds

	sink    sink
	visitor lang.Visit
}

// sink is the view of a pass that hooks of a language get.
type sink struct {
	*scopes
	*references
	*declarations
	*embeds
}

var _ lang.Sink = (*sink)(nil)

func newPass(languages *lang.Set) *pass {
	f := &parsed{}
	words := &wordScan{parsed: f}
	open := &scopes{parsed: f}
	expr := &expressions{parsed: f}
	args := &arguments{parsed: f, expr: expr}
	refs := &references{parsed: f, words: words, scopes: open, expr: expr, args: args}
	blocks := &blocks{parsed: f, words: words, scopes: open}
	bindings := &bindings{parsed: f, scopes: open, expr: expr, refs: refs, blocks: blocks}
	declarations := &declarations{parsed: f, words: words, scopes: open, refs: refs, bindings: bindings}
	embeds := &embeds{parsed: f, languages: languages}
	return &pass{parsed: f, words: words, scopes: open, expr: expr, args: args, refs: refs, blocks: blocks, bindings: bindings,
		declarations: declarations, embeds: embeds, sink: sink{open, refs, declarations, embeds}}
}

// start begins a file.
func (p *pass) start(in Input, facts *projectbase.Facts) {
	p.parsed.start(in, facts)
	p.words.start(in.NoStrings)
	p.scopes.start()
	p.refs.start()
	p.blocks.start()
	p.bindings.file++
	p.declarations.start()
	p.embeds.found = p.embeds.found[:0]
}

// rawText reads the whole file as raw text, without a tree.
func (p *pass) rawText() {
	p.plan = &plan{}
	p.words.scanTo(uint32(len(p.source)), roleText)
}

func (p *pass) run(pl *plan, tree *syntax.Tree) {
	p.setTree(pl, tree)
	act, field, blocks, scopes := pl.act, pl.field, p.blocks, p.scopes
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if len(blocks.open) > 0 {
			blocks.leave(uint32(i))
		}
		if len(scopes.open) > 0 {
			p.leave(uint32(i))
		}
		for len(scopes.controls) > scopes.floor && uint32(i) >= scopes.controls[len(scopes.controls)-1] {
			scopes.controls = scopes.controls[:len(scopes.controls)-1]
		}
		if n.Symbol == syntax.ErrorSymbol {
			continue
		}
		a := act[n.Symbol] | field[n.Field]
		if a&actComment == 0 && n.Parent == 0 {
			p.declarations.header.code(p.parsed, uint32(i))
		}
		if a != 0 && n.End > n.Start {
			p.visit(uint32(i), n, a)
		}
	}
	for len(p.words.regions) > 0 {
		p.words.popRegion()
	}
	p.words.scanTo(uint32(len(p.source)), roleCode)
	p.blocks.leave(uint32(len(tree.Nodes)))
	p.leave(uint32(len(tree.Nodes)))
	p.blocks.end(projectbase.NoSymbol, 0)
	p.facts.Header = p.declarations.header.text()
	p.declarations.finish()
	p.refs.settleOwned()
	p.refs.settleValues()
	p.bindings.settle()
	if !slices.IsSortedFunc(p.facts.References, byPosition) {
		slices.SortStableFunc(p.facts.References, byPosition)
	}
}

func byPosition(a, b projectbase.Reference) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// shebang begins the interpreter line of a script, which is no documentation.
var shebang = []byte("#!")

func (p *pass) visit(i uint32, n *syntax.Node, a action) {
	if a&actClosure != 0 && i >= p.scopes.closure {
		p.scopes.closure = n.Next
	}
	if a&actBlock != 0 {
		p.blocks.enter(i, n, a)
	}
	if a&actLeading != 0 || a&(actComment|actModifier) != 0 && i == p.declarations.leading.next {
		p.declarations.lead(i, n, a)
	}
	if a&(actDeclare|actCall|actMember|actTypeParent|actTypeField|actTypeName|actExtra|actBind|actResult) != 0 {
		p.visitNames(i, n, a)
	}
	if a&(actBranch|actLoop|actReturn|actOperator|actYield) != 0 && p.scopes.callable >= 0 {
		p.scopes.count(i, n, a)
	}
	switch {
	case a&actIdentifier != 0, a&actNamed != 0 && p.marks[i] != 0:
		r := p.words.enter(n.Start)
		p.words.scanTo(n.Start, r)
		if a&actCode != 0 {
			r = roleCode
		}
		if a&actValue != 0 && r == roleCode {
			p.refs.value(i)
		}
		if !p.words.readPieces(i, r) && n.Start >= p.words.pos {
			p.words.identifier(n.Start, n.End, r, p.marks[i]&markDefinition != 0)
		}
	case a&actComment != 0:
		p.words.push(n, roleComment)
		if n.Start > 0 || !bytes.HasPrefix(p.source, shebang) {
			p.declarations.docs.add(p.parsed, n)
			p.declarations.header.comment(p.parsed, n)
		}
	case a&actString != 0:
		p.words.push(n, p.words.stringRole())
	case a&actCode != 0:
		p.words.push(n, roleCode)
	case p.marks[i]&markEmbedded != 0:
		p.words.push(n, roleNone)
	case a&actText != 0:
		p.words.push(n, roleText)
	}
}

func (p *pass) visitNames(i uint32, n *syntax.Node, a action) {
	if a&actExtra != 0 {
		p.visitor = lang.Visit{Tree: p.tree, Node: i, File: &p.file, Sink: &p.sink}
		p.extra[n.Symbol](&p.visitor)
	}
	holder := p.scopes.holder()
	if a&actDeclare != 0 {
		p.declarations.read(i, p.declare[n.Symbol])
	}
	if a&actBind != 0 {
		p.bindings.bindNode(i, p.binders[n.Symbol], holder)
	}
	if a&actResult != 0 && p.scopes.callable >= 0 {
		p.bindings.returned(i)
	}
	if a&actCall != 0 {
		p.refs.called(i, p.call[n.Symbol])
	}
	if a&actTypeParent != 0 {
		for c := p.tree.First(i); c != syntax.None; c = p.tree.After(i, c) {
			p.refs.Refer(c, projectbase.RefType)
		}
	}
	if a&(actTypeField|actTypeName) != 0 {
		p.refs.Refer(i, projectbase.RefType)
	}
	if a&actMember != 0 {
		p.refs.memberNamed(i, n)
	}
}

// leave closes the scopes that end before node i.
func (p *pass) leave(i uint32) {
	for len(p.scopes.open) > 0 {
		s := p.scopes.open[len(p.scopes.open)-1]
		if i < s.next {
			return
		}
		if s.group {
			p.scopes.open = p.scopes.open[:len(p.scopes.open)-1]
			continue
		}
		if p.facts.Symbols[s.symbol].Kind.IsCallable() {
			p.refs.leaveCallable()
		}
		p.blocks.end(s.symbol, s.words)
		p.scopes.controls = p.scopes.controls[:p.scopes.floor]
		p.scopes.callable, p.scopes.floor, p.scopes.closure = s.callable, s.floor, s.closure
		p.scopes.open = p.scopes.open[:len(p.scopes.open)-1]
	}
}
