//! Import of candidates from all interfaces: collect keys, load, plan, commit.

use std::collections::HashSet;
use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, IdBlock, OrganisationId, RequestId};
use orderdock_domain::import::{
    ClosedRejection, ErrorPolicy, ImportCall, ImportContext, ImportKeys, ImportPlan, ImportPolicies,
    ImportRow, OpenRejection, RejectedImportRow, RejectedRowStatus, RowOutcome, SimilarRecords, UnknownCodes,
    closed_rejections, has_unknown_code, plan_import,
};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_domain::suggested_fix::RecordSuggestion;
use orderdock_store::{
    Candidates, ImportCommit, ReadTransaction, RejectedRowEntry, RejectionChanges, StoreResult, StoredBody,
    StoredRequest, WriteTransaction,
};

use super::Batches;
use crate::bodies::{Dictionaries, LARGE};
use crate::failure::status_of;
use crate::ids::IdSource;
use crate::metrics::count;
use crate::planned_write::{PlannedWrite, PlannedWrites, PreparedWrite};
use crate::rejected_entries::{RejectedEntries, RowTexts, entries};
use crate::rejected_rows::{Resend, SentIdentity};
use crate::requests::{LoggedRows, RejectedRows, RequestService, stored_request, with_rows};
use crate::workers::Workers;
use crate::{CallCommand, Caller, Effort, EncodedResponse, Failure, IdempotencyGuard, Metrics, Outcome};

/// Maximum number of ids per row: candidate, four partner blocks of four records, product, price, organisation, and the
/// entry of a rejected row.
const IDS_PER_ROW: u32 = 21;

/// Parameters of an import.
pub struct ImportCommand {
    pub rows: Vec<ImportRow>,
    pub policies: ImportPolicies,
    /// Applies all rules and returns the full response, but writes nothing.
    pub dry_run: bool,
    pub call: CallCommand,
    /// Texts of the rows, for the entries of rejected ones.
    pub texts: Arc<dyn RowTexts>,
    /// Entry of a rejected row that is sent again as the first row.
    pub resend: Option<Resend>,
}

/// Result of an import, for encoding the response.
pub struct ImportResult<'a> {
    pub plan: &'a ImportPlan,
    pub rows: &'a [ImportRow],
    /// Stored candidates of the `Unchanged` outcomes.
    pub existing: &'a Candidates,
    /// Records that rejected rows may mean by unknown codes. None if the caller may not read records.
    pub similar: Option<&'a SimilarRecords>,
    pub policy: ErrorPolicy,
    pub dry_run: bool,
    pub request: RequestId,
    /// HTTP status of the response.
    pub status: u16,
}

impl ImportResult<'_> {
    /// Returns the organisation of a rejected row, if it is known.
    pub fn organisation_of_rejected(&self, index: usize) -> Option<OrganisationId> {
        let rejected = &self.plan.rejected_rows;
        let found = rejected.binary_search_by_key(&index, |row| cast(row.index)).ok()?;
        rejected[found].organisation
    }

    /// Returns existing records that a row of an organisation may mean by an unknown code, if the caller may read records.
    pub fn suggestions(
        &self,
        index: usize,
        organisation: Option<OrganisationId>,
        problem: &Problem,
    ) -> Vec<RecordSuggestion> {
        match (self.similar, organisation, &self.rows[index].request) {
            (Some(similar), Some(organisation), Ok(request)) => {
                similar.suggestions(request, organisation, problem)
            }
            _ => Vec::new(),
        }
    }
}

/// Encodes the response body. It runs before the commit, because the idempotency key stores the response.
pub type Encode = Arc<dyn Fn(&ImportResult<'_>) -> Vec<u8> + Send + Sync>;

/// An import with the keys that its rows contain and its compressed body.
pub(super) struct PendingImport {
    pub caller: Caller,
    pub command: ImportCommand,
    pub keys: ImportKeys,
    compressed: StoredBody,
    encode: Encode,
}

/// Existing records for the keys of rows, and the stored candidates that rows repeat.
pub(super) struct LoadedImport {
    pub context: ImportContext,
    pub existing: Candidates,
    /// Records with codes similar to unknown ones.
    pub similar: SimilarRecords,
    /// Rejected rows with headers of the import that were not imported since.
    pub open_rejections: Vec<OpenRejection>,
    /// Current entry of the row that is sent again.
    pub resent: Option<RejectedRowEntry>,
}

/// Data that [`decide`] needs besides the plan.
#[derive(Clone, Copy)]
pub(super) struct LoadedRows<'l> {
    pub existing: &'l Candidates,
    pub similar: &'l SimilarRecords,
    pub open_rejections: &'l [OpenRejection],
    pub resent: Option<&'l RejectedRowEntry>,
}

