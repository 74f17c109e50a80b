//go:build !unix

package assistant

import "os"

// keepOwner does nothing: a file's owner is the business of its directory.
func keepOwner(*os.File, string) error { return nil }
