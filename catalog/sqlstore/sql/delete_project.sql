-- Removes a project, and by its references all but the rows of its filter.
DELETE FROM project WHERE number = $1
