// Package shape is what main uses.
package shape

// Most is the greatest size.
const Most = 7

// Square is embedded elsewhere.
type Square struct{ side int }

// Size is promoted where Square is embedded.
func (s Square) Size() int { return s.side * s.side }

// Next is called, and used as a value.
func Next() int { return Square{side: 2}.Size() }
