package tool

import (
	"fmt"

	"codegraph/catalog"
)

// catalogLabel stands for the catalog among projects that failed.
const catalogLabel = "the catalog"

// awayOf returns why a catalog at a service could not be asked, so that only what
// this machine knows was.
func awayOf(store catalog.Store) error {
	c, ok := store.(interface{ Away() error })
	if !ok || c.Away() == nil {
		return nil
	}
	return fmt.Errorf("%w; only projects of this machine were asked", c.Away())
}

// catalogAway returns the failure of a catalog that is away, nothing if it is
// there.
func catalogAway(store catalog.Store) []ProjectFailure {
	err := awayOf(store)
	if err == nil {
		return nil
	}
	told := FailureOf(err)
	return []ProjectFailure{{Project: catalogLabel, Code: told.Code, Message: told.Message}}
}
