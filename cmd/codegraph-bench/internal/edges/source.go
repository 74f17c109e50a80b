package edges

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// sources returns lines of the files of a tree. An unreadable line is empty.
type sources struct {
	dir   string
	files map[string][][]byte
}

func newSources(dir string) *sources { return &sources{dir: dir, files: map[string][][]byte{}} }

// raw returns a line by its 1-based number, without its line end.
func (s *sources) raw(file string, line int) string {
	lines, ok := s.files[file]
	if !ok {
		data, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(file)))
		if err == nil {
			lines = bytes.Split(data, []byte("\n"))
		}
		s.files[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimSuffix(string(lines[line-1]), "\r")
}

// line returns a line for display: trimmed and shortened.
func (s *sources) line(file string, line int) string {
	const most = 160
	text := strings.TrimSpace(s.raw(file, line))
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// syntax describes the form of a use by the characters around it.
func (s *sources) syntax(at site, name string) string {
	line := s.raw(at.File, at.Line)
	from := at.Column - 1
	if from < 0 || from+len(name) > len(line) || line[from:from+len(name)] != name {
		return "another name is at the site"
	}
	return syntaxBefore(strings.TrimRight(line[:from], " \t")) + syntaxAfter(strings.TrimLeft(line[from+len(name):], " \t"))
}

func syntaxBefore(before string) string {
	var mark string
	for _, m := range []string{"?.", "->", "::", "..", "."} {
		if strings.HasSuffix(before, m) {
			mark, before = m, strings.TrimSuffix(before, m)
			break
		}
	}
	switch {
	case mark == "" && strings.HasSuffix(before, "@"):
		return "@name"
	case mark == "" && strings.HasSuffix(before, "<"):
		return "<name"
	case mark == "" && strings.HasSuffix(before, "new"):
		return "new name"
	case mark == "" && strings.HasSuffix(before, "*"):
		return "*name"
	case mark == "" && strings.HasSuffix(before, "["):
		return "[name"
	case mark == "":
		return "name"
	case before == "":
		return "(line above)" + mark + "name"
	}
	switch last := before[len(before)-1]; last {
	case ')', ']', '}', '"', '\'', '`', '!':
		return "…" + string(last) + mark + "name"
	}
	for _, self := range []string{"self", "this", "super", "cls"} {
		if strings.HasSuffix(before, self) {
			return self + mark + "name"
		}
	}
	return "x" + mark + "name"
}

func syntaxAfter(after string) string {
	for _, mark := range []string{"?.(", "!(", "(", "[", "<", "`", "{", ".", ":=", "=", ":", ",", ")", "}", "]"} {
		if strings.HasPrefix(after, mark) {
			return mark
		}
	}
	return ""
}
