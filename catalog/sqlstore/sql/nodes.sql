-- All nodes by id.
SELECT id, url, version, seen FROM node ORDER BY id
