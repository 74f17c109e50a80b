-- Bases of projects that were published: sent to a service, which keeps and
-- answers from them while the projects' own nodes are away.

-- +goose Up
PRAGMA user_version = 5;

ALTER TABLE project ADD COLUMN published_node    TEXT    NOT NULL DEFAULT ''; -- the service that keeps it; '': none is published
ALTER TABLE project ADD COLUMN published_base    TEXT    NOT NULL DEFAULT ''; -- its directory there
ALTER TABLE project ADD COLUMN published_by      TEXT    NOT NULL DEFAULT ''; -- name of the token that sent it
ALTER TABLE project ADD COLUMN published_hash    TEXT    NOT NULL DEFAULT ''; -- SHA-256 of it
ALTER TABLE project ADD COLUMN published_at      INTEGER NOT NULL DEFAULT 0;  -- Unix seconds
ALTER TABLE project ADD COLUMN published_indexed INTEGER NOT NULL DEFAULT 0;  -- when what is in it was last compared with the files
