//! Corrections of stored candidates: a clerk overrides, excludes and restores, a sender cancels.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use orderdock_domain::access::Scope;
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::cast;
use orderdock_domain::correction::{
    CandidatePatch, Correction, CorrectionCall, CorrectionContext, Corrector, HistoryEntry, RecordKeys,
    cancel,
};
use orderdock_domain::ids::{CandidateId, IdBlock, OrganisationId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Difference, Param, Problem, ProblemCode};
use orderdock_store::{
    Candidates, CorrectionCommit, CorrectionKeys, CorrectionTarget, History, HistoryPosition, HistoryRange,
    ReadTransaction, RequestLogEntry, RunScope, StoreResult, WriteTransaction,
};

use super::attention::without_expired_holds;
use super::named_order::named_lines;
use super::sent_id;
use crate::attachments::headers_of;
use crate::candidates::CandidateService;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::requests::PendingCall;
use crate::{
    CallCommand, Caller, Effort, EncodeBody, EncodedResponse, HistoryChange, HistoryPage, HistoryQuery,
    IdempotencyGuard, Outcome, SourceName,
};

/// Maximum number of changes in a version conflict response.
const MAX_LISTED_CHANGES: u32 = 500;

/// Version of a candidate that a correction expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpectedVersion {
    /// Any version.
    Any,
    These(Vec<i64>),
}

/// A candidate with a page of its history.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateHistory {
    pub candidate: Candidate,
    /// Name of the sender; absent if it is no longer known.
    pub sender: Option<String>,
    pub page: HistoryPage<CandidateHistoryChange>,
}

/// A change of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub enum CandidateHistoryChange {
    Imported { at: Timestamp, status: Status, problems: Vec<Problem> },
    Changed(HistoryEntry),
}

impl HistoryChange for CandidateHistoryChange {
    type State = Status;

    fn version(&self) -> i64 {
        match self {
            Self::Imported { .. } => 1,
            Self::Changed(entry) => entry.version,
        }
    }

    fn at(&self) -> Timestamp {
        match self {
            Self::Imported { at, .. } => *at,
            Self::Changed(entry) => entry.at,
        }
    }

    fn state(&self) -> Status {
        match self {
            Self::Imported { status, .. } => *status,
            Self::Changed(entry) => entry.status,
        }
    }
}

/// Reference of candidates at their sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SenderReference {
    pub source: SourceName,
    pub header_id: String,
    pub line_id: Option<String>,
    /// Selects the organisation if several have the reference.
    pub organisation: Option<OrganisationId>,
}

/// Corrections with their response.
type Corrections = (Vec<Correction>, EncodedResponse);

/// Corrects the loaded candidates, or returns the reason why none is corrected.
type Decide<R> = Box<dyn Fn(&CorrectionContext) -> Result<Vec<Correction>, R> + Send + Sync>;

/// Reason why a patch was not applied.
enum PatchRejection {
    /// `at` in the time zone of the candidate's organisation.
    Outdated {
        version: i64,
        known: i64,
        at: Zoned,
    },
    Problems(Vec<Problem>),
}

