-- Search keys of records that older versions wrote are recomputed after the migration, in batches: the next id of each table, and
-- 1 while all tables have to be processed from their highest id. Every other record belongs to a partner, product or user.
INSERT INTO counter (name, value)
  SELECT 'fold_pending', CASE WHEN EXISTS (SELECT 1 FROM "user") OR EXISTS (SELECT 1 FROM bpartner) OR EXISTS (SELECT 1 FROM product) THEN 1 ELSE 0 END
  UNION ALL SELECT 'fold_users', 0
  UNION ALL SELECT 'fold_locations', 0
  UNION ALL SELECT 'fold_contacts', 0
  UNION ALL SELECT 'fold_partners', 0
  UNION ALL SELECT 'fold_products', 0
  UNION ALL SELECT 'fold_views', 0
  UNION ALL SELECT 'fold_orders', 0
  UNION ALL SELECT 'fold_candidates', 0;
