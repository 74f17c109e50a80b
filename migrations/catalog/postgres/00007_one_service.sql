-- A catalog has one service: no register of services.

-- +goose Up
DROP TABLE node;