impl CandidateService {
    /// Applies a patch to a candidate of the expected version. Returns its warnings.
    pub async fn correct_candidate(
        &self,
        caller: &Caller,
        id: CandidateId,
        expected: ExpectedVersion,
        patch: CandidatePatch,
        call: CallCommand,
    ) -> Outcome<Vec<Problem>> {
        caller.require(Scope::CandidatesWrite, Phrase::CorrectCandidates)?;
        let attention = self.resolve_assignee(caller, patch.attention).await?;
        let patch = CandidatePatch { attention, ..patch };
        let records = patch.keys();
        let keys = CorrectionKeys { candidates: CorrectionTarget::One(id), records };
        let correction_call = CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None };
        let decide = move |context: &CorrectionContext| {
            let Some(candidate) = context.candidates.first() else {
                let missing = Problem::not_found(ProblemCode::CandidateNotFound, &id);
                return Err(PatchRejection::Problems(vec![missing]));
            };
            let corrected = Corrector::new(context, &correction_call).correct(candidate, &patch);
            if let (ExpectedVersion::These(versions), false) = (&expected, is_readonly(&corrected))
                && !versions.contains(&candidate.version)
            {
                let version = candidate.version;
                let Some(known) = versions.iter().copied().filter(|known| *known < version).max() else {
                    return Err(PatchRejection::Problems(vec![unknown_version(versions, version)]));
                };
                let organisation = context.records.related.reference.organisation(candidate.organisation);
                let zone = organisation.map_or(TimeZone::UTC, |found| found.time_zone.clone());
                let at = candidate.updated_at.to_zoned(zone);
                return Err(PatchRejection::Outdated { version, known, at });
            }
            corrected.map(|correction| vec![correction]).map_err(PatchRejection::Problems)
        };
        let made = self.correct(caller, keys, call, Box::new(decide), Arc::new(|_| Vec::new())).await;
        match made? {
            Ok((corrections, _)) => Ok(corrections.into_iter().flat_map(|one| one.warnings).collect()),
            Err(PatchRejection::Problems(problems)) => Err(problems.into()),
            Err(PatchRejection::Outdated { version, known, at }) => {
                let after = Some(HistoryPosition { version: known, comment: i64::MAX });
                let range = HistoryRange { newest_first: false, after, limit: MAX_LISTED_CHANGES };
                let scope = caller.organisations.write();
                let history = self.store.read(move |tx| tx.candidate_history(&scope, id, range)).await?;
                let since: Vec<_> = history.entries.iter().filter(|entry| entry.version > known).collect();
                Err(outdated(&since, version, &at).into())
            }
        }
    }

    /// Returns a candidate, its attachments and its number of comments to a caller that has just corrected it. The
    /// scope to read candidates is not required.
    pub async fn corrected_candidate(
        &self,
        caller: &Caller,
        id: CandidateId,
    ) -> Outcome<(Candidates, Vec<Attachment>, HashMap<CandidateId, u64>)> {
        caller.require(Scope::CandidatesWrite, Phrase::CorrectCandidates)?;
        let scope = caller.organisations.read();
        let found =
            without_expired_holds(caller, self.store.read(move |tx| tx.candidates(&scope, &[id])).await?);
        let headers = headers_of(&found.candidates);
        let scope = caller.organisations.read();
        let attachments = self.store.read(move |tx| tx.attachments_of(&scope, &headers)).await?;
        let scope = caller.organisations.read();
        let comments = self.store.read(move |tx| tx.count_comments(&scope, &[id])).await?;
        Ok((found, attachments, comments))
    }

    /// Excludes all candidates with a reference of their sender, or none.
    pub async fn cancel_candidates(
        &self,
        caller: &Caller,
        reference: SenderReference,
        call: CallCommand,
        encode: EncodeBody<[Candidate]>,
    ) -> Outcome<EncodedResponse> {
        caller.require(Scope::CandidatesWrite, Phrase::CancelCandidates)?;
        let SenderReference { source, header_id, line_id, organisation } = reference;
        let named =
            line_id.as_ref().map_or_else(|| header_id.clone(), |line_id| format!("{header_id}/{line_id}"));
        let missing = move || Problem::not_found(ProblemCode::CandidateNotFound, &named);
        let owner = {
            let reference = self.store.reference().await?;
            source.owner(caller, &reference).ok_or_else(&missing)?
        };
        let (header_id, line_id) = (sent_id(&header_id)?, line_id.as_deref().map(sent_id).transpose()?);
        let candidates = CorrectionTarget::Reference { owner, header_id, line_id };
        let keys = CorrectionKeys { candidates, records: RecordKeys::default() };
        let correction_call = CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None };
        let decide = move |context: &CorrectionContext| {
            let wanted = |one: &&Candidate| organisation.is_none_or(|wanted| one.organisation == wanted);
            let candidates: Vec<_> = context.candidates.iter().filter(wanted).cloned().collect();
            let first = candidates.first().ok_or_else(&missing)?;
            if candidates.iter().any(|one| one.organisation != first.organisation) {
                return Err(ambiguous(context, &candidates));
            }
            let candidates = named_lines(candidates, &context.records.related.reference)?;
            let orders = context.orders.clone();
            cancel(
                &CorrectionContext { candidates, orders, ..CorrectionContext::default() },
                &correction_call,
            )
        };
        let (_, response) = self.correct(caller, keys, call, Box::new(decide), encode).await??;
        Ok(response)
    }

    /// Loads, decides and commits. The response body is encoded from the candidates after the correction.
    async fn correct<R: Send + 'static>(
        &self,
        caller: &Caller,
        keys: CorrectionKeys,
        call: CallCommand,
        decide: Decide<R>,
        encode: EncodeBody<[Candidate]>,
    ) -> Outcome<Result<Corrections, R>> {
        let call = self.requests.pending_call(caller, call).await?;
        let scope = RunScope::of(&caller.organisations);
        let write = Arc::new(CorrectionWrite { scope, keys, call, decide, encode });
        Ok(self.writes.run(&write).await?.response)
    }

    /// Returns a page of the history of a candidate.
    pub async fn candidate_history(
        &self,
        caller: &Caller,
        id: CandidateId,
        query: HistoryQuery,
    ) -> Outcome<CandidateHistory> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidateHistory)?;
        let found = self.candidate(caller, id).await?;
        let candidate = found.candidates.into_iter().next();
        let candidate = candidate.ok_or_else(|| Problem::not_found(ProblemCode::CandidateNotFound, &id))?;
        let scope = caller.organisations.read();
        let request = self.store.read(move |tx| tx.request_of_candidate(&scope, id)).await?;
        let range = query.range();
        let scope = caller.organisations.write();
        let history = self.store.read(move |tx| tx.candidate_history(&scope, id, range)).await?;
        let page = page(&candidate, history, &query);
        Ok(CandidateHistory { candidate, sender: request.map(|request| request.actor), page })
    }
}

/// A correction: `decide` corrects the loaded candidates, `encode` encodes the response body.
struct CorrectionWrite<R> {
    scope: RunScope,
    keys: CorrectionKeys,
    call: PendingCall,
    decide: Decide<R>,
    encode: EncodeBody<[Candidate]>,
}

