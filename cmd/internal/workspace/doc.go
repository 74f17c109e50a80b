// Package workspace finds, opens and refreshes the projects that a caller names,
// from the directory in which the caller works, and plans and runs questions to
// several projects.
package workspace
