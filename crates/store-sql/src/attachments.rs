//! Attachments.

use std::borrow::Cow;

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::attachment::{
    self, Attachment, AttachmentTarget, ContentHash, ExternalHeader, FileName, MediaType, Tag,
};
use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::{AttachmentId, InstanceId};
use orderdock_domain::text::Code;
use orderdock_store::{
    AttachmentCommit, AttachmentReader, AttachmentWriter, Conflict, StoreError, StoreResult,
};

use crate::sql::column::{Column, FromRow, NULL, RowReader, SqlType, ToRow, integer, owned, text};
use crate::sql::query::{decode_row, first, rows, run, run_one};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::ATTACHMENT;
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;
use crate::{SqlValue, Transaction, imports::spellings, maintenance::storage_use, requests, sql::keys};

/// `?1` organisations, `?2` header.
pub static HEADERS: Statement = Statement::new(
    r"
    SELECT DISTINCT org_id, data_source_id, external_system_id
    FROM candidate_identity
    WHERE external_header_id = ?2 AND {no_index org_id} {in ?1 int8}
    ORDER BY org_id, data_source_id, external_system_id
    ",
);

pub static BY_ID: Statement = Statement::new(
    r"
    SELECT {columns attachment a}
    FROM attachment a
    WHERE a.id = ?2 AND {no_index a.org_id} {in ?1 int8}
    ",
);

/// `?2` tuples of organisation, data source, external system or 0, and header, `?3` pairs of organisation and order.
pub static OF_TARGETS: Statement = Statement::new(
    r"
    SELECT {columns attachment a}
    FROM {tuples ?2 int8 int8 int8 text}
    {join} attachment a
        ON a.external_header_id = {tuple 3}
          AND a.org_id = {tuple 0}
          AND a.data_source_id = {tuple 1}
          AND coalesce(a.external_system_id, 0) = {tuple 2}
    WHERE {no_index a.org_id} {in ?1 int8}
    UNION ALL
    SELECT {columns attachment a}
    FROM {tuples ?3 int8 int8}
    {join} attachment a ON a.order_id = {tuple 1} AND a.org_id = {tuple 0}
    WHERE {no_index a.org_id} {in ?1 int8}
    ORDER BY 1
    ",
);

pub static AT_HEADER: Statement = Statement::new(
    r"
    SELECT {columns attachment a}
    FROM attachment a
    WHERE a.external_header_id = ?2
      AND a.org_id = ?3
      AND a.data_source_id = ?4
      AND a.sha256 = ?5
      AND coalesce(a.external_system_id, 0) = ?6
      AND {no_index a.org_id} {in ?1 int8}
    ",
);

pub static AT_ORDER: Statement = Statement::new(
    r"
    SELECT {columns attachment a}
    FROM attachment a
    WHERE a.order_id = ?2
      AND a.org_id = ?3
      AND a.sha256 = ?4
      AND {no_index a.org_id} {in ?1 int8}
    ",
);

static INSERT: Statement = Statement::insert(&ATTACHMENT);

/// Claims a stored file until an instant, before an attachment references it.
pub static CLAIM: Statement = Statement::new(
    r"
    INSERT INTO attachment_content (sha256, claimed_until, claimed_by)
    VALUES (?1, ?2, ?3)
    ON CONFLICT (sha256) DO UPDATE SET
        claimed_until = CASE
            WHEN attachment_content.claimed_until < ?2 THEN ?2
            ELSE attachment_content.claimed_until
        END,
        claimed_by = CASE
            WHEN attachment_content.claimed_until < ?2 THEN ?3
            ELSE attachment_content.claimed_by
        END
    WHERE {is_false attachment_content.doomed}
    ",
);

pub static SETTLE: Statement = Statement::new(
    r"
    UPDATE attachment_content
    SET claimed_until = NULL
    WHERE sha256 = ?1 AND {is_false doomed}
    ",
);

/// Marks contents that no attachment or draft references. The claim is compared again, because a draft can extend it
/// concurrently.
pub static DOOM: Statement = Statement::new(
    r"
    UPDATE attachment_content
    SET doomed = TRUE, claimed_until = ?2, claimed_by = ?4
    WHERE sha256 IN (
        SELECT sha256
        FROM attachment_content
        WHERE claimed_until <= ?1
          AND NOT EXISTS (
              SELECT 1
              FROM import_draft d
              WHERE d.sha256 = attachment_content.sha256
          )
        LIMIT ?3
    )
      AND claimed_until <= ?1
    RETURNING sha256
    ",
);

