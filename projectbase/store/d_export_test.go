package store

var (
	testStatements = statements
	testSchema     = schemaText
)

func testText(name string) string { return text(name) }

func testSchemaOf(c *conn) (string, error) { return c.describeSchema() }
