-- The counters; one row.
SELECT version, manifests, links_of, filters, seen FROM state WHERE id = 1
