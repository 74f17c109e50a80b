// Package catalog holds the words of the register of projects: what is known of
// each project, what it publishes and requires, which project depends on which,
// and the contract that every register keeps (Store). It also holds what is pure
// in that: to tell moves from copies (Identify), to find a project by what
// people call it (Pick), to follow links (Reach), and to say without opening a
// base that a term is not in it (Filter).
//
// It imports the standard library only. sqlstore and httpapi implement Store,
// catalogtest holds them to it. Nothing here opens a project base.
package catalog
