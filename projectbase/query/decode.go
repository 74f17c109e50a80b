package query

import (
	"bytes"
	"encoding/json"
)

// DecodeStrictly decodes JSON and refuses unknown fields.
func DecodeStrictly(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