pub static FORGET: Statement =
    Statement::new("DELETE FROM attachment_content WHERE sha256 = ?1 AND {is_true doomed}");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] =
    &[&HEADERS, &BY_ID, &OF_TARGETS, &AT_HEADER, &AT_ORDER, &INSERT, &CLAIM, &SETTLE, &DOOM, &FORGET];

impl AttachmentReader for StoreTransaction<'_> {
    fn headers_named(&self, scope: &ReadScope, header_id: &str) -> StoreResult<Vec<ExternalHeader>> {
        headers_named(self.transaction, &self.readable(scope)?, header_id)
    }

    fn attachment(&self, scope: &ReadScope, id: AttachmentId) -> StoreResult<Option<Attachment>> {
        let organisations = self.readable(scope)?;
        first(self.transaction, "attachment", &BY_ID, [organisations.write(), id.write()], decode_row)
    }

    fn attachments_of(
        &self,
        scope: &ReadScope,
        targets: &[AttachmentTarget],
    ) -> StoreResult<Vec<Attachment>> {
        let organisations = self.readable(scope)?;
        let [headers, orders] = keys_of(targets)?;
        let values = [organisations.write(), headers, orders];
        rows(self.transaction, "attachment", &OF_TARGETS, values, decode_row)
    }

    fn attachment_with(
        &self,
        scope: &ReadScope,
        target: &AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>> {
        with_content(self.transaction, &self.readable(scope)?, target, content)
    }
}

impl AttachmentWriter for StoreTransaction<'_> {
    fn commit_attachment(&self, commit: &AttachmentCommit) -> StoreResult<()> {
        write(self.transaction, commit)
    }

    fn claim_content(&self, content: ContentHash, by: InstanceId, until: Timestamp) -> StoreResult<()> {
        run_one(self.transaction, &CLAIM, [content.write(), until.write(), by.write()], CONTENT_CHANGED)
    }

    fn mark_for_removal(
        &self,
        by: InstanceId,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<ContentHash>> {
        let values = [now.write(), until.write(), integer(i64::from(limit)), by.write()];
        rows(self.transaction, "attachment_content", &DOOM, values, decode_row)
    }

    fn delete_marks(&self, contents: &[ContentHash]) -> StoreResult<()> {
        contents.iter().try_for_each(|content| run(self.transaction, &FORGET, [content.write()]).map(|_| ()))
    }
}

fn headers_named(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    header_id: &str,
) -> StoreResult<Vec<ExternalHeader>> {
    for header_id in spellings::of_key(transaction, header_id)? {
        let values = [organisations.write(), text(&header_id)];
        let found = rows(transaction, "candidate_identity", &HEADERS, values, decode_row)?;
        let Some(header_id) = Code::stored(&header_id).filter(|_| !found.is_empty()) else { continue };
        let header = |(organisation, data_source, system)| ExternalHeader {
            organisation,
            data_source,
            system,
            header_id: header_id.clone(),
        };
        return Ok(found.into_iter().map(header).collect());
    }
    Ok(Vec::new())
}

pub fn with_content(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    target: &AttachmentTarget,
    content: ContentHash,
) -> StoreResult<Option<Attachment>> {
    let (allowed, content) = (organisations.write(), content.write());
    match target {
        AttachmentTarget::Header(header) => {
            let values = [
                allowed,
                header.header_id.write(),
                header.organisation.write(),
                header.data_source.write(),
                content,
                integer(system_or_zero(header)),
            ];
            first(transaction, "attachment", &AT_HEADER, values, decode_row)
        }
        AttachmentTarget::Order { organisation, order } => {
            let values = [allowed, order.write(), organisation.write(), content];
            first(transaction, "attachment", &AT_ORDER, values, decode_row)
        }
    }
}

pub fn write(transaction: &dyn Transaction, commit: &AttachmentCommit) -> StoreResult<()> {
    if let Some(attachment) = &commit.attachment {
        // the file must still exist; from now on the attachment keeps it
        run_one(transaction, &SETTLE, [attachment.content.write()], CONTENT_CHANGED)?;
        run(transaction, &INSERT, attachment.to_row())?;
        record_event(transaction, attachment);
    }
    requests::store_request(transaction, &commit.request)?;
    commit.response.as_ref().map_or(Ok(()), |response| requests::store_response(transaction, response))?;
    // last, because other transactions of the organisation wait for the lock of this row
    commit.attachment.as_ref().map_or(Ok(()), |attachment| {
        storage_use::add_attachment(transaction, attachment.target.organisation(), attachment.size)
    })
}

