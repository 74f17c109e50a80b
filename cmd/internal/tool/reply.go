package tool

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// Formats of an answer.
const (
	FormatText = "text"
	FormatJSON = "json"
)

// Reply is an answer for an assistant: text, or data if that was asked for.
type Reply struct {
	Text string
	Data any // nil unless the format is json
}

// Reply returns out, which Run returned for in, for an assistant.
func (s *Spec) Reply(in, out any) (Reply, error) {
	if CommonOf(in).Format != FormatJSON {
		return Reply{Text: query.ShownBlock(s.Text(out, TextOptions{MaxTokens: s.TextTokens(out), Assistant: true}))}, nil
	}
	most := AskedTokens(in)
	if most == 0 {
		most = MaxJSONTokens
	}
	data, err := CutJSON(out, most)
	return Reply{Data: data}, err
}

// ForAssistant returns a failure whose hints name tools instead of commands.
func (f Failure) ForAssistant() Failure {
	f.Hint = query.ShownBlock(hintsText(f.Hints, true))
	return f
}

// Text returns the failure's message and its hint.
func (f Failure) Text() string {
	text := strings.TrimPrefix(strings.TrimPrefix(f.Message, f.Code+": "), projectbase.ErrUsage.Error()+": ")
	if f.Hint != "" {
		text += "\n" + f.Hint
	}
	return f.Code + ": " + text
}
