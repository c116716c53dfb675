//! The statements that load an import context.
//!
//! Keys come as JSON arrays; `CROSS JOIN` keeps them outside, so that each key is one look-up in an index (left
//! free, SQLite sometimes reads the whole table once for each key). A `+` keeps a condition from choosing the
//! index. `?1` are the readable organisations.

use crate::records::columns_of;

/// `?2` codes, `?3` external ids, `?4` sales codes, `?5` GLNs of locations, `?6` record ids of parents.
pub const PARTNERS: &str = concat!(
    "SELECT ",
    columns_of!(bpartner),
    " FROM bpartner WHERE id IN (
       SELECT p.id FROM json_each(?2) k CROSS JOIN bpartner p ON p.code = k.value
       WHERE +p.org_id IN (SELECT value FROM json_each(?1))
       UNION ALL
       SELECT p.id FROM json_each(?3) k CROSS JOIN bpartner p ON p.external_id = k.value
       WHERE +p.org_id IN (SELECT value FROM json_each(?1))
       UNION ALL
       SELECT p.id FROM json_each(?4) k CROSS JOIN bpartner p ON p.sales_code = k.value
       UNION ALL
       SELECT l.bpartner_id FROM json_each(?5) k CROSS JOIN bpartner_location l ON l.gln = k.value
       WHERE +l.org_id IN (SELECT value FROM json_each(?1))
       UNION ALL
       SELECT value FROM json_each(?6)
     ) AND +org_id IN (SELECT value FROM json_each(?1)) ORDER BY id"
);

/// `?2` partners, `?3` external ids, `?4` GLNs, `?5` address keys. Besides those found by a key: the defaults, and
/// of each partner and organisation without an active default ship-to the first active one.
pub const LOCATIONS: &str = concat!(
    "SELECT ",
    columns_of!(bpartner_location),
    " FROM bpartner_location WHERE id IN (
       SELECT l.id FROM json_each(?2) k CROSS JOIN bpartner_location l ON l.bpartner_id = k.value
       WHERE l.ship_to_default = 1 OR l.bill_to_default = 1
          OR +l.external_id IN (SELECT value FROM json_each(?3))
          OR +l.gln IN (SELECT value FROM json_each(?4))
          OR +l.address_key IN (SELECT value FROM json_each(?5))
       UNION ALL
       SELECT min(l.id) FROM json_each(?2) k CROSS JOIN bpartner_location l ON l.bpartner_id = k.value
       WHERE l.active = 1
       GROUP BY l.bpartner_id, l.org_id HAVING max(l.ship_to_default) = 0
     ) AND +org_id IN (SELECT value FROM json_each(?1)) ORDER BY id"
);

/// `?2` partners, `?3` external ids, `?4` folded names.
pub const CONTACTS: &str = concat!(
    "SELECT ",
    columns_of!(bpartner_contact),
    " FROM bpartner_contact WHERE id IN (
       SELECT c.id FROM json_each(?2) k CROSS JOIN bpartner_contact c ON c.bpartner_id = k.value
       WHERE +c.external_id IN (SELECT value FROM json_each(?3))
          OR +c.name_key IN (SELECT value FROM json_each(?4))
     ) AND +org_id IN (SELECT value FROM json_each(?1)) ORDER BY id"
);

/// `?2` codes, `?3` external ids.
pub const PRODUCTS: &str = concat!(
    "SELECT ",
    columns_of!(product),
    " FROM product WHERE id IN (
       SELECT p.id FROM json_each(?2) k CROSS JOIN product p ON p.code = k.value
       WHERE +p.org_id IN (SELECT value FROM json_each(?1))
       UNION ALL
       SELECT p.id FROM json_each(?3) k CROSS JOIN product p ON p.external_id = k.value
       WHERE +p.org_id IN (SELECT value FROM json_each(?1))
     ) ORDER BY id"
);

/// `?1` products, which were found within the scope.
pub const CONVERSIONS: &str = "SELECT c.product_id, c.from_uom_id, c.to_uom_id, c.multiplier, c.divisor
     FROM json_each(?1) k CROSS JOIN uom_conversion c ON c.product_id = k.value
     WHERE c.active = 1 ORDER BY c.id";

/// `?2` products.
pub const PRODUCT_PRICES: &str = concat!(
    "SELECT ",
    columns_of!(product_price),
    " FROM product_price WHERE id IN (
       SELECT p.id FROM json_each(?2) k CROSS JOIN product_price p ON p.product_id = k.value
       WHERE p.active = 1
     ) AND +org_id IN (SELECT value FROM json_each(?1)) ORDER BY id"
);

/// `?1` product prices, which were found within the scope.
pub const SCALES: &str = "SELECT s.product_price_id, s.from_quantity, s.price
     FROM json_each(?1) k CROSS JOIN product_price_scale s ON s.product_price_id = k.value
     ORDER BY s.product_price_id, s.from_quantity_key";

/// `?1` pairs of country and postal code; postal codes belong to no organisation.
pub const POSTAL_CODES: &str = "SELECT p.id, p.country, p.postal, p.city
     FROM json_each(?1) k CROSS JOIN postal_code p ON p.country = k.value ->> 0 AND p.postal = k.value ->> 1
     WHERE p.active = 1 ORDER BY p.id";

/// `?2` pairs of header and line.
pub const IDENTITIES: &str = "SELECT i.org_id, i.data_source_id, i.external_header_id, i.external_line_id,
       c.flat_identity, c.id, c.status, s.content, s.content_version, s.content_hash
     FROM json_each(?2) k
     CROSS JOIN candidate_identity i
       ON i.external_header_id = k.value ->> 0 AND i.external_line_id = k.value ->> 1
     CROSS JOIN candidate c ON c.id = i.candidate_id
     CROSS JOIN candidate_content s ON s.candidate_id = c.id
     WHERE +i.org_id IN (SELECT value FROM json_each(?1)) ORDER BY c.id";

/// `?2` references, `?3` partners.
pub const PO_REFERENCES: &str = "SELECT u.org_id, u.bpartner_id, u.po_reference, u.data_source_id,
       u.external_header_id
     FROM json_each(?2) k CROSS JOIN po_reference_use u ON u.po_reference = k.value
     WHERE +u.bpartner_id IN (SELECT value FROM json_each(?3))
       AND +u.org_id IN (SELECT value FROM json_each(?1))";

/// `?2` headers. The first candidates stand outside: with `id IN (…)` SQLite reads the whole table instead.
pub const HEADER_DATES: &str = "SELECT c.org_id, c.data_source_id, c.external_header_id, c.date_ordered
     FROM (
       SELECT min(i.candidate_id) first_id
       FROM json_each(?2) k CROSS JOIN candidate_identity i ON i.external_header_id = k.value
       WHERE +i.org_id IN (SELECT value FROM json_each(?1))
       GROUP BY k.key, i.org_id, i.data_source_id
     ) CROSS JOIN candidate c ON c.id = first_id ORDER BY c.id";
