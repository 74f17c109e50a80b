// Package register implements the tools that read and change the catalog: scan,
// projects, project, link, unlink, links and why.
package register
