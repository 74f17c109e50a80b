package resolve

import "slices"

// numbers are the types that are no objects, by the words of each language for
// them; the values are the words used here.
var numbers = map[string]map[string]string{
	"java":   {"int": "int", "long": "long", "short": "short", "byte": "byte", "char": "char", "float": "float", "double": "double", "boolean": "bool"},
	"kotlin": {"Int": "int", "Long": "long", "Short": "short", "Byte": "byte", "Char": "char", "Float": "float", "Double": "double", "Boolean": "bool"},
	"csharp": {"int": "int", "long": "long", "short": "short", "byte": "byte", "char": "char", "float": "float", "double": "double", "bool": "bool",
		"uint": "uint", "ulong": "ulong", "ushort": "ushort", "sbyte": "sbyte", "decimal": "decimal", "Int32": "int", "Int64": "long", "Int16": "short",
		"Byte": "byte", "Char": "char", "Single": "float", "Double": "double", "Boolean": "bool", "UInt32": "uint", "UInt64": "ulong", "UInt16": "ushort",
		"SByte": "sbyte", "Decimal": "decimal"},
}

// boxes are Java's objects of such types.
var boxes = map[string]string{"Integer": "int", "Long": "long", "Short": "short", "Byte": "byte", "Character": "char", "Float": "float",
	"Double": "double", "Boolean": "bool"}

// wordType returns what a language has a word of its own for.
func wordType(name, language string) (plainKind, string) {
	if n := numbers[language][name]; n != "" {
		return plainNumber, n
	}
	switch name {
	case "String", "string":
		return plainString, "String"
	case "Object", "object", "Any", "dynamic":
		return plainAny, "Object"
	}
	if n := boxes[name]; n != "" && language == "java" {
		return plainBox, n
	}
	return plainUnknown, ""
}

// wellKnown are the types of what all objects have, or strings alone.
var wellKnown = map[string]plain{
	"toString()": {kind: plainString}, "ToString()": {kind: plainString}, "getClass()": {kind: plainClass}, "GetType()": {kind: plainClass},
	"hashCode()": {kind: plainNumber, name: "int"}, "GetHashCode()": {kind: plainNumber, name: "int"}, "equals()": {kind: plainNumber, name: "bool"},
	"toCharArray()": {kind: plainNumber, name: "char", array: 1}, "ToCharArray()": {kind: plainNumber, name: "char", array: 1},
	"toUpperCase()": {kind: plainString}, "toLowerCase()": {kind: plainString}, "length()": {kind: plainNumber, name: "int"},
}

// wider are the numbers in the order in which each may be taken for the next.
var wider = [][]string{
	{"byte", "short", "int", "long", "float", "double"},
	{"char", "int", "long", "float", "double"},
	{"sbyte", "short", "int", "long", "decimal"},
	{"byte", "ushort", "uint", "ulong", "float", "double"},
	{"ushort", "int"}, {"uint", "long"}, {"char", "ushort"}, {"byte", "short", "int", "long", "decimal"},
}

// widening counts the steps from a number to a wider one; negative if it is none.
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

// notCallable are types of the platforms that no function is given for.
var notCallable = map[string]bool{"Class": true, "Type": true, "CharSequence": true, "Number": true, "StringBuilder": true, "StringBuffer": true,
	"Locale": true, "Charset": true, "List": true, "Collection": true, "Map": true, "Set": true, "Iterable": true, "Throwable": true, "Exception": true,
	"CultureInfo": true, "Encoding": true, "Stream": true, "TextReader": true, "TextWriter": true, "IEnumerable": true, "IList": true, "IDictionary": true,
	"Field": true, "Method": true, "Date": true, "Calendar": true, "TimeZone": true, "File": true, "Path": true, "URL": true, "URI": true,
	"Reader": true, "Writer": true, "InputStream": true, "OutputStream": true, "BigDecimal": true, "BigInteger": true, "TimeSpan": true, "DateTime": true, "Guid": true,
	"CancellationToken": true, "StringComparison": true}

// final are types of the platforms that nothing is based on.
var final = map[string]bool{"Class": true, "StringBuilder": true, "StringBuffer": true, "Locale": true, "Field": true, "Method": true, "Pattern": true,
	"URL": true, "URI": true, "Guid": true, "TimeSpan": true, "DateTime": true, "DateTimeOffset": true, "CancellationToken": true, "StringComparison": true}

// bases are what types of the platforms are based on, of those that overloads are
// often told apart by.
var bases = map[string][]string{
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
