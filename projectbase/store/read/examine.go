package read

import "context"

// Examine checks an index that strangers have sent, beyond what Open does: each
// page and index of the database. Errors are those of Open.
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
