package projectbase

// TermID numbers a term within one Terms, from 0 in order of first use.
type TermID uint32

// Terms numbers terms. It only grows. The zero value is empty and ready to use. It is not
// safe for concurrent use.
type Terms struct {
	texts  []string
	hashes []uint32
	table  []uint32 // id+1 by hash, open addressing, at most half full
	bytes  int
}

// Len returns the number of terms.
func (t *Terms) Len() int { return len(t.texts) }

// Bytes returns the total length of all terms.
func (t *Terms) Bytes() int { return t.bytes }

// Text returns the term with an id, which must come from t.
func (t *Terms) Text(id TermID) string { return t.texts[id] }

// ID returns the id of text, and adds text if it is new.
func (t *Terms) ID(text []byte) TermID {
	if 2*len(t.texts) >= len(t.table) {
		t.grow()
	}
	h := hashTerm(text)
	mask := uint32(len(t.table) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		e := t.table[i]
		if e == 0 {
			t.table[i] = uint32(len(t.texts)) + 1
			return t.push(string(text), h)
		}
		if t.hashes[e-1] == h && t.texts[e-1] == string(text) {
			return TermID(e - 1)
		}
	}
}

// Lookup returns the id of a known text.
func (t *Terms) Lookup(text []byte) (TermID, bool) {
	if len(t.table) == 0 {
		return 0, false
	}
	h := hashTerm(text)
	mask := uint32(len(t.table) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		e := t.table[i]
		if e == 0 {
			return 0, false
		}
		if t.hashes[e-1] == h && t.texts[e-1] == string(text) {
			return TermID(e - 1), true
		}
	}
}

// Share makes v hold the current terms of t without copying. Other goroutines may read v
// while t grows. Do not call v.ID, and do not read v during another Share.
func (t *Terms) Share(v *Terms) {
	n := len(t.texts)
	*v = Terms{texts: t.texts[:n:n], hashes: t.hashes[:n:n], bytes: t.bytes}
}

func (t *Terms) push(text string, h uint32) TermID {
	t.texts = append(t.texts, text)
	t.hashes = append(t.hashes, h)
	t.bytes += len(text)
	return TermID(len(t.texts) - 1)
}

func (t *Terms) grow() {
	n := 2 * len(t.table)
	if n < 1024 {
		n = 1024
	}
	t.table = make([]uint32, n)
	mask := uint32(n - 1)
	for id, h := range t.hashes {
		i := h & mask
		for t.table[i] != 0 {
			i = (i + 1) & mask
		}
		t.table[i] = uint32(id) + 1
	}
}

// hashTerm is FNV-1a with its high half folded in, because terms are short and the table
// uses the low bits.
func hashTerm(text []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return h ^ h>>15
}
