package projectbase

import (
	"fmt"
	"strings"
)

// ToolPrefix precedes the name of a tool in the list of an assistant.
const ToolPrefix = "codegraph_"

// Hint tells a caller what to do next. It is data: the command line shows
// Command, and an assistant gets a call of Tool with Arguments.
type Hint struct {
	Text      string         `json:"text,omitempty"`      // the reason or the advice, without a command
	Command   string         `json:"command,omitempty"`   // for a shell; flags alone mean the same command again
	Tool      string         `json:"tool,omitempty"`      // with ToolPrefix; "" if only a person can do it
	Arguments map[string]any `json:"arguments,omitempty"` // of Tool; without one, of the same call again
}

// Arg is an argument of a suggested command.
type Arg struct {
	Name  string // of the parameter
	Flag  string // without dashes; "" for a positional argument
	Value any    // string, int, true, or []string
}

// Positional returns an argument without a flag.
func Positional(name string, value any) Arg { return Arg{Name: name, Value: value} }

// Flag returns an argument whose flag is called like its parameter.
func Flag(name string, value any) Arg {
	return Arg{Name: name, Flag: strings.ReplaceAll(name, "_", "-"), Value: value}
}

// Suggest returns a hint to run the tool of that name, such as "query".
func Suggest(text, tool string, args ...Arg) Hint {
	h := Repeat(text, args...)
	h.Tool = ToolPrefix + tool
	h.Command = strings.TrimSuffix("codegraph "+strings.ReplaceAll(tool, "_", "-")+" "+h.Command, " ")
	return h
}

// Repeat returns a hint to run the same command again with these arguments.
func Repeat(text string, args ...Arg) Hint {
	h := Hint{Text: text}
	var flags, positional []string
	for _, a := range args {
		if h.Arguments == nil {
			h.Arguments = map[string]any{}
		}
		h.Arguments[a.Name] = a.Value
		if a.Flag != "" {
			flags = append(flags, a.words()...)
		} else {
			positional = append(positional, a.words()...)
		}
	}
	words := append(positional, flags...)
	if len(positional) > 0 && strings.HasPrefix(positional[0], "-") {
		words = append(append(flags, "--"), positional...) // it looks like a flag
	}
	h.Command = strings.Join(words, " ")
	return h
}

// words returns the argument as words of a shell command.
func (a Arg) words() []string {
	var values []string
	switch v := a.Value.(type) {
	case bool:
		return []string{"--" + a.Flag}
	case []string:
		values = v
	default:
		values = []string{fmt.Sprint(v)}
	}
	var words []string
	for _, v := range values {
		if a.Flag != "" {
			words = append(words, "--"+a.Flag)
		}
		words = append(words, ShellQuote(v))
	}
	return words
}

// ShellQuote returns s as one word of a POSIX shell.
func ShellQuote(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@%,=", r))
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// HintError carries hints about an error.
type HintError struct {
	Err   error
	Hints []Hint
}

// WithHint returns err with the given hints, in place of the hints that err has.
func WithHint(err error, hints ...Hint) error { return &HintError{Err: err, Hints: hints} }

func (e *HintError) Error() string { return e.Err.Error() }

func (e *HintError) Unwrap() error { return e.Err }
