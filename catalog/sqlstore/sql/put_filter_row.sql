-- Keeps a row of a filter; writes nothing if it is the same.
INSERT INTO filter_row (bucket, project, prints) VALUES ($1, $2, $3)
ON CONFLICT (bucket, project) DO UPDATE SET prints = excluded.prints WHERE filter_row.prints <> excluded.prints
