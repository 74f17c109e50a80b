-- How many tables there are beside those of the migrations.
SELECT count(*) FROM sqlite_schema WHERE name <> 'migration' AND name NOT LIKE 'sqlite%'
