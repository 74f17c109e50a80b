package tables

import (
	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
)

func Skipped(c *database.Conn) ([]store.Skipped, error) {
	r, err := c.Query("skipped")
	if err != nil {
		return nil, err
	}
	var list []store.Skipped
	for r.Next() {
		list = append(list, store.Skipped{
			Skip: projectbase.Skip{Path: projectbase.Path(r.Text(0)), Reason: projectbase.SkipReason(r.Text(1)), Dir: r.Int64(2) != 0},
			Stat: scanStat(r, 3),
		})
	}
	return list, r.Done()
}

func Dirs(c *database.Conn) ([]store.Entry, error) {
	r, err := c.Query("directories")
	if err != nil {
		return nil, err
	}
	var list []store.Entry
	for r.Next() {
		list = append(list, store.Entry{Path: projectbase.Path(r.Text(0)), Stat: scanStat(r, 1)})
	}
	return list, r.Done()
}

func Deciders(c *database.Conn) ([]store.Decider, error) {
	r, err := c.Query("deciders")
	if err != nil {
		return nil, err
	}
	var list []store.Decider
	for r.Next() {
		list = append(list, store.Decider{Path: r.Text(0), Stat: scanStat(r, 1)})
	}
	return list, r.Done()
}

func Links(c *database.Conn) ([]store.Link, error) {
	r, err := c.Query("links")
	if err != nil {
		return nil, err
	}
	var list []store.Link
	for r.Next() {
		list = append(list, store.Link{Path: r.Text(0), Name: r.Text(1), LastChecked: r.Int64(2), ProjectID: r.Text(3)})
	}
	return list, r.Done()
}

func Metadata(c *database.Conn) (store.Metadata, error) {
	r, err := c.Query("metadata")
	if err != nil {
		return store.Metadata{}, err
	}
	var m store.Metadata
	for r.Next() {
		m.Set(r.Text(0), r.Text(1))
	}
	return m, r.Done()
}
