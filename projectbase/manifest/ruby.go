package manifest

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/script"
)

// parseGemfile reads Bundler's Gemfile: the literal gem lines, with the groups,
// paths and repositories of the blocks keepFrom them. Conditions count as true.
func parseGemfile(p projectbase.Path, data []byte) (Manifest, error) {
	list, err := script.Ruby.Scan(data)
	if err != nil {
		return Manifest{}, err
	}
	var g gemfile
	rubyStatements(list, g.statement)
	return g.Manifest, nil
}

// rubyStatements calls f for each line of a program, continued ones together.
func rubyStatements(list []script.Token, f func([]script.Token)) {
	var line []script.Token
	depth := 0
	for _, t := range list {
		if t.Kind == script.Punct && strings.Contains("([{", t.Text) {
			depth++
		}
		if t.Kind == script.Punct && strings.Contains(")]}", t.Text) {
			depth = max(0, depth-1)
		}
		if t.Kind != script.Newline && !(t.Is(";") && depth == 0) {
			line = append(line, t)
			if t.Is("|") && opensBlock(line) { // do |spec| spec.name = "x"
				f(line)
				line, depth = nil, 0
			}
			continue
		}
		if depth > 0 && len(line) < 2000 || len(line) > 0 && (line[len(line)-1].Is(",") || line[len(line)-1].Is(`\`)) {
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
func opensBlock(line []script.Token) bool {
	for i := len(line) - 2; i > 0; i-- {
		if line[i].Is("|") {
			return line[i-1].Is("do") || line[i-1].Is("{")
		}
	}
	return false
}

// gemBlock holds the settings of a Gemfile block for the gems in it.
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

func (g *gemfile) statement(list []script.Token) {
	first := list[0]
	if first.Is("gem") && len(list) > 1 {
		g.gem(list[1:])
		return
	}
	opens := slices.ContainsFunc(list, func(t script.Token) bool { return t.Is("do") })
	switch {
	case first.Is("end"):
		g.stack = g.stack[:max(0, len(g.stack)-1)]
	case opens:
		b := g.top()
		name, ok := script.FirstLiteral(list)
		switch {
		case first.Is("group"):
			b.dev = b.dev || devGroup(list[1:])
		case first.Is("path") && ok:
			b.path = name.Text
		case first.Is("git") && ok:
			b.git = name.Text
		case first.Is("github") && ok:
			b.git = "https://github.com/" + name.Text
		}
		g.stack = append(g.stack, b)
	case slices.Contains([]string{"if", "unless", "case", "begin", "while", "def"}, first.Text) && first.Kind == script.Word:
		g.stack = append(g.stack, g.top())
	}
}

// devGroup reports whether groups are named and all of them are for
// development.
func devGroup(list []script.Token) bool {
	dev := false
	for _, t := range list {
		if t.Kind == script.Punct || t.Is("do") || t.Is("optional") || t.Is("true") {
			continue
		}
		switch t.Text {
		case "development", "test", "ci", "lint", "docs", "doc", "debug", "tools", "rubocop":
			dev = true
		default:
			return false
		}
	}
	return dev
}

func (g *gemfile) gem(list []script.Token) {
	if list[0].Is("(") {
		list = list[1:min(len(list), script.Closing(list, 0))]
	}
	if len(list) == 0 || list[0].Kind != script.Literal {
		return
	}
	b := g.top()
	r := Requirement{Ecosystem: RubyGems, Name: list[0].Text, Line: list[0].Line, Key: "gem", Dev: b.dev}
	if strings.Contains(r.Name, "#{") {
		return
	}
	r.Version = gemVersions(list[1:])
	value := func(names ...string) string {
		for _, name := range names {
			if t, ok := script.FirstLiteral(script.Argument(list, name)); ok {
				return t.Text
			}
		}
		return ""
	}
	group := script.Argument(list, "group")
	if group == nil {
		group = script.Argument(list, "groups")
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
func gemVersions(list []script.Token) string {
	var versions []string
	for i, t := range list {
		if t.Kind == script.Word || t.Is(":") {
			break
		}
		if t.Kind == script.Literal {
			if i+1 < len(list) && list[i+1].Is("=") { // "path" => "x"
				break
			}
			versions = append(versions, t.Text)
		}
	}
	return strings.Join(versions, ", ")
}

// parseGemspec reads a gem's specification. A version that is a constant stays
// unknown.
func parseGemspec(p projectbase.Path, data []byte) (Manifest, error) {
	list, err := script.Ruby.Scan(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	var pkg Package
	rubyStatements(list, func(list []script.Token) {
		if name, ok := newGem(list); ok && pkg.Name == "" {
			pkg = Package{Ecosystem: RubyGems, Name: name.Text, Version: pkg.Version, Line: name.Line}
			return
		}
		if len(list) < 4 || list[0].Kind != script.Word || !list[1].Is(".") || list[2].Kind != script.Word {
			return
		}
		args := list[3:]
		value, ok := script.FirstLiteral(args)
		if !ok || strings.Contains(value.Text, "#{") {
			return
		}
		set := args[0].Is("=") && args[1].Kind == script.Literal
		switch name := list[2].Text; {
		case name == "name" && set && pkg.Name == "":
			pkg = Package{Ecosystem: RubyGems, Name: value.Text, Version: pkg.Version, Line: value.Line}
		case name == "version" && set:
			pkg.Version = value.Text
		case name == "add_dependency" || name == "add_runtime_dependency" || name == "add_development_dependency":
			r := Requirement{Ecosystem: RubyGems, Name: value.Text, Line: value.Line, Key: name, Dev: name == "add_development_dependency"}
			r.Version = gemVersions(afterGem(args, value))
			m.Requirements = append(m.Requirements, r)
		}
	})
	if pkg.Name != "" {
		m.Packages = append(m.Packages, pkg)
	}
	return m, nil
}

// newGem returns the name in the call that creates a specification, such as
// Gem::Specification.new "name", version do |s|
func newGem(list []script.Token) (name script.Token, ok bool) {
	i := slices.IndexFunc(list, func(t script.Token) bool { return t.Is("Specification") })
	if i < 0 || i+3 >= len(list) || !list[i+1].Is(".") || !list[i+2].Is("new") {
		return script.Token{}, false
	}
	name = list[i+3]
	if name.Is("(") && i+4 < len(list) {
		name = list[i+4]
	}
	return name, name.Kind == script.Literal && name.Text != "" && !strings.Contains(name.Text, "#{")
}

// afterGem returns the arguments after a gem's name, also in generated
// specifications: add_dependency(%q<a>.freeze, ["~> 1"]).
func afterGem(args []script.Token, name script.Token) []script.Token {
	rest := args[slices.Index(args, name)+1:]
	return slices.DeleteFunc(slices.Clone(rest), func(t script.Token) bool {
		return t.Is("freeze") || t.Is(".") || t.Is("w") || t.Is("%")
	})
}
