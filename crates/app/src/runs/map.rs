//! Mappings of missing records to existing ones, as runs.

use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::access::Scope;
use orderdock_domain::candidate::{MissingRecord, ReferenceKey, ReferenceKind};
use orderdock_domain::correction::{CorrectionCall, CorrectionContext, Corrector, PreviousState};
use orderdock_domain::ids::{CandidateId, CrossReferenceId, IdBlock, PartnerId, RunId, SHARED};
use orderdock_domain::import::{ImportKeys, ReferenceMapping, lookup_row, map_references};
use orderdock_domain::masterdata::{CrossReferenceKind, CrossReferenceMember};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{RunCandidateResult, RunOutcome, RunTrigger};
use orderdock_domain::text::Code;
use orderdock_store::{
    CandidateFilter, ChunkOutcome, CorrectionKeys, CorrectionTarget, EditCommit, MappingTarget,
    ReadTransaction, RememberedValue, RunRecord, RunTarget, Selection, StoreResult, TakenValue, WriteMode,
    WriteTransaction,
};

use super::RunCommand;
use super::job::RunJob;
use crate::candidates::{chosen_partners, record_keys};
use crate::masterdata::changed_by;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::runs::RunService;
use crate::{CallCommand, Caller, Clock, Effort, EncodedResponse, Outcome, RunTask};

/// Rows to which a mapping applies later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Remember {
    /// All rows of the data source.
    DataSource,
    /// Rows of the buyer in the data source.
    PartnerAndDataSource,
    /// No rows.
    #[default]
    Nothing,
}

impl Remember {
    pub const ALL: [Self; 3] = [Self::DataSource, Self::PartnerAndDataSource, Self::Nothing];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DataSource => "dataSource",
            Self::PartnerAndDataSource => "bpartnerAndDataSource",
            Self::Nothing => "none",
        }
    }
}

/// Mapping of a missing record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapCommand {
    /// Id of the missing record as it was sent.
    pub missing: String,
    /// Record id of the target.
    pub target: i64,
    pub remember: Remember,
    /// Lines to map; all if empty.
    pub lines: Vec<CandidateId>,
}

impl RunService {
    /// Starts a run that maps the lines of a missing record to an existing one, and creates the cross-reference for later
    /// rows in the same transaction.
    pub async fn map_reference(
        self: &Arc<Self>,
        caller: &Caller,
        command: MapCommand,
        call: &CallCommand,
        encode: impl Fn(&RunRecord) -> Vec<u8> + Send + Sync,
    ) -> Outcome<(RunRecord, EncodedResponse)> {
        caller.require(Scope::ReferencesWrite, Phrase::MapReferences)?;
        let missing = self.candidates.find_missing_record(caller, &command.missing).await?;
        let target = self.target(&missing.record, command.target).await?;
        let (kind, id) = (missing.record.kind, missing.id);
        let selection = if command.lines.is_empty() {
            let filter = CandidateFilter { missing_record: Some(id), ..CandidateFilter::default() };
            Selection::Filter { filter: Box::new(filter), exclude: Vec::new() }
        } else {
            Selection::Ids(command.lines.clone())
        };
        let cross_reference = match command.remember {
            Remember::Nothing => None,
            _ => Some(self.ids.take_one::<CrossReferenceId>().await?),
        };
        let mapping = ReferenceMapping {
            missing: id,
            kind,
            record: command.target,
            unit: target.unit,
            cross_reference,
        };
        let task = RunTask::Map(Arc::new(mapping));
        let gather = RunTarget::Selected(selection);
        let mut new = self.new_run(caller, RunCommand { task, trigger: RunTrigger::Call, gather }).await?;
        let remembered = match cross_reference {
            Some(reference) => {
                let scope = (command.remember, reference, new.job.run());
                Some(self.remembered(caller, &missing.record, scope, &command).await?)
            }
            None => None,
        };
        let record = new.job.record.clone();
        let response = EncodedResponse { status: 202, body: encode(&record) };
        let log_entry = self.requests.log_entry(caller, call, &response).await?;
        let (by, queued, work) = (self.instances.instance().await?, record.clone(), new.job.work());
        let author = changed_by(caller);
        let create = move |tx: &dyn WriteTransaction| {
            let mut work = work.clone();
            if let Some(value) = &remembered {
                match tx.remember_value(value, &author)? {
                    Err(taken) => return Ok(Err(taken)),
                    Ok(known) => work.mapping.iter_mut().for_each(|one| one.cross_reference = Some(known)),
                }
            }
            tx.create_run(&queued, by, Some(&work), Some(&log_entry))?;
            Ok(Ok(work.mapping))
        };
        let created = self.store.write(WriteMode::Records, 3, create).await;
        match self.idempotency.or_replay(call.idempotency.as_ref(), created).await? {
            Err(taken) => Err(self.taken(&missing.record, &taken).await?.into()),
            Ok(mapping) => {
                new.job.task = mapping.map_or(new.job.task, |mapping| RunTask::Map(Arc::new(mapping)));
                self.spawn(new);
                Ok((record, response))
            }
        }
    }

