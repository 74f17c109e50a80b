package overload

import (
	"slices"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
)

// Type is a type as far as overloads distinguish types.
type Type struct {
	Kind  Kind
	Name  string      // for a primitive type its common name: int, bool; else the last part of the name
	Array int         // dimensions
	Sym   outline.Ref // in the project
	fixed bool        // the argument is a literal
}

// Kind classifies types.
type Kind uint8

const (
	KindUnknown Kind = iota
	KindNamed
	KindNumber    // a primitive type: numbers, characters and booleans
	KindBox       // the box of a primitive type
	KindString    // text
	KindAny       // the root of all types
	KindParameter // a type parameter
	KindNull
	KindFunction
	KindClass // a class object
)

// Argument is one argument of a call.
type Argument struct {
	Name string // name of the parameter, in a call with named arguments
	Typ  Type
}

// Literals are the types of literal arguments, as projectbase.Reference writes them.
var Literals = map[string]Type{
	`""`: {Kind: KindString}, "''": {Kind: KindNumber, Name: "char"}, "0": {Kind: KindNumber, Name: "int", fixed: true},
	"0L": {Kind: KindNumber, Name: "long"}, "0f": {Kind: KindNumber, Name: "float"}, "0.0": {Kind: KindNumber, Name: "double"},
	"true": {Kind: KindNumber, Name: "bool"}, "null": {Kind: KindNull}, "->": {Kind: KindFunction}, "class": {Kind: KindClass}, "?": {},
}

// WordType returns the kind and common name of a type that a language predeclares.
func WordType(name string, scope *lang.Scope) (Kind, string) {
	if n := scope.Numbers[name]; n != "" {
		return KindNumber, n
	}
	switch name {
	case "String", "string":
		return KindString, "String"
	case "Object", "object", "Any", "dynamic":
		return KindAny, "Object"
	}
	if n := scope.Boxes[name]; n != "" {
		return KindBox, n
	}
	return KindUnknown, ""
}

// WellKnown are the result types of methods that all objects or all strings have.
var WellKnown = map[string]Type{
	"toString()": {Kind: KindString}, "ToString()": {Kind: KindString}, "getClass()": {Kind: KindClass}, "GetType()": {Kind: KindClass},
	"hashCode()": {Kind: KindNumber, Name: "int"}, "GetHashCode()": {Kind: KindNumber, Name: "int"}, "equals()": {Kind: KindNumber, Name: "bool"},
	"toCharArray()": {Kind: KindNumber, Name: "char", Array: 1}, "ToCharArray()": {Kind: KindNumber, Name: "char", Array: 1},
	"toUpperCase()": {Kind: KindString}, "toLowerCase()": {Kind: KindString}, "length()": {Kind: KindNumber, Name: "int"},
}

// wider lists numeric types; a value of each converts to the types after it.
var wider = [][]string{
	{"byte", "short", "int", "long", "float", "double"},
	{"char", "int", "long", "float", "double"},
	{"sbyte", "short", "int", "long", "decimal"},
	{"byte", "ushort", "uint", "ulong", "float", "double"},
	{"ushort", "int"}, {"uint", "long"}, {"char", "ushort"}, {"byte", "short", "int", "long", "decimal"},
}

// widening counts the steps from a number to a wider one; it is negative if there is
// none.
func widening(from, to string) int {
	if from == to {
		return 0
	}
	for _, row := range wider {
		i, k := slices.Index(row, from), slices.Index(row, to)
		if i >= 0 && k > i {
			return k - i
		}
	}
	return -1
}

// notCallable are library types that a function never fits.
var notCallable = map[string]bool{"Class": true, "Type": true, "CharSequence": true, "Number": true, "StringBuilder": true, "StringBuffer": true,
	"Locale": true, "Charset": true, "List": true, "Collection": true, "Map": true, "Set": true, "Iterable": true, "Throwable": true, "Exception": true,
	"CultureInfo": true, "Encoding": true, "Stream": true, "TextReader": true, "TextWriter": true, "IEnumerable": true, "IList": true, "IDictionary": true,
	"Field": true, "Method": true, "Date": true, "Calendar": true, "TimeZone": true, "File": true, "Path": true, "URL": true, "URI": true,
	"Reader": true, "Writer": true, "InputStream": true, "OutputStream": true, "BigDecimal": true, "BigInteger": true, "TimeSpan": true, "DateTime": true, "Guid": true,
	"CancellationToken": true, "StringComparison": true}

