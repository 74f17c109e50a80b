package tool

import (
	"fmt"

	"codegraph/projectbase"
)

// DefaultLimit is how many matches a list has if the caller gives no limit.
const DefaultLimit = 100

// Bounds returns the depth and the limit of a question. steps and DefaultLimit
// replace those that the caller does not give.
func Bounds(depth, limit *int, steps int) (int, int, error) {
	d, l := steps, DefaultLimit
	if depth != nil {
		d = *depth
	}
	if limit != nil {
		l = *limit
	}
	if d < 0 || l < 0 {
		return 0, 0, fmt.Errorf("%w: depth %d and limit %d: neither may be negative; 0 means all", projectbase.ErrUsage, d, l)
	}
	return d, l, nil
}
