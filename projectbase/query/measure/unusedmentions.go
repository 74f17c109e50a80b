package measure

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// otherUses counts the other uses of a finding's name.
type otherUses struct {
	unknown   int  // references that are not resolved, or to members of foreign types
	elsewhere int  // lines on which the name refers to another symbol
	guarded   bool // it has a name that frameworks call
}

// maxMentioned bounds the terms of one lookup.
const maxMentioned = 512

// mentions searches the whole index for the names of findings, since not every
// use is a reference.
func (u *unused) mentions(s *read.Snapshot, src *query.Sources) error {
	byName := map[string][]*finding{}
	var names []string
	for _, f := range u.found {
		if byName[f.name] == nil {
			names = append(names, f.name)
		}
		byName[f.name] = append(byName[f.name], f)
		f.others.guarded = u.guarded(f.unit)
	}
	slices.Sort(names)
	l := &nameFinder{unused: u, s: s.Uncounted(), src: src, refs: map[int32]map[string][]namedUse{}, wanted: byName}
	items, err := l.lookUp(names)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(items, maxMentioned) {
		if err := l.addTerms(batch); err != nil {
			return err
		}
	}
	for _, f := range u.found {
		f.drop = f.drop || l.dynamic(f) && slices.ContainsFunc(affixes(f.name), func(a string) bool { return l.built[a] })
	}
	for _, f := range u.found {
		l.outsiders(f)
		l.expression(f)
	}
	u.conclude()
	return nil
}

// nameFinder searches the index for names.
type nameFinder struct {
	*unused
	s      *read.Snapshot
	src    *query.Sources
	wanted map[string][]*finding
	refs   map[int32]map[string][]namedUse // by file and name
	items  map[store.ItemID]string         // the wanted names
	built  map[string]bool                 // affixes that strings hold
	words  map[string]map[string]bool      // by directory: words of its files that are not indexed
}

// namedUse is a reference by a name, or one with the name in its qualifier.
type namedUse struct {
	line      uint32
	tier      projectbase.Tier
	kind      projectbase.ReferenceKind
	qualified bool
	before    bool // the name begins the chain before it
	bound     bool // the name is local to its callable; if line is 0, to a callable of the file
}

// lookUp returns the terms of the names, and the parts from which a program may
// build them at run time.
func (l *nameFinder) lookUp(names []string) ([]store.Item, error) {
	var items []store.Item
	l.items, l.built = map[store.ItemID]string{}, map[string]bool{}
	for _, name := range names {
		words := []string{name}
		if slices.ContainsFunc(l.wanted[name], l.dynamic) {
			words = append(words, affixes(name)...)
		}
		for _, word := range words {
			found, err := l.s.ItemsExact(word, true)
			if err != nil {
				return nil, err
			}
			items = append(items, found...)
		}
	}
	slices.SortFunc(items, func(a, b store.Item) int { return strings.Compare(a.Term, b.Term) })
	items = slices.CompactFunc(items, func(a, b store.Item) bool { return a.ID == b.ID })
	for _, i := range items {
		l.items[i.ID] = i.Term
	}
	return items, nil
}

func (l *nameFinder) addTerms(items []store.Item) error {
	return l.s.Postings(items, func(item int, id store.FileID, keys projectbase.LineKeys) error {
		term := items[item].Term
		list := l.wanted[term]
		if len(list) == 0 {
			for k, rest, ok := keys.Next(0); ok && !l.built[term]; k, rest, ok = rest.Next(k) {
				l.built[term] = k.Type() == projectbase.LineString
			}
			return nil
		}
		file, ok := l.at[id]
		if !ok {
			return nil
		}
		for _, f := range list {
			if err := l.addFile(f, file, keys); err != nil {
				return err
			}
		}
		return nil
	})
}

// affixes returns the parts of a name that a program may combine with a
// variable part: visit_ and _handler.
func affixes(name string) []string {
	var list []string
	for i := 1; i < len(name)-1; i++ {
		if name[i] == '_' && i >= 2 {
			list = append(list, name[:i+1])
		}
		if name[i] == '_' && len(name)-i >= 4 {
			list = append(list, name[i:])
		}
	}
	return list
}

// dynamic reports whether programs of the language can build names at run time.
func (l *nameFinder) dynamic(f *finding) bool {
	return l.files[f.spans[0].file].Language.Usage.Dynamic
}

// addFile adds the lines of a file that contain the name of a finding.
func (l *nameFinder) addFile(f *finding, file int32, keys projectbase.LineKeys) error {
	if f.drop {
		return nil
	}
	own := l.files[f.spans[0].file].Language
	for k, rest, ok := keys.Next(0); ok; k, rest, ok = rest.Next(k) {
		switch {
		case k.Definition() || inSpans(f.spans, file, k.Line()):
		case k.Type() == projectbase.LineComment:
			if len(own.Usage.Directives) > 0 {
				l.directive(f, own.Usage.Directives, file, k.Line())
			}
		case k.Type() == projectbase.LineString || !readAlike(own, l.files[file].Language):
			// Its name may be looked up while the program runs.
			f.drop = true
			return nil
		default:
			if err := l.addLine(f, file, k.Line()); err != nil {
				return err
			}
		}
	}
	return nil
}

func inSpans(spans []lineRange, file int32, line uint32) bool {
	return slices.ContainsFunc(spans, func(p lineRange) bool { return p.file == file && line >= p.line && line <= p.last })
}

// readAlike reports whether references in one language can resolve to symbols
// of the other.
func readAlike(a, b *lang.Language) bool {
	return a.ID == b.ID || a.Family() == b.Family() && a.Usage.Judged && b.Usage.Judged
}

