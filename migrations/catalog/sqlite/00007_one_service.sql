-- A catalog has one service: no register of services.

-- +goose Up
PRAGMA user_version = 7;

DROP TABLE node;
