package source

import "strings"

// Matching of one ignore pattern gives the same results as Git's wildmatch.c.
// No pattern takes exponential time: a failed match tells whether a star, or
// an earlier star, can match more text.

// outcome is the result of matching the rest of a pattern with the rest of a
// text.
type outcome uint8

const (
	match outcome = iota
	noMatch
	abortAll        // the text is too short for the pattern, whatever a star matches
	abortToStarStar // no longer match of a single star helps; one of a double star may
)

// wild has the options of one match.
type wild struct {
	path bool // stars and classes do not match a slash
	fold bool // ASCII letters match in any case
}

// wildmatch reports whether pattern matches all of text.
func wildmatch(pattern, text string, path, fold bool) bool {
	w := wild{path: path, fold: fold}
	return w.match(pattern, text) == match
}

// at returns the byte at i, or 0 after the end, like a C string. Neither
// patterns nor names contain a NUL.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func (w wild) match(p, text string) outcome {
	t := 0
	for i := 0; i < len(p); i, t = i+1, t+1 {
		pc, tc := p[i], at(text, t)
		if tc == 0 && pc != '*' {
			return abortAll
		}
		if w.fold {
			pc, tc = lower(pc), lower(tc)
		}
		switch pc {
		case '?':
			if w.path && tc == '/' {
				return noMatch
			}
		case '*':
			slash, result, done := w.star(p, i, text, t)
			if done {
				return result
			}
			// One star and a slash: the slash of the text is consumed with it.
			i, t = slash.pattern, slash.text
		case '[':
			end, matched, ok := w.class(p, i, tc)
			if !ok {
				return abortAll
			}
			if !matched || w.path && tc == '/' {
				return noMatch
			}
			i = end
		case '\\':
			i++
			if tc != at(p, i) {
				return noMatch
			}
		default:
			if tc != pc {
				return noMatch
			}
		}
	}
	if t < len(text) {
		return noMatch
	}
	return match
}

// place is a position in a pattern and in a text.
type place struct{ pattern, text int }

// star matches the rest of a pattern that starts with the star at p[i]. If it
// is not done, matching continues after the returned place, where both texts
// have a slash.
func (w wild) star(p string, i int, text string, t int) (place, outcome, bool) {
	before := i - 1
	i++
	slashes := !w.path
	if at(p, i) == '*' {
		for at(p, i) == '*' {
			i++
		}
		after := at(p, i)
		alone := (before < 0 || p[before] == '/') && (after == 0 || after == '/' || after == '\\' && at(p, i+1) == '/')
		if w.path && alone {
			// "**/" may match the empty text. If the text is then too short, it is too
			// short for any other match.
			if after == '/' {
				if r := w.match(p[i+1:], text[t:]); r == match || r == abortAll {
					return place{}, r, true
				}
			}
			slashes = true
		}
	}
	switch {
	case i >= len(p):
		if !slashes && strings.IndexByte(text[t:], '/') >= 0 {
			return place{}, abortToStarStar, true
		}
		return place{}, match, true
	case !slashes && p[i] == '/':
		n := strings.IndexByte(text[t:], '/')
		if n < 0 {
			return place{}, abortAll, true
		}
		return place{i, t + n}, 0, false
	}
	return place{}, w.starEnds(p[i:], text, t, slashes), true
}

// starEnds tries each end of a star's match from t on. rest is the pattern
// after the star.
func (w wild) starEnds(rest, text string, t int, slashes bool) outcome {
	for ; t < len(text); t++ {
		if c := rest[0]; !isSpecial(c) {
			if !w.skipTo(c, text, &t, slashes) {
				if slashes {
					return abortAll
				}
				return abortToStarStar
			}
		}
		r := w.match(rest, text[t:])
		if r != noMatch {
			if !slashes || r != abortToStarStar {
				return r
			}
		} else if !slashes && text[t] == '/' {
			return abortToStarStar
		}
	}
	return abortAll
}

// skipTo moves t to the next byte c of the text. A star that does not match
// slashes cannot skip one.
func (w wild) skipTo(c byte, text string, t *int, slashes bool) bool {
	if w.fold {
		c = lower(c)
	}
	for ; *t < len(text) && (slashes || text[*t] != '/'); *t++ {
		if tc := text[*t]; tc == c || w.fold && lower(tc) == c {
			return true
		}
	}
	return *t < len(text) && text[*t] == c
}

// class matches the byte tc, in lower case if w folds, with the class that
// starts at p[i]. It returns the index of the closing bracket. ok is false if
// the class is malformed or has no end.
func (w wild) class(p string, i int, tc byte) (end int, matched, ok bool) {
	i++
	negated := at(p, i) == '!' || at(p, i) == '^'
	if negated {
		i++
	}
	var previous byte
	for first := true; first || at(p, i) != ']'; first = false {
		c := at(p, i)
		switch {
		case c == 0:
			return 0, false, false
		case c == '\\':
			i++
			if c = at(p, i); c == 0 {
				return 0, false, false
			}
			matched = matched || tc == c
		case c == '-' && previous != 0 && at(p, i+1) != 0 && at(p, i+1) != ']':
			i++
			if c = at(p, i); c == '\\' {
				i++
				if c = at(p, i); c == 0 {
					return 0, false, false
				}
			}
			matched = matched || w.inRange(tc, previous, c)
			c = 0
		case c == '[' && at(p, i+1) == ':':
			stop := strings.IndexByte(p[i+2:], ']')
			if stop < 0 {
				return 0, false, false
			}
			name := p[i+2 : i+2+stop]
			if !strings.HasSuffix(name, ":") {
				// Without ":]", the bracket is a plain byte.
				matched = matched || tc == '['
				break
			}
			in, known := w.named(strings.TrimSuffix(name, ":"), tc)
			if !known {
				return 0, false, false
			}
			matched = matched || in
			i += 2 + stop
			c = 0
		default:
			matched = matched || tc == c
		}
		previous = c
		i++
	}
	return i, matched != negated, true
}

func (w wild) inRange(c, from, to byte) bool {
	if from <= c && c <= to {
		return true
	}
	return w.fold && isLower(c) && from <= c-32 && c-32 <= to
}

// named reports whether c is in the POSIX class, by the ASCII tables of Git.
func (w wild) named(name string, c byte) (in, known bool) {
	digit := '0' <= c && c <= '9'
	up, low := 'A' <= c && c <= 'Z', isLower(c)
	printed := 0x20 <= c && c <= 0x7e
	space := c == ' ' || c == '\t' || c == '\n' || c == '\r'
	switch name {
	case "alnum":
		return digit || up || low, true
	case "alpha":
		return up || low, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < 0x20 || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return printed && !space, true
	case "lower":
		return low, true
	case "print":
		return printed, true
	case "punct":
		return printed && !space && !digit && !up && !low, true
	case "space":
		return space, true
	case "upper":
		return up || w.fold && low, true
	case "xdigit":
		return digit || 'a' <= c|0x20 && c|0x20 <= 'f', true
	}
	return false, false
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 32
	}
	return c
}

func isSpecial(c byte) bool { return c == '*' || c == '?' || c == '[' || c == '\\' }