impl<R: Send + 'static> PlannedWrite for CorrectionWrite<R> {
    type Context = CorrectionContext;
    type Commit = CorrectionCommit;
    type Response = Result<Corrections, R>;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<CorrectionContext> {
        tx.load_correction(&self.scope, &self.keys)
    }

    fn effort(&self, context: &CorrectionContext) -> Effort {
        Effort::of_rows(context.candidates.len())
    }

    fn plan(&self, context: CorrectionContext, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let decided = (self.decide)(&context).map(|corrections| {
            let after: Vec<_> = corrections.iter().map(afterwards).collect();
            (corrections, EncodedResponse { status: 200, body: (self.encode)(&after) })
        });
        let written = decided.as_ref().ok();
        let commit = written
            .map(|(corrections, response)| commit(&context, corrections, self.call.log_entry(response)));
        Ok(PreparedWrite { commit, response: decided })
    }

    fn row_count(&self, commit: &CorrectionCommit) -> usize {
        commit.row_count()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &CorrectionCommit) -> StoreResult<()> {
        tx.commit_correction(commit)
    }

    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        self.call.first()
    }
}

/// Returns a page of the history of a candidate, which starts with its import.
fn page(
    candidate: &Candidate,
    history: History,
    query: &HistoryQuery,
) -> HistoryPage<CandidateHistoryChange> {
    let History { imported_as, imported_with, entries, comments } = history;
    let import = CandidateHistoryChange::Imported {
        at: candidate.created_at,
        status: imported_as.unwrap_or(candidate.status),
        problems: imported_with,
    };
    let (range, read) = (query.range(), entries.len());
    let mut changes: Vec<_> = entries.into_iter().map(CandidateHistoryChange::Changed).collect();
    if !query.newest_first {
        if range.position().version <= 1 {
            changes.insert(0, import);
        }
    } else if range.position().version > 1 && read <= cast::<usize>(range.limit) {
        changes.push(import);
    }
    HistoryPage::of(changes, comments, query)
}

/// Returns the data that corrections write.
fn commit(
    context: &CorrectionContext,
    corrections: &[Correction],
    log_entry: RequestLogEntry,
) -> CorrectionCommit {
    CorrectionCommit { unchanged: context.expectations(), corrections: corrections.to_vec(), log_entry }
}

/// Returns the candidate with the version that the commit assigns.
fn afterwards(correction: &Correction) -> Candidate {
    let raised = i64::from(correction.entry.is_some());
    Candidate { version: correction.candidate.version + raised, ..correction.candidate.clone() }
}

/// Returns the version conflict with the changes since a known version and their last author. Without entries the
/// change was made by Orderdock: a list price has changed.
fn outdated(since: &[&HistoryEntry], version: i64, at: &Zoned) -> Problem {
    let mut fields = Vec::new();
    let mut members = Vec::new();
    for entry in since {
        let changed = entry.changes.iter();
        let values = changed.map(|one| (one.field.as_str(), one.old.clone(), one.new.clone()));
        let [before, after] =
            [entry.status_before, entry.status].map(|status| Some(status.as_str().to_owned()));
        let status = (before != after).then_some(("status", before, after));
        for (name, sent, stored) in values.chain(status) {
            if !fields.iter().any(|known| known == name) {
                fields.push(name.to_owned());
            }
            members.push(Difference { pointer: format!("/{name}"), stored, sent });
        }
    }
    let (user, last) =
        since.last().map_or(("Orderdock", at.timestamp()), |entry| (entry.actor.as_str(), entry.at));
    Problem::new(ProblemCode::VersionOutdated, "")
        .with("user", user)
        .with("time", last.to_zoned(at.time_zone().clone()))
        .with("version", version)
        .with("fields", Param::Texts(fields))
        .with("members", Param::Differences(members))
}

/// Creates the problem of an `If-Match` whose versions the candidate never had, because its ETags belong to another
/// record.
fn unknown_version(sent: &[i64], version: i64) -> Problem {
    let sent = sent.iter().max().copied().unwrap_or_default();
    Problem::new(ProblemCode::VersionUnknown, "").with("sent", sent).with("version", version)
}

fn is_readonly(corrected: &Result<Correction, Vec<Problem>>) -> bool {
    let readonly =
        |problems: &Vec<Problem>| problems.iter().any(|one| one.code == ProblemCode::ProcessedReadonly);
    corrected.as_ref().err().is_some_and(readonly)
}

/// Returns the problem that several organisations have the reference.
fn ambiguous(context: &CorrectionContext, candidates: &[Candidate]) -> Problem {
    let reference = &context.records.related.reference;
    let codes = candidates.iter().filter_map(|one| reference.organisation(one.organisation));
    let mut codes: Vec<_> = codes.map(|organisation| organisation.code.to_string()).collect();
    codes.sort_unstable();
    codes.dedup();
    Problem::new(ProblemCode::CandidateAmbiguous, "").with("candidates", Param::Texts(codes))
}
