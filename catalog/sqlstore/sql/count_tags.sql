-- How many projects bear each tag; all tags are read.
SELECT tag, count(*) FROM tag GROUP BY tag
