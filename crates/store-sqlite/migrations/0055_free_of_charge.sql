-- Whether the line is free of charge, and why.
ALTER TABLE candidate ADD COLUMN is_without_charge INTEGER;
ALTER TABLE candidate ADD COLUMN reason TEXT;
