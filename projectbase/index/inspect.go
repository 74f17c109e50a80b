package index

import (
	"errors"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/lock"
)

// Inspect describes the directory of an index without opening the index or
// changing anything. Errors wrap projectbase.ErrNotIndexed if there is no
// directory, and ErrNotAllowed if it is a link.
func Inspect(p Project) (lock.Condition, error) {
	if err := refuseLink(p); err != nil {
		return lock.Condition{}, err
	}
	return lock.Inspect(p.Base)
}

// Watchable returns an error if the system cannot watch the directories of a
// project.
func (w *Watched) Watchable() error {
	n, err := source.NewNotices(func(source.Notice) {})
	if err != nil {
		return err
	}
	defer n.Close()
	for _, dir := range w.Dirs {
		if err := n.Add(dir); errors.Is(err, projectbase.ErrLimit) {
			return err
		}
	}
	return nil
}
