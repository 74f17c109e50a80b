// Command tree uses names in every way that an edge can have.
package main

import (
	"fmt"

	"example.com/tree/shape"
)

type sizer interface{ Size() int }

type box struct {
	shape.Square
	next func() int
}

var limit = shape.Most

func twice[T any](v T, f func(T) int) int { return f(v) + f(v) }

func main() {
	b := box{next: shape.Next}
	fmt.Println(b.Size(), b.next(), twice[int](3, half))
	var s sizer = b
	if s.Size() > int(limit) {
		shape.Next()
	}
}

func half(n int) int { return n / 2 }
