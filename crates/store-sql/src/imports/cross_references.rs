//! Cross-references in imports: lookups by value, and counts of their uses.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use orderdock_domain::ids::{CrossReferenceId, PartnerId};
use orderdock_domain::import::ImportKeys;
use orderdock_domain::masterdata::{CrossReference, CrossReferenceKind, CrossReferenceMember, Reference};
use orderdock_domain::text::Code;
use orderdock_store::{StoreError, StoreResult};

use crate::sql::column::{Column, FromRow, RowReader, integer};
use crate::sql::query::{RowWriter, decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, sql::keys};

/// Buyer of cross-references that apply to all buyers.
const ALL_BUYERS: i64 = 0;
/// Value of `member` for any member.
const ANY_MEMBER: &str = "any";

/// `?1` words of kinds.
static KINDS: Statement = Statement::new(
    r"
    SELECT k.value
    FROM {array ?1 text}
    WHERE EXISTS (SELECT 1 FROM cross_reference c WHERE c.kind = k.value)
    ",
);

/// `?1` organisations, `?2` values, `?3` buyers or [`ALL_BUYERS`].
static OF_VALUES: Statement = Statement::new(
    r"
    SELECT
        c.id, c.org_id, c.data_source_id, c.bpartner_id, c.kind, c.member, c.value,
        coalesce(
            c.target_bpartner_id, c.target_location_id, c.target_contact_id, c.target_product_id,
            c.target_uom_id, c.target_shipper_id, c.target_payment_term_id, c.target_warehouse_id
        )
    FROM {array ?2 text}
    {join} cross_reference c ON c.value = k.value
    WHERE {is_true c.active}
      AND coalesce(c.bpartner_id, 0) {in ?3 int8}
      AND {no_index c.org_id} {in ?1 int8}
    ORDER BY c.id
    ",
);

/// Adds uses. Concurrent writers usually have different slots, so they rarely wait for each other.
static COUNT_USES: Statement = Statement::new(
    r"
    INSERT INTO cross_reference_use (cross_reference_id, slot, uses, last_used_at)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (cross_reference_id, slot) DO UPDATE SET
        uses = cross_reference_use.uses + excluded.uses,
        last_used_at = excluded.last_used_at
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&KINDS, &OF_VALUES, &COUNT_USES];

/// Returns the kinds of the existing cross-references.
pub fn kinds(transaction: &dyn Transaction) -> StoreResult<BTreeSet<CrossReferenceKind>> {
    let words = keys::texts(CrossReferenceKind::ALL.iter().map(|kind| kind.as_str()));
    let found: Vec<CrossReferenceKind> = rows(transaction, "cross_reference", &KINDS, [words], decode_row)?;
    Ok(found.into_iter().collect())
}

/// Returns the values of a batch that cross-references can contain.
pub fn values_of<'k>(keys: &'k ImportKeys, reference: &Reference) -> BTreeSet<&'k Code> {
    let kinds = reference.cross_reference_kinds.iter();
    kinds.flat_map(|kind| keys.cross_reference_values(*kind)).flatten().collect()
}

/// Returns whether a row of the batch contains the value of the cross-reference in a member of its kind.
pub fn is_sent(reference: &CrossReference, keys: &ImportKeys) -> bool {
    keys.cross_reference_values(reference.kind).iter().any(|values| values.contains(&reference.value))
}

/// Returns the active cross-references of values that apply to all buyers.
pub fn of_all_buyers(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    values: &BTreeSet<&Code>,
) -> StoreResult<Vec<CrossReference>> {
    load_by_values(transaction, organisations, values, keys::numbers([ALL_BUYERS]))
}

/// Returns the active cross-references of values that apply to these buyers, or to their locations and contacts. Each
/// buyer can have its own, so those of other buyers are not loaded.
pub fn of_buyers(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    values: &BTreeSet<&Code>,
    buyers: impl ExactSizeIterator<Item = PartnerId>,
) -> StoreResult<Vec<CrossReference>> {
    if buyers.len() == 0 {
        return Ok(Vec::new());
    }
    load_by_values(transaction, organisations, values, keys::numbers(buyers.map(|buyer| buyer.0)))
}

fn load_by_values(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    values: &BTreeSet<&Code>,
    buyers: SqlValue<'static>,
) -> StoreResult<Vec<CrossReference>> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let values = keys::texts(values.iter().map(|value| value.as_str()));
    rows(transaction, "cross_reference", &OF_VALUES, [organisations.write(), values, buyers], decode_row)
}

/// Adds the uses of cross-references in ascending order.
pub fn count_uses<'u>(
    transaction: &dyn Transaction,
    uses: impl Iterator<Item = (Timestamp, &'u BTreeMap<CrossReferenceId, u64>)>,
) -> StoreResult<()> {
    let mut sums: BTreeMap<CrossReferenceId, (Timestamp, u64)> = BTreeMap::new();
    for (at, uses) in uses {
        for (id, count) in uses {
            let (last, sum) = sums.entry(*id).or_insert((at, 0));
            *last = at.max(*last);
            *sum = sum.saturating_add(*count);
        }
    }
    if sums.is_empty() {
        return Ok(());
    }
    let mut rows = RowWriter::prepare(transaction, &COUNT_USES)?;
    for (id, (last, sum)) in sums {
        let sum = i64::try_from(sum).unwrap_or(i64::MAX);
        rows.write([id.write(), integer(transaction.slot()), integer(sum), last.write()])?;
    }
    rows.close()
}

impl FromRow for CrossReference {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let (id, organisation, data_source, partner) = row.read()?;
        let kind = row.read()?;
        let word: String = row.read()?;
        let member = match CrossReferenceMember::parse(&word) {
            None if word != ANY_MEMBER => {
                return Err(StoreError::Inconsistent { place: "cross_reference.member", fault: word });
            }
            member => member,
        };
        let (value, record) = row.read()?;
        Ok(Self { id, organisation, data_source, partner, kind, member, value, record })
    }
}
