//! Sending of a rejected row again.

use bytes::Bytes;
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::cast;
use orderdock_domain::ids::{DataSourceId, RejectedRowId};
use orderdock_domain::import::{
    ImportKeys, ImportRow, OpenRejection, RejectedImportRow, RejectedLine, RejectedRowStatus,
};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::RejectedSystem;
use orderdock_domain::text::Code;
use orderdock_store::{
    ReadTransaction, RejectedRowContent, RejectedRowEntry, RejectedRowFilter, RejectedRowQuery, StoredRequest,
};

use super::{RejectedRowService, not_found, require_not_imported};
use crate::excerpt::is_excerpt;
use crate::{Caller, Outcome};

/// Entry of a rejected row that an import sends again as its first row.
#[derive(Clone, Debug)]
pub struct Resend {
    pub entry: RejectedRowId,
    /// Other rejected lines of its incoming order. The order is on hold until they are imported, so that it is not
    /// processed without them.
    pub awaited: Vec<RejectedLine>,
}

impl Resend {
    /// Fails if the entry was removed or its row was imported since.
    pub(crate) fn require_open(&self, entry: Option<&RejectedRowEntry>) -> Outcome<()> {
        require_not_imported(entry.ok_or_else(|| not_found(self.entry))?)
    }
}

/// Identity of the row that is sent again.
pub(crate) struct SentIdentity<'s> {
    data_source: Option<DataSourceId>,
    system: RejectedSystem,
    header_id: Option<&'s Code>,
    line_id: Option<&'s Code>,
}

impl<'s> From<&'s Candidate> for SentIdentity<'s> {
    fn from(candidate: &'s Candidate) -> Self {
        Self {
            data_source: Some(candidate.data_source),
            system: candidate.external_system.map_or(RejectedSystem::NotSent, RejectedSystem::One),
            header_id: Some(&candidate.identity.header_id),
            line_id: Some(&candidate.identity.line_id),
        }
    }
}

impl<'s> From<&'s RejectedImportRow> for SentIdentity<'s> {
    fn from(row: &'s RejectedImportRow) -> Self {
        let (header_id, line_id) = (row.header_id.as_ref(), row.line_id.as_ref());
        Self { data_source: row.data_source, system: row.system, header_id, line_id }
    }
}

impl SentIdentity<'_> {
    /// Fails unless the row has the identity of the rejected one, as far as that could be read. The organisation is the
    /// only one that the import can write.
    pub(crate) fn require_same(&self, rejected: &RejectedRowContent) -> Outcome<()> {
        let id = |known: &Option<Code>, sent: Option<&Code>| known.is_none() || known.as_ref() == sent;
        let is_any = |system| system == RejectedSystem::Any;
        let same_system = rejected.system == self.system || is_any(rejected.system) || is_any(self.system);
        // an unknown data source is an error of the import
        let same_source =
            self.data_source.is_none_or(|sent| rejected.data_source.is_none_or(|one| one == sent));
        let checks = [
            (id(&rejected.header_id, self.header_id), "externalHeaderId"),
            (id(&rejected.line_id, self.line_id), "externalLineId"),
            (same_source, "dataSource"),
            (same_system, "externalSystemCode"),
        ];
        let differs = checks.into_iter().filter(|(is_same, _)| !is_same).map(|(_, name)| {
            Problem::new(ProblemCode::RejectedRowIdentity, format!("/{name}")).with("name", name)
        });
        let problems: Vec<_> = differs.collect();
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    }
}

/// Data for sending a row again.
pub struct PreparedResend {
    pub entry: RejectedRowEntry,
    /// The caller, limited to the organisation of the entry, which is that of rows without one.
    pub sender: Caller,
    /// Request that contained the row; `None` if its body is not stored as a whole.
    pub request: Option<(StoredRequest, Bytes)>,
}

