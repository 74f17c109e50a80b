package outline

// Key returns the number under which a name is consulted: FNV-1a of its bytes,
// folded to 16 bits.
func Key(name string) uint16 {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return uint16(h>>16) ^ uint16(h)
}

// Concerns reports whether a file whose resolution consulted some names is to
// be resolved anew after others changed. Both ascend.
func Affected(consulted, changed []uint16) bool {
	for len(consulted) > 0 && len(changed) > 0 {
		switch {
		case consulted[0] < changed[0]:
			consulted = consulted[1:]
		case consulted[0] > changed[0]:
			changed = changed[1:]
		default:
			return true
		}
	}
	return false
}
