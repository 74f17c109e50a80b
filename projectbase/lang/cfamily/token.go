package cfamily

// blank blanks live tokens.
func (p *preparation) blank(from, to int) {
	for j := from; j < to && j < len(p.live); j++ {
		p.tokens[p.live[j]].dead = true
	}
}

// kindAt returns the kind of a live token, ';' beyond the ends.
func (p *preparation) kindAt(k int) byte {
	if k < 0 || k >= len(p.live) {
		return ';'
	}
	return p.tokens[p.live[k]].kind
}

// match finds the parenthesis that closes each one.
func (p *preparation) match() {
	p.closing = make([]int32, len(p.live))
	var open []int32
	for k := range p.live {
		p.closing[k] = -1
		switch p.tokens[p.live[k]].kind {
		case '(':
			open = append(open, int32(k))
		case ')':
			if n := len(open); n > 0 {
				p.closing[open[n-1]] = int32(k)
				open = open[:n-1]
			}
		}
	}
}

// group returns the live token that closes the parenthesis at k, or -1.
func (p *preparation) group(k int) int {
	if p.kindAt(k) != '(' {
		return -1
	}
	return int(p.closing[k])
}

// angle returns the live token that closes the angle bracket at k, or -1.
func (p *preparation) angle(k int) int {
	depth := 0
	for j := k; j < len(p.live) && j < k+2000; j++ {
		switch p.tokens[p.live[j]].kind {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return j
			}
		case '(':
			if j = p.group(j); j < 0 {
				return -1
			}
		case ';', '{', '}':
			return -1
		}
	}
	return -1
}
