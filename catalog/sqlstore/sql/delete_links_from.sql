-- Removes the derived links from a project; by the index of where links start.
DELETE FROM link WHERE from_project = $1