    /// Returns a record to which a missing one can be mapped.
    async fn target(&self, missing: &MissingRecord, id: i64) -> Outcome<MappingTarget> {
        let kind = missing.kind;
        let found = self.store.read(move |tx| tx.mapping_target(kind, id)).await?;
        let is_usable = |target: &MappingTarget| {
            let is_visible = target.organisation == missing.organisation || target.organisation == SHARED;
            target.active && is_visible && (missing.partner.is_none() || target.partner == missing.partner)
        };
        let unknown = || Problem::new(ProblemCode::MappingTargetUnknown, "/targetId").with("id", id);
        Ok(found.filter(is_usable).ok_or_else(unknown)?)
    }

    /// Returns the value that later rows contain.
    async fn remembered(
        &self,
        caller: &Caller,
        missing: &MissingRecord,
        (remember, id, run): (Remember, CrossReferenceId, RunId),
        command: &MapCommand,
    ) -> Outcome<RememberedValue> {
        let unsuitable = || Problem::new(ProblemCode::MappingNotRememberable, "/remember");
        let kind = CrossReferenceKind::parse(missing.kind.as_str()).ok_or_else(unsuitable)?;
        let key = missing.keys.iter().find_map(|(key, value)| Some((member_of(*key)?, value)));
        let (member, value) = key.ok_or_else(unsuitable)?;
        let value = Code::parse(value).ok().flatten().ok_or_else(unsuitable)?;
        let partner = match (missing.partner, remember) {
            (Some(partner), _) => Some(partner),
            (None, Remember::PartnerAndDataSource) => Some(self.buyer(caller, missing, command).await?),
            _ => None,
        };
        let (organisation, data_source) = (missing.organisation, missing.data_source);
        Ok(RememberedValue {
            id,
            organisation,
            data_source,
            partner,
            kind,
            member,
            value,
            record: command.target,
            run,
        })
    }

    /// Returns the buyer of all lines.
    async fn buyer(
        &self,
        caller: &Caller,
        missing: &MissingRecord,
        command: &MapCommand,
    ) -> Outcome<PartnerId> {
        let (scope, id, lines) = (caller.organisations.write(), missing.id(), command.lines.clone());
        let buyers = self.store.read(move |tx| tx.buyers_of_missing(&scope, id, &lines)).await?;
        match buyers.as_slice() {
            [Some(buyer)] if missing.kind != ReferenceKind::Partner => Ok(*buyer),
            _ => Err(Problem::new(ProblemCode::MappingBuyerUnclear, "/remember").into()),
        }
    }

    /// Returns the problem that a value means another record.
    async fn taken(&self, missing: &MissingRecord, taken: &TakenValue) -> Outcome<Problem> {
        let (kind, id) = (missing.kind, taken.record);
        let target = self.store.read(move |tx| tx.mapping_target(kind, id)).await?;
        let value = missing.keys.iter().find(|(key, _)| member_of(*key).is_some());
        let label = target.map_or_else(|| id.to_string(), |target| target.label);
        Ok(Problem::new(ProblemCode::CrossReferenceTaken, "/targetId")
            .with("value", value.map_or("", |(_, value)| value.as_str()))
            .with("target", label)
            .with("user", taken.user.clone().unwrap_or_default()))
    }
}

