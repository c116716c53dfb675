//! Finds records and orders that depend on a record of master data, and removes a record without dependants.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::ids::{OrganisationId, SHARED};
use orderdock_domain::masterdata::kinds::{Kind, KindName, StoredRecord};
use orderdock_domain::order::{ExplainedSource, LineExplanation};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::StoreResult;

use super::tables::KindTable;
use super::{DROP_SCALES, cross_references};
use crate::sql::column::{Column, NULL, integer};
use crate::sql::query::{rows, run, run_one, value};
use crate::sql::template::Statement;
use crate::{Transaction, conflict, sql::keys};

/// `?1` organisation, `?2` start, `?3` buyer, `?4` product, `?5` units, `?6` tax, `?7` limit. NULL matches all.
static LINES_MADE: Statement = Statement::new(
    r"
    SELECT o.document_no, l.price_uom_id, l.explanation
    FROM sales_order o {use_index sales_order_created}
    {join} sales_order_line l ON l.order_id = o.id
    WHERE o.created_at >= ?2
      AND ({param ?1 int8} IS NULL OR {no_index o.org_id} = ?1)
      AND o.status <> 'voided'
      AND ({param ?3 int8} IS NULL OR {no_index o.bpartner_id} = ?3)
      AND ({param ?4 int8} IS NULL OR l.product_id = ?4)
      AND ({param_list ?5 int8} IS NULL OR l.uom_id {in ?5 int8} OR l.price_uom_id {in ?5 int8})
      AND ({param ?6 int8} IS NULL OR l.tax_id = ?6)
    ORDER BY o.created_at, o.id
    LIMIT ?7
    ",
);

/// Looked up by organisation, because there are few.
static PRICE_IN: Statement = Statement::new(
    r"
    SELECT r.code
    FROM organisation o
    {join} product_price p ON p.org_id = o.id AND p.price_list_version_id = ?1
    {join} product r ON r.id = p.product_id
    LIMIT 1
    ",
);

static VERSION_ON: Statement = Statement::new(
    r"
    SELECT l.code
    FROM price_list_version v
    JOIN price_list l ON l.id = v.price_list_id
    WHERE v.base_id = ?1
    LIMIT 1
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&LINES_MADE, &PRICE_IN, &VERSION_ON];

/// A search for orders that may have been created with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderSearch {
    /// Owner of the orders; for a shared record, any organisation.
    pub owner: OrganisationId,
    pub since: Timestamp,
    /// Only orders of this buyer.
    pub partner: Option<i64>,
    /// Only orders with lines of this product.
    pub product: Option<i64>,
    /// Only orders with lines that are counted or priced in one of these units; empty for any unit.
    pub units: Vec<i64>,
    pub tax: Option<i64>,
    pub priced_by: Option<PriceOrigin>,
}

/// A record that can determine the price of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PriceOrigin {
    List(String),
    Version(String, Date),
    /// Price of a product in a version, for this unit.
    Record(String, Date, i64),
}

impl PriceOrigin {
    /// Returns whether the record determined the price of a line, or the tax category of a line with a sent price.
    pub fn priced(&self, line: &LineExplanation, price_unit: i64) -> bool {
        let steps = match (self, &line.source) {
            // number of digits and currency of the list also apply to sent prices
            (Self::List(list), _) if line.list.as_str() == list => return true,
            (Self::List(_), ExplainedSource::Manual { .. } | ExplainedSource::WithoutCharge { .. }) => {
                &[][..]
            }
            (_, ExplainedSource::Manual { .. } | ExplainedSource::WithoutCharge { .. }) => return true,
            (_, ExplainedSource::List { steps, .. }) => steps,
        };
        match self {
            Self::List(list) => steps.iter().any(|step| step.list.as_str() == list),
            Self::Version(list, day) => {
                steps.iter().any(|step| step.list.as_str() == list && step.valid_from == *day)
            }
            Self::Record(list, day, unit) => steps.last().is_some_and(|step| {
                step.list.as_str() == list && step.valid_from == *day && price_unit == *unit
            }),
        }
    }
}

/// Returns the number of the first order found that is not voided.
pub fn find_order(transaction: &dyn Transaction, with: &OrderSearch) -> StoreResult<Option<String>> {
    let owner = if with.owner == SHARED { NULL } else { with.owner.write() };
    let units = if with.units.is_empty() { NULL } else { keys::numbers(with.units.iter().copied()) };
    let [partner, product, tax] = [with.partner, with.product, with.tax].map(|id| id.map_or(NULL, integer));
    // without a price origin, any line is a match
    let maximum = integer(if with.priced_by.is_none() { 1 } else { i64::MAX });
    let values = [owner, with.since.write(), partner, product, units, tax, maximum];
    let made = rows(transaction, "sales_order_line", &LINES_MADE, values, |row| {
        let (number, price_unit, explanation): (String, i64, LineExplanation) = row.read()?;
        let by = with.priced_by.as_ref();
        Ok(by.is_none_or(|by| by.priced(&explanation, price_unit)).then_some(number))
    })?;
    Ok(made.into_iter().flatten().next())
}

/// Returns another record that references this one, for the kinds of removable records.
pub fn named_by(transaction: &dyn Transaction, kind: &Kind, id: i64) -> StoreResult<Option<Param>> {
    if kind.name != KindName::PriceListVersions {
        // records of other removable kinds are referenced only by orders, and their own rows are removed with them
        return Ok(None);
    }
    let named =
        |kind: KindName, code: String| Phrase::NamedRecord.of([kind.kind().singular.into(), code.into()]);
    let product: Option<String> = value(transaction, "product_price", &PRICE_IN, [integer(id)])?;
    if let Some(product) = product {
        return Ok(Some(named(KindName::ProductPrices, product)));
    }
    let list: Option<String> = value(transaction, "price_list_version", &VERSION_ON, [integer(id)])?;
    Ok(list.map(|list| named(KindName::PriceListVersions, list)))
}

/// Removes a record without dependants; `Conflict` if it has changed.
pub fn remove(transaction: &dyn Transaction, kind: &Kind, record: &StoredRecord) -> StoreResult<()> {
    let table = KindTable::of(kind).name;
    if kind.name == KindName::ProductPrices {
        run(transaction, &DROP_SCALES, [integer(record.id)])?;
    }
    if kind.has_usage() {
        cross_references::forget_uses(transaction, record.id)?;
    }
    let sql = format!("DELETE FROM {table} WHERE id = ? AND version = ?");
    run_one(transaction, &sql, [integer(record.id), integer(record.version)], conflict(table))
}
