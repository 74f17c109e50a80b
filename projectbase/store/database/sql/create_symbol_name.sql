-- The index of symbols by name, exactly as the migrations define it.
CREATE INDEX symbol_name ON symbol (ifnull(fold, lower(name)));
