package rust

import "codegraph/projectbase/lang"

// scope has the rules for names in Rust.
var scope = &lang.Scope{
	Imports:     lang.ImportsCrates,
	Self:        []string{"self"},
	SelfTypes:   []string{"Self"},
	Open:        true,
	Transparent: []string{"Box", "Rc", "Arc", "Option", "Result", "RefCell", "Mutex", "RwLock", "Pin", "Cow", "MutexGuard"},
	Holders:     []string{"Option", "Result", "RefCell", "Mutex", "RwLock"},
	Wrapped: []string{"map", "map_err", "map_or", "map_or_else", "and", "and_then", "or", "or_else", "ok_or", "ok_or_else", "ok", "err", "filter",
		"is_some", "is_none", "is_ok", "is_err", "take", "replace", "insert", "zip", "flatten", "get_or_insert_with", "into_inner", "get_mut",
		"get", "set", "iter", "iter_mut", "into_iter", "unwrap_or_else", "new", "from", "default"},
	Passes: []string{"unwrap", "expect", "unwrap_or_default", "unwrap_or", "unwrap_or_else", "ok", "clone", "cloned", "copied", "as_ref", "as_mut",
		"as_deref", "as_deref_mut", "borrow", "borrow_mut", "lock", "to_owned", "take", "by_ref"},
	Text:  "str",
	Fixed: true,
}
