-- Tokens of those who may ask a service over this catalog.

-- +goose Up
CREATE TABLE token (
    id        TEXT   PRIMARY KEY,
    name      TEXT   NOT NULL,
    hash      TEXT   NOT NULL UNIQUE, -- SHA-256 of the token, which is kept nowhere
    scope     TEXT   NOT NULL,
    projects  TEXT   NOT NULL, -- JSON list of globs; '' for all
    created   BIGINT NOT NULL, -- Unix seconds, as the others
    expires   BIGINT NOT NULL, -- 0: never
    last_used BIGINT NOT NULL,
    revoked   BIGINT NOT NULL  -- 0: it is not
);
