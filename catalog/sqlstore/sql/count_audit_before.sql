-- How many lines of the audit log are older than a time; by audit_at.
SELECT count(*) FROM audit WHERE at < $1
