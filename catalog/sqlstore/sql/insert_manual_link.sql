-- Enters a link by hand.
INSERT INTO manual_link (project, root, to_id, name) VALUES ($1, $2, $3, $4)
