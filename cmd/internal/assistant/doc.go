// Package assistant registers this program with coding assistants and with git:
// entries in their configuration files, marked blocks in the files of
// instructions that they read, hooks.
//
// Those files belong to other people and programs. Setup and Unsetup only plan:
// they return Changes, and nothing is written before Apply. A change adds or
// takes away what is ours and leaves every other byte as it is, comments,
// formatting and line ends included; taking away what was just added gives the
// file that was there before. A file that does not parse is never written. What
// is ours is told by its key, its markers or its command, so that nothing has to
// be remembered elsewhere.
package assistant
