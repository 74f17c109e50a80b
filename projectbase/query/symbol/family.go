package symbol

// family names the languages whose symbols can refer to each other.
func Family(language string) string {
	switch language {
	case "typescript", "javascript", "tsx", "jsx", "vue", "svelte":
		return "script"
	case "java", "kotlin", "scala", "groovy":
		return "jvm"
	case "c", "cpp":
		return "c"
	}
	return language
}
