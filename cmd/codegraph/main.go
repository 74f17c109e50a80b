// Command codegraph indexes projects and answers questions about them. Package
// cmd/internal/cli implements it; testdata/script specifies it.
package main

import (
	"os"

	"codegraph/cmd/internal/cli"
	_ "codegraph/cmd/internal/pace"
)

func main() { os.Exit(cli.Main()) }
