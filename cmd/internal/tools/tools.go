// Package tools has the only list of all tools.
package tools

import (
	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/graph"
	"codegraph/cmd/internal/measure"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
)

// All returns the tools, in the order of the help. It is the only list of them.
func All() []*tool.Spec {
	return []*tool.Spec{
		action.Init(), action.Update(), action.UpdateBatch(), action.Remove(), action.Sync(),
		question.Query(), question.Signature(), question.Signatures(), question.Tree(),
		graph.Symbol(), graph.Callers(), graph.Callees(), graph.References(), graph.Impact(), graph.Affected(),
		graph.HierarchyTool(), graph.Implementations(), graph.Imports(), graph.Importers(),
		measure.DiffContext(), measure.Unused(), measure.Cycles(), measure.Hotspots(), measure.Complexity(), measure.Coupling(),
		question.Summary(), action.Describe(), question.Docs(), action.UpdateDocs(),
		register.Scan(), register.Projects(), register.ProjectTool(), register.Link(), register.Unlink(), register.Links(), register.Why(),
		question.Export(), question.Status(), question.Doctor(),
	}
}
