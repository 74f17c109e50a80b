package store

import "codegraph/projectbase"

func skipped(c *conn) ([]Skipped, error) {
	r, err := c.query("skipped")
	if err != nil {
		return nil, err
	}
	var list []Skipped
	for r.next() {
		list = append(list, Skipped{
			Skip: projectbase.Skip{Path: projectbase.Path(r.text(0)), Reason: projectbase.SkipReason(r.text(1)), Dir: r.int(2) != 0},
			Stat: scanStat(r, 3),
		})
	}
	return list, r.done()
}

func dirs(c *conn) ([]Entry, error) {
	r, err := c.query("directories")
	if err != nil {
		return nil, err
	}
	var list []Entry
	for r.next() {
		list = append(list, Entry{Path: projectbase.Path(r.text(0)), Stat: scanStat(r, 1)})
	}
	return list, r.done()
}

func deciders(c *conn) ([]Decider, error) {
	r, err := c.query("deciders")
	if err != nil {
		return nil, err
	}
	var list []Decider
	for r.next() {
		list = append(list, Decider{Path: r.text(0), Stat: scanStat(r, 1)})
	}
	return list, r.done()
}

func links(c *conn) ([]Link, error) {
	r, err := c.query("links")
	if err != nil {
		return nil, err
	}
	var list []Link
	for r.next() {
		list = append(list, Link{Path: r.text(0), Name: r.text(1), LastChecked: r.int(2), ProjectID: r.text(3)})
	}
	return list, r.done()
}

func metadata(c *conn) (Metadata, error) {
	r, err := c.query("metadata")
	if err != nil {
		return Metadata{}, err
	}
	var m Metadata
	for r.next() {
		m.Set(r.text(0), r.text(1))
	}
	return m, r.done()
}
