package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// languages is the directory whose folders are languages.
const languages = "projectbase/lang"

// TestLanguageLiterals finds language ids in code outside the folders of the
// languages. Such code should read a field or call a hook of lang.Language.
func TestLanguageLiterals(t *testing.T) {
	m := thisModule(t)
	ids := languageIDs(m)
	if len(ids) < 30 {
		t.Fatalf("found only the language ids %q below %s", ids, languages)
	}
	for _, s := range languageLiterals(m, ids, notLanguages, literalExceptions) {
		t.Error(s)
	}
}

func TestLiteralCheckFindsBreaches(t *testing.T) {
	m := parsedModule(t, map[string]string{
		"projectbase/lang/all/all.go":         `package all; import (_ "m/projectbase/lang/golang"; _ "m/projectbase/lang/lua")`,
		"projectbase/lang/golang/golang.go":   `package golang; var L = Language{ID: "go"}`,
		"projectbase/lang/lua/lua.go":         `package lua; var L = Language{ID: "lua"}`,
		"projectbase/lang/cfamily/cfamily.go": `package cfamily`,
		"a/a.go":                              "package a; import \"go\"; type T struct { A int `lua` }; var X = \"cfamily\"",
		"b/b.go":                              "package b\nfunc f(s string) bool { return s == \"go\" || s == `lua` }",
	})
	ids := languageIDs(m)
	if want := []string{"go", "golang", "lua"}; !slices.Equal(ids, want) {
		t.Fatalf("languageIDs = %q, want %q", ids, want)
	}
	tests := []struct {
		name       string
		allowed    []notLanguage
		exceptions map[string]int
		want       []string
	}{
		{"no exception", nil, nil, []string{`b/b.go:2: "go"`, `b/b.go:2: "lua"`}},
		{"another meaning", []notLanguage{{"b", "go", "a game"}}, nil, []string{`b/b.go:2: "lua"`}},
		{"another meaning everywhere", []notLanguage{{"...", "go", "a game"}, {"...", "lua", "the moon"}}, nil, nil},
		{"needless allowance", []notLanguage{{"a", "go", "a game"}}, map[string]int{"b": 2}, []string{`notLanguages: remove "go" of a`}},
		{"enough exceptions", nil, map[string]int{"b": 2}, nil},
		{"too few exceptions", nil, map[string]int{"b": 1}, []string{`b/b.go:2: "go"`, `b/b.go:2: "lua"`}},
		{"needless exception", nil, map[string]int{"a": 1, "b": 3}, []string{"literalExceptions: lower a from 1 to 0", "literalExceptions: lower b from 3 to 2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := languageLiterals(m, ids, tt.allowed, tt.exceptions)
			if len(got) != len(tt.want) {
				t.Fatalf("languageLiterals = %q, want %q", got, tt.want)
			}
			for i, s := range got {
				if !strings.HasPrefix(s, tt.want[i]) {
					t.Errorf("languageLiterals[%d] = %q, want it to begin with %q", i, s, tt.want[i])
				}
			}
		})
	}
}

// languageIDs returns the ids of the languages that projectbase/lang/all
// imports: the names of their folders, and the ids that their code declares.
func languageIDs(m *module) []string {
	ids := map[string]bool{}
	all := m.packages[languages+"/all"]
	if all == nil {
		return nil
	}
	for _, imp := range all.imports() {
		folder := strings.TrimPrefix(imp, m.name+"/")
		p := m.packages[folder]
		if path.Dir(folder) != languages || p == nil {
			continue
		}
		ids[path.Base(folder)] = true
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if kv, ok := n.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "ID" {
						if id, ok := stringLiteral(kv.Value); ok {
							ids[id] = true
						}
					}
				}
				return true
			})
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// languageLiterals returns a sentence for each literal outside the languages'
// folders that is a language id, and for each needless row of the two lists.
func languageLiterals(m *module, ids []string, allowed []notLanguage, exceptions map[string]int) []string {
	var found []string
	used := make([]bool, len(allowed))
	for _, path := range slices.Sorted(maps.Keys(m.packages)) {
		if path == languages || strings.HasPrefix(path, languages+"/") {
			continue
		}
		var here []string
		for _, l := range literals(m.packages[path]) {
			if !slices.Contains(ids, l.value) {
				continue
			}
			if i := slices.IndexFunc(allowed, func(a notLanguage) bool { return a.value == l.value && matches(a.pkg, path) }); i >= 0 {
				used[i] = true
				continue
			}
			here = append(here, fmt.Sprintf("%s:%d: %q is a language id: use a field of lang.Language, or list its other meaning in notLanguages", l.pos.Filename, l.pos.Line, l.value))
		}
		if len(here) > exceptions[path] {
			found = append(found, here...)
		} else if len(here) < exceptions[path] {
			found = append(found, fmt.Sprintf("literalExceptions: lower %s from %d to %d", path, exceptions[path], len(here)))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(exceptions)) {
		if m.packages[path] == nil {
			found = append(found, fmt.Sprintf("literalExceptions: remove %s", path))
		}
	}
	for i, a := range allowed {
		if !used[i] {
			found = append(found, fmt.Sprintf("notLanguages: remove %q of %s: no such literal", a.value, a.pkg))
		}
	}
	return found
}

type literal struct {
	value string
	pos   token.Position
}

// literals returns the string literals of p, without import paths and tags of
// fields.
func literals(p *pkg) []literal {
	var found []literal
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				if n.Tag != nil {
					ast.Inspect(n.Type, func(n ast.Node) bool { found = appendLiteral(found, p, n); return true })
					return false
				}
			}
			found = appendLiteral(found, p, n)
			return true
		})
	}
	return found
}

func appendLiteral(found []literal, p *pkg, n ast.Node) []literal {
	if e, ok := n.(ast.Expr); ok {
		if value, ok := stringLiteral(e); ok {
			found = append(found, literal{value, p.fset.Position(e.Pos())})
		}
	}
	return found
}

func stringLiteral(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(l.Value)
	return value, err == nil
}
