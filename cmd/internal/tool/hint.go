package tool

import (
	"encoding/json"
	"strings"

	"codegraph/projectbase"
)

// Hint tells a caller what to do next.
type Hint = projectbase.Hint

// HintText returns a hint as the command line shows it, or as an assistant reads
// it if assistant is true.
func HintText(h Hint, assistant bool) string {
	action := h.Command
	switch {
	case !assistant:
	case h.Tool != "":
		action = strings.TrimSuffix("call "+h.Tool+" "+argumentsText(h.Arguments), " ")
	case h.Arguments != nil:
		action = argumentsText(h.Arguments)
	}
	switch {
	case action == "":
		return h.Text
	case h.Text != "" && h.Tool == "" && h.Arguments != nil:
		return h.Text + " with " + action
	case h.Text != "":
		return h.Text + ": " + action
	case assistant && h.Tool != "":
		return action
	}
	return "run: " + action
}

// HintsText returns hints on one line, as the command line shows them.
func HintsText(hints []Hint) string { return hintsText(hints, false) }

func hintsText(hints []Hint, assistant bool) string {
	texts := make([]string, len(hints))
	for i, h := range hints {
		texts[i] = HintText(h, assistant)
	}
	return strings.Join(texts, "; ")
}

// argumentsText returns the arguments of a call as JSON, "" if there are none.
func argumentsText(arguments map[string]any) string {
	if len(arguments) == 0 {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(arguments); err != nil {
		return "" // a hint without its arguments is still a hint
	}
	return strings.TrimSpace(b.String())
}
