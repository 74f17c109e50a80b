package php

import "testing"

func TestMaskDataAfterCode(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // start of the masked text, 0 for none
	}{
		{"<?php\n__HALT_COMPILER(); ?>\n\xff", 24},
		{"<?php run(); __halt_compiler();\xff", 31},
		{"<?php // __halt_compiler();\n$caf\xe9 = 1;", 0},
		{"<?php $s = '__halt_compiler();';\n$caf\xe9 = 1;", 0},
		{"<?php\n__halt_compiler();\nplain", 0}, // left to fallbackEdits, which recognises strings
	} {
		edits := preprocess([]byte(c.text))
		switch {
		case c.want == 0 && len(edits) > 0, c.want > 0 && (len(edits) != 1 || int(edits[0].Start) != c.want):
			t.Errorf("%q: %v, want from %d", c.text, edits, c.want)
		}
	}
}
