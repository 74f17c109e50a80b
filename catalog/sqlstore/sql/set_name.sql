-- Gives a project a name of people's choice, or that choice back.
UPDATE project SET name = $2, renamed = $3 WHERE id = $1