/// Response to an import, with its counts and the row data for the request log.
pub(super) struct DecidedImport {
    response: EncodedResponse,
    counts: RowCounts,
    /// Id of the request, if it created candidates.
    made: Option<RequestId>,
    /// Rows of a rejected request; empty if rows were accepted.
    rejected: RejectedRows,
    /// Whether the response can suggest records for unknown codes.
    pub(super) has_suggestions: bool,
}

#[derive(Default, Clone, Copy)]
struct RowCounts {
    created: usize,
    unchanged: usize,
    rejected: usize,
}

/// Service that imports candidates, small requests in batches.
pub struct ImportService {
    pub(crate) ids: Arc<IdSource>,
    pub(crate) workers: Arc<Workers>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) requests: Arc<RequestService>,
    pub(crate) writes: Arc<PlannedWrites>,
    pub(crate) dictionaries: Dictionaries,
    pub(crate) batches: Batches,
}

impl ImportService {
    /// Imports candidates in one transaction. The response has an outcome for every row, in order.
    pub async fn import_candidates(
        &self,
        caller: Caller,
        command: ImportCommand,
        encode: Encode,
    ) -> Outcome<EncodedResponse> {
        caller.require(Scope::CandidatesWrite, Phrase::ImportCandidates)?;
        let effort = Effort::of_rows(command.rows.len());
        let pending = if command.call.received.body.len() < LARGE {
            prepare(caller, command, encode, &self.dictionaries)
        } else {
            let dictionaries = self.dictionaries.clone();
            self.workers.compute(effort, move || prepare(caller, command, encode, &dictionaries)).await?
        };
        let is_alone = pending.command.dry_run || pending.command.resend.is_some();
        let decided = if effort == Effort::Small && !is_alone {
            self.decide_together(&pending).await?
        } else {
            self.writes.run(&pending).await?.response
        };
        if pending.command.dry_run {
            return Ok(decided.response);
        }
        self.count_rows(&decided);
        let PendingImport { caller, command, compressed, .. } = &*pending;
        let DecidedImport { response, made, rejected, .. } = decided;
        // a stored body can be the dictionary of later ones
        if let Some(id) = made {
            self.dictionaries.learn(caller, &command.call.received, id, compressed);
        }
        if response.status >= 400 {
            self.requests
                .log_rejected_request(caller, &command.call.received, response.status, rejected)
                .await;
        }
        Ok(response)
    }

    /// Counts rows for the metrics. Of a rejected request only rejected rows count, because nothing of it was written.
    fn count_rows(&self, decided: &DecidedImport) {
        count(&self.metrics.rows_rejected, decided.counts.rejected);
        if decided.response.status < 400 {
            count(&self.metrics.rows_created, decided.counts.created);
            count(&self.metrics.rows_unchanged, decided.counts.unchanged);
        }
    }
}

/// Collects the keys and compresses the body.
fn prepare(
    caller: Caller,
    command: ImportCommand,
    encode: Encode,
    dictionaries: &Dictionaries,
) -> Arc<PendingImport> {
    let keys = ImportKeys::collect(&command.rows);
    let received = &command.call.received;
    let compressed =
        if command.dry_run { StoredBody::default() } else { dictionaries.compress(&caller, received) };
    Arc::new(PendingImport { caller, command, keys, compressed, encode })
}

/// Loads the records for the keys of the rows, records with codes similar to unknown ones, and the candidates that the
/// rows repeat.
pub(super) fn load<'r>(
    tx: &dyn ReadTransaction,
    caller: &Caller,
    rows: impl Iterator<Item = &'r ImportRow>,
    keys: &ImportKeys,
) -> StoreResult<LoadedImport> {
    let scope = caller.organisations.read();
    let mut context = tx.load_import_context(&scope, keys)?;
    let open_rejections = std::mem::take(&mut context.open_rejections);
    let repeated: Vec<_> = context.identities.iter().map(|identity| identity.candidate).collect();
    let existing =
        if repeated.is_empty() { Candidates::default() } else { tx.candidates(&scope, &repeated)? };
    let unknown = UnknownCodes::find(rows, keys, &context);
    let mut similar =
        SimilarRecords { reference: Arc::clone(&context.reference), ..SimilarRecords::default() };
    if !unknown.is_empty() {
        let found = tx.load_import_context(&scope, &unknown.similar_keys())?;
        (similar.partners, similar.products) = (found.partners, found.products);
    }
    Ok(LoadedImport { context, existing, similar, open_rejections, resent: None })
}

