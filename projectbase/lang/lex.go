package lang

// Lex selects the text of a file that becomes terms of the index, and its line kind:
// code, comment or string.
type Lex struct {
	// Identifiers are leaf kinds whose text is a term, even a short one or one that
	// looks like a keyword: "identifier", "type_identifier".
	Identifiers []string
	// Names are leaf kinds that are identifiers only at declarations and
	// references; elsewhere they are plain words: "word" in Bash, where it is any
	// argument of a command.
	Names []string
	// Keywords are words that are no terms, except in an identifier node: "func".
	Keywords []string
	// Reserved are keywords that are no terms even in an identifier node: "Self" in
	// Rust, which the grammar parses as an identifier.
	Reserved []string
	// Comments are kinds of comments: "line_comment".
	Comments []string
	// Strings are kinds of string and character literals, with their whole content:
	// "interpreted_string_literal".
	Strings []string
	// Interpolations are kinds inside strings that contain code:
	// "template_substitution". A leaf may be an identifier too: "$name" in Kotlin.
	Interpolations []string
	// Texts are kinds of raw text, whose words are terms with line kind code, also
	// if they are keywords: "text" in HTML.
	Texts []string
}
