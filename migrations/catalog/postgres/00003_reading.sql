-- What entries were made from, so that a scan need not read it again.

-- +goose Up
CREATE TABLE reading (
    project   BIGINT PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    stamp     BYTEA  NOT NULL, -- of the base, packed
    manifests BYTEA  NOT NULL, -- paths, with a zero byte between them
    files     TEXT   NOT NULL, -- stands for the manifests' stamps
    packages  BIGINT NOT NULL
);
