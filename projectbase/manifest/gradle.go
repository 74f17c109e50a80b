package manifest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/script"
)

// gradleFacts are the facts of one Gradle file that Complete needs.
type gradleFacts struct {
	root                string            // rootProject.name of a settings file; "" if it names none
	group, release      string            // of the build itself
	below, belowRelease string            // group and release that it gives to the builds below it
	artifact            string            // "" if the name of the project stands for it
	line                int               // of the group
	props               map[string]string // constants, also by the last part of their name
	plugins             []string          // ids of the plugins that it applies
}

// parseGradle reads build.gradle and build.gradle.kts. They are programs. It
// reads literal entries of dependencies blocks, with constants of the same
// file. Complete resolves project(":x") and libs.x and finds the published
// package.
func parseGradle(p projectbase.Path, data []byte) (Manifest, error) {
	g := gradleBuild{gradleFacts: gradleFacts{props: map[string]string{}, line: 1}}
	list, err := script.Gradle.Scan(data)
	if err != nil {
		return Manifest{}, err
	}
	g.statements(list, g.statement)
	g.gradle = &g.gradleFacts
	return g.Manifest, nil
}

// parseGradleProperties reads the constants that all builds of a tree share.
func parseGradleProperties(p projectbase.Path, data []byte) (Manifest, error) {
	g := gradleFacts{props: map[string]string{}, line: 1}
	for s := range strings.SplitSeq(string(data), "\n") {
		key, value, ok := strings.Cut(strings.TrimSpace(s), "=")
		if key = strings.TrimSpace(key); ok && key != "" && key[0] != '#' && key[0] != '!' {
			g.props[key] = strings.TrimSpace(value)
		}
	}
	return Manifest{gradle: &g}, nil
}

type gradleBuild struct {
	Manifest
	gradleFacts
	stack []string // names of the blocks keepFrom
}

// statements splits a program at line ends and braces outside of brackets, and
// keeps the stack.
func (g *gradleBuild) statements(list []script.Token, f func([]script.Token)) {
	start, depth := 0, 0
	for i, t := range list {
		if t.Kind == script.Literal || t.Kind == script.Word {
			continue
		}
		switch t.Text {
		case "(", "[":
			depth++
		case ")", "]":
			depth = max(0, depth-1)
		case "{":
			if depth > 0 {
				depth++
				continue
			}
			g.end(list[start:i], f)
			g.stack = append(g.stack, blockName(list[start:i]))
			start = i + 1
		case "}":
			if depth > 0 {
				depth--
				continue
			}
			g.end(list[start:i], f)
			g.stack = g.stack[:max(0, len(g.stack)-1)]
			start = i + 1
		case "\n", ";":
			if depth == 0 && (i == start || !list[i-1].Is(",")) {
				g.end(list[start:i], f)
				start = i + 1
			}
		}
	}
}

func (g *gradleBuild) end(list []script.Token, f func([]script.Token)) {
	list = slices.DeleteFunc(slices.Clone(list), func(t script.Token) bool { return t.Kind == script.Newline })
	if len(list) > 0 {
		f(list)
	}
}

// blockName returns the last name outside of brackets before a brace.
func blockName(list []script.Token) string {
	name := ""
	for i := 0; i < len(list); i++ {
		switch {
		case list[i].Is("(") || list[i].Is("["):
			i = script.Closing(list, i)
		case list[i].Kind == script.Word:
			name = list[i].Text
		}
	}
	return name
}

// in reports whether the innermost block, conditions and loops not counted, is
// of this name.
func (g *gradleBuild) in(name string) bool {
	for i := len(g.stack) - 1; i >= 0; i-- {
		switch g.stack[i] {
		case "if", "else", "for", "each", "forEach", "apply", "run", "with":
			continue
		}
		return g.stack[i] == name
	}
	return name == ""
}

func (g *gradleBuild) statement(list []script.Token) {
	if g.in("dependencies") {
		g.dependency(list)
		return
	}
	if id, ok := script.FirstLiteral(list); ok && list[0].Is("id") && g.in("plugins") {
		g.plugins = append(g.plugins, id.Text)
		return
	}
	g.assignment(list)
	if len(list) > 3 && list[0].Is("coordinates") { // the publishing plugin of vanniktech
		var parts []string
		for _, t := range list {
			if t.Kind == script.Literal {
				parts = append(parts, g.expand(t.Text))
			}
		}
		if len(parts) >= 2 {
			g.group, g.artifact, g.line = parts[0], parts[1], list[0].Line
		}
		if len(parts) == 3 {
			g.release = parts[2]
		}
	}
}

// assignment keeps name = "text", name "text" and name.set("text").
func (g *gradleBuild) assignment(list []script.Token) {
	value := list[len(list)-1]
	if value.Is(")") && len(list) > 2 {
		value = list[len(list)-2]
	}
	if value.Kind != script.Literal {
		return
	}
	var names []string
	for _, t := range list {
		if t.Kind == script.Literal || t.Is("=") || t.Is("(") {
			break
		}
		if t.Kind == script.Word && t.Text != "def" && t.Text != "val" && t.Text != "var" && t.Text != "set" && t.Text != "const" && t.Text != "String" {
			names = append(names, t.Text)
		}
	}
	if len(names) == 0 || len(value.Text) > maxText {
		return
	}
	text := g.expand(value.Text)
	equals := slices.ContainsFunc(list, func(t script.Token) bool { return t.Is("=") })
	last := names[len(names)-1]
	if equals || slices.Contains(names, "by") {
		if i := slices.Index(names, "by"); i > 0 {
			last, names = names[i-1], names[:i]
		}
		g.props[last], g.props[strings.Join(names, ".")] = text, text
	}
	if len(list) > 4 && !equals && !list[len(list)-1].Is(")") {
		return // a call with more than one argument
	}
	g.coordinate(last, text, value.Line)
}

