-- Whether a price below 0 keeps a candidate from becoming an order: `problem` or `allow`.
ALTER TABLE organisation ADD COLUMN negative_prices TEXT NOT NULL DEFAULT 'problem';