impl RejectedRowService {
    /// Returns the data for sending the row of an entry again. Fails if the row was imported, or if the entry has none.
    pub async fn prepare_resend(&self, caller: &Caller, id: RejectedRowId) -> Outcome<PreparedResend> {
        caller.require(Scope::CandidatesWrite, Phrase::ImportCandidates)?;
        let scope = caller.organisations.read();
        let read = move |tx: &dyn ReadTransaction| {
            let Some(entry) = tx.rejected_row(&scope, id)? else { return Ok(None) };
            let request = tx.request(entry.content.request)?;
            Ok(Some((entry, request)))
        };
        let (entry, request) = self.store.read(read).await?.ok_or_else(|| not_found(id))?;
        require_not_imported(&entry)?;
        if entry.content.index.is_none() {
            return Err(Problem::new(ProblemCode::RejectedRowUnreadable, "").with("id", id.0).into());
        }
        let mut sender = caller.clone();
        let default = match entry.content.organisation {
            Some(organisation) => {
                sender.organisations = OrgScope::These(vec![organisation]);
                Some(organisation)
            }
            None => request.as_ref().and_then(|request| request.default_organisation),
        };
        let default = default.filter(|organisation| sender.organisations.contains(*organisation));
        sender.default_organisation = default.or(sender.default_organisation);
        let request = match request {
            Some(request) if !is_excerpt(&request) => {
                let body = self.requests.body(&request).await?;
                Some((request, body))
            }
            _ => None,
        };
        Ok(PreparedResend { entry, sender, request })
    }

    /// Returns whether each row is new, because no candidate has its ids. Also returns the other lines of the incoming
    /// order that are open rejected rows.
    pub async fn resend_state(
        &self,
        prepared: &PreparedResend,
        rows: &[ImportRow],
    ) -> Outcome<(Vec<bool>, Vec<RejectedLine>)> {
        let (scope, entry) = (prepared.sender.organisations.read(), prepared.entry.clone());
        let mut keys = ImportKeys::collect(rows);
        // rejected rows are found by their header
        keys.identities.extend(entry.content.header_id.clone().map(|header| (header.clone(), header)));
        let read = move |tx: &dyn ReadTransaction| {
            let context = tx.load_import_context(&scope, &keys)?;
            let others = context.open_rejections.iter().filter(|one| is_same_order(one, &entry));
            let filter = RejectedRowFilter {
                ids: others.map(|one| one.entry).collect(),
                statuses: vec![RejectedRowStatus::Open],
                ..RejectedRowFilter::default()
            };
            let limit = cast::<u32>(filter.ids.len());
            let query = RejectedRowQuery { filter, limit, ..RejectedRowQuery::default() };
            let open = if limit == 0 { Vec::new() } else { tx.rejected_rows(&scope, &query)? };
            Ok((context.identities, open))
        };
        let (identities, open) = self.store.read(read).await?;
        let known = |row: &ImportRow| {
            let sent = (row.header_id.as_deref(), row.line_id.as_deref());
            let mut ids = identities.iter().map(|known| &known.identity);
            ids.any(|one| (Some(one.header_id.as_str()), Some(one.line_id.as_str())) == sent)
        };
        let awaited =
            (cast::<u32>(rows.len() + 1)..).zip(open).filter_map(|(index, open)| awaited(open, index));
        Ok((rows.iter().map(|row| !known(row)).collect(), awaited.collect()))
    }
}

/// Returns whether a rejected row is another line of the incoming order of an entry.
fn is_same_order(other: &OpenRejection, entry: &RejectedRowEntry) -> bool {
    let content = &entry.content;
    other.entry != entry.id
        && content.header_id.as_ref() == Some(&other.header_id)
        && other.organisation == content.organisation
        && other.data_source == content.data_source
        && (other.system == content.system || other.system == RejectedSystem::Any)
}

/// Returns the rejected row as a line that its incoming order waits for. `index` must not be the index of a row of the
/// request.
fn awaited(entry: RejectedRowEntry, index: u32) -> Option<RejectedLine> {
    let RejectedRowContent { organisation, data_source, system, header_id, line_id, .. } = entry.content;
    Some(RejectedLine { organisation, data_source, system, header_id: header_id?, line_id: line_id?, index })
}
