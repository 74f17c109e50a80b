package extract

import (
	"bytes"
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// head is the part of a declaration before its body.
type head struct {
	outer uint32    // start of the declaration, with wrappers and attributes
	start uint32    // start of the node without its attributes
	end   uint32    // end of the last token before the body
	shown uint32    // end of the signature: after a short value, else end
	row   uint32    // row of start
	omit  []omitted // in order
	led   bool      // the last leading siblings belong to it
}

// omitted is a range that a signature or a prototype omits.
type omitted struct {
	start, end uint32
	prototype  bool // omitted only from the prototype
}

// readHead collects names, body and type of a declaration by their fields, and
// modifiers and attributes by their kinds.
func (p *declarations) readHead(i uint32, decl *declaration, d *lang.Declared, h *head) {
	n := &p.tree.Nodes[i]
	h.outer, h.start, h.row = n.Start, n.Start, n.Row
	for c := p.tree.First(i); c != syntax.None; c = p.tree.After(i, c) {
		child := &p.tree.Nodes[c]
		switch child.Field {
		case 0:
		case decl.name:
			d.Names = append(d.Names, c)
			continue
		case decl.body:
			if d.Body == syntax.None {
				d.Body = c
			}
			continue
		case decl.typ:
			d.Type = c
		}
		if child.Symbol == syntax.ErrorSymbol {
			continue
		}
		switch a := p.act[child.Symbol]; {
		case a&(actAttribute|actComment) != 0:
			if child.Start == h.start {
				h.start, h.row = p.skipBlanks(child.End, child.EndRow)
			}
			h.omit = append(h.omit, omitted{child.Start, child.End, false})
		case a&actModifier != 0 && len(d.Names) == 0:
			p.modify(c, d, h)
		}
	}
}

// modify applies a modifier of a declaration.
func (p *declarations) modify(c uint32, d *lang.Declared, h *head) {
	m, known := p.language.Declare.Modifiers[string(p.tree.Text(c))]
	if word := bytes.IndexAny(p.tree.Text(c), "(["); !known && word > 0 {
		m, known = p.language.Declare.Modifiers[string(p.tree.Text(c)[:word+1])]
	}
	if !known {
		return
	}
	if m.Visibility != projectbase.VisibilityNone {
		if d.Access != "" {
			d.Access += " "
		}
		d.Access += string(p.tree.Text(c))
		if d.Visibility == projectbase.VisibilityNone || m.Visibility == projectbase.VisibilityProtected {
			d.Visibility = m.Visibility
		}
	}
	d.Flags |= m.Flags
	if m.Omit {
		h.omit = append(h.omit, omitted{p.tree.Nodes[c].Start, p.tree.Nodes[c].End, true})
	}
}

func (p *declarations) skipBlanks(at, row uint32) (uint32, uint32) {
	for int(at) < len(p.source) {
		switch p.source[at] {
		case '\n':
			row++
		case ' ', '\t', '\r':
		default:
			return at, row
		}
		at++
	}
	return at, row
}

// trimHead removes the bytes between a head and its body, and "=>".
func trimHead(text []byte) []byte {
	for {
		text = bytes.TrimRight(text, headEnds)
		if !bytes.HasSuffix(text, arrow) {
			return text
		}
		text = text[:len(text)-len(arrow)]
	}
}

// fold returns the head from an offset on, with white space folded and without
// omitted ranges and comments.
func (p *declarations) fold(i, from uint32, h *head, prototype bool) string {
	skips := slices.Clone(h.omit)
	for j := i + 1; int(j) < len(p.tree.Nodes) && p.tree.Nodes[j].Start < h.shown; j++ {
		n := &p.tree.Nodes[j]
		if n.Symbol != syntax.ErrorSymbol && p.act[n.Symbol]&(actComment|actAttribute) != 0 && n.Parent != i {
			skips = append(skips, omitted{n.Start, n.End, false})
		}
	}
	b, _ := slices.BinarySearchFunc(p.blanks, h.outer, func(o omitted, at uint32) int { return cmp.Compare(o.start, at) })
	for ; b < len(p.blanks) && p.blanks[b].start < h.shown; b++ {
		skips = append(skips, p.blanks[b])
	}
	slices.SortFunc(skips, func(a, b omitted) int { return cmp.Compare(a.start, b.start) })
	p.folded = p.folded[:0]
	at := from
	for _, o := range skips {
		if o.start < at || !prototype && o.prototype {
			continue
		}
		p.folded = append(foldInto(p.folded, p.source[at:min(o.start, h.shown)]), ' ')
		at = o.end
		if len(p.folded) > maxSignature || at >= h.shown {
			break
		}
	}
	if at < h.shown {
		p.folded = foldInto(p.folded, p.source[at:min(h.shown, at+2*maxSignature)])
	}
	return cut(string(bytes.TrimSpace(foldInto(nil, p.folded))), maxSignature)
}

// foldInto appends text with each run of white space folded into one blank; a
// continued line counts as white space. It writes no blank at the start, after
// a blank, before a comma, or inside parentheses at their ends.
func foldInto(dst, text []byte) []byte {
	blank := false
	for i, c := range text {
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' ||
			c == '\\' && i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r') {
			blank = true
			continue
		}
		if blank && c != ')' && c != ',' {
			dst = appendBlank(dst)
		}
		blank = false
		dst = append(dst, c)
	}
	if blank {
		dst = appendBlank(dst)
	}
	return dst
}

func appendBlank(dst []byte) []byte {
	if n := len(dst); n == 0 || dst[n-1] == ' ' || dst[n-1] == '(' {
		return dst
	}
	return append(dst, ' ')
}

func foldText(text []byte, limit int) string {
	return cut(string(bytes.TrimSpace(foldInto(nil, text[:min(len(text), 4*limit)]))), limit)
}
