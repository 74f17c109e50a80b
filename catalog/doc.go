// Package catalog defines the register of projects: its types, its errors and its
// contract, Store. The catalog knows each project, the packages that a project
// publishes and requires, and the links between projects.
//
// This package holds no implementation. sqlstore (SQLite and Postgres), httpapi (a
// client of a service) and overlay (a service beside the catalog of this machine)
// implement Store; catalogtest tests each of them with one suite. Nothing here
// opens a project's index.
package catalog
