-- Documents for search by any part of a text, filled after the commit by whoever reads the feed (docs/adr/0021). `words` is
-- normalised in Rust: lower case, without diacritics, umlauts in both forms. The FTS5 tables keep trigrams alone.
CREATE TABLE search_partner (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, target_id INTEGER NOT NULL, words TEXT NOT NULL
) STRICT;
CREATE TABLE search_product (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, target_id INTEGER NOT NULL, words TEXT NOT NULL
) STRICT;
CREATE TABLE search_candidate (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, target_id INTEGER NOT NULL, words TEXT NOT NULL
) STRICT;
CREATE TABLE search_order (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, target_id INTEGER NOT NULL, words TEXT NOT NULL
) STRICT;
CREATE INDEX search_partner_target ON search_partner (target_id);
CREATE VIRTUAL TABLE search_partner_index USING fts5 (
  words, content='search_partner', content_rowid='id', tokenize='trigram case_sensitive 1', detail='none', columnsize=0
);
CREATE VIRTUAL TABLE search_product_index USING fts5 (
  words, content='search_product', content_rowid='id', tokenize='trigram case_sensitive 1', detail='none', columnsize=0
);
CREATE VIRTUAL TABLE search_candidate_index USING fts5 (
  words, content='search_candidate', content_rowid='id', tokenize='trigram case_sensitive 1', detail='none', columnsize=0
);
CREATE VIRTUAL TABLE search_order_index USING fts5 (
  words, content='search_order', content_rowid='id', tokenize='trigram case_sensitive 1', detail='none', columnsize=0
);
-- How far the feed was read, and the highest id of each table whose records have no document yet.
INSERT INTO counter (name, value)
  SELECT 'search_position', value FROM counter WHERE name = 'feed' UNION ALL SELECT 'search_number', 0
  UNION ALL SELECT 'search_partners', coalesce(max(id), 0) FROM bpartner
  UNION ALL SELECT 'search_locations', coalesce(max(id), 0) FROM bpartner_location
  UNION ALL SELECT 'search_products', coalesce(max(id), 0) FROM product
  UNION ALL SELECT 'search_candidates', coalesce(max(id), 0) FROM candidate
  UNION ALL SELECT 'search_orders', coalesce(max(id), 0) FROM sales_order;
