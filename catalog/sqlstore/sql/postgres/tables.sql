-- Where tables are looked for, in what encoding, whether there is one of
-- migrations, and how many others there are with names of ours.
SELECT coalesce(current_schema(), ''), current_setting('server_encoding'),
       count(*) FILTER (WHERE c.relname = 'migration'), count(*) FILTER (WHERE c.relname <> 'migration')
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
WHERE c.relname IN ('migration', 'state', 'project', 'tag', 'package', 'requirement', 'manual_link', 'link', 'filter', 'filter_row', 'token', 'reading', 'lease', 'audit')
