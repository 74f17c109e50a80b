-- The counters; one row.
SELECT version, manifests, links_of, filters FROM state WHERE id = 1
