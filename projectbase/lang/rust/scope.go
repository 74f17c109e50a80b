package rust

import "codegraph/projectbase/lang"

// scope says how Rust looks names up.
var scope = &lang.Scope{
	Imports:     lang.ImportsCrates,
	Self:        []string{"self"},
	SelfTypes:   []string{"Self"},
	Open:        true,
	Transparent: []string{"Box", "Rc", "Arc", "Option", "Result", "RefCell", "Mutex", "RwLock", "Pin", "Cow", "MutexGuard"},
}
