package tool

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"codegraph/projectbase"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A field is one value that a tool takes, as its struct tags describe it:
//
//	json                    the name; on the command line a flag with - for _
//	jsonschema              required, enum=VALUE..., default=VALUE
//	jsonschema_description  a few words for people and assistants
//	mcp                     fewer words, for assistants alone; - for none
//	cli                     arg, args (all that follow), flag=NAME, or - for none;
//	                        "arg,required" where only the command line requires it
type field struct {
	index       []int
	name        string
	flag        string // "" for a positional one
	arg, args   bool
	required    bool
	must        bool // required also where there is no command line
	enum        []string
	def         string
	description string
	brief       string // the description for assistants
	typ         reflect.Type
}

// fields returns the values that the tool takes, in their order. Those with
// cli:"-" are left out unless all is true.
func (s *Spec) fields(all bool) []field {
	var out []field
	for _, sf := range reflect.VisibleFields(s.in) {
		if sf.Anonymous {
			continue
		}
		f := newField(sf)
		if cli := sf.Tag.Get("cli"); cli != "-" || all {
			out = append(out, f)
		}
	}
	return out
}

func newField(sf reflect.StructField) field {
	f := field{index: sf.Index, typ: sf.Type, description: sf.Tag.Get("jsonschema_description")}
	f.name, _, _ = strings.Cut(sf.Tag.Get("json"), ",")
	for _, part := range strings.Split(sf.Tag.Get("jsonschema"), ",") {
		k, v, _ := strings.Cut(part, "=")
		switch k {
		case "required":
			f.required, f.must = true, true
		case "enum":
			f.enum = append(f.enum, v)
		case "default":
			f.def = v
		}
	}
	f.flag = strings.ReplaceAll(f.name, "_", "-")
	if f.brief = f.description; sf.Tag.Get("mcp") != "" {
		f.brief = strings.TrimPrefix(sf.Tag.Get("mcp"), "-")
	}
	cli, must, _ := strings.Cut(sf.Tag.Get("cli"), ",")
	f.required = f.required || must == "required"
	switch {
	case cli == "arg":
		f.arg, f.flag = true, ""
	case cli == "args":
		f.args, f.flag = true, ""
	case strings.HasPrefix(cli, "flag="):
		f.flag = strings.TrimPrefix(cli, "flag=")
	}
	return f
}

// Command returns the cobra command for the tool, whose flags and arguments
// fill an In. do is called with that.
func (s *Spec) Command(do func(cmd *cobra.Command, in any) error) *cobra.Command {
	fields := s.fields(false)
	in := reflect.New(s.in)
	cmd := &cobra.Command{
		Use:     use(strings.ReplaceAll(s.Name, "_", "-"), fields),
		Short:   s.Summary(),
		Long:    s.Doc,
		Example: indent(s.Verb.Example),
		GroupID: s.Verb.Group,
		Args:    func(_ *cobra.Command, args []string) error { return checkArgs(fields, args) },
	}
	cmd.Flags().SortFlags = false
	for _, f := range fields {
		if f.flag != "" {
			f.bind(cmd.Flags(), in.Elem().FieldByIndex(f.index))
			if f.enum != nil {
				cmd.RegisterFlagCompletionFunc(f.flag, cobra.FixedCompletions(f.enum, cobra.ShellCompDirectiveNoFileComp))
			}
		}
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		setArgs(fields, in.Elem(), args)
		if err := checkEnums(fields, in.Elem()); err != nil {
			return err
		}
		return do(cmd, in.Interface())
	}
	return cmd
}

func use(name string, fields []field) string {
	for _, f := range fields {
		arg := strings.ToUpper(f.name)
		switch {
		case f.args:
			arg = strings.TrimSuffix(arg, "S") + "..."
		case !f.arg:
			continue
		}
		if !f.required {
			arg = "[" + arg + "]"
		}
		name += " " + arg
	}
	return name
}

func indent(text string) string {
	if text == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(text, "\n", "\n  ")
}

func checkArgs(fields []field, args []string) error {
	least, most := 0, 0
	var names []string
	for _, f := range fields {
		if f.flag != "" {
			continue
		}
		names = append(names, strings.ToUpper(f.name))
		if f.required {
			least++
		}
		if f.args {
			most = len(args) + 1
		}
		most++
	}
	switch {
	case len(args) < least:
		return fmt.Errorf("%w: %s is missing", projectbase.ErrUsage, names[len(args)])
	case len(args) > most && most == 0:
		return fmt.Errorf("%w: no argument is expected, but %q is given", projectbase.ErrUsage, args[0])
	case len(args) > most:
		return fmt.Errorf("%w: too many arguments, starting with %q; expected is %s", projectbase.ErrUsage, args[most], strings.Join(names, " "))
	}
	return nil
}

func setArgs(fields []field, in reflect.Value, args []string) {
	for _, f := range fields {
		switch v := in.FieldByIndex(f.index); {
		case f.args:
			v.Set(reflect.ValueOf(append([]string(nil), args...)))
			return
		case f.arg && len(args) > 0:
			v.SetString(args[0])
			args = args[1:]
		}
	}
}

// checkEnums refuses values that a field's enum does not hold.
func checkEnums(fields []field, in reflect.Value) error {
	for _, f := range fields {
		if f.enum == nil {
			continue
		}
		v := in.FieldByIndex(f.index)
		given := []string{}
		switch v.Kind() {
		case reflect.String:
			given = append(given, v.String())
		case reflect.Slice:
			given = append(given, v.Interface().([]string)...)
		}
		for _, g := range given {
			if g != "" && !contains(f.enum, g) {
				return fmt.Errorf("%w: unknown %s %q; known are %s", projectbase.ErrUsage, word(f), g, strings.Join(f.enum, ", "))
			}
		}
	}
	return nil
}

func word(f field) string {
	if f.flag != "" {
		return f.flag
	}
	return f.name
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// bind makes the flag set v.
func (f *field) bind(flags *pflag.FlagSet, v reflect.Value) {
	usage := f.description
	if f.enum != nil && !strings.Contains(usage, f.enum[0]) {
		usage += ": " + strings.Join(f.enum, ", ")
	}
	switch p := v.Addr().Interface().(type) {
	case *string:
		flags.StringVar(p, f.flag, f.def, usage)
	case *bool:
		flags.BoolVar(p, f.flag, false, usage)
	case *int:
		flags.IntVar(p, f.flag, 0, usage)
	case *[]string:
		flags.StringArrayVar(p, f.flag, nil, usage)
	case **int:
		flags.Var(&optionalInt{p, f.def}, f.flag, usage)
	default:
		panic(fmt.Sprintf("tool: field %s has type %s, which no flag can have", f.name, f.typ))
	}
}

// optionalInt is a flag for a number that may be absent.
type optionalInt struct {
	p   **int
	def string
}

func (o *optionalInt) String() string {
	if o.p != nil && *o.p != nil {
		return strconv.Itoa(**o.p)
	}
	return o.def
}

func (o *optionalInt) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%q is not a number", text)
	}
	*o.p = &n
	return nil
}

func (o *optionalInt) Type() string { return "int" }
