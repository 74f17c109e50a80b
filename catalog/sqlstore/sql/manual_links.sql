-- All links by hand, read whole, with the project that each leads to: the one
-- with its id, else the one at its root on the same node.
SELECT p.id, coalesce(t.id, r.id, ''), m.root, m.name
FROM manual_link m
JOIN project p ON p.number = m.project
LEFT JOIN project t ON t.id = m.to_id AND m.to_id <> ''
LEFT JOIN project r ON r.node = p.node AND r.root = m.root
