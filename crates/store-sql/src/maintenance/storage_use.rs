//! Stored bytes of attachments and rejected requests, by organisation.

use orderdock_domain::ids::OrganisationId;
use orderdock_store::{StorageUse, StoreResult, StoredRequest};

use crate::Transaction;
use crate::sql::column::{Column, FromRow, RowReader, integer};
use crate::sql::query::{decode_row, rows, run};
use crate::sql::template::Statement;

static ALL: Statement = Statement::new("SELECT {columns storage_use} FROM storage_use ORDER BY org_id");

/// `?1` organisation, `?2` bytes of attachments, `?3` bytes of rejected requests; both can be negative.
static ADD: Statement = Statement::new(
    r"
    INSERT INTO storage_use (
        org_id, attachment_bytes, refused_bytes, attachment_bytes_before, refused_bytes_before
    )
    VALUES (?1, ?2, ?3, 0, 0)
    ON CONFLICT (org_id) DO UPDATE SET
        attachment_bytes = storage_use.attachment_bytes + excluded.attachment_bytes,
        refused_bytes = CASE
            WHEN storage_use.refused_bytes + excluded.refused_bytes < 0 THEN 0
            ELSE storage_use.refused_bytes + excluded.refused_bytes
        END
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&ALL, &ADD];

/// Approximate size of a row of the request log without its body and notes.
const ROW_BYTES: i64 = 500;

pub fn all(transaction: &dyn Transaction) -> StoreResult<Vec<StorageUse>> {
    rows(transaction, "storage_use", &ALL, [], decode_row)
}

pub fn add_attachment(
    transaction: &dyn Transaction,
    organisation: OrganisationId,
    bytes: i64,
) -> StoreResult<()> {
    add(transaction, organisation, bytes, 0)
}

/// Adds the size of a rejected request.
pub fn add_rejected(transaction: &dyn Transaction, request: &StoredRequest, notes: &str) -> StoreResult<()> {
    let bytes = request.body.bytes.len() + notes.chars().count();
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX).saturating_add(ROW_BYTES);
    add(transaction, request.charged_organisation(), 0, bytes)
}

/// Subtracts the sizes of removed requests, by organisation.
pub fn subtract_rejected(
    transaction: &dyn Transaction,
    removed: &[(OrganisationId, i64)],
) -> StoreResult<()> {
    removed.iter().try_for_each(|(organisation, bytes)| add(transaction, *organisation, 0, -*bytes))
}

fn add(
    transaction: &dyn Transaction,
    organisation: OrganisationId,
    attachments: i64,
    rejected: i64,
) -> StoreResult<()> {
    run(transaction, &ADD, [organisation.write(), integer(attachments), integer(rejected)]).map(|_| ())
}

impl FromRow for StorageUse {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            attachments: row.read()?,
            rejected: row.read()?,
            attachments_before: row.read()?,
            rejected_before: row.read()?,
        })
    }
}
