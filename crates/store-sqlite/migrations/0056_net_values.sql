-- The net amount of the order line that a candidate would become, so that figures show what its order will. Candidates that
-- were validated before have none: it is computed from price, quantity and discount until they are validated again.
ALTER TABLE candidate ADD COLUMN net TEXT;
