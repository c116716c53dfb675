-- Equal prices and quantities are many: they stand in the order of the list, so that a window of it needs no sorting.
DROP INDEX candidate_qty;
DROP INDEX candidate_price;
CREATE INDEX candidate_qty ON candidate (qty_key);
CREATE INDEX candidate_price ON candidate (coalesce(price_key, ''));
-- Whatever a sender may write differently each time is in it: a look-up comes before each request that is written.
DROP INDEX request_origin_path;
CREATE INDEX request_origin_path ON request_origin (path, actor, query, media_type);
