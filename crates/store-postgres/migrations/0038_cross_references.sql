-- Cross-references: the record that a value means in the rows of a data source, of a partner, or in all rows. One of the
-- targets is set, the one that fits the kind. The growing tables are not referenced, because changes of their records would
-- scan this one.
CREATE TABLE cross_reference (
  id bigint PRIMARY KEY, org_id bigint NOT NULL,
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  data_source_id bigint REFERENCES data_source (id), bpartner_id bigint,
  kind text COLLATE "C" NOT NULL, member text COLLATE "C" NOT NULL DEFAULT 'any',
  value text COLLATE "C" NOT NULL, value_key text COLLATE "C" NOT NULL,
  target_bpartner_id bigint, target_location_id bigint,
  target_contact_id bigint, target_product_id bigint,
  target_uom_id bigint REFERENCES uom (id), target_shipper_id bigint REFERENCES shipper (id),
  target_payment_term_id bigint REFERENCES payment_term (id), target_warehouse_id bigint REFERENCES warehouse (id),
  note text COLLATE "C"
);
-- Imports look up values of all kinds.
CREATE UNIQUE INDEX cross_reference_value ON cross_reference
  (value, kind, org_id, member, coalesce(data_source_id, 0::bigint), coalesce(bpartner_id, 0::bigint));
-- Imports skip the values of kinds that no cross-reference has.
CREATE INDEX cross_reference_kind ON cross_reference (kind, id);
CREATE INDEX cross_reference_value_key ON cross_reference (value_key, id);
CREATE INDEX cross_reference_target ON cross_reference (coalesce(target_bpartner_id, target_location_id, target_contact_id,
  target_product_id, target_uom_id, target_shipper_id, target_payment_term_id, target_warehouse_id));
-- Uses by imports. Concurrent writers use different slots.
CREATE TABLE cross_reference_use (
  cross_reference_id bigint NOT NULL, slot bigint NOT NULL, uses bigint NOT NULL, last_used_at timestamptz NOT NULL,
  PRIMARY KEY (cross_reference_id, slot)
);
COMMENT ON TABLE cross_reference IS 'Further values by which rows name records. Master data writes it.';
COMMENT ON COLUMN cross_reference.id IS 'Id from the sequence.';
COMMENT ON COLUMN cross_reference.org_id IS 'Organisation it belongs to; 0 is shared by all.';
COMMENT ON COLUMN cross_reference.version IS 'Incremented by each change; a change must name the current one.';
COMMENT ON COLUMN cross_reference.active IS 'Whether it can be used.';
COMMENT ON COLUMN cross_reference.data_source_id IS 'Data source of the rows; absent for all.';
COMMENT ON COLUMN cross_reference.bpartner_id IS 'Buyer of the rows; absent for all. For a location or contact, its partner.';
COMMENT ON COLUMN cross_reference.kind IS 'Kind of the target: `bpartner`, `location`, `contact`, `product`, `uom`, `shipper`, `paymentTerm` or `warehouse`.';
COMMENT ON COLUMN cross_reference.member IS 'Field of the row with the value: `any`, `code`, `externalId` or `gln`.';
COMMENT ON COLUMN cross_reference.value IS 'Value as rows contain it.';
COMMENT ON COLUMN cross_reference.value_key IS 'Value without case, for searching.';
COMMENT ON COLUMN cross_reference.target_bpartner_id IS 'Target of kind `bpartner`.';
COMMENT ON COLUMN cross_reference.target_location_id IS 'Target of kind `location`.';
COMMENT ON COLUMN cross_reference.target_contact_id IS 'Target of kind `contact`.';
COMMENT ON COLUMN cross_reference.target_product_id IS 'Target of kind `product`.';
COMMENT ON COLUMN cross_reference.target_uom_id IS 'Target of kind `uom`.';
COMMENT ON COLUMN cross_reference.target_shipper_id IS 'Target of kind `shipper`.';
COMMENT ON COLUMN cross_reference.target_payment_term_id IS 'Target of kind `paymentTerm`.';
COMMENT ON COLUMN cross_reference.target_warehouse_id IS 'Target of kind `warehouse`.';
COMMENT ON COLUMN cross_reference.note IS 'Note.';
COMMENT ON TABLE cross_reference_use IS 'Uses of cross-references by imports. Imports write it.';
COMMENT ON COLUMN cross_reference_use.cross_reference_id IS 'The cross-reference.';
COMMENT ON COLUMN cross_reference_use.slot IS 'Slot of the writer, so that concurrent imports do not wait for each other.';
COMMENT ON COLUMN cross_reference_use.uses IS 'Number of rows.';
COMMENT ON COLUMN cross_reference_use.last_used_at IS 'Instant of the last import, UTC.';
