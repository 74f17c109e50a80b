//go:build !unix

package assistant

import "os"

// keepOwner does nothing on systems without Unix file owners.
func keepOwner(*os.File, string) error { return nil }
