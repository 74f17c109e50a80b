package tables

import (
	"slices"
	"strings"

	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
)

// ScanBlock reads a row of the dictionary.
func ScanBlock(r *database.Rows) *format.Block {
	return &format.Block{Number: r.Int64(0), First: r.Text(1), Folds: r.Blob(2), Items: r.Blob(3), Spellings: r.Blob(4)}
}

func BlockOf(c *database.Conn, fold string) (*format.Block, error) {
	r, err := c.Query("block_of", fold)
	if err != nil {
		return nil, err
	}
	var b *format.Block
	for r.Next() {
		b = ScanBlock(r)
	}
	return b, r.Done()
}

// Blocks returns the whole dictionary, sorted.
func Blocks(c *database.Conn) ([]*format.Block, error) {
	r, err := c.Query("dictionary")
	if err != nil {
		return nil, err
	}
	var blocks []*format.Block
	for r.Next() {
		blocks = append(blocks, ScanBlock(r))
	}
	slices.SortFunc(blocks, func(a, b *format.Block) int { return strings.Compare(a.First, b.First) })
	return blocks, r.Done()
}
