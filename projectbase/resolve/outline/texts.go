package outline

import "strings"

// Texts stores each text once, in its own memory. The texts of Facts may be parts of a
// much larger string.
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
