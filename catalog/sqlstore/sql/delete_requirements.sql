-- Removes the requirements of a project; by the index of projects.
DELETE FROM requirement WHERE project = $1
