package document

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"codegraph/projectbase"
)

// ParseYAML reads the first document of a YAML stream. A member's line is that
// of its key. It refuses deep nesting, and aliases of anything but scalars,
// because they could expand.
func ParseYAML(data []byte) (*Node, error) {
	// The library parses recursively, so the depth is checked first.
	if depth := flowDepth(data); depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d deep: %w", maxDepth, projectbase.ErrLimit)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, Malformed(err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return &Node{Line: 1}, nil // empty, or only comments
	}
	return yamlNode(doc.Content[0], 0)
}

// flowDepth returns the maximum nesting of brackets, including those in strings
// and comments.
func flowDepth(data []byte) int {
	depth, most := 0, 0
	for _, c := range data {
		switch c {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth = max(0, depth-1)
		case '\n':
			if depth > maxDepth {
				return depth
			}
		}
	}
	return most
}

func yamlNode(y *yaml.Node, depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("line %d: nested more than %d deep: %w", y.Line, maxDepth, projectbase.ErrLimit)
	}
	n := &Node{Line: y.Line}
	switch y.Kind {
	case yaml.AliasNode:
		if y.Alias == nil || y.Alias.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("line %d: an alias of more than a scalar, write it out: %w", y.Line, projectbase.ErrMalformed)
		}
		n.Kind, n.Text = scalarKind(y.Alias), y.Alias.Value
	case yaml.ScalarNode:
		n.Kind, n.Text = scalarKind(y), y.Value
	case yaml.SequenceNode:
		n.Kind = Array
		for _, c := range y.Content {
			v, err := yamlNode(c, depth+1)
			if err != nil {
				return nil, err
			}
			n.list = append(n.list, v)
		}
	case yaml.MappingNode:
		n.Kind = Table
		for i := 0; i+1 < len(y.Content); i += 2 {
			v, err := yamlNode(y.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			v.Line = y.Content[i].Line
			n.set(y.Content[i].Value, v)
		}
	}
	return n, nil
}

func scalarKind(y *yaml.Node) nodeKind {
	if y.ShortTag() == "!!str" {
		return String
	}
	return scalar
}
