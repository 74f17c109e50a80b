-- Has a connection learn of what bump_version says.
LISTEN codegraph
