package syntax

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/smacker/go-tree-sitter/csharp"
	"github.com/smacker/go-tree-sitter/golang"
)

func parse(t *testing.T, p *Parser, g *Grammar, source string) *Tree {
	t.Helper()
	tree, err := p.Parse(g, g.KeepNamed(), []byte(source), 1<<22)
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, tree)
	return tree
}

// checkShape checks the invariants of Tree and Node.
func checkShape(t *testing.T, tree *Tree) {
	t.Helper()
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Next <= uint32(i) || int(n.Next) > len(tree.Nodes) || n.Start > n.End || int(n.End) > len(tree.Source) || n.Row > n.EndRow {
			t.Fatalf("node %d is invalid: %+v", i, *n)
		}
		if i == 0 {
			if n.Parent != None {
				t.Fatalf("the root has parent %d", n.Parent)
			}
			continue
		}
		parent := &tree.Nodes[n.Parent]
		if n.Parent >= uint32(i) || parent.Next < n.Next || n.Start < parent.Start || n.End > parent.End {
			t.Fatalf("node %d %+v is not inside its parent %+v", i, *n, *parent)
		}
		if row := uint32(bytes.Count(tree.Source[:n.Start], []byte("\n"))); len(tree.Source) < 10_000 && row != n.Row {
			t.Fatalf("node %d is on row %d, not %d", i, row, n.Row)
		}
	}
}

func TestParseFlattens(t *testing.T) {
	p := NewParser(0)
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	tree := parse(t, p, g, "package p\n\nfunc f(a int) { g() }\n")
	var got []string
	for i := range tree.Nodes {
		depth := 0
		for n := tree.Nodes[i].Parent; n != None; n = tree.Nodes[n].Parent {
			depth++
		}
		name := tree.Kind(uint32(i))
		if f := tree.Nodes[i].Field; f != 0 {
			name = g.FieldName(f) + ":" + name
		}
		got = append(got, strings.Repeat(" ", depth)+name)
	}
	want := []string{"source_file", " package_clause", "  package_identifier", " function_declaration", "  name:identifier",
		"  parameters:parameter_list", "   parameter_declaration", "    name:identifier", "    type:type_identifier",
		"  body:block", "   expression_statement", "    call_expression", "     function:identifier", "     arguments:argument_list"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	function := tree.Nodes[1].Next
	if name := tree.Child(function, "name"); string(tree.Text(name)) != "f" {
		t.Errorf("the function's name is %q", tree.Text(name))
	}
	if tree.Child(function, "result") != None || tree.Child(function, "no such field") != None {
		t.Error("found a child that does not exist")
	}
}

// The children of a node that is not kept become its parent's.
func TestKeepLiftsChildren(t *testing.T) {
	p := NewParser(0)
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	keep := make(Keep, g.Symbols())
	for _, kind := range []string{"source_file", "identifier"} {
		for _, s := range g.Lookup(kind, true) {
			keep[s] = 1
		}
	}
	for _, s := range g.Lookup("func", false) {
		keep[s] = 1
	}
	tree, err := p.Parse(g, keep, []byte("package p\nfunc f() { g(h) }\n"), 100)
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, tree)
	var got []string
	tree.Children(0, func(c uint32) bool {
		got = append(got, tree.Kind(c)+" "+string(tree.Text(c)))
		return true
	})
	if diff := cmp.Diff([]string{"func func", "identifier f", "identifier g", "identifier h"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseCountsErrors(t *testing.T) {
	p := NewParser(0)
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	if tree := parse(t, p, g, "package p\nfunc f() {}\n"); tree.Errors != 0 {
		t.Errorf("good code has %d errors", tree.Errors)
	}
	if tree := parse(t, p, g, "package p\nfunc ) {{ ===\n"); tree.Errors == 0 {
		t.Error("broken code has no errors")
	}
	if tree := parse(t, p, g, ""); len(tree.Nodes) != 0 {
		t.Errorf("empty source has %d nodes", len(tree.Nodes))
	}
}

func TestParseDeepNesting(t *testing.T) {
	p := NewParser(0)
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	const depth = 100_000
	tree := parse(t, p, g, "package p\nvar x = "+strings.Repeat("(", depth)+"1"+strings.Repeat(")", depth)+"\n")
	if len(tree.Nodes) < depth {
		t.Errorf("%d nodes for %d brackets", len(tree.Nodes), depth)
	}
}

func TestParseLimits(t *testing.T) {
	p := NewParser(50 * time.Millisecond)
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	big := []byte("package p\nvar x = []int{" + strings.Repeat("1, ", 2_000_000) + "}\n")
	if _, err := p.Parse(g, g.KeepNamed(), big, 1<<30); !errors.Is(err, ErrTimeout) {
		t.Errorf("long parse: error %v, want ErrTimeout", err)
	}
	// The parser must not resume the text in which it was stopped.
	if tree := parse(t, p, g, "package q\n"); int(tree.Nodes[0].End) != len("package q\n") {
		t.Errorf("after a timeout, the tree ends at %d", tree.Nodes[0].End)
	}
	if _, err := p.Parse(g, g.KeepNamed(), []byte("package p\nvar a, b, c int\n"), 4); !errors.Is(err, ErrTooMany) {
		t.Errorf("limit of four nodes: %v", err)
	}
	p.Release()
	parse(t, p, g, "package r\n")
}

func TestHold(t *testing.T) {
	p := NewParser(0)
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	first := parse(t, p, g, "package first\n")
	p.Hold()
	parse(t, p, g, "package second\nvar a, b int\n")
	parse(t, p, g, "package third\nfunc f(a, b, c int) {}\n")
	checkShape(t, first)
	if got := string(first.Text(2)); got != "first" {
		t.Errorf("the held tree contains %q", got)
	}
}

func TestGrammarNames(t *testing.T) {
	g := NewGrammar(csharp.GetLanguage())
	if len(g.Lookup("class_declaration", true)) == 0 || len(g.Lookup("class", false)) == 0 {
		t.Error("class is not both a kind and a token")
	}
	if len(g.Lookup("class_declaration", false)) != 0 {
		t.Error("class_declaration is a token")
	}
	if g.Field("name") == 0 || g.FieldName(g.Field("name")) != "name" || g.Field("") != 0 {
		t.Error("Field and FieldName disagree")
	}
	if g.Kind(ErrorSymbol) != "ERROR" {
		t.Errorf("the error symbol is called %q", g.Kind(ErrorSymbol))
	}
}