// finalTypes are library types that no type extends.
var finalTypes = map[string]bool{"Class": true, "StringBuilder": true, "StringBuffer": true, "Locale": true, "Field": true, "Method": true, "Pattern": true,
	"URL": true, "URI": true, "Guid": true, "TimeSpan": true, "DateTime": true, "DateTimeOffset": true, "CancellationToken": true, "StringComparison": true}

// PlatformBases are base types of library types that often distinguish overloads.
var PlatformBases = map[string][]string{
	"String":        {"CharSequence", "Comparable", "Serializable", "IEnumerable", "IComparable", "IConvertible", "ReadOnlySpan"},
	"StringBuilder": {"CharSequence", "Appendable", "Serializable", "Comparable"}, "StringBuffer": {"CharSequence", "Appendable", "Serializable", "Comparable"},
	"CharBuffer": {"CharSequence", "Appendable", "Readable"}, "CharSequence": {},
	"List": {"Collection", "Iterable", "IList", "ICollection", "IEnumerable", "IReadOnlyList", "IReadOnlyCollection"}, "Set": {"Collection", "Iterable"},
	"ArrayList": {"List", "Collection", "Iterable", "RandomAccess", "Serializable", "AbstractList"}, "LinkedList": {"List", "Collection", "Iterable", "Queue", "Deque"},
	"HashSet": {"Set", "Collection", "Iterable", "ISet", "ICollection", "IEnumerable"}, "TreeSet": {"SortedSet", "NavigableSet", "Set", "Collection", "Iterable"},
	"LinkedHashSet": {"HashSet", "Set", "Collection", "Iterable"}, "Collection": {"Iterable"}, "Iterable": {}, "Iterator": {}, "Map": {},
	"HashMap": {"Map"}, "TreeMap": {"SortedMap", "NavigableMap", "Map"}, "LinkedHashMap": {"HashMap", "Map"}, "Properties": {"Hashtable", "Map"},
	"Dictionary": {"IDictionary", "ICollection", "IEnumerable", "IReadOnlyDictionary"},
	"Class":      {"Type", "AnnotatedElement", "GenericDeclaration", "Serializable"}, "ParameterizedType": {"Type"}, "WildcardType": {"Type"},
	"GenericArrayType": {"Type"}, "TypeVariable": {"Type"}, "Method": {"Executable", "Member", "AccessibleObject", "AnnotatedElement", "GenericDeclaration"},
	"Constructor": {"Executable", "Member", "AccessibleObject"}, "Field": {"Member", "AccessibleObject", "AnnotatedElement"},
	"Exception": {"Exception", "Throwable", "Serializable", "SystemException"}, "Throwable": {}, "Error": {"Throwable"},
	"BigDecimal": {"Number", "Comparable"}, "BigInteger": {"Number", "Comparable"}, "Number": {"Serializable"},
	"StringReader": {"Reader", "TextReader", "Readable"}, "InputStreamReader": {"Reader"}, "BufferedReader": {"Reader"}, "StreamReader": {"TextReader"},
	"StringWriter": {"Writer", "TextWriter", "Appendable"}, "PrintWriter": {"Writer", "Appendable"}, "StreamWriter": {"TextWriter"}, "PrintStream": {"OutputStream", "Appendable"},
	"Reader": {"Readable"}, "Writer": {"Appendable"}, "ByteArrayInputStream": {"InputStream"}, "ByteArrayOutputStream": {"OutputStream"},
	"FileInputStream": {"InputStream"}, "FileOutputStream": {"OutputStream"}, "MemoryStream": {"Stream"}, "FileStream": {"Stream"},
	"GregorianCalendar": {"Calendar"}, "Date": {"Comparable", "Serializable"}, "Calendar": {"Comparable", "Serializable"}, "Locale": {}, "Charset": {"Comparable"},
	"SimpleDateFormat": {"DateFormat", "Format"}, "DecimalFormat": {"NumberFormat", "Format"},
}

// LooksParameter reports whether a name looks like a type parameter: T, K2, TKey.
func LooksParameter(name string) bool {
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }
	return upper(name[0]) && (len(name) == 1 || len(name) == 2 && upper(name[1]) || name[0] == 'T' && upper(name[1]))
}
