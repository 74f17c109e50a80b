-- How many items, symbols and links there are; counts the pages' cells, no rows are read.
SELECT (SELECT count(*) FROM item), (SELECT count(*) FROM symbol), (SELECT count(*) FROM dependencies)
