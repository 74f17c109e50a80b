package store

import (
	"slices"
	"strings"
)

// block reads a row of the dictionary.
func scanBlock(r *rows) *block {
	return &block{number: r.int(0), first: r.text(1), folds: r.blob(2), items: r.blob(3), spellings: r.blob(4)}
}

func blockOf(c *conn, fold string) (*block, error) {
	r, err := c.query("block_of", fold)
	if err != nil {
		return nil, err
	}
	var b *block
	for r.next() {
		b = scanBlock(r)
	}
	return b, r.done()
}

// blocks returns the whole dictionary in order.
func blocks(c *conn) ([]*block, error) {
	r, err := c.query("dictionary")
	if err != nil {
		return nil, err
	}
	var blocks []*block
	for r.next() {
		blocks = append(blocks, scanBlock(r))
	}
	slices.SortFunc(blocks, func(a, b *block) int { return strings.Compare(a.first, b.first) })
	return blocks, r.done()
}
