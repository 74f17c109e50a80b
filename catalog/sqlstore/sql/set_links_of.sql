-- Notes which manifests the derived links were made from.
UPDATE state SET links_of = $1 WHERE id = 1
