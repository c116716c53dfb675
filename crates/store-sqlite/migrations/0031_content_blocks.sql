-- What many candidates say alike is kept once: what a shop says in every row, partners, products. What was stored
-- before stands whole in its row, and stays so.
CREATE TABLE content_block (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE, -- the first half of the SHA-256 of the members
  members TEXT NOT NULL
) STRICT;
ALTER TABLE candidate_content ADD COLUMN terms_block INTEGER;
ALTER TABLE candidate_content ADD COLUMN bpartner_block INTEGER;
ALTER TABLE candidate_content ADD COLUMN bill_bpartner_block INTEGER;
ALTER TABLE candidate_content ADD COLUMN drop_ship_bpartner_block INTEGER;
ALTER TABLE candidate_content ADD COLUMN hand_over_bpartner_block INTEGER;
ALTER TABLE candidate_content ADD COLUMN product_block INTEGER;
