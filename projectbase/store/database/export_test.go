package database

var (
	Statements = statements
	SchemaText = schemaText
)

func Text(name string) string { return text(name) }

func SchemaOf(c *Conn) (string, error) { return c.describeSchema() }
