// Package all is the only list of languages.
package all

import (
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/bash"
	"codegraph/projectbase/lang/c"
	"codegraph/projectbase/lang/cpp"
	"codegraph/projectbase/lang/csharp"
	"codegraph/projectbase/lang/golang"
	"codegraph/projectbase/lang/java"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/kotlin"
	"codegraph/projectbase/lang/lua"
	"codegraph/projectbase/lang/php"
	"codegraph/projectbase/lang/protobuf"
	"codegraph/projectbase/lang/python"
	"codegraph/projectbase/lang/ruby"
	"codegraph/projectbase/lang/rust"
	"codegraph/projectbase/lang/scala"
	"codegraph/projectbase/lang/swift"
	"codegraph/projectbase/lang/typescript"
)

// Set returns all languages. It is made at the first call: most runs of the
// program answer without it.
var Set = sync.OnceValue(func() *lang.Set {
	return lang.NewSet(
		bash.Language,
		c.Language,
		cpp.Language,
		csharp.Language,
		golang.Language,
		java.Language,
		javascript.Language,
		lua.Language,
		kotlin.Language,
		php.Language,
		protobuf.Language,
		python.Language,
		ruby.Language,
		rust.Language,
		scala.Language,
		swift.Language,
		typescript.Language,
	)
})