/// Decides an import with `plan`, and encodes its response.
pub(super) fn decide(
    attempt: &PendingImport,
    plan: impl FnOnce(&[ImportRow], ImportCall) -> ImportPlan,
    loaded: LoadedRows<'_>,
    mut ids: IdBlock,
) -> Outcome<(DecidedImport, Option<ImportCommit>)> {
    let request = ids.next().unwrap_or(RequestId(0));
    let ImportCommand { rows, policies, dry_run, call, resend, .. } = &attempt.command;
    let existing = loaded.existing;
    let entry_ids = if *dry_run { None } else { ids.split(cast(rows.len())) };
    let ImportPolicies { errors: policy, unresolved } = *policies;
    let (now, dry_run) = (attempt.caller.now, *dry_run);
    let permissions = attempt.caller.permissions();
    let mut plan = plan(rows, ImportCall { now, request, policy, permissions, unresolved, ids });
    if plan.ids_short > 0 {
        return Err(Failure::fault("a row needed more ids than its limit"));
    }
    if let Some(entry) = loaded.resent {
        require_same_identity(&plan, existing, entry)?;
    }
    let counts = RowCounts::of(&plan.outcomes);
    let status = status(&attempt.command, &plan.outcomes, counts);
    // a caller who may only import must not learn codes and names of other records
    let similar = attempt.caller.scopes.allow(Scope::CandidatesRead).then_some(loaded.similar);
    let has_suggestions = similar.is_some() && plan.outcomes.iter().any(has_unknown_code);
    let result = ImportResult { plan: &plan, rows, existing, similar, policy, dry_run, request, status };
    let response = EncodedResponse { status, body: (attempt.encode)(&result) };
    let logged_rows = LoggedRows {
        notes: std::mem::take(&mut plan.notes),
        organisations: std::mem::take(&mut plan.organisations),
    };
    if status >= 400 || dry_run {
        let rejected = RejectedRows {
            logged_rows,
            rejected: plan.writes.rejected,
            entries: attempt.rejected_entries(plan.rejected_rows, plan.outcomes, loaded.resent),
        };
        return Ok((DecidedImport { response, counts, made: None, rejected, has_suggestions }, None));
    }
    let made = (counts.created > 0).then_some(request);
    let body = attempt.compressed.clone();
    let request =
        with_rows(stored_request(&attempt.caller, &call.received, request, body, status), logged_rows);
    let entry_ids = entry_ids.unwrap_or_else(|| IdBlock::new(0, 0));
    let rejections = attempt.rejections(&plan, loaded, &request, entry_ids);
    let mut writes = plan.writes;
    writes.rejected.extend(resend.iter().flat_map(|resend| resend.awaited.iter().cloned()));
    let response_to_store = call.stored_response(&attempt.caller, &response);
    let commit = ImportCommit { writes, request, response: response_to_store, rejections, now };
    let rejected = RejectedRows::default();
    Ok((DecidedImport { response, counts, made, rejected, has_suggestions }, Some(commit)))
}

impl PendingImport {
    /// Returns the data for the entries of a rejected request, whose id is not known yet.
    fn rejected_entries(
        &self,
        rows: Vec<RejectedImportRow>,
        outcomes: Vec<RowOutcome>,
        resent: Option<&RejectedRowEntry>,
    ) -> Option<RejectedEntries> {
        let texts = Arc::clone(&self.command.texts);
        (!rows.is_empty()).then(|| RejectedEntries { rows, outcomes, texts, resent: resent.cloned() })
    }

    /// Returns the changes of entries: rejected rows, and those that accepted rows close.
    fn rejections(
        &self,
        plan: &ImportPlan,
        loaded: LoadedRows<'_>,
        request: &StoredRequest,
        ids: IdBlock,
    ) -> RejectionChanges {
        let texts = &*self.command.texts;
        let rejected = entries(&plan.rejected_rows, &plan.outcomes, texts, request, loaded.resent, ids);
        let accepted = || {
            let known = loaded.existing.candidates.iter();
            let ids: HashSet<_> = plan.outcomes.iter().filter_map(accepted_id).collect();
            plan.writes.candidates.iter().chain(known).filter(move |candidate| ids.contains(&candidate.id))
        };
        let sent_again = loaded.resent.and_then(|entry| {
            let candidate = accepted_id(plan.outcomes.first()?)?;
            Some(ClosedRejection { entry: entry.id, candidate, status: RejectedRowStatus::SentAgain })
        });
        let mut closed = match loaded.open_rejections {
            [] => Vec::new(),
            open => closed_rejections(open, accepted(), request.caller),
        };
        closed.retain(|one| sent_again.is_none_or(|sent| sent.entry != one.entry));
        RejectionChanges { rejected, closed, sent_again }
    }
}

