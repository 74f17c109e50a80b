-- The schema where tables are looked for.
SELECT coalesce(current_schema(), '')
