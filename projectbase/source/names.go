package source

import (
	"io/fs"
	"unicode"
	"unicode/utf8"
)

func entryType(m fs.FileMode) fileType {
	switch m & fs.ModeType {
	case 0:
		return typeRegular
	case fs.ModeDir:
		return typeDir
	case fs.ModeSymlink:
		return typeLink
	}
	return typeSpecial
}

// isBadName reports whether a name cannot be displayed unchanged.
func isBadName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < 0x20 || c == 0x7f {
			return true
		} else if c >= 0x80 {
			return badRunes(name)
		}
	}
	return false
}

func badRunes(name string) bool {
	if !utf8.ValidString(name) {
		return true
	}
	for _, r := range name {
		if unicode.IsControl(r) {
			return true
		}
	}
	return false
}
