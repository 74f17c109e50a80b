// Package dockerfile describes Dockerfiles.
package dockerfile

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/dockerfile"
)

// Language is Dockerfile. Shell commands are plain text.
var Language = &lang.Language{
	ID:   "dockerfile",
	Name: "Dockerfile",
	Tier: 2,

	Files: lang.Files{
		Extensions: []string{".dockerfile", ".containerfile"},
		Filenames:  []string{"Dockerfile", "Containerfile", "dockerfile"},
	},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "dockerfile", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"image_alias", "variable"},
		Names:       []string{"unquoted_string", "image_name", "param"},
		Keywords:    keywords("FROM AS RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL MAINTAINER NONE"),
		Comments:    []string{"comment"},
		Strings:     []string{"double_quoted_string", "single_quoted_string", "json_string"},
		Texts:       []string{"shell_fragment", "heredoc_line", "path", "unquoted_string", "maintainer_instruction"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "from_instruction", Kind: projectbase.KindSection, Word: "stage", Name: "as", Refine: stage},
			{Node: "arg_instruction", Kind: projectbase.KindVariable, Word: "argument", Refine: variable},
			{Node: "env_pair", Kind: projectbase.KindVariable, Word: "variable", Refine: variable},
		},
	},
	Hooks: map[string]func(*lang.Visit){"image_spec": image, "param": from},
}

// keywords returns each word in upper and lower case.
func keywords(list string) []string {
	words := strings.Fields(list)
	return append(words, strings.Fields(strings.ToLower(list))...)
}

// stage declares a named build stage, which ends at the next one.
func stage(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	parent := t.Nodes[node].Parent
	if len(d.Names) == 0 || parent == syntax.None {
		return false
	}
	for n := t.After(parent, node); n != syntax.None && t.Kind(n) != "from_instruction"; n = t.After(parent, n) {
		d.Last = n
	}
	return true
}

func variable(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	return len(d.Names) > 0
}

// image enters the base image of a stage: an earlier stage, or a foreign
// image.
func image(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None {
		return
	}
	if t.Nodes[v.Node].Next != t.Nodes[name].Next || !stageBefore(t, v.Node, t.Text(name)) {
		v.Identifier(name)
		v.Import(v.Node, projectbase.Import{Module: string(t.Text(v.Node))})
		return
	}
	v.Refer(name, projectbase.RefExtends)
}

// stageBefore reports whether an earlier stage has the name.
func stageBefore(t *syntax.Tree, node uint32, name []byte) bool {
	for c := t.First(0); c != syntax.None && c < node; c = t.After(0, c) {
		if t.Kind(c) != "from_instruction" {
			continue
		}
		if as := t.Child(c, "as"); as != syntax.None && as < node && bytes.EqualFold(t.Text(as), name) {
			return true
		}
	}
	return false
}

// from enters the stage that files are copied from.
func from(v *lang.Visit) {
	text, n := v.Tree.Text(v.Node), &v.Tree.Nodes[v.Node]
	if stage, ok := bytes.CutPrefix(text, []byte("--from=")); ok && stageBefore(v.Tree, v.Node, stage) {
		v.ReferIn(v.Node, n.End-uint32(len(stage)), n.End, projectbase.RefMember)
	}
}
