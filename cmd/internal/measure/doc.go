// Package measure has the tools that measure whole projects: unused, cycles,
// hotspots, complexity, coupling and diff-context.
package measure
