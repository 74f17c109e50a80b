package outline

// Key returns the key of a consulted name: FNV-1a of its bytes, folded to 16 bits.
func Key(name string) uint16 {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return uint16(h>>16) ^ uint16(h)
}

// Affected reports whether a file must be resolved again: whether it consulted one of the
// changed names. Both lists ascend.
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
