-- All that the schema defines, but for ANALYZE's tables, in order.
SELECT type, name, tbl_name, sql
FROM sqlite_schema
WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')
ORDER BY type, name
