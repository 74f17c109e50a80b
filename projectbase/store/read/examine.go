package read

import "context"

// Examine checks each page and index of the database, in addition to the checks
// of Open. It is for an index from an untrusted source. Errors are those of
// Open.
func Examine(ctx context.Context, dir string) error {
	b, err := Open(ctx, dir)
	if err != nil {
		return err
	}
	defer b.Close()
	c, err := b.connect()
	if err != nil {
		return err
	}
	defer c.Close()
	return c.CheckIntegrity(ctx)
}
