-- Finding among a million candidates -------------------------------------------------------------------------

-- Folded texts that are searched by their beginning; a flat identity has no line.
ALTER TABLE candidate ADD COLUMN po_reference_key TEXT NOT NULL DEFAULT '';
ALTER TABLE candidate ADD COLUMN header_key TEXT NOT NULL DEFAULT '';
ALTER TABLE candidate ADD COLUMN line_key TEXT;
-- They were one text before: id, reference, header and line, each after U+001F.
UPDATE candidate SET
    po_reference_key = substr(k.rest, 1, instr(k.rest, char(31)) - 1),
    header_key = substr(k.rest, instr(k.rest, char(31)) + 1)
  FROM (SELECT id, substr(search_key, length(id) + 3) AS rest FROM candidate) k WHERE k.id = candidate.id;
UPDATE candidate SET
    line_key = substr(header_key, instr(header_key, char(31)) + 1),
    header_key = substr(header_key, 1, instr(header_key, char(31)) - 1)
  WHERE instr(header_key, char(31)) > 0;
ALTER TABLE candidate DROP COLUMN search_key;

DROP INDEX candidate_po_reference;
CREATE INDEX candidate_po_reference_key ON candidate (po_reference_key);
-- Also the candidates of an organisation, and of its data sources.
CREATE INDEX candidate_header_key ON candidate (org_id, data_source_id, header_key);
CREATE INDEX candidate_line_key ON candidate (line_key) WHERE line_key IS NOT NULL;
CREATE INDEX candidate_hold ON candidate (hold) WHERE hold IS NOT NULL;

-- Numbers of about the same size stand together, those that came in last at the end: an index by the number itself
-- would touch a page for almost every candidate of a bulk.
CREATE INDEX candidate_qty ON candidate (substr(qty_key, 1, 4), id, qty_key);
CREATE INDEX candidate_price ON candidate (substr(coalesce(price_key, ''), 1, 4), id, coalesce(price_key, ''));

-- Orders are searched by folded texts too. (Those of orders that are there already are folded as far as SQLite can.)
ALTER TABLE sales_order ADD COLUMN document_no_key TEXT NOT NULL DEFAULT '';
ALTER TABLE sales_order ADD COLUMN po_reference_key TEXT;
UPDATE sales_order SET document_no_key = lower(document_no), po_reference_key = lower(po_reference);
DROP INDEX sales_order_document_no;
DROP INDEX sales_order_po_reference;
CREATE INDEX sales_order_document_no_key ON sales_order (document_no_key);
CREATE INDEX sales_order_po_reference_key ON sales_order (po_reference_key) WHERE po_reference_key IS NOT NULL;
