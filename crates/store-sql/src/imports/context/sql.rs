//! The statements that load an import context.
//!
//! Keys are JSON arrays. `{join}` makes them the outer loop, so that each key is one lookup in an index; otherwise
//! SQLite sometimes scans the table once for each key. A `+` prevents a condition from choosing the index. `?1` are the
//! readable organisations.

use crate::sql::template::Statement;

/// `?2` codes, `?3` external ids, `?4` sales codes, `?5` GLNs of locations, `?6` record ids: parents, and targets of
/// references.
pub static PARTNERS: Statement = Statement::new(
    r"
    SELECT {columns bpartner}
    FROM bpartner
    WHERE id IN (
        SELECT p.id
        FROM {array ?2 text}
        {join} bpartner p ON p.code = k.value
        WHERE {no_index p.org_id} {in ?1 int8}
        UNION ALL
        SELECT p.id
        FROM {array ?3 text}
        {join} bpartner p ON p.external_id = k.value
        WHERE {no_index p.org_id} {in ?1 int8}
        UNION ALL
        SELECT p.id FROM {array ?4 text} {join} bpartner p ON p.sales_code = k.value
        UNION ALL
        SELECT l.bpartner_id
        FROM {array ?5 text}
        {join} bpartner_location l ON l.gln = k.value
        WHERE {no_index l.org_id} {in ?1 int8}
        UNION ALL
        SELECT k.value FROM {array ?6 int8}
    )
      AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?2` partners, `?3` external ids, `?4` GLNs, `?5` address keys (a duplicate's key ends with its id), `?6` targets of
/// references. Also loads the default locations, and the first active location of each organisation for a partner
/// without an active default ship-to location.
pub static LOCATIONS: Statement = Statement::new(
    "
    SELECT {columns bpartner_location}
    FROM bpartner_location
    WHERE id IN (
        SELECT l.id
        FROM {array ?2 int8}
        {join} bpartner_location l ON l.bpartner_id = k.value
        WHERE {is_true l.ship_to_default}
          OR {is_true l.bill_to_default}
          OR {no_index l.external_id} {in ?3 text}
          OR {no_index l.gln} {in ?4 text}
          OR replace(l.address_key, '\u{1e}' || l.id, '') {in ?5 text}
        UNION ALL
        SELECT min(l.id)
        FROM {array ?2 int8}
        {join} bpartner_location l ON l.bpartner_id = k.value
        WHERE {is_true l.active}
        GROUP BY l.bpartner_id, l.org_id
        HAVING count(*) FILTER (WHERE {is_true l.ship_to_default}) = 0
        UNION ALL
        SELECT k.value FROM {array ?6 int8}
    )
      AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?2` partners, `?3` external ids, `?4` folded names (a duplicate's key ends with its id), `?5` targets of
/// references.
pub static CONTACTS: Statement = Statement::new(
    "
    SELECT {columns bpartner_contact}
    FROM bpartner_contact
    WHERE id IN (
        SELECT c.id
        FROM {array ?2 int8}
        {join} bpartner_contact c ON c.bpartner_id = k.value
        WHERE {no_index c.external_id} {in ?3 text}
          OR replace(c.name_key, '\u{1e}' || c.id, '') {in ?4 text}
        UNION ALL
        SELECT k.value FROM {array ?5 int8}
    )
      AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?2` codes, `?3` external ids, `?4` targets of references.
pub static PRODUCTS: Statement = Statement::new(
    r"
    SELECT {columns product}
    FROM product
    WHERE id IN (
        SELECT p.id
        FROM {array ?2 text}
        {join} product p ON p.code = k.value
        WHERE {no_index p.org_id} {in ?1 int8}
        UNION ALL
        SELECT p.id
        FROM {array ?3 text}
        {join} product p ON p.external_id = k.value
        WHERE {no_index p.org_id} {in ?1 int8}
        UNION ALL
        SELECT k.value FROM {array ?4 int8}
    )
      AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?1` products, which were loaded within the scope.
pub static CONVERSIONS: Statement = Statement::new(
    r"
    SELECT c.product_id, c.from_uom_id, c.to_uom_id, c.multiplier, c.divisor
    FROM {array ?1 int8}
    {join} uom_conversion c ON c.product_id = k.value
    WHERE {is_true c.active}
    ORDER BY c.id
    ",
);

/// `?2` products.
pub static PRODUCT_PRICES: Statement = Statement::new(
    r"
    SELECT {columns product_price}
    FROM product_price
    WHERE id IN (
        SELECT p.id
        FROM {array ?2 int8}
        {join} product_price p ON p.product_id = k.value
        WHERE {is_true p.active}
    )
      AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?1` product prices, which were loaded within the scope.
pub static SCALES: Statement = Statement::new(
    r"
    SELECT s.product_price_id, s.from_quantity, s.price
    FROM {array ?1 int8}
    {join} product_price_scale s ON s.product_price_id = k.value
    ORDER BY s.product_price_id, s.from_quantity_key
    ",
);

/// `?1` pairs of country and postal code; postal codes belong to no organisation.
pub static POSTAL_CODES: Statement = Statement::new(
    r"
    SELECT p.id, p.country, p.postal, p.city
    FROM {tuples ?1 text text}
    {join} postal_code p ON p.country = {tuple 0} AND p.postal = {tuple 1}
    WHERE {is_true p.active}
    ORDER BY p.id
    ",
);

/// `?2` pairs of header and line. Archived candidates keep their identity.
pub static IDENTITIES: Statement = Statement::new(
    r"
    SELECT
        i.org_id, i.data_source_id, i.external_system_id, i.external_header_id, i.external_line_id,
        coalesce(c.flat_identity, FALSE), i.candidate_id, c.status, {content c}
    FROM {tuples ?2 text text}
    {join} candidate_identity i
        ON i.external_header_id = {tuple 0} AND i.external_line_id = {tuple 1}
    LEFT JOIN candidate c ON c.id = i.candidate_id
    LEFT JOIN candidate_content s ON s.candidate_id = i.candidate_id
    WHERE {no_index i.org_id} {in ?1 int8}
    ORDER BY i.candidate_id
    ",
);

/// Rejected rows that were not imported since. `?1` headers.
pub static OPEN_REJECTIONS: Statement = Statement::new(
    r"
    SELECT
        r.id, r.org_id, r.data_source_id, r.external_system_id, r.external_header_id, r.external_line_id, r.caller_id
    FROM {array ?1 text}
    {join} rejected_row r ON r.external_header_id = k.value
    WHERE r.candidate_id IS NULL AND r.external_line_id IS NOT NULL
    ORDER BY r.id
    ",
);

/// `?2` references, `?3` partners.
pub static PO_REFERENCES: Statement = Statement::new(
    r"
    SELECT
        u.org_id, u.bpartner_id, u.po_reference, u.data_source_id, u.external_header_id,
        EXISTS (
            SELECT 1
            FROM candidate_identity i
            JOIN candidate c ON c.id = i.candidate_id
            WHERE i.external_header_id = u.external_header_id
              AND {no_index i.org_id} = u.org_id
              AND {no_index i.data_source_id} = u.data_source_id
              AND {no_index c.status} = 'processed'
        )
    FROM {array ?2 text}
    {join} po_reference_use u ON u.po_reference = k.value
    WHERE {no_index u.bpartner_id} {in ?3 int8}
      AND {no_index u.org_id} {in ?1 int8}
    ",
);

/// `?2` headers. The first candidates are a subquery in FROM, because SQLite scans the table for `id IN (…)`.
pub static HEADER_DATES: Statement = Statement::new(
    r"
    SELECT c.org_id, c.data_source_id, c.external_system_id, c.external_header_id, c.date_ordered
    FROM (
        SELECT min(i.candidate_id) first_id
        FROM {array ?2 text}
        {join} candidate_identity i ON i.external_header_id = k.value
        WHERE {no_index i.org_id} {in ?1 int8}
        GROUP BY k.key, i.org_id, i.data_source_id, i.external_system_id
    ) part
    LEFT JOIN {row candidate} c ON c.id = part.first_id
    ORDER BY part.first_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &PARTNERS,
    &LOCATIONS,
    &CONTACTS,
    &PRODUCTS,
    &CONVERSIONS,
    &PRODUCT_PRICES,
    &SCALES,
    &POSTAL_CODES,
    &IDENTITIES,
    &OPEN_REJECTIONS,
    &PO_REFERENCES,
    &HEADER_DATES,
];
