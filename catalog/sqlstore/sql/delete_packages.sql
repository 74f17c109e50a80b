-- Removes the packages of a project; by the index of projects.
DELETE FROM package WHERE project = $1
