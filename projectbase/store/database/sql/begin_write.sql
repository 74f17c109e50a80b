-- Begins a transaction that writes.
BEGIN IMMEDIATE
