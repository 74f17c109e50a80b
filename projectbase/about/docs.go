package about

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// Limits on docs.md, in bytes.
const (
	MaxDoc  = 1 << 20 // from one file
	MaxDocs = 8 << 20 // from all files
)

// Source is a file with text in docs.md.
type Source struct {
	Path    projectbase.Path `json:"path"`
	Taken   int64            `json:"taken"`             // bytes
	Missing string           `json:"missing,omitempty"` // reason why text of the file is missing
}

// Heading is a section of docs.md.
type Heading struct {
	Title string `json:"title"`
	Level int    `json:"level"`
	Line  int    `json:"line"`
}

// Imported is a new docs.md with its sources.
type Imported struct {
	Content  []byte
	Sources  []Source // in the order of the content
	Sections []Heading
}

// IsDoc reports whether docs.md includes a file: CLAUDE.md or AGENTS.md in a
// directory of the tree or in its .claude directory. Other files below
// .claude, such as work trees, are not part of the project.
func IsDoc(p projectbase.Path) bool {
	if b := p.Base(); !strings.EqualFold(b, "CLAUDE.md") && !strings.EqualFold(b, "AGENTS.md") {
		return false
	}
	return !strings.Contains(string(docDir(p))+"/", ".claude/")
}

// docDir returns the directory that a documentation file describes.
func docDir(p projectbase.Path) projectbase.Path {
	if d := p.Dir(); d.Base() == ".claude" {
		return d.Dir()
	}
	return p.Dir()
}

// Import generates docs.md from the files at paths below root. The files of the
// root directory come first, then a section for each directory. If a file is
// unreadable, too long, or a link out of the root, the content has the reason
// instead. An error means that root itself cannot be opened.
//
// Headings move two levels down, below those of docs.md. Import removes control
// characters and keeps all other text. The text is untrusted; callers must treat
// it as data.
func Import(root, name string, paths []projectbase.Path) (Imported, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return Imported{}, fmt.Errorf("import docs: %w: %w", projectbase.ErrUnreadable, err)
	}
	defer dir.Close()
	paths = slices.Clone(paths)
	slices.SortFunc(paths, func(a, b projectbase.Path) int {
		return cmp.Or(compareDirs(docDir(a), docDir(b)), cmp.Compare(a.Dir(), b.Dir())*-1, cmp.Compare(a, b))
	})
	im := importer{dir: dir, left: MaxDocs}
	im.out.WriteString("# docs.md (generated from CLAUDE.md and AGENTS.md files)\n")
	for i, p := range slices.Compact(paths) {
		if i == 0 || docDir(p) != im.at {
			im.open(docDir(p), name, i == 0)
		}
		im.file(p)
	}
	out := Imported{Content: im.out.Bytes(), Sources: im.sources}
	out.Sections = Headings(out.Content)
	return out, nil
}

// compareDirs sorts the root first.
func compareDirs(a, b projectbase.Path) int {
	switch {
	case a == b:
		return 0
	case a == ".":
		return -1
	case b == ".":
		return 1
	}
	return cmp.Compare(a, b)
}

type importer struct {
	dir     *os.Root
	out     bytes.Buffer
	sources []Source
	left    int64 // bytes left for further files
	at      projectbase.Path
	texts   map[string]projectbase.Path // texts of the directory's files, to import equal ones once
}

func (im *importer) open(dir projectbase.Path, name string, first bool) {
	im.at, im.texts = dir, map[string]projectbase.Path{}
	if !first {
		im.out.WriteString("\n---\n")
	}
	if dir == "." {
		fmt.Fprintf(&im.out, "\n## Project: %s\n", title(name))
	} else {
		fmt.Fprintf(&im.out, "\n## Library: %s\n", item(string(dir)))
	}
}

func (im *importer) file(p projectbase.Path) {
	fmt.Fprintf(&im.out, "> Source: %s\n", item(string(p)))
	src := Source{Path: p}
	data, missing := im.read(p)
	src.Taken, src.Missing = int64(len(data)), missing
	if same, ok := im.texts[string(data)]; ok && missing == "" {
		fmt.Fprintf(&im.out, "> The same text as %s\n", item(string(same)))
		im.sources = append(im.sources, src)
		im.out.WriteString("\n")
		return
	}
	im.texts[string(data)] = p
	im.left -= src.Taken
	if missing != "" {
		fmt.Fprintf(&im.out, "> Incomplete: %s\n", item(missing))
	}
	im.out.WriteString("\n")
	if text := embed(string(data), 2); text != "" {
		im.out.WriteString(text + "\n")
	}
	im.sources = append(im.sources, src)
}

// read returns the text of a file up to the limits, and a note if a part is
// missing.
func (im *importer) read(p projectbase.Path) (data []byte, missing string) {
	if !p.Valid() {
		return nil, "not a path of the project"
	}
	info, err := im.dir.Stat(string(p))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "not found"
	case errors.Is(err, fs.ErrPermission):
		return nil, "no permission to read it"
	case err != nil:
		return nil, "not readable within the project's root"
	case !info.Mode().IsRegular(): // opening a FIFO would wait for a writer
		return nil, "not a regular file"
	}
	f, err := im.dir.Open(string(p))
	if err != nil {
		return nil, "not readable within the project's root"
	}
	defer f.Close()
	limit := min(MaxDoc, im.left)
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		missing = "an error while reading it"
	}
	if int64(len(data)) <= limit {
		return data, missing
	}
	data = data[:limit]
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		data = data[:i+1] // whole lines
	}
	if limit < MaxDoc {
		return data, fmt.Sprintf("cut after %d of %d bytes; docs.md contains at most %d bytes", len(data), info.Size(), MaxDocs)
	}
	return data, fmt.Sprintf("cut after %d of %d bytes; docs.md contains at most %d bytes of a file", len(data), info.Size(), MaxDoc)
}

// Headings returns the headings of a docs.md except the first, which is its
// title.
func Headings(content []byte) []Heading {
	list := []Heading{}
	for i, l := range parseMarkdown(content).lines {
		if l.level > 1 && l.title != "" {
			list = append(list, Heading{Title: l.title, Level: l.level, Line: i + 1})
		}
	}
	return list
}

// DocSection returns the sections of a docs.md with the given heading,
// ignoring case. A section ends at the next heading of the same or a higher
// level. If no heading matches, DocSection looks for the section of a
// directory by its path, or for that of the root by the project's name. ok is
// false if there is none.
func DocSection(content []byte, name string) (text []byte, ok bool) {
	name = strings.TrimSpace(name)
	lines := parseMarkdown(content).lines
	find := func(is func(string) bool) {
		for i := 0; i < len(lines); i++ {
			if lines[i].level == 0 || !is(lines[i].title) {
				continue
			}
			end := i + 1
			for end < len(lines) && (lines[end].level == 0 || lines[end].level > lines[i].level) {
				end++
			}
			text = append(text, content[lines[i].start:lines[end-1].end]...)
			i = end - 1
		}
	}
	find(func(t string) bool { return strings.EqualFold(t, name) })
	if text == nil && name != "" {
		dir := path.Clean(name)
		find(func(t string) bool {
			return strings.EqualFold(t, "Project: "+name) || strings.EqualFold(t, "Library: "+dir)
		})
	}
	return text, text != nil
}
