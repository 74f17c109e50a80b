package document

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"codegraph/projectbase"
)

// ParseYAML reads the first document of a YAML stream. A member's line is that
// of its key. Aliases of anything but scalars are refused, so that nothing can
// multiply, and so is what nests too deep.
func ParseYAML(data []byte) (*Node, error) {
	// The library is recursive and gives up at a depth of its own only after
	// reading; no manifest needs brackets that deep.
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

// flowDepth returns how deep brackets nest at most, counting those in texts
// and comments too.
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
		n.Kind, n.String = scalarKind(y.Alias), y.Alias.Value
	case yaml.ScalarNode:
		n.Kind, n.String = scalarKind(y), y.Value
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
