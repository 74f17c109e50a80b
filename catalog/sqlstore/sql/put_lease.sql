-- Writes a lease; by its name.
INSERT INTO lease (name, holder, fence, expires) VALUES ($1, $2, $3, $4)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = excluded.fence, expires = excluded.expires
