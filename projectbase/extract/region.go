package extract

import (
	"codegraph/projectbase/syntax"
)

// region is a range of text with a role of its own.
type region struct {
	end  uint32
	role role
}

func (p *wordScan) stringRole() role {
	if p.skip {
		return roleNone
	}
	return roleString
}

// push opens a region at a node, after reading the text before it.
func (p *wordScan) push(n *syntax.Node, r role) {
	p.scanTo(n.Start, p.enter(n.Start))
	p.regions = append(p.regions, region{n.End, r})
}

// enter closes the regions that end at or before an offset, reading their
// remaining text, and returns the role of the text from there on.
func (p *wordScan) enter(at uint32) role {
	for len(p.regions) > 0 && p.regions[len(p.regions)-1].end <= at {
		p.popRegion()
	}
	return p.current()
}

func (p *wordScan) popRegion() {
	last := p.regions[len(p.regions)-1]
	p.scanTo(last.end, last.role)
	p.regions = p.regions[:len(p.regions)-1]
}

func (p *wordScan) current() role {
	if len(p.regions) == 0 {
		return roleCode
	}
	return p.regions[len(p.regions)-1].role
}
