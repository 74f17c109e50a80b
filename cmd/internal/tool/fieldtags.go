package tool

import (
	"reflect"
	"slices"
	"strings"
)

// taggedField reads a field whose tags describe it whole: it is being replaced by
// the table of parameters.
func taggedField(sf reflect.StructField, name string) field {
	f := field{index: sf.Index, Name: name, typ: sf.Type}
	f.Doc = sf.Tag.Get("jsonschema_description")
	for _, part := range strings.Split(sf.Tag.Get("jsonschema"), ",") {
		k, v, _ := strings.Cut(part, "=")
		switch k {
		case "required":
			f.required, f.must = true, true
		case "enum":
			f.Enum = append(f.Enum, v)
		case "default":
			f.Default = v
		}
	}
	f.flag = strings.ReplaceAll(name, "_", "-")
	if f.Brief = f.Doc; sf.Tag.Get("mcp") != "" {
		f.Brief = strings.TrimPrefix(sf.Tag.Get("mcp"), "-")
	}
	if i := slices.IndexFunc(params, func(p Param) bool { return p.Key == name }); i >= 0 {
		f.Aliases, f.Short = params[i].Aliases, params[i].Short
	}
	cli, must, _ := strings.Cut(sf.Tag.Get("cli"), ",")
	f.required = f.required || must == "required"
	switch {
	case cli == "-":
		f.hidden = true
	case cli == "arg" || cli == "args":
		f.flag = ""
	case strings.HasPrefix(cli, "flag="):
		f.flag = strings.TrimPrefix(cli, "flag=")
	}
	return f
}
