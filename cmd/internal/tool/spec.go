// Package tool defines every question and action of this product once: its input,
// its output, its function and the text form of its answer. The command line, MCP
// and HTTP derive their interfaces from these definitions.
//
// A new tool is a file with its In, its Out and a function that returns its Spec,
// and a call of this function in All of package tools. Package fanout describes
// questions with a scope.
//
// A field of an In with a json tag is a parameter. Its description is in the table in
// params.go; a name that is not there panics. The tag param chooses the entry of the
// table, if its key is not the name, then gives options after commas:
//
//	File  string `json:"file,omitempty" param:"file/filter"`
//	Limit *int   `json:"limit,omitempty" param:",default=30"`
//
// The options are:
//
//	required       every surface requires it
//	must           only the command line requires it
//	default=VALUE  the default in help and schemas; the tool applies it
//	flag, arg      on the command line, a flag or an argument without a flag
//	hidden         not on the command line
//
// A limit is a pointer, since 0 means all.
package tool

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"

	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
)

// Spec is one tool.
type Spec struct {
	Name    string // snake_case, unique
	Doc     string // the first line is a summary; then when to use it, and an example
	Brief   string // one line for assistants with purpose and use; "" is the summary
	Hints   Hints
	Command Command

	PeopleOnly bool // assistants cannot call it
	List       bool // its answer is a list, which assistants get cut to DefaultTokens

	in   reflect.Type
	out  reflect.Type
	run  func(ctx context.Context, d *workspace.Workspace, in any) (any, error)
	text func(out any, p *Page)
}

// Prefix precedes the names of tools in an assistant's list.
const Prefix = projectbase.ToolPrefix

// Hints describe a tool's effects to clients that decide whether to run it.
type Hints struct {
	ReadOnly    bool // changes nothing that anybody sees but the index's freshness
	Destructive bool // may delete data irrevocably
	Idempotent  bool // doing it twice is doing it once
}

// Command says how the command line offers a tool.
type Command struct {
	Group   string // heading in the help; "" for a tool without a derived verb
	Example string // one or more lines
}

// Heading groups of verbs in the help.
const (
	GroupBase    = "base"
	GroupAsk     = "ask"
	GroupMeasure = "measure"
	GroupAbout   = "about"
	GroupHub     = "hub"
	GroupState   = "state"
)

// Define completes s with the schema, the runner and the text form of a tool.
func Define[In, Out any](s Spec, run func(context.Context, *workspace.Workspace, In) (Out, error), text func(Out, *Page)) *Spec {
	s.in, s.out = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	s.run = func(ctx context.Context, d *workspace.Workspace, in any) (any, error) { return run(ctx, d, *in.(*In)) }
	s.text = func(out any, p *Page) { text(out.(Out), p) }
	return &s
}

// NewIn returns a pointer to a zero In of the tool.
func (s *Spec) NewIn() any { return reflect.New(s.in).Interface() }

// Run runs the tool; in is what NewIn returned, filled. The answer may
// implement Incomplete.
func (s *Spec) Run(ctx context.Context, d *workspace.Workspace, in any) (any, error) {
	if reflect.TypeOf(in) != reflect.PointerTo(s.in) {
		return nil, fmt.Errorf("tool %s: input is a %T", s.Name, in)
	}
	if err := checkTokens(in); err != nil {
		return nil, err
	}
	if err := refuseRemote(ctx, d, in); err != nil {
		return nil, err
	}
	return s.run(ctx, d, in)
}

// Text returns out, an answer of Run, for reading.
func (s *Spec) Text(out any, o TextOptions) string {
	p := &Page{Verbose: o.Verbose, Assistant: o.Assistant}
	s.text(out, p)
	return p.Render(o)
}

// Summary returns the first line of the documentation.
func (s *Spec) Summary() string {
	line, _, _ := strings.Cut(s.Doc, "\n")
	return line
}

// Incomplete is implemented by answers that may lack something that was asked
// for and could not be read.
type Incomplete interface {
	Incomplete() bool
}

// Streamer is implemented by answers that are written while they are computed.
type Streamer interface {
	Stream(ctx context.Context, w io.Writer) error
}

// Streams reports whether the tool's answer is a Streamer.
func (s *Spec) Streams() bool { return s.out.Implements(reflect.TypeFor[Streamer]()) }

// Failed is implemented by answers that say that something is wrong.
type Failed interface {
	Failed() bool
}

// Common contains the parameters of every tool.
type Common struct {
	Project string `json:"project,omitempty" param:",hidden"`
	Format  string `json:"format,omitempty" param:",hidden"`
}

func (c *Common) CommonInput() *Common { return c }

// CommonOf returns the common parameters of in, an input of Run.
func CommonOf(in any) *Common { return in.(interface{ CommonInput() *Common }).CommonInput() }