// addLine adds a line of code that contains the name of a finding.
func (l *nameFinder) addLine(f *finding, file int32, line uint32) error {
	byName, ok := l.refs[file]
	if !ok {
		var err error
		if byName, err = l.read(file); err != nil {
			return err
		}
		l.refs[file] = byName
	}
	known, home := false, l.files[f.spans[0].file].Unit() == l.files[file].Unit()
	local := false
	for _, r := range byName[f.name] {
		local = local || r.line == 0
		if r.line != line {
			continue
		}
		known = true
		switch {
		case r.bound:
			f.others.elsewhere++
		case r.before, home && r.tier == projectbase.TierNone && !r.qualified && !l.isMember(f):
			f.drop = true
		case r.tier == projectbase.TierNone || r.tier == projectbase.TierAmbiguous,
			r.tier == projectbase.TierExternal && r.kind != projectbase.RefType && r.kind != projectbase.RefImport && (home || l.isMember(f)):
			f.others.unknown++
		default:
			f.others.elsewhere++
		}
	}
	switch {
	case known:
	case local:
		f.others.elsewhere++
		// A name that a function declares global looks local, but is a use.
		global := l.files[file].Language.Usage.Global
		f.drop = f.drop || home && global != "" && bytes.HasPrefix(bytes.TrimSpace(l.line(file, line)), []byte(global))
	default: // in a macro, or without a reference
		f.others.unknown++
	}
	return nil
}

// isMember reports whether a finding is a member of a type.
func (l *nameFinder) isMember(f *finding) bool {
	return l.holder[f.unit] != nowhere || l.symbol(f.unit).Owner != ""
}

// read returns the references of a file by the searched names.
func (l *nameFinder) read(file int32) (map[string][]namedUse, error) {
	f := l.files[file]
	refs, err := l.s.ReferencesBy(f.Info.ID, l.items)
	if err != nil {
		return nil, err
	}
	bindings, err := l.s.Bindings(f.Info.ID)
	if err != nil {
		return nil, err
	}
	local, out := l.locals(bindings, refs.Names), map[string][]namedUse{}
	for at := range local {
		out[at.name] = append(out[at.name], namedUse{bound: true})
	}
	for i, r := range refs.List {
		one := namedUse{line: r.Line, tier: f.Edges.At(i).Tier, kind: r.Kind, qualified: r.Qualifier != projectbase.NoTerm}
		if name := refs.Names[r.Name]; l.wanted[name] != nil {
			out[name] = append(out[name], one)
		}
		if !one.qualified {
			continue
		}
		one.before, one.tier = true, projectbase.TierNone
		query.Words(refs.Names[r.Qualifier], func(name string) bool {
			if l.wanted[name] != nil {
				one.bound = one.before && binds(f, local, name, r.Symbol)
				out[name] = append(out[name], one)
			}
			one.before = false
			return true
		})
	}
	return out, nil
}

// bound is a name that is local to a symbol.
type bound struct {
	name   string
	symbol int32
}

// locals returns the searched names that are local in a file.
func (l *nameFinder) locals(bindings []projectbase.Binding, names []string) map[bound]bool {
	out := map[bound]bool{}
	for _, b := range bindings {
		if b.Name != projectbase.NoTerm && b.Symbol != projectbase.NoSymbol && l.wanted[names[b.Name]] != nil {
			out[bound{names[b.Name], b.Symbol}] = true
		}
	}
	return out
}

// binds reports whether a name is local to a symbol or to a container of it.
func binds(f *symbol.File, local map[bound]bool, name string, symbol int32) bool {
	for at := symbol; at != projectbase.NoSymbol && int(at) < len(f.Symbols); at = f.Symbols[at].Container {
		if f.Symbols[at].Kind.IsCallable() && local[bound{name, at}] {
			return true
		}
	}
	return false
}

// directive drops a finding that a directive in a comment names.
func (l *nameFinder) directive(f *finding, directives []string, file int32, line uint32) {
	text := l.line(file, line)
	f.drop = f.drop || slices.ContainsFunc(directives, func(d string) bool { return bytes.Contains(text, []byte(d)) })
}

// line returns a line of the current file, or nothing if the file cannot be
// read. Unreadable files are reported by status.
func (l *nameFinder) line(file int32, line uint32) []byte {
	text, err := l.src.Read(l.files[file].Info.Path)
	if err != nil {
		return nil
	}
	for ; line > 1 && len(text) > 0; line-- {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return first
}

// expression drops a function or class of JavaScript that is a value in an
// expression. Its name only appears in stack traces.
func (l *nameFinder) expression(f *finding) {
	n := l.node(f.unit)
	s := n.Symbol()
	word := map[projectbase.Kind]string{projectbase.KindFunction: "function", projectbase.KindClass: "class"}[s.Kind]
	if f.drop || word == "" || !n.File.Language.Usage.Literals || !strings.Contains(s.Signature, word) {
		return
	}
	line := l.line(f.spans[0].file, s.Span.Line)
	for _, word := range strings.Fields(string(line[:min(int(s.Span.Column-1), len(line))])) {
		if !slices.Contains([]string{"export", "default", "async", "declare", "abstract", "{", "}", ";", "/**", "*/"}, word) {
			f.drop = true
		}
	}
}

// outsiders drops a function whose name occurs in files beside it that are not
// indexed, such as assembly for Go.
func (l *nameFinder) outsiders(f *finding) {
	at := l.files[f.spans[0].file]
	if f.drop || len(at.Language.Usage.Beside) == 0 {
		return
	}
	dir := path.Dir(string(at.Info.Path))
	words, ok := l.words[dir]
	if !ok {
		if l.words == nil {
			l.words = map[string]map[string]bool{}
		}
		words = l.src.Words(dir, at.Language.Usage.Beside...)
		l.words[dir] = words
	}
	f.drop = words[f.name]
}
