-- The version of the schema.
SELECT coalesce(max(version_id), 0) FROM migration WHERE is_applied
