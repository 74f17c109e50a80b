package outline

import (
	"fmt"

	"codegraph/projectbase"
)

// Slots assigns slots to the symbols of a changed file. A symbol that existed before
// keeps its slot, so that edges from other files stay valid. nil means that each slot is
// the ordinal.
func Slots(old *Outline, symbols []projectbase.Symbol) []uint32 {
	if old == nil {
		return nil
	}
	known := map[string][]uint32{}
	next := uint32(0)
	for i := range old.Symbols {
		s := &old.Symbols[i]
		key := symbolKey(s.Name, s.Owner, s.Kind, containerOf(old, s.Container))
		known[key] = append(known[key], s.Slot)
		next = max(next, s.Slot+1)
	}
	slots := make([]uint32, len(symbols))
	paths := make([]string, len(symbols))
	same := true
	for i := range symbols {
		s := &symbols[i]
		around := ""
		if s.Container != projectbase.NoSymbol {
			around = paths[s.Container]
		}
		paths[i] = around + "." + s.Name
		key := symbolKey(s.Name, ownerName(s), s.Kind, around)
		if list := known[key]; len(list) > 0 {
			slots[i], known[key] = list[0], list[1:]
		} else {
			slots[i] = next
			next++
		}
		same = same && slots[i] == uint32(i)
	}
	if same {
		return nil
	}
	return slots
}

func symbolKey(name, owner string, kind projectbase.Kind, around string) string {
	return fmt.Sprintf("%s\x00%s\x00%d\x00%s", name, owner, kind, around)
}

// containerOf returns the qualified name of a container, with a leading dot.
func containerOf(o *Outline, container int32) string {
	if container == projectbase.NoSymbol {
		return ""
	}
	s := &o.Symbols[container]
	return containerOf(o, s.Container) + "." + s.Name
}
