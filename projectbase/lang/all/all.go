// Package all is the only list of languages.
package all

import (
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/bash"
	"codegraph/projectbase/lang/c"
	"codegraph/projectbase/lang/cpp"
	"codegraph/projectbase/lang/csharp"
	"codegraph/projectbase/lang/css"
	"codegraph/projectbase/lang/cue"
	"codegraph/projectbase/lang/dockerfile"
	"codegraph/projectbase/lang/elixir"
	"codegraph/projectbase/lang/elm"
	"codegraph/projectbase/lang/golang"
	"codegraph/projectbase/lang/groovy"
	"codegraph/projectbase/lang/hcl"
	"codegraph/projectbase/lang/html"
	"codegraph/projectbase/lang/java"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/kotlin"
	"codegraph/projectbase/lang/lua"
	"codegraph/projectbase/lang/markdown"
	"codegraph/projectbase/lang/ocaml"
	"codegraph/projectbase/lang/php"
	"codegraph/projectbase/lang/protobuf"
	"codegraph/projectbase/lang/python"
	"codegraph/projectbase/lang/ruby"
	"codegraph/projectbase/lang/rust"
	"codegraph/projectbase/lang/scala"
	"codegraph/projectbase/lang/sql"
	"codegraph/projectbase/lang/svelte"
	"codegraph/projectbase/lang/swift"
	"codegraph/projectbase/lang/text"
	"codegraph/projectbase/lang/toml"
	"codegraph/projectbase/lang/typescript"
	"codegraph/projectbase/lang/vue"
	"codegraph/projectbase/lang/yaml"
	"codegraph/projectbase/lang/zig"
)

// Set returns all languages. It is built at the first call, because most runs
// of the program do not need it.
var Set = sync.OnceValue(func() *lang.Set {
	return lang.NewSet(
		bash.Language,
		c.Language,
		cpp.Language,
		csharp.Language,
		css.Language,
		cue.Language,
		dockerfile.Language,
		elixir.Language,
		elm.Language,
		golang.Language,
		groovy.Language,
		hcl.Language,
		html.Language,
		java.Language,
		javascript.Language,
		kotlin.Language,
		lua.Language,
		markdown.Language,
		ocaml.Language,
		php.Language,
		protobuf.Language,
		python.Language,
		ruby.Language,
		rust.Language,
		scala.Language,
		sql.Language,
		svelte.Language,
		swift.Language,
		text.Language,
		toml.Language,
		typescript.Language,
		vue.Language,
		yaml.Language,
		zig.Language,
	)
})
