package edges

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"codegraph/projectbase/lang/golang"
)

// goTruth runs go/types over the packages of all modules under dir, with their tests.
// Their dependencies must be in the module cache. It does not see files that build
// constraints exclude.
func goTruth(ctx context.Context, dir string) (*truth, error) {
	modules, err := goModules(dir)
	if err != nil {
		return nil, err
	}
	g := &goChecker{root: dir, seen: map[string]bool{}, truth: &truth{Language: golang.Language.ID, By: "go/types of " + runtime.Version()}}
	for _, m := range modules {
		if err := g.module(ctx, m); err != nil {
			return nil, fmt.Errorf("load %s: %w", m, err)
		}
	}
	g.truth.compact()
	return g.truth, nil
}

// goModules returns the directories of the modules in dir, or dir itself if it is a part
// of a module.
func goModules(dir string) ([]string, error) {
	var modules []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != dir && (name == "vendor" || name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		if name == "go.mod" && !d.IsDir() {
			modules = append(modules, filepath.Dir(path))
		}
		return nil
	})
	if len(modules) == 0 || modules[0] != dir {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			modules = append(modules, dir)
		}
	}
	slices.Sort(modules)
	return slices.Compact(modules), err
}

type goChecker struct {
	root  string
	fset  *token.FileSet
	seen  map[string]bool // files; the test variant of a package contains them again
	truth *truth
}

func (g *goChecker) module(ctx context.Context, dir string) error {
	g.fset = token.NewFileSet()
	roots, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Fset: g.fset, Tests: true,
		Mode: packages.LoadSyntax | packages.NeedForTest}, "./...")
	if err != nil {
		return err
	}
	for _, p := range roots {
		g.truth.Failures += len(p.Errors)
		if p.TypesInfo == nil {
			continue
		}
		for _, f := range p.Syntax {
			name := g.fset.PositionFor(f.FileStart, false).Filename
			if rel, ok := g.relative(name); ok && !g.seen[rel] {
				g.seen[rel] = true
				g.file(p.TypesInfo, rel, f)
			}
		}
	}
	return nil
}

// relative returns the path of a file in the tree.
func (g *goChecker) relative(name string) (string, bool) {
	rel, err := filepath.Rel(g.root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// file records each use of a name in a file.
func (g *goChecker) file(info *types.Info, rel string, f *ast.File) {
	called := map[*ast.Ident]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id := calledName(call.Fun); id != nil {
				called[id] = true
			}
		}
		return true
	})
	ast.Inspect(f, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		object := info.Uses[id]
		if object == nil {
			return true
		}
		kind := goKind(object, called[id])
		if kind == "" {
			return true
		}
		at := g.fset.PositionFor(id.Pos(), false)
		fact := fact{site: site{rel, at.Line, at.Column}, Name: id.Name, Kind: kind}
		g.target(&fact, object)
		g.truth.facts = append(g.truth.facts, fact)
		return true
	})
}

// calledName returns the name of the called function, or nil, as in f()().
func calledName(fun ast.Expr) *ast.Ident {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	case *ast.IndexExpr:
		return calledName(fun.X)
	case *ast.IndexListExpr:
		return calledName(fun.X)
	}
	return nil
}

// goKind returns the kind of use of an object; "" for packages, labels, type parameters
// and local variables, which have no edges.
func goKind(object types.Object, called bool) string {
	switch o := object.(type) {
	case *types.Builtin:
		return "call"
	case *types.TypeName:
		if _, parameter := o.Type().(*types.TypeParam); !parameter {
			return "type"
		}
	case *types.Func:
		recv := o.Signature().Recv()
		switch {
		case !called:
			return "value"
		case recv != nil && types.IsInterface(recv.Type()):
			return "dynamic call"
		}
		return "call"
	case *types.Var:
		switch {
		case called:
			return "value call"
		case o.IsField():
			return "field"
		case isPackageLevel(o):
			return "value"
		}
	case *types.Const:
		if isPackageLevel(o) {
			return "value"
		}
	}
	return ""
}

func isPackageLevel(o types.Object) bool {
	return o.Pkg() == nil || o.Parent() == o.Pkg().Scope()
}

func (g *goChecker) target(f *fact, object types.Object) {
	if object.Pkg() == nil {
		f.Outside = "builtin"
		return
	}
	at := g.fset.PositionFor(object.Pos(), false)
	if rel, ok := g.relative(at.Filename); ok {
		f.Targets = []declaration{{rel, at.Line, object.Name()}}
		return
	}
	f.Outside = object.Pkg().Path()
}
