package tool

import (
	"bytes"
	"encoding/json"
	"fmt"

	"codegraph/projectbase"
)

const (
	// DefaultTokens is how long the text of a list is for an assistant that
	// names no length.
	DefaultTokens = 2000
	// MaxJSONTokens is how long a list is as JSON for an assistant that names
	// no length: the usual limit of clients.
	MaxJSONTokens = 20_000
)

// Listed is implemented by answers that are mostly a list, so that their JSON
// can be cut.
type Listed interface {
	// Len returns how many elements the list has.
	Len() int
	// First returns the answer with the first n elements. It says so, with the
	// hint.
	First(n int, hint string) any
}

// TextTokens returns how long the text of an answer is for an assistant, in
// tokens; 0 is without a limit.
func (s *Spec) TextTokens(out any) int {
	if l, ok := out.(interface{ TokenLimit() int }); ok && l.TokenLimit() > 0 {
		return l.TokenLimit()
	}
	if s.List {
		return DefaultTokens
	}
	return 0
}

// AskedTokens returns the max_tokens of an input of Run, 0 if it names none.
func AskedTokens(in any) int {
	if limited, ok := in.(interface{ WantedTokens() int }); ok {
		return limited.WantedTokens()
	}
	return 0
}

// checkTokens returns an error for a max_tokens that is no length.
func checkTokens(in any) error {
	if n := AskedTokens(in); n < 0 {
		return fmt.Errorf("%w: max_tokens %d is negative; 0 means no limit", projectbase.ErrUsage, n)
	}
	return nil
}

// CutJSON returns out, or if its JSON is longer than that many tokens and it is
// Listed, as much of it as fits. 0 is without a limit.
func CutJSON(out any, tokens int) (any, error) {
	list, ok := out.(Listed)
	if !ok || tokens <= 0 {
		return out, nil
	}
	size, err := jsonSize(out)
	if err != nil || size <= tokens*BytesPerToken {
		return out, err
	}
	n, needed := list.Len(), (size+BytesPerToken-1)/BytesPerToken
	first := func(k int) any {
		return list.First(k, fmt.Sprintf("cut to %d of %d; raise max_tokens to %d for all, or ask for less", k, n, needed))
	}
	// fits and tooMany close in on the longest that fits.
	fits, tooMany := 0, n
	for tooMany-fits > 1 {
		k := (fits + tooMany) / 2
		size, err := jsonSize(first(k))
		if err != nil {
			return nil, err
		}
		if size <= tokens*BytesPerToken {
			fits = k
		} else {
			tooMany = k
		}
	}
	return first(fits), nil
}

func jsonSize(v any) (int, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return 0, fmt.Errorf("encode the answer: %w", err)
	}
	return b.Len(), nil
}
