-- Removes the links by hand from a project; by the index of projects.
DELETE FROM manual_link WHERE project = $1
