-- The version of the schema.
PRAGMA user_version