/// Fails unless the first row has the identity of the rejected row that is sent again. If the row was rejected only
/// because of other rows, its identity is unknown and nothing is written.
fn require_same_identity(plan: &ImportPlan, existing: &Candidates, entry: &RejectedRowEntry) -> Outcome<()> {
    let mut candidates = plan.writes.candidates.iter().chain(&existing.candidates);
    let sent = match plan.outcomes.first().and_then(accepted_id) {
        Some(id) => candidates.find(|candidate| candidate.id == id).map(SentIdentity::from),
        None => plan.rejected_rows.first().filter(|row| row.index == 0).map(SentIdentity::from),
    };
    sent.map_or(Ok(()), |sent| sent.require_same(&entry.content))
}

/// Returns the candidate of a row that is stored.
fn accepted_id(outcome: &RowOutcome) -> Option<CandidateId> {
    match outcome {
        RowOutcome::Created { candidate, .. } | RowOutcome::Unchanged { candidate, .. } => Some(*candidate),
        RowOutcome::Rejected { .. } => None,
    }
}

impl PlannedWrite for PendingImport {
    type Context = LoadedImport;
    type Commit = ImportCommit;
    type Response = DecidedImport;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<LoadedImport> {
        let loaded = load(tx, &self.caller, self.command.rows.iter(), &self.keys)?;
        let Some(Resend { entry, .. }) = self.command.resend else { return Ok(loaded) };
        let resent = tx.rejected_row(&self.caller.organisations.read(), entry)?;
        Ok(LoadedImport { resent, ..loaded })
    }

    fn id_count(&self, _: &LoadedImport) -> u32 {
        if self.command.dry_run { 0 } else { self.ids() }
    }

    fn effort(&self, _: &LoadedImport) -> Effort {
        Effort::of_rows(self.command.rows.len())
    }

    fn plan(&self, loaded: LoadedImport, ids: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let LoadedImport { context, existing, similar, open_rejections, resent } = loaded;
        if let Some(resend) = &self.command.resend {
            resend.require_open(resent.as_ref())?;
        }
        let ids = if self.command.dry_run { IdBlock::imaginary() } else { ids };
        let plan = |rows: &[ImportRow], call| plan_import(context, rows, call);
        let loaded = LoadedRows {
            existing: &existing,
            similar: &similar,
            open_rejections: &open_rejections,
            resent: resent.as_ref(),
        };
        let (response, commit) = decide(self, plan, loaded, ids)?;
        Ok(PreparedWrite { commit, response })
    }

    fn row_count(&self, commit: &ImportCommit) -> usize {
        commit.row_count()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &ImportCommit) -> StoreResult<()> {
        tx.commit_import(commit)
    }

    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        self.command.call.idempotency.as_ref()
    }
}

impl PendingImport {
    /// Returns the maximum number of ids for the request and its rows.
    pub(super) fn ids(&self) -> u32 {
        let rows = cast::<u32>(self.command.rows.len());
        rows.saturating_mul(IDS_PER_ROW).saturating_add(1)
    }
}

impl RowCounts {
    fn of(outcomes: &[RowOutcome]) -> Self {
        outcomes.iter().fold(Self::default(), |mut counts, outcome| {
            match outcome {
                RowOutcome::Created { .. } => counts.created += 1,
                RowOutcome::Unchanged { .. } => counts.unchanged += 1,
                RowOutcome::Rejected { .. } => counts.rejected += 1,
            }
            counts
        })
    }
}

/// Returns the HTTP status: 201 if something was created, 200 if nothing had to be, 207 if some rows were rejected, 400
/// if all were. Under policy `all` one rejected row rejects the request with the status of the most severe error.
fn status(command: &ImportCommand, outcomes: &[RowOutcome], counts: RowCounts) -> u16 {
    match (command.policies.errors, counts) {
        (_, RowCounts { rejected: 0, created: 0, .. }) => 200,
        (_, RowCounts { rejected: 0, .. }) => {
            if command.dry_run {
                200
            } else {
                201
            }
        }
        (ErrorPolicy::All, _) => {
            let errors = outcomes.iter().flat_map(|outcome| match outcome {
                RowOutcome::Rejected { errors } => errors.as_slice(),
                _ => &[],
            });
            status_of(errors.map(|error| error.code))
        }
        (_, RowCounts { created: 0, unchanged: 0, .. }) => 400,
        _ => 207,
    }
}
