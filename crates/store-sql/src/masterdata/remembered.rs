//! Cross-references that users create by mapping a missing record.

use orderdock_domain::ids::{CrossReferenceId, OrganisationId, RunId};
use orderdock_domain::masterdata::kinds::{Cell, KindName, OUT_OF_USE, RecordWrite, TARGETS};
use orderdock_store::{ChangeAuthor, RememberedValue, StoreResult, TakenValue};

use super::history::{HistoryRecord, note};
use super::shown::by_ids;
use super::stages::{KindBeforeChange, raise};
use super::{set, write_all};
use crate::Transaction;
use crate::sql::column::{Column, integer, text};
use crate::sql::query::{decode_row, first, run};
use crate::sql::tables::REFERENCE_MAPPING;
use crate::sql::template::Statement;

/// The cross-reference of a value: `?1` value, `?2` kind, `?3` organisation, `?4` member, `?5` data source, `?6`
/// partner or 0.
static EXISTING: Statement = Statement::new(
    r"
    SELECT
        c.id, c.version, c.active,
        coalesce(
            c.target_bpartner_id, c.target_location_id, c.target_contact_id, c.target_product_id,
            c.target_uom_id, c.target_shipper_id, c.target_payment_term_id, c.target_warehouse_id
        ),
        (
            SELECT h.actor
            FROM masterdata_change h
            WHERE h.root_id = c.id AND h.record_id = c.id
            ORDER BY h.version DESC
            LIMIT 1
        )
    FROM cross_reference c
    WHERE c.value = ?1
      AND c.kind = ?2
      AND c.org_id = ?3
      AND c.member = ?4
      AND coalesce(c.data_source_id, 0) = ?5
      AND coalesce(c.bpartner_id, 0) = ?6
    ",
);

static OF_RUN: Statement = Statement::new(
    r"
    SELECT m.cross_reference_id
    FROM reference_mapping m
    {join} cross_reference c ON c.id = m.cross_reference_id
    WHERE m.run_id = ?1 AND c.version = m.version AND {is_true c.active}
    ",
);

static INSERT: Statement = Statement::insert(&REFERENCE_MAPPING);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&EXISTING, &OF_RUN, &INSERT];

/// An existing cross-reference.
struct Existing {
    id: CrossReferenceId,
    version: i64,
    active: bool,
    taken: TakenValue,
}

/// Creates or activates the cross-reference of a value, unless it exists with the same target.
pub fn remember(
    transaction: &dyn Transaction,
    value: &RememberedValue,
    by: &ChangeAuthor,
) -> StoreResult<Result<CrossReferenceId, TakenValue>> {
    let key = [
        text(value.value.as_str()),
        text(value.kind.as_str()),
        value.organisation.write(),
        text(value.member.as_str()),
        value.data_source.write(),
        integer(value.partner.map_or(0, |partner| partner.0)),
    ];
    let existing = first(transaction, "cross_reference", &EXISTING, key, |row| {
        let (id, version, active) = (row.read()?, row.read()?, row.read()?);
        let taken = TakenValue { record: row.read()?, user: row.read()? };
        Ok(Existing { id, version, active, taken })
    })?;
    let kind = KindName::CrossReferences.kind();
    let (id, version) = match existing {
        Some(existing) if existing.active => {
            let is_same = existing.taken.record == value.record;
            return Ok(if is_same { Ok(existing.id) } else { Err(existing.taken) });
        }
        Some(existing) => {
            let (id, version) = (existing.id, existing.version);
            let changing = KindBeforeChange::read(transaction, kind, [(id.0, id.0)])?;
            write_all(transaction, kind, [write(value, id, Some(version))].iter())?;
            changing.note(transaction, by)?;
            (id, version + 1)
        }
        None => {
            write_all(transaction, kind, [write(value, value.id, None)].iter())?;
            let created = HistoryRecord::created(value.id.0, value.id.0, value.organisation);
            note(transaction, by, kind, [created])?;
            (value.id, 1)
        }
    };
    raise(transaction, kind, value.organisation)?;
    run(transaction, &INSERT, [value.run.write(), id.write(), integer(version)])?;
    Ok(Ok(id))
}

/// Returns the write of the cross-reference of a value.
fn write(value: &RememberedValue, id: CrossReferenceId, replaces: Option<i64>) -> RecordWrite {
    let kind = KindName::CrossReferences.kind();
    let target = TARGETS.iter().find(|(of, _)| *of == value.kind.as_str()).map(|(_, member)| *member);
    let cells = kind.cells().into_iter().map(|name| match name {
        "org" => Cell::Int(value.organisation.0),
        "dataSource" => Cell::Int(value.data_source.0),
        "bpartner" => value.partner.map_or(Cell::Null, |partner| Cell::Int(partner.0)),
        "kind" => Cell::Text(value.kind.as_str().to_owned()),
        "member" => Cell::Text(value.member.as_str().to_owned()),
        "value" => Cell::Text(value.value.to_string()),
        "active" => Cell::Int(1),
        name if Some(name) == target => Cell::Int(value.record),
        _ => Cell::Null,
    });
    let cells = cells.collect();
    RecordWrite { kind: KindName::CrossReferences, id: id.0, replaces, cells, late: Vec::new() }
}

/// Deactivates the cross-reference that a run created or activated. Returns `false` if it was changed since.
pub fn forget(transaction: &dyn Transaction, undone: RunId, by: &ChangeAuthor) -> StoreResult<bool> {
    let kind = KindName::CrossReferences.kind();
    let found: Option<i64> = first(transaction, "reference_mapping", &OF_RUN, [undone.write()], decode_row)?;
    let Some(id) = found else { return Ok(false) };
    let (member, value) = OUT_OF_USE;
    let record = by_ids(transaction, None, kind, [id])?.pop();
    let Some((record, field)) = record.zip(kind.field(member)) else { return Ok(false) };
    let changing = KindBeforeChange::read(transaction, kind, [(id, id)])?;
    set(transaction, kind, &record, field, &value)?;
    changing.note(transaction, by)?;
    raise(transaction, kind, OrganisationId(record.owner.0))?;
    Ok(true)
}
