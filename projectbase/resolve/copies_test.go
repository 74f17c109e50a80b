package resolve_test

import (
	"fmt"
	"testing"

	"codegraph/projectbase"
)

// TestManyCopies resolves a file in a tree with many copies of it. The cost must hardly
// grow with the number of copies.
func TestManyCopies(t *testing.T) {
	texts := map[string]string{
		"cs": "global using System;\nnamespace App.Core {\n  public interface IShape { int Area(); }\n  public class Base : IShape { public virtual int Area() { return 0; } protected int Seed(Base a, string b) { return 1; } }\n" +
			"  public static class More { public static int Twice(this Widget w) { return 2; } }\n" +
			"  public class Widget : Base { public int Run(Widget a, string b) { var w = new Widget(); Seed(a, b); w.Run(w, b); w.Twice(); return w.Area(); } }\n}\n",
		"java":  "package app.core;\nclass Base { int area() { return 0; } int seed(Base a, String b) { return 1; } }\nclass Widget extends Base { int run(Widget a, String b) { Widget w = new Widget(); seed(a, b); w.run(w, b); return w.area(); } }\n",
		"kt":    "package app.core\nopen class Base { fun area(): Int = 0\n fun seed(a: Base, b: String): Int = 1 }\nclass Widget : Base() { fun run(a: Widget, b: String): Int { val w = Widget(); seed(a, b); w.run(w, b); return w.area() } }\n",
		"ts":    "export class Base { area() { return 0 } seed(a: Base) { return 1 } }\nexport class Widget extends Base { run(a: Widget): number { const w = new Widget(); this.seed(a); w.run(w); return w.area() } }\n",
		"py":    "class Base:\n    def area(self):\n        return 0\n\nclass Widget(Base):\n    def run(self, a):\n        w = Widget()\n        w.run(w)\n        return w.area()\n",
		"rb":    "module App\n  class Base\n    def area; 0; end\n  end\n  class Widget < Base\n    def run(a)\n      w = Widget.new\n      w.run(w)\n      area\n    end\n  end\nend\n",
		"swift": "class Base { func area() -> Int { return 0 } }\nclass Widget : Base { func run(a: Widget) -> Int { let w = Widget(); w.run(a: w); return w.area() } }\n",
		"go":    "package core\n\ntype Base struct{}\n\nfunc (b *Base) Area() int { return 0 }\n\ntype Widget struct{ Base }\n\nfunc (w *Widget) Run(a *Widget) int { v := &Widget{}; v.Run(a); return v.Area() }\n",
	}
	for ext, text := range texts {
		t.Run(ext, func(t *testing.T) {
			few, many := allocations(t, ext, text, 20), allocations(t, ext, text, 800)
			if few == 0 || many > 10*few+1000 {
				t.Errorf("%.0f allocations with 20 copies, %.0f with 800", few, many)
			}
		})
	}
}

// allocations returns the allocations for resolving one of many copies.
func allocations(t *testing.T, ext, text string, copies int) float64 {
	t.Helper()
	p := newProject(t, settings)
	for i := range copies {
		id := uint32(i + 1)
		p.files[id] = mustExtract(t, id, projectbase.Path(fmt.Sprintf("d%d/f%04d.%s", i%10, i, ext)), text, nil)
		p.p.Put(p.files[id].outline)
	}
	p.resolve(1)
	if len(p.results[1].Edges) < 3 {
		t.Fatalf("%d edges", len(p.results[1].Edges))
	}
	return testing.AllocsPerRun(3, func() { p.resolve(uint32(copies / 2)) })
}
