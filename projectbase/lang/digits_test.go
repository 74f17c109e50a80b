package lang

import (
	"reflect"
	"testing"
)

func TestWithinTables(t *testing.T) {
	const after = "{0123456789"
	for _, c := range []struct {
		text string
		want []Edit
	}{
		{"", nil},
		{"\U0010fffd x\U0010fffd", nil},
		{"1\U0010fffd\U0010fffd", []Edit{{Start: 1, End: 5, Text: "xxxx"}}},
		{"{é3中", []Edit{{Start: 1, End: 3, Text: "xx"}, {Start: 4, End: 7, Text: "xxx"}}},
		{"1\xf0 2\xff", nil}, // invalid bytes
	} {
		if got := WithinTables([]byte(c.text), after); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}
