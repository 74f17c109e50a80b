// Package pace delays garbage collection in short-lived processes: most commands end
// before a collection would pay off. The program imports it for its side effect.
// Packages without dependencies are initialised in the order of their paths, so pace
// runs before third-party packages that allocate megabytes. It therefore imports
// only packages that initialise quickly.
package pace

import (
	"os"
	"runtime"
	"runtime/debug"
)

// headStart is the heap growth in percent before the first collection. The runtime's
// minimum heap of 4 MiB at GOGC=100 grows to 16 MiB.
const headStart = 400

func init() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(headStart)
	// The first collection finds this unreferenced object. By then the process is
	// not a short-lived one, and gets the usual setting back.
	runtime.AddCleanup(new(first), func(percent int) { debug.SetGCPercent(percent) }, usual)
}

// first is as large as an object must be to get memory of its own.
type first [32]byte
