package outline

import "strings"

// Texts keeps each text once, in memory of its own: what facts hold may be parts
// of something much larger.
type Texts map[string]string

func (t Texts) keep(s string) string {
	if s == "" {
		return ""
	}
	k, ok := t[s]
	if !ok {
		k = strings.Clone(s)
		t[k] = k
	}
	return k
}
