// Package syntax wraps tree-sitter. One C call per file turns bytes and a
// grammar into a flat tree: a call into C for every node, as the usual
// bindings do, costs more than parsing; see the package's benchmark.
//
// Some inputs abort or hang the process inside C, where Go cannot recover.
// Only a process that may be killed should call Parse: see package worker.
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

// Parser turns sources into trees. It holds C memory until Close, and is not
// safe for concurrent use.
type Parser struct {
	parser *C.TSParser
	set    *Grammar // current grammar of parser
	out    C.cg_tree
	held   C.cg_tree // nodes of the tree that Hold keeps
}

// NewParser returns a parser. A parse ends after about the given CPU time, if
// the grammar's own scanner allows it; 0 is no limit. On systems without a CPU
// time per thread, elapsed time counts.
func NewParser(timeout time.Duration) *Parser {
	p := &Parser{parser: C.ts_parser_new()}
	C.ts_parser_set_timeout_micros(p.parser, C.uint64_t(timeout.Microseconds()))
	return p
}

// Close frees the parser's memory, including the nodes of its trees.
func (p *Parser) Close() {
	C.ts_parser_delete(p.parser)
	p.Release()
	p.parser = nil
}

// Keep lists the kinds that a tree contains, one byte per Symbol. A kind that
// is not kept vanishes, and its children become its parent's children.
type Keep []byte

// KeepNamed keeps all named kinds.
func (g *Grammar) KeepNamed() Keep {
	k := make(Keep, len(g.kinds))
	for i, named := range g.named {
		if named {
			k[i] = 1
		}
	}
	return k
}

// Parse reads source. The tree has at most limit nodes and is valid until the
// parser's next call other than Hold. Errors are ErrTimeout, ErrTooMany, and
// lack of memory; the parser stays usable after each of them.
func (p *Parser) Parse(g *Grammar, keep Keep, source []byte, limit uint32) (*Tree, error) {
	if len(source) > math.MaxInt32 {
		return nil, ErrTooMany
	}
	if p.set != g {
		if !bool(C.ts_parser_set_language(p.parser, g.language)) {
			return nil, errors.New("ABI version of the grammar is not supported")
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

// Hold keeps the last tree valid during further calls of Parse, until the next
// Hold. A caller that parses several versions of a text keeps the best tree
// so.
func (p *Parser) Hold() { p.out, p.held = p.held, p.out }

// Release frees the memory of the largest trees so far.
func (p *Parser) Release() {
	C.cg_free(&p.out)
	C.cg_free(&p.held)
	C.cg_trim()
}
