//! Lists of missing records.

use orderdock_domain::candidate::{MissingRecord, ReferenceKind};
use orderdock_domain::ids::{ExternalSystemId, PartnerId};
use orderdock_domain::text::fold;
use orderdock_store::{
    FoundMissingRecord, MissingRecordPartner, MissingRecordQuery, MissingRecordSort, RecentProduct,
    StoreError, StoreResult, from_json,
};

use super::LineNumbers;
use crate::sql::column::{Column, FromRow, RowReader, integer, owned, text};
use crate::sql::query::{decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, sql::keys};

/// The columns of a [`FoundMissingRecord`].
const COLUMNS: &str = r"
    m.id, m.org_id, m.data_source_id, m.kind, m.external_system_id, m.bpartner_id, m.keys, m.lines, m.orders,
    m.unpriced, m.worth, m.oldest_id, m.oldest_at, p.code, p.name
    ";

/// `?1` organisations, `?2` partner, `?3` number of orders, `?4` limit of products.
static RECENTLY_ORDERED: Statement = Statement::new(
    r"
    SELECT p.id, p.code, p.name
    FROM (
        SELECT l.product_id, max(l.order_id) AS order_id
        FROM (
            SELECT o.id
            FROM sales_order o {use_index sales_order_bpartner}
            WHERE o.bpartner_id = ?2 AND {no_index o.org_id} {in ?1 int8}
            ORDER BY o.id DESC
            LIMIT ?3
        ) last
        {join} sales_order_line l ON l.order_id = last.id
        GROUP BY l.product_id
    ) ordered
    {join} product p ON p.id = ordered.product_id
    WHERE {is_true p.active} AND {no_index p.org_id} {in ?1 int8}
    ORDER BY ordered.order_id DESC, p.id
    LIMIT ?4
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&RECENTLY_ORDERED];

/// Last orders whose products are listed, and the maximum number of products.
const LAST_ORDERS: i64 = 20;
const MAX_PRODUCTS: i64 = 50;

/// Returns active products of the last orders of a partner, the last ordered first.
pub fn recently_ordered(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    buyer: PartnerId,
) -> StoreResult<Vec<RecentProduct>> {
    let values = [organisations.write(), buyer.write(), integer(LAST_ORDERS), integer(MAX_PRODUCTS)];
    rows(transaction, "sales_order_line", &RECENTLY_ORDERED, values, |row| {
        Ok(RecentProduct { id: row.read()?, code: row.read()?, name: row.read()? })
    })
}

/// Returns the missing records of a page.
pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &MissingRecordQuery,
) -> StoreResult<Vec<FoundMissingRecord>> {
    let (sql, values) = select(organisations, query);
    rows(transaction, "missing_record", &sql, values, decode_row)
}

/// Returns the query of a page with its values.
pub fn select<'v>(
    organisations: &'v OrganisationIds,
    query: &'v MissingRecordQuery,
) -> (String, Vec<SqlValue<'v>>) {
    let (column, index, cursor) = match query.sort {
        MissingRecordSort::Lines => ("m.lines", "missing_record_lines", "{param ? int8}"),
        MissingRecordSort::Oldest => ("m.oldest_at", "missing_record_oldest", "{param ? instant}"),
    };
    let (compared, direction) = if query.descending { ("<", "DESC") } else { (">", "ASC") };
    let (mut conditions, mut values) = (vec!["TRUE".to_owned()], Vec::new());
    let mut add = |condition: &str, value: SqlValue<'v>| {
        conditions.push(condition.to_owned());
        values.push(value);
    };
    if !organisations.are_all() {
        add("{no_index m.org_id} {in ? int8}", organisations.write());
    }
    if !query.kinds.is_empty() {
        add("{no_index m.kind} {in ? text}", keys::texts(query.kinds.iter().map(|kind| kind.as_str())));
    }
    if let Some(source) = &query.data_source {
        add("{no_index m.data_source_id} = ?", source.write());
    }
    if let Some(organisation) = &query.organisation {
        add("{no_index m.org_id} = ?", organisation.write());
    }
    if let Some(code) = &query.external_system {
        let condition = "{no_index m.external_system_id} IN (SELECT id FROM external_system WHERE code = ?)";
        add(condition, text(code));
    }
    if let Some(search) = &query.search {
        add("m.key_text LIKE {param ? text} ESCAPE '!'", owned(containing(&fold(search))));
    }
    if let Some(id) = &query.id {
        add("m.id = ?", owned(id.to_string()));
    }
    if let Some(since) = &query.open_since {
        add("m.oldest_at <= {param ? instant}", since.write());
    }
    if let Some(after) = &query.after {
        let key = match query.sort {
            MissingRecordSort::Lines => integer(after.key),
            MissingRecordSort::Oldest => {
                SqlValue::Instant(jiff::Timestamp::from_microsecond(after.key).unwrap_or_default())
            }
        };
        conditions.push(format!(
            "({column}, m.org_id, m.id) {compared} ({cursor}, {{param ? int8}}, {{param ? text}})"
        ));
        values.extend([key, after.organisation.write(), owned(after.id.to_string())]);
    }
    values.push(integer(i64::from(query.limit)));
    let index = if query.id.is_some() { String::new() } else { format!("{{use_index {index}}}") };
    let conditions = conditions.join(" AND ");
    let order = format!("{column} {direction}, m.org_id {direction}, m.id {direction}");
    // the inner query reads only the index, because filters may skip many records
    let sql = format!(
        "SELECT {COLUMNS} \
         FROM (SELECT m.id FROM missing_record m {index} WHERE {conditions} ORDER BY {order} LIMIT ?) page \
         {{join}} missing_record m ON m.id = page.id \
         LEFT JOIN bpartner p ON p.id = m.bpartner_id \
         ORDER BY {order}"
    );
    (sql, values)
}

/// Returns the pattern of texts that contain a part.
fn containing(part: &str) -> String {
    let mut pattern = "%".to_owned();
    for character in part.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

impl FromRow for FoundMissingRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let word: String = row.read()?;
        let fault = || StoreError::Inconsistent { place: "missing_record.id", fault: word.clone() };
        let id = word.parse().map_err(|()| fault())?;
        let (organisation, data_source) = (row.read()?, row.read()?);
        let kind: ReferenceKind = row.read()?;
        let (system, partner): (i64, i64) = (row.read()?, row.read()?);
        let keys = from_json("missing_record.keys", &row.read::<String>()?)?;
        let LineNumbers { lines, orders, unpriced, worth } = LineNumbers::from_row(row)?;
        let oldest = (row.read()?, row.read()?);
        let partner = Some(PartnerId(partner)).filter(|id| id.0 != 0);
        let named: (Option<_>, Option<_>) = (row.read()?, row.read()?);
        let partner_names = named.0.zip(named.1).map(|(code, name)| MissingRecordPartner { code, name });
        let system = Some(ExternalSystemId(system)).filter(|id| id.0 != 0);
        let record = MissingRecord { organisation, data_source, kind, keys, system, partner };
        let worth = worth.into_iter().collect();
        Ok(Self { id, record, partner: partner_names, lines, orders, unpriced, worth, oldest })
    }
}
