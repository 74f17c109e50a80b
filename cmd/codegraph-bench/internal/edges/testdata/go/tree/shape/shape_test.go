package shape

import "testing"

func TestNext(t *testing.T) {
	if Next() != 4 {
		t.Error("not 4")
	}
}