// coordinate records the group, version or artifact of the build or of the
// builds below it.
func (g *gradleBuild) coordinate(name, text string, line int) {
	top, below := g.in(""), g.in("allprojects") || g.in("subprojects")
	switch {
	case name == "group" && top:
		g.group, g.line = text, line
	case name == "version" && top:
		g.release = text
	case name == "group" && below:
		g.below = text
	case name == "version" && below:
		g.belowRelease = text
	case name == "artifactId" || name == "archivesBaseName" || name == "archivesName":
		g.artifact = text
	case name == "groupId" && len(g.stack) > 0:
		g.group, g.line = text, line
	}
	if g.in("allprojects") && name == "group" {
		g.group, g.line = cmp.Or(g.group, text), line
	}
	if g.in("allprojects") && name == "version" {
		g.release = cmp.Or(g.release, text)
	}
}

var gradleUse = regexp.MustCompile(`\$\{([\w.]+)\}|\$(\w+)`)

func (g *gradleFacts) expand(s string) string { return expandWith(s, gradleUse, g.props) }

// coordinates are group:artifact:version:classifier@type, the last three
// optional.
var coordinates = regexp.MustCompile(`^([^:@\s/]+):([^:@\s/]+)(?::([^:@\s]*))?(?::[^:@\s]*)?(?:@\w+)?$`)

// gradleTools are configurations whose packages are not part of the result of a
// build.
var gradleTools = []string{"classpath", "annotationProcessor", "kapt", "ksp", "detektPlugins", "developmentOnly", "checkstyle", "pmd", "jmh"}

// dependency reads a statement of a dependencies block, such as
//
//	api(platform(libs.bom)), implementation project(":core"), testImplementation "g:a:1"
func (g *gradleBuild) dependency(list []script.Token) {
	conf := list[0].Text
	rest := list[1:]
	if conf == "add" {
		if t, ok := script.FirstLiteral(rest); ok {
			conf = t.Text
			rest = rest[slices.Index(rest, t)+1:]
		}
	}
	if list[0].Kind == script.Punct || len(rest) == 0 || conf == "val" || conf == "def" || rest[0].Is("=") {
		g.assignment(list)
		return
	}
	r := Requirement{Ecosystem: Maven, Key: conf,
		Dev: slices.Contains(g.stack, "buildscript") || slices.Contains(gradleTools, conf) || strings.Contains(strings.ToLower(conf), "test")}
	for i := 0; i < len(rest); i++ {
		r.Line = rest[i].Line
		if rest[i].Kind == script.Literal {
			g.coordinates(rest[i].Text, r)
			continue
		}
		if rest[i].Kind == script.Word {
			i += g.notation(rest[i:], r)
		}
	}
}

// notation records a dependency that is not one string. It returns the number
// of tokens that it used after the first.
func (g *gradleBuild) notation(list []script.Token, r Requirement) int {
	calls := len(list) > 1 && list[1].Is("(")
	dotted := len(list) > 2 && list[1].Is(".")
	switch name := list[0].Text; {
	case (name == "files" || name == "fileTree" || name == "kotlin" || name == "project") && calls:
		to := min(script.Closing(list, 1), len(list)-1)
		if t, ok := script.FirstLiteral(list[1:to]); ok {
			g.call(name, t.Text, r)
		}
		return to
	case name == "group" && len(list) > 1 && (list[1].Is(":") || list[1].Is("=")):
		text := func(name string) string { t, _ := script.FirstLiteral(script.Argument(list, name)); return t.Text }
		if text("group") != "" && text("name") != "" {
			g.coordinates(text("group")+":"+text("name")+":"+text("version"), r)
		}
		return len(list)
	case (name == "projects" || name == "libs" || strings.HasSuffix(name, "Libs")) && dotted:
		n, accessor := 1, name
		for n+1 < len(list) && list[n].Is(".") && list[n+1].Kind == script.Word && !list[n+1].Is("get") {
			accessor += "." + list[n+1].Text
			n += 2
		}
		r.Name, r.Workspace = accessor, name == "projects"
		g.Requirements = append(g.Requirements, r)
		return n - 1
	}
	return 0
}

func (g *gradleBuild) call(name, argument string, r Requirement) {
	switch name {
	case "kotlin":
		g.coordinates("org.jetbrains.kotlin:kotlin-"+argument, r)
	case "project":
		if strings.HasPrefix(argument, ":") && len(argument) > 1 {
			r.Name, r.Workspace = argument, true
			g.Requirements = append(g.Requirements, r)
		}
	}
}

func (g *gradleBuild) coordinates(s string, r Requirement) {
	if f := coordinates.FindStringSubmatch(g.expand(s)); f != nil {
		r.Name, r.Version = f[1]+":"+f[2], f[3]
		g.Requirements = append(g.Requirements, r)
	}
}
