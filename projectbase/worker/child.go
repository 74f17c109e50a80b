package worker

import "os"

// mark is the environment variable that makes a process a child.
const mark = "CODEGRAPH_PARSER"

// IsChild reports whether this process was started by a Pool and has to call
// Main before it does anything else.
func IsChild() bool { return os.Getenv(mark) != "" }

// Main is the life of a child: it answers the files on its standard input until
// that ends. It returns the exit status of the process.
func Main(engine NewEngine) int { return 1 }
