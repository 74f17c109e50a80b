-- Gives a project another state.
UPDATE project SET state = $2 WHERE id = $1
