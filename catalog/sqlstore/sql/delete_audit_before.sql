-- Drops the lines of the audit log that are older than a time; by audit_at.
DELETE FROM audit WHERE at < $1
