package measure

import "slices"

// components returns the strongly connected components with two or more
// members. Members are sorted, components are in the order of their first
// member (Tarjan 1972, without recursion).
func (g *neighbours) components() [][]int32 {
	n := len(g.from) - 1
	t := &tarjan{g: g, index: make([]int32, n), low: make([]int32, n), next: make([]int32, n), on: make([]bool, n)}
	for v := range n {
		if t.index[v] == 0 {
			t.visit(int32(v))
		}
	}
	slices.SortFunc(t.found, func(a, b []int32) int { return int(a[0]) - int(b[0]) })
	return t.found
}

type tarjan struct {
	g     *neighbours
	index []int32 // order of discovery, from 1; 0 if not yet visited
	low   []int32 // lowest known reachable index
	next  []int32 // number of visited neighbours
	on    []bool  // whether the number is on the stack
	stack []int32
	count int32
	found [][]int32
}

func (t *tarjan) enter(v int32) {
	t.count++
	t.index[v], t.low[v], t.on[v] = t.count, t.count, true
	t.stack = append(t.stack, v)
}

func (t *tarjan) visit(root int32) {
	t.enter(root)
	path := []int32{root}
	for len(path) > 0 {
		v := path[len(path)-1]
		if list := t.g.of(v); int(t.next[v]) < len(list) {
			w := list[t.next[v]]
			t.next[v]++
			switch {
			case t.index[w] == 0:
				t.enter(w)
				path = append(path, w)
			case t.on[w]:
				t.low[v] = min(t.low[v], t.index[w])
			}
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1]
			t.low[up] = min(t.low[up], t.low[v])
		}
		if t.low[v] == t.index[v] {
			t.leave(v)
		}
	}
}

// leave pops a component whose first member is v off the stack.
func (t *tarjan) leave(v int32) {
	at := len(t.stack) - 1
	for t.stack[at] != v {
		at--
	}
	members := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	for _, m := range members {
		t.on[m] = false
	}
	if len(members) > 1 {
		slices.Sort(members)
		t.found = append(t.found, members)
	}
}

// shortestCycle returns a shortest cycle through a member of a component.
func (g *neighbours) shortestCycle(from int32, members []int32) []int32 {
	inside := make(map[int32]bool, len(members))
	for _, m := range members {
		inside[m] = true
	}
	before := map[int32]int32{}
	queue := []int32{from}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range g.of(v) {
			if w == from {
				way := []int32{v}
				for v != from {
					v = before[v]
					way = append(way, v)
				}
				slices.Reverse(way)
				return way
			}
			if _, seen := before[w]; !seen && inside[w] {
				before[w] = v
				queue = append(queue, w)
			}
		}
	}
	return nil
}
