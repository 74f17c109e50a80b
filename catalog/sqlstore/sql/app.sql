-- The kind of file: ours has the number of "CGCT".
PRAGMA application_id