fn record_event(transaction: &dyn Transaction, attachment: &Attachment) {
    let data_source = match &attachment.target {
        AttachmentTarget::Header(header) => Some(header.data_source),
        AttachmentTarget::Order { .. } => None,
    };
    let kind = EventKind::of(EventType::AttachmentAdded, data_source, 0);
    let organisation = attachment.target.organisation();
    transaction.outbox().record(attachment.created_at, organisation, kind, attachment.id);
}

impl FromRow for Attachment {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            target: row.read()?,
            content: row.read()?,
            size: row.read()?,
            file_name: row.read()?,
            media_type: row.read()?,
            tags: row.read()?,
            created_by: row.read()?,
            created_at: row.read()?,
        })
    }
}

impl ToRow for Attachment {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.target.append_to(row);
        self.content.append_to(row);
        self.size.append_to(row);
        self.file_name.append_to(row);
        self.media_type.append_to(row);
        self.tags.append_to(row);
        self.created_by.append_to(row);
        self.created_at.append_to(row);
    }
}

impl FromRow for ExternalHeader {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            data_source: row.read()?,
            system: row.read()?,
            header_id: row.read()?,
        })
    }
}

impl ToRow for ExternalHeader {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.organisation.append_to(row);
        self.data_source.append_to(row);
        self.system.append_to(row);
        self.header_id.append_to(row);
    }
}

impl FromRow for AttachmentTarget {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let organisation = row.read()?;
        match row.read()? {
            (Some(data_source), system, Some(header_id), None) => {
                Ok(Self::Header(ExternalHeader { organisation, data_source, system, header_id }))
            }
            (None, None, None::<Code>, Some(order)) => Ok(Self::Order { organisation, order }),
            _ => Err(StoreError::Inconsistent { place: "attachment", fault: "not at one target".to_owned() }),
        }
    }
}

impl ToRow for AttachmentTarget {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        match self {
            Self::Header(header) => {
                header.append_to(row);
                row.push(NULL);
            }
            Self::Order { organisation, order } => {
                row.extend([organisation.write(), NULL, NULL, NULL, order.write()]);
            }
        }
    }
}

impl FromRow for Vec<Tag> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let json: String = row.read()?;
        let inconsistent =
            || StoreError::Inconsistent { place: "attachment.tags", fault: format!("\"{json}\"") };
        let words: Vec<String> = serde_json::from_str(&json).map_err(|_| inconsistent())?;
        attachment::tags(&words).map_err(|_| inconsistent())
    }
}

impl ToRow for Vec<Tag> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        row.push(keys::texts(self.iter().flat_map(|Tag { key, value }| [key.as_str(), value.as_str()])));
    }
}

/// Returns the value of the external system in lookups of attachments.
fn system_or_zero(header: &ExternalHeader) -> i64 {
    header.system.map_or(0, |system| system.0)
}

/// Returns the keys of the headers, and those of the orders, among targets.
fn keys_of(targets: &[AttachmentTarget]) -> StoreResult<[SqlValue<'static>; 2]> {
    let (mut headers, mut orders) = (Vec::new(), Vec::new());
    for target in targets {
        match target {
            AttachmentTarget::Header(header) => {
                let (organisation, source) = (header.organisation.0, header.data_source.0);
                headers.push((organisation, source, system_or_zero(header), header.header_id.as_str()));
            }
            AttachmentTarget::Order { organisation, order } => orders.push((organisation.0, order.0)),
        }
    }
    let json = |written: serde_json::Result<String>| {
        written.map(owned).map_err(|error| StoreError::Statement(error.to_string()))
    };
    Ok([json(serde_json::to_string(&headers))?, json(serde_json::to_string(&orders))?])
}

/// The content is doomed or no longer exists.
const CONTENT_CHANGED: StoreError = StoreError::Conflict(Conflict::Content);

impl Column for ContentHash {
    const TYPE: SqlType = SqlType::Bytes;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Column::read(value).map(Self)
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Bytes(Cow::Borrowed(&self.0))
    }
}

impl Column for FileName {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Self::clean(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.as_str())
    }
}

impl Column for MediaType {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Self::parse(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.as_str())
    }
}
