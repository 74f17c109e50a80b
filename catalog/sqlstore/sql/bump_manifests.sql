-- Says that something changed which links depend on.
UPDATE state SET manifests = manifests + 1 WHERE id = 1
