// Package pace spares short-lived processes the garbage collector: most verbs end
// before they have used what one collection would free. It is to be imported by
// the program for its effect, and imports nothing that takes time: packages
// without dependencies are initialised in the order of their paths, so that this
// one comes before those of others, which allocate megabytes.
package pace

import (
	"os"
	"runtime"
	"runtime/debug"
)

// headStart is the growth in percent after which the first collection comes: with
// the least heap that the runtime counts with, 4 MiB, at 16 MiB.
const headStart = 400

func init() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(headStart)
	// What nothing refers to is found by the first collection: the process is none
	// of the short ones.
	runtime.AddCleanup(new(first), func(percent int) { debug.SetGCPercent(percent) }, usual)
}

// first is as large as an object must be to get memory of its own.
type first [32]byte