fn member_of(key: ReferenceKey) -> Option<CrossReferenceMember> {
    match key {
        ReferenceKey::Code => Some(CrossReferenceMember::Code),
        ReferenceKey::ExternalId => Some(CrossReferenceMember::ExternalId),
        ReferenceKey::Gln => Some(CrossReferenceMember::Gln),
        ReferenceKey::Id | ReferenceKey::Name | ReferenceKey::Address => None,
    }
}

/// A chunk of a run that maps references.
pub(super) struct ChunkMapping {
    pub job: Arc<RunJob>,
    pub mapping: Arc<ReferenceMapping>,
    pub candidates: Vec<CandidateId>,
    pub clock: Arc<dyn Clock>,
}

/// Candidates, those of them with the chosen record, and the time of loading.
pub(super) struct LoadedMapping {
    context: CorrectionContext,
    mapped: Vec<orderdock_domain::candidate::Candidate>,
    now: Timestamp,
}

impl PlannedWrite for ChunkMapping {
    type Context = LoadedMapping;
    type Commit = EditCommit;
    type Response = ();
    type Written = ChunkOutcome;

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<LoadedMapping> {
        let (scope, now) = (&self.job.scope, self.clock.now());
        let found = tx.candidates(&scope.records, &self.candidates)?;
        let rows: Vec<_> =
            found.candidates.iter().map(|one| lookup_row(one, &found.related.reference)).collect();
        let mut keys = ImportKeys::collect(&rows);
        keys.partner_ids.extend(found.candidates.iter().flat_map(chosen_partners));
        if self.mapping.kind == ReferenceKind::Partner {
            keys.partner_ids.insert(PartnerId(self.mapping.record));
        }
        let context = tx.load_import_context(&scope.records, &keys)?;
        let mapped = map_references(context, &found.candidates, &self.mapping, (self.job.run(), now));
        let candidates = CorrectionTarget::These(self.candidates.clone());
        let keys = CorrectionKeys { candidates, records: record_keys(&mapped) };
        Ok(LoadedMapping { context: tx.load_correction(scope, &keys)?, mapped, now })
    }

    fn effort(&self, _: &LoadedMapping) -> Effort {
        Effort::Large
    }

    fn plan(&self, loaded: LoadedMapping, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let LoadedMapping { context, mut mapped, now } = loaded;
        let call =
            CorrectionCall { actor: self.job.record.run.actor.clone(), now, run: Some(self.job.run()) };
        let corrector = Corrector::new(&context, &call);
        let (mut corrections, mut results) = (Vec::new(), Vec::new());
        for before in &context.candidates {
            let place = mapped.iter().position(|one| one.id == before.id);
            let correction = place.map(|place| corrector.map(before, mapped.swap_remove(place)));
            let correction = correction.filter(|correction| correction.entry.is_some());
            let (outcome, warnings) = match correction {
                None => (RunOutcome::Unchanged, Vec::new()),
                Some(correction) => {
                    let warnings = correction.warnings.clone();
                    corrections.push(correction);
                    (RunOutcome::Changed(Box::new(PreviousState::of(before))), warnings)
                }
            };
            results.push(RunCandidateResult { candidate: before.id, outcome, warnings });
        }
        let commit = EditCommit {
            run: self.job.run(),
            unchanged: context.expectations(),
            corrections,
            voids: Vec::new(),
            scope: self.job.scope.candidates.clone(),
            results,
            fence: self.job.record.fence,
        };
        Ok(PreparedWrite { commit: Some(commit), response: () })
    }

    fn row_count(&self, commit: &EditCommit) -> usize {
        commit.row_count()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &EditCommit) -> StoreResult<ChunkOutcome> {
        tx.commit_edit(commit)
    }
}
