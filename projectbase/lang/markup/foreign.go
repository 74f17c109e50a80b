package markup

import "codegraph/projectbase/lang"

// ScriptForeign is how files with a script in them name symbols of other
// projects: as TypeScript does.
var ScriptForeign = lang.Foreign{Family: "script", Ecosystem: "npm", Spaces: lang.PackageNames, Unresolved: lang.UnresolvedNone}
