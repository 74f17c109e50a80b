// Package syntax is the edge to tree-sitter: bytes and a grammar become a flat
// tree in one C call per file. Crossing into C for every node, as the usual
// bindings do, costs more than parsing; see the package's benchmark.
//
// Some inputs abort or hang the process inside C, where Go cannot recover. Only
// a process that may be killed calls Parse: see package worker.
package syntax

/*
#cgo CFLAGS: -O2 -DNDEBUG
#include "walk.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"time"
	"unsafe"
)

// Errors of Parse.
var (
	ErrTimeout = errors.New("parsing takes too long")
	ErrTooMany = errors.New("more syntax nodes than allowed")
)

// Parser turns sources into trees. It holds memory of C until Close, and is not
// safe for concurrent use.
type Parser struct {
	parser *C.TSParser
	set    *Grammar // the grammar that parser is set to
	out    C.cg_tree
	held   C.cg_tree // the nodes of the tree that Hold has kept
}

// NewParser returns a parser whose calls end when they have worked for about the
// given time where the grammar's own scanner lets them; 0 is no limit. Where the
// system does not say how long a thread has worked, it is time that passes.
func NewParser(timeout time.Duration) *Parser {
	p := &Parser{parser: C.ts_parser_new()}
	C.ts_parser_set_timeout_micros(p.parser, C.uint64_t(timeout.Microseconds()))
	return p
}

// Close frees what the parser holds, the nodes of its trees included.
func (p *Parser) Close() {
	C.ts_parser_delete(p.parser)
	p.Release()
	p.parser = nil
}

// Keep says which kinds of nodes a tree shows, one byte a Symbol. Nodes that
// are not kept vanish, and their children count as their parent's.
type Keep []byte

// KeepNamed keeps the named kinds.
func (g *Grammar) KeepNamed() Keep {
	k := make(Keep, len(g.kinds))
	for i, named := range g.named {
		if named {
			k[i] = 1
		}
	}
	return k
}

// Parse reads source. The tree, which never has more than limit nodes, is valid
// until the parser's next call but Hold. Errors are ErrTimeout, ErrTooMany, and those of
// memory; the parser stays usable after all of them.
func (p *Parser) Parse(g *Grammar, keep Keep, source []byte, limit uint32) (*Tree, error) {
	if len(source) > math.MaxInt32 {
		return nil, ErrTooMany
	}
	if p.set != g {
		if !bool(C.ts_parser_set_language(p.parser, g.language)) {
			return nil, errors.New("the grammar has another ABI than the parser")
		}
		p.set = g
	}
	t := &Tree{Source: source, Grammar: g}
	if len(source) == 0 {
		return t, nil
	}
	switch status := C.cg_parse(p.parser, (*C.char)(unsafe.Pointer(unsafe.SliceData(source))), C.uint32_t(len(source)),
		(*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(keep))), C.uint32_t(len(keep)), C.uint32_t(limit), &p.out); status {
	case C.CG_OK:
	case C.CG_TIMEOUT:
		return nil, ErrTimeout
	case C.CG_TOO_MANY:
		return nil, ErrTooMany
	default:
		return nil, fmt.Errorf("walk the syntax tree: status %d", int(status))
	}
	t.Nodes = unsafe.Slice((*Node)(unsafe.Pointer(p.out.nodes)), int(p.out.count))
	t.Errors = uint32(p.out.errors)
	return t, nil
}

// Hold keeps the last tree valid through further calls of Parse, until the next
// Hold: of several readings of a text the best is kept without reading it again.
func (p *Parser) Hold() { p.out, p.held = p.held, p.out }

// Release gives back the memory that the largest trees so far took.
func (p *Parser) Release() {
	C.cg_free(&p.out)
	C.cg_free(&p.held)
	C.cg_trim()
}
