// Package action has the tools that change the index of a project: init, update,
// remove, sync, describe and update-docs.
package action
