package manifest

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// parseGemfile reads Bundler's Gemfile: the literal gem lines, with the groups,
// paths and repositories of the blocks around them. Conditions count as true.
func parseGemfile(p projectbase.Path, data []byte) (Manifest, error) {
	list, err := rubyScript.scan(data)
	if err != nil {
		return Manifest{}, err
	}
	var g gemfile
	rubyStatements(list, g.statement)
	return g.Manifest, nil
}

// rubyStatements calls f for each line of a program, continued ones together.
func rubyStatements(list []token, f func([]token)) {
	var line []token
	depth := 0
	for _, t := range list {
		if t.kind == punct && strings.Contains("([{", t.text) {
			depth++
		}
		if t.kind == punct && strings.Contains(")]}", t.text) {
			depth = max(0, depth-1)
		}
		if t.kind != newline && !(t.is(";") && depth == 0) {
			line = append(line, t)
			if t.is("|") && opensBlock(line) { // do |spec| spec.name = "x"
				f(line)
				line, depth = nil, 0
			}
			continue
		}
		if depth > 0 && len(line) < 2000 || len(line) > 0 && (line[len(line)-1].is(",") || line[len(line)-1].is(`\`)) {
			continue
		}
		if len(line) > 0 {
			f(line)
		}
		line, depth = nil, 0
	}
	if len(line) > 0 {
		f(line)
	}
}

// opensBlock reports whether a line ends with a block's |names|.
func opensBlock(line []token) bool {
	for i := len(line) - 2; i > 0; i-- {
		if line[i].is("|") {
			return line[i-1].is("do") || line[i-1].is("{")
		}
	}
	return false
}

// gemBlock is what a block of a Gemfile says about the gems in it.
type gemBlock struct {
	dev       bool
	path, git string
}

type gemfile struct {
	Manifest
	stack []gemBlock
}

func (g *gemfile) top() gemBlock {
	if len(g.stack) == 0 {
		return gemBlock{}
	}
	return g.stack[len(g.stack)-1]
}

func (g *gemfile) statement(list []token) {
	first := list[0]
	if first.is("gem") && len(list) > 1 {
		g.gem(list[1:])
		return
	}
	opens := slices.ContainsFunc(list, func(t token) bool { return t.is("do") })
	switch {
	case first.is("end"):
		g.stack = g.stack[:max(0, len(g.stack)-1)]
	case opens:
		b := g.top()
		name, ok := firstLiteral(list)
		switch {
		case first.is("group"):
			b.dev = b.dev || devGroup(list[1:])
		case first.is("path") && ok:
			b.path = name.text
		case first.is("git") && ok:
			b.git = name.text
		case first.is("github") && ok:
			b.git = "https://github.com/" + name.text
		}
		g.stack = append(g.stack, b)
	case slices.Contains([]string{"if", "unless", "case", "begin", "while", "def"}, first.text) && first.kind == word:
		g.stack = append(g.stack, g.top())
	}
}

// devGroup reports whether groups are named and all of them are for
// development.
func devGroup(list []token) bool {
	dev := false
	for _, t := range list {
		if t.kind == punct || t.is("do") || t.is("optional") || t.is("true") {
			continue
		}
		switch t.text {
		case "development", "test", "ci", "lint", "docs", "doc", "debug", "tools", "rubocop":
			dev = true
		default:
			return false
		}
	}
	return dev
}

func (g *gemfile) gem(list []token) {
	if list[0].is("(") {
		list = list[1:min(len(list), closing(list, 0))]
	}
	if len(list) == 0 || list[0].kind != literal {
		return
	}
	b := g.top()
	r := Requirement{Ecosystem: RubyGems, Name: list[0].text, Line: list[0].line, Key: "gem", Dev: b.dev}
	if strings.Contains(r.Name, "#{") {
		return
	}
	r.Version = gemVersions(list[1:])
	value := func(names ...string) string {
		for _, name := range names {
			if t, ok := firstLiteral(argument(list, name)); ok {
				return t.text
			}
		}
		return ""
	}
	group := argument(list, "group")
	if group == nil {
		group = argument(list, "groups")
	}
	r.Dev = r.Dev || devGroup(group)
	r.Local = value("path")
	if r.Local == "" && b.path != "" {
		r.Local = b.path + "/" + r.Name // one gem of several, unless the path is the gem's own
		if baseName(b.path) == r.Name {
			r.Local = b.path
		}
	}
	url := cmp.Or(value("git"), b.git)
	if short := value("github"); short != "" {
		url = "https://github.com/" + short
	}
	if url != "" {
		r.Version = url
		if ref := value("tag", "branch", "ref"); ref != "" {
			r.Version += "#" + ref
		}
	}
	g.Requirements = append(g.Requirements, r)
}

func baseName(p string) string {
	p = strings.TrimRight(p, "/")
	return p[strings.LastIndexByte(p, '/')+1:]
}

// gemVersions joins the strings that follow a gem's name before the first named
// argument.
func gemVersions(list []token) string {
	var versions []string
	for i, t := range list {
		if t.kind == word || t.is(":") {
			break
		}
		if t.kind == literal {
			if i+1 < len(list) && list[i+1].is("=") { // "path" => "x"
				break
			}
			versions = append(versions, t.text)
		}
	}
	return strings.Join(versions, ", ")
}

// parseGemspec reads a gem's own specification. A version that is a constant
// lies in a program and stays unknown.
func parseGemspec(p projectbase.Path, data []byte) (Manifest, error) {
	list, err := rubyScript.scan(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	var pkg Package
	rubyStatements(list, func(list []token) {
		if name, ok := newGem(list); ok && pkg.Name == "" {
			pkg = Package{Ecosystem: RubyGems, Name: name.text, Version: pkg.Version, Line: name.line}
			return
		}
		if len(list) < 4 || list[0].kind != word || !list[1].is(".") || list[2].kind != word {
			return
		}
		args := list[3:]
		value, ok := firstLiteral(args)
		if !ok || strings.Contains(value.text, "#{") {
			return
		}
		set := args[0].is("=") && args[1].kind == literal
		switch name := list[2].text; {
		case name == "name" && set && pkg.Name == "":
			pkg = Package{Ecosystem: RubyGems, Name: value.text, Version: pkg.Version, Line: value.line}
		case name == "version" && set:
			pkg.Version = value.text
		case name == "add_dependency" || name == "add_runtime_dependency" || name == "add_development_dependency":
			r := Requirement{Ecosystem: RubyGems, Name: value.text, Line: value.line, Key: name, Dev: name == "add_development_dependency"}
			r.Version = gemVersions(afterGem(args, value))
			m.Requirements = append(m.Requirements, r)
		}
	})
	if pkg.Name != "" {
		m.Packages = append(m.Packages, pkg)
	}
	return m, nil
}

// newGem returns the name that a specification is made with, as in
// Gem::Specification.new "name", version do |s|
func newGem(list []token) (name token, ok bool) {
	i := slices.IndexFunc(list, func(t token) bool { return t.is("Specification") })
	if i < 0 || i+3 >= len(list) || !list[i+1].is(".") || !list[i+2].is("new") {
		return token{}, false
	}
	name = list[i+3]
	if name.is("(") && i+4 < len(list) {
		name = list[i+4]
	}
	return name, name.kind == literal && name.text != "" && !strings.Contains(name.text, "#{")
}

// afterGem returns what follows a gem's name in generated and written
// specifications: add_dependency(%q<a>.freeze, ["~> 1"]).
func afterGem(args []token, name token) []token {
	rest := args[slices.Index(args, name)+1:]
	return slices.DeleteFunc(slices.Clone(rest), func(t token) bool {
		return t.is("freeze") || t.is(".") || t.is("w") || t.is("%")
	})
}
