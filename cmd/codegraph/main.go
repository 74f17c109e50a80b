// Command codegraph indexes projects and answers questions about them. What it
// does is in cmd/internal/cli; testdata/script specifies it.
package main

import (
	"os"

	"codegraph/cmd/internal/cli"
	_ "codegraph/cmd/internal/pace"
)

func main() { os.Exit(cli.Main()) }
