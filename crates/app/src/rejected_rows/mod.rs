//! Rejected rows: one entry for each row that an import rejected because of its own errors, and for each body that
//! cannot be read.
//!
//! # When entries are written
//!
//! | Import | Transaction |
//! |---|---|
//! | stores candidates (`207`) | that of the import, with its log entry: entries are as durable as its outcome |
//! | is rejected as a whole | that of the log entry, after the response is decided |
//!
//! If storing a rejected request fails, this is only logged, as for the request log: the sender has its response, and a
//! retry stores the same entries. Dry runs store nothing.
//!
//! An import closes the entries of the rows that it stores or finds unchanged, in its transaction
//! ([`closed_rejections`](orderdock_domain::import::closed_rejections)). They are loaded with the other records of the
//! batch. A row that is rejected while another request imports it can stay open; sending it again closes its entry.
//!
//! # Limits
//!
//! The text of a row is stored up to 64 KiB, and those of a request up to 4 MiB. An organisation has at most 50,000
//! entries; the hourly clean-up removes more, and entries older than the retention of the request log.

mod resend;

use std::sync::Arc;

use jiff::SignedDuration;
use orderdock_domain::access::Scope;
use orderdock_domain::ids::RejectedRowId;
use orderdock_domain::import::RejectedRowStatus;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    RejectedRowDecision, RejectedRowEntry, RejectedRowFilter, RejectedRowGroup, RejectedRowQuery, Store,
    WriteMode,
};

use crate::clock::Clock;
use crate::requests::RequestService;
use crate::{Caller, Outcome};

pub(crate) use resend::SentIdentity;
pub use resend::{PreparedResend, Resend};

/// Maximum number of entries of an organisation.
const MAX_PER_ORGANISATION: u32 = 50_000;

/// Groups of entries, and the number of entries of each status.
pub struct RejectedRowGroups {
    pub groups: Vec<RejectedRowGroup>,
    pub statuses: Vec<(RejectedRowStatus, u64)>,
}

/// Service for the entries of rejected rows.
pub struct RejectedRowService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) requests: Arc<RequestService>,
}

impl RejectedRowService {
    /// Returns a page of entries of the caller's organisations; those without an organisation only to callers for all.
    pub async fn rejected_rows(
        &self,
        caller: &Caller,
        query: RejectedRowQuery,
    ) -> Outcome<Vec<RejectedRowEntry>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadRejectedRows)?;
        let scope = caller.organisations.read();
        Ok(self.store.list(move |tx| tx.rejected_rows(&scope, &query)).await?)
    }

    pub async fn rejected_row(&self, caller: &Caller, id: RejectedRowId) -> Outcome<RejectedRowEntry> {
        caller.require(Scope::CandidatesRead, Phrase::ReadRejectedRows)?;
        let scope = caller.organisations.read();
        let found = self.store.read(move |tx| tx.rejected_row(&scope, id)).await?;
        found.ok_or_else(|| not_found(id).into())
    }

    /// Returns groups of the entries of a filter. The numbers by status ignore its status.
    pub async fn rejected_row_groups(
        &self,
        caller: &Caller,
        filter: RejectedRowFilter,
    ) -> Outcome<RejectedRowGroups> {
        caller.require(Scope::CandidatesRead, Phrase::ReadRejectedRows)?;
        let scope = caller.organisations.read();
        let of_any_status = RejectedRowFilter { statuses: Vec::new(), ..filter.clone() };
        let work = move |tx: &dyn orderdock_store::ReadTransaction| {
            let groups = tx.rejected_row_groups(&scope, &filter)?;
            Ok(RejectedRowGroups { groups, statuses: tx.count_rejected_rows(&scope, &of_any_status)? })
        };
        Ok(self.store.list(work).await?)
    }

    /// Dismisses an entry and returns it. Fails if its row was imported.
    pub async fn dismiss(
        &self,
        caller: &Caller,
        id: RejectedRowId,
        reason: String,
    ) -> Outcome<RejectedRowEntry> {
        caller.require(Scope::CandidatesWrite, Phrase::DismissRejectedRows)?;
        self.decide(caller, id, dismissal(caller, reason)).await
    }

    /// Opens a dismissed entry again and returns it. Fails if its row was imported.
    pub async fn reopen(&self, caller: &Caller, id: RejectedRowId) -> Outcome<RejectedRowEntry> {
        caller.require(Scope::CandidatesWrite, Phrase::DismissRejectedRows)?;
        self.decide(caller, id, RejectedRowDecision::Reopen).await
    }

    /// Dismisses the open entries of a filter. Returns their number.
    pub async fn dismiss_all(
        &self,
        caller: &Caller,
        filter: RejectedRowFilter,
        reason: String,
    ) -> Outcome<u64> {
        caller.require(Scope::CandidatesWrite, Phrase::DismissRejectedRows)?;
        let filter = RejectedRowFilter { statuses: vec![RejectedRowStatus::Open], ..filter };
        let (scope, decision) = (caller.organisations.write(), dismissal(caller, reason));
        let write = move |tx: &dyn orderdock_store::WriteTransaction| {
            tx.decide_rejected_rows(&scope, &filter, &decision)
        };
        Ok(self.store.write(WriteMode::Shared, 1, write).await?)
    }

    async fn decide(
        &self,
        caller: &Caller,
        id: RejectedRowId,
        decision: RejectedRowDecision,
    ) -> Outcome<RejectedRowEntry> {
        let (scope, read) = (caller.organisations.write(), caller.organisations.read());
        let filter = RejectedRowFilter { ids: vec![id], ..RejectedRowFilter::default() };
        let write = move |tx: &dyn orderdock_store::WriteTransaction| {
            tx.decide_rejected_rows(&scope, &filter, &decision)?;
            tx.rejected_row(&read, id)
        };
        let entry = self.store.write(WriteMode::Shared, 1, write).await?.ok_or_else(|| not_found(id))?;
        require_not_imported(&entry)?;
        Ok(entry)
    }

    /// Removes entries that are older than the request log, and those beyond the limit of an organisation. The server
    /// calls it periodically.
    pub async fn sweep_rejected_rows(&self, max_age: SignedDuration) -> Outcome<u64> {
        let before = self.clock.ago(max_age);
        let sweep = move |tx: &dyn orderdock_store::WriteTransaction| {
            tx.sweep_rejected_rows(before, MAX_PER_ORGANISATION)
        };
        Ok(self.store.write_in_batches(WriteMode::Shared, 1, sweep).await?)
    }
}

fn dismissal(caller: &Caller, reason: String) -> RejectedRowDecision {
    RejectedRowDecision::Dismiss { reason, by: caller.actor.name.clone(), at: caller.now }
}

fn not_found(id: RejectedRowId) -> Problem {
    Problem::not_found(ProblemCode::RejectedRowNotFound, &id)
}

/// Fails if the row of an entry was imported.
fn require_not_imported(entry: &RejectedRowEntry) -> Outcome<()> {
    match entry.candidate {
        Some(candidate) if entry.status.is_imported() => {
            let problem = Problem::new(ProblemCode::RejectedRowClosed, "").with("id", entry.id.0);
            Err(problem.with("candidateId", candidate.0).with("status", entry.status.as_str()).into())
        }
        _ => Ok(()),
    }
}
