package tool

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"codegraph/projectbase"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// NewCommand returns the cobra command for the tool. Its flags and arguments fill
// an input, with which do is called.
func (s *Spec) NewCommand(do func(cmd *cobra.Command, in any) error) *cobra.Command {
	fields := s.fields(false)
	in := reflect.New(s.in)
	cmd := &cobra.Command{
		Use:     use(strings.ReplaceAll(s.Name, "_", "-"), fields),
		Short:   s.Summary(),
		Long:    s.Doc,
		Example: indent(s.Command.Example),
		GroupID: s.Command.Group,
		Args:    func(cmd *cobra.Command, args []string) error { return checkArgs(unset(cmd, fields), args) },
	}
	cmd.Flags().SortFlags = false
	for _, f := range fields {
		f.bind(cmd.Flags(), in.Elem().FieldByIndex(f.index))
		if f.Enum != nil && f.flag != "" {
			cmd.RegisterFlagCompletionFunc(f.flag, cobra.FixedCompletions(f.Enum, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	acceptAliases(cmd, fields)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		setArgs(fields, in.Elem(), args)
		if err := checkEnums(fields, in.Elem()); err != nil {
			return err
		}
		return do(cmd, in.Interface())
	}
	return cmd
}

// acceptAliases lets the flags of cmd have the other names of their parameters.
func acceptAliases(cmd *cobra.Command, fields []field) {
	names := map[string]string{}
	for _, f := range fields {
		flag := f.flagName()
		for _, alias := range append([]string{f.Name}, f.Aliases...) {
			names[strings.ReplaceAll(alias, "_", "-")] = flag
		}
	}
	for _, f := range fields {
		delete(names, f.flagName())
	}
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if flag, ok := names[name]; ok {
			name = flag
		}
		return pflag.NormalizedName(name)
	})
}

// flagName returns the name of the field's flag; that of a positional field is
// accepted and not listed.
func (f *field) flagName() string {
	if f.flag != "" {
		return f.flag
	}
	if f.Flag != "" {
		return f.Flag
	}
	return strings.ReplaceAll(f.Name, "_", "-")
}

// unset returns the fields without the positional ones that a flag has set.
func unset(cmd *cobra.Command, fields []field) []field {
	var out []field
	for _, f := range fields {
		if f.flag != "" || !cmd.Flags().Changed(f.flagName()) {
			out = append(out, f)
		}
	}
	return out
}

func use(name string, fields []field) string {
	for _, f := range fields {
		if f.flag != "" {
			continue
		}
		arg := strings.ToUpper(f.Name)
		if f.list() {
			arg = strings.TrimSuffix(arg, "S") + "..."
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
		names = append(names, strings.ToUpper(f.Name))
		if f.required {
			least++
		}
		if f.list() {
			most = len(args) + 1
		}
		most++
	}
	switch {
	case len(args) < least:
		return fmt.Errorf("%w: %s is missing", projectbase.ErrUsage, names[len(args)])
	case len(args) > most && most == 0:
		return fmt.Errorf("%w: unexpected argument %q: this command takes none", projectbase.ErrUsage, args[0])
	case len(args) > most:
		return fmt.Errorf("%w: too many arguments, starting with %q; expected %s", projectbase.ErrUsage, args[most], strings.Join(names, " "))
	}
	return nil
}

// setArgs fills the positional fields that no flag has set.
func setArgs(fields []field, in reflect.Value, args []string) {
	for _, f := range fields {
		switch v := in.FieldByIndex(f.index); {
		case f.flag != "" || !v.IsZero():
		case f.list():
			v.Set(reflect.ValueOf(append([]string(nil), args...)))
			return
		case len(args) > 0:
			v.SetString(args[0])
			args = args[1:]
		}
	}
}

// checkEnums refuses values that a field's enum does not contain.
func checkEnums(fields []field, in reflect.Value) error {
	for _, f := range fields {
		if f.Enum == nil {
			continue
		}
		v := in.FieldByIndex(f.index)
		var given []string
		switch v.Kind() {
		case reflect.String:
			given = append(given, v.String())
		case reflect.Slice:
			given = append(given, v.Interface().([]string)...)
		}
		for _, g := range given {
			if g != "" && !slices.Contains(f.Enum, g) {
				return fmt.Errorf("%w: unknown %s %q; use one of %s", projectbase.ErrUsage, f.flagName(), g, strings.Join(f.Enum, ", "))
			}
		}
	}
	return nil
}

// bind makes the field's flag set v. A positional field has a hidden flag.
func (f *field) bind(flags *pflag.FlagSet, v reflect.Value) {
	usage := f.Doc
	if f.Enum != nil && !strings.Contains(usage, f.Enum[0]) {
		usage += ": " + strings.Join(f.Enum, ", ")
	}
	name := f.flagName()
	switch p := v.Addr().Interface().(type) {
	case *string:
		flags.StringVarP(p, name, f.Short, f.Default, usage)
	case *bool:
		flags.BoolVarP(p, name, f.Short, false, usage)
	case *int:
		flags.IntVarP(p, name, f.Short, 0, usage)
	case *[]string:
		flags.StringArrayVarP(p, name, f.Short, nil, usage)
	case **int:
		flags.VarP(&optionalInt{p, f.Default}, name, f.Short, usage)
	default:
		panic(fmt.Sprintf("tool: field %s has type %s, which no flag can have", f.Name, f.typ))
	}
	if f.flag == "" {
		flags.Lookup(name).Hidden = true
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
