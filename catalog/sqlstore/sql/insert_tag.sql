-- Tags a project.
INSERT INTO tag (project, tag) VALUES ($1, $2)
