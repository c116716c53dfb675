//! Resolves references of stored candidates when their records exist.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, ReferenceKind, Status};
use orderdock_domain::correction::{CorrectionCall, CorrectionContext, Corrector, RecordKeys};
use orderdock_domain::event::Subject;
use orderdock_domain::ids::{CandidateId, IdBlock, PartnerId};
use orderdock_domain::import::{ImportKeys, ResolvedCandidate, lookup_row, resolve_references};
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_store::{
    CorrectionKeys, CorrectionTarget, FeedPage, REFERENCES, ReadTransaction, RecordChanges, ResolutionCommit,
    RunScope, StoreResult, WriteTransaction,
};

use super::CandidateService;
use crate::feed::FeedService;
use crate::instances::InstanceService;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::{Effort, Outcome};

/// Interval of the check for changed records.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Longest interval between two look-ups of all waiting candidates.
const MAX_RECHECK_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// Number of candidates that are looked up together.
const BATCH: usize = 1_000;
/// Shortest interval after which all waiting candidates are looked up although no key of a changed record fits them. A
/// setting of a data source, for example, can decide which records a row names.
const RECHECK_INTERVAL: SignedDuration = SignedDuration::from_secs(60);
/// Shortest interval as a multiple of the time that the look-up of all waiting candidates took.
const RECHECK_FACTOR: i32 = 20;
/// Commits of the event feed that are read together, and reads per check.
const COMMITS: u32 = 256;
const READS: usize = 64;

/// Task that resolves references. One instance at a time, by a lease.
///
/// Reads the event feed. After a record change, the references of the candidates that wait for one of its keys are
/// looked up. The references of a new or changed candidate are looked up once, because its import may have missed a
/// record. The feed contains every commit once, so the order in which record and candidate are committed does not
/// matter.
pub struct ReferenceResolver {
    service: Arc<CandidateService>,
    instances: Arc<InstanceService>,
    feed: Arc<FeedService>,
    /// Last position of the feed that was read; `None` while no candidate waits.
    position: Option<i64>,
    /// Candidates to look up, in the order of their arrival.
    pending: BTreeSet<CandidateId>,
    recheck: Recheck,
}

/// Look-up of all waiting candidates.
#[derive(Clone, Copy, Debug)]
enum Recheck {
    /// In progress since `began`; `after` is the last candidate that was looked up.
    Active { began: Timestamp, after: CandidateId },
    /// Time of the next look-up.
    Due(Timestamp),
}

/// Result of one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResolverRound {
    /// Whether another process resolves references.
    pub idle: bool,
    /// Number of candidates that were looked up, and of those with a resolved reference.
    pub looked_up: usize,
    pub resolved: usize,
    /// Whether candidates are left to look up.
    pub more: bool,
}

impl ReferenceResolver {
    pub(crate) fn new(
        service: Arc<CandidateService>,
        instances: Arc<InstanceService>,
        feed: Arc<FeedService>,
    ) -> Self {
        let recheck = Recheck::Due(Timestamp::MIN);
        Self { service, instances, feed, position: None, pending: BTreeSet::new(), recheck }
    }

    /// Resolves references until `stop` completes.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            let more = match self.tick().await {
                Ok(round) => round.more,
                Err(failure) => {
                    tracing::warn!(?failure, "resolving references failed");
                    false
                }
            };
            let pause = if more { Duration::ZERO } else { CHECK_INTERVAL };
            tokio::select! {
                () = &mut stop => break,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Looks up the next candidates that wait for changed records, and the next ones of a look-up of all.
    pub async fn tick(&mut self) -> Outcome<ResolverRound> {
        let store = Arc::clone(&self.service.store);
        let own = self.instances.instance().await?;
        if store.take_lease(REFERENCES, own).await?.is_none() {
            self.forget();
            return Ok(ResolverRound { idle: true, ..ResolverRound::default() });
        }
        if self.waiting(CandidateId(0), 1).await?.is_empty() {
            self.forget();
            return Ok(ResolverRound::default());
        }
        self.read_feed().await?;
        let mut round = ResolverRound::default();
        // removed before the look-up, so that candidates that fail are retried only by the look-up of all
        let rest = self.pending.iter().nth(BATCH).copied();
        let rest = rest.map_or_else(BTreeSet::new, |first| self.pending.split_off(&first));
        let next = std::mem::replace(&mut self.pending, rest);
        self.look_up(next.into_iter().collect(), &mut round).await?;
        self.look_up_all(&mut round).await?;
        round.more = !self.pending.is_empty() || matches!(self.recheck, Recheck::Active { .. });
        Ok(round)
    }

    /// Forgets the state, so that the next check begins with a look-up of all waiting candidates.
    fn forget(&mut self) {
        (self.position, self.recheck) = (None, Recheck::Due(Timestamp::MIN));
        self.pending.clear();
    }

    async fn waiting(&self, after: CandidateId, limit: usize) -> Outcome<Vec<CandidateId>> {
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let waiting =
            move |tx: &dyn ReadTransaction| tx.waiting_candidates(&OrgScope::All.write(), after, limit);
        Ok(self.service.store.read(waiting).await?)
    }

    /// Adds the candidates that wait for changed records, and the changed candidates that wait.
    async fn read_feed(&mut self) -> Outcome<()> {
        self.feed.place_events().await?;
        let store = Arc::clone(&self.service.store);
        let read = async |from: i64| {
            store.read(move |tx| tx.read_events(&OrgScope::All.read(), from, COMMITS)).await
        };
        let Some(mut position) = self.position else {
            let page = read(i64::MAX).await?;
            (self.position, self.recheck) = (Some(page.ends.newest), Recheck::Due(Timestamp::MIN));
            return Ok(());
        };
        for _ in 0..READS {
            let page = read(position.saturating_add(1)).await?;
            let is_gap = page.ends.oldest > position;
            let Some(last) = page.commits.last().map(|commit| commit.position) else { break };
            let (changed, decides_lookups) = changed_records(&page);
            if is_gap || decides_lookups {
                self.recheck = Recheck::Due(Timestamp::MIN);
            }
            let waiting =
                move |tx: &dyn ReadTransaction| tx.candidates_waiting_for(&OrgScope::All.write(), &changed);
            self.pending.extend(store.read(waiting).await?);
            position = last;
            self.position = Some(last);
        }
        Ok(())
    }

    /// Looks up candidates, except those whose references a run maps now.
    async fn look_up(&self, mut candidates: Vec<CandidateId>, round: &mut ResolverRound) -> Outcome<()> {
        let ids = candidates.clone();
        let mapped = self.service.store.read(move |tx| tx.lines_being_mapped(&ids)).await?;
        candidates.retain(|id| mapped.binary_search(id).is_err());
        if candidates.is_empty() {
            return Ok(());
        }
        round.looked_up += candidates.len();
        round.resolved += self.service.resolve_references(candidates).await?;
        Ok(())
    }

    /// Looks up the next candidates of a look-up of all, if one is due or in progress.
    async fn look_up_all(&mut self, round: &mut ResolverRound) -> Outcome<()> {
        let now = self.service.clock.now();
        let (began, after) = match self.recheck {
            Recheck::Active { began, after } => (began, after),
            // a clock that was set back must not delay it for long
            Recheck::Due(at) if now < at && at.duration_since(now) <= MAX_RECHECK_INTERVAL => return Ok(()),
            Recheck::Due(_) => (now, CandidateId(0)),
        };
        let waiting = self.waiting(after, BATCH).await?;
        self.recheck = match waiting.last() {
            Some(last) if waiting.len() >= BATCH => Recheck::Active { began, after: *last },
            _ => {
                let interval = now.duration_since(began).saturating_mul(RECHECK_FACTOR);
                let interval = interval.clamp(RECHECK_INTERVAL, MAX_RECHECK_INTERVAL);
                Recheck::Due(now.saturating_add(interval).unwrap_or(Timestamp::MAX))
            }
        };
        self.look_up(waiting, round).await
    }
}

/// Returns the changed records and the changed candidates in error of a part of the feed, and whether a record changed
/// that decides which records rows name.
fn changed_records(page: &FeedPage) -> (RecordChanges, bool) {
    let (mut changed, mut decides_lookups) = (RecordChanges::default(), false);
    for (kind, id) in page.commits.iter().flat_map(|commit| commit.events.iter()) {
        match kind.subject(id) {
            Some(Subject::Record(name, id)) => {
                decides_lookups |= matches!(
                    name,
                    KindName::Organisations | KindName::DataSources | KindName::ExternalSystems
                );
                changed.records.entry(name).or_default().insert(id);
            }
            Some(Subject::Candidate(id)) if kind.status == Some(Status::Error) => {
                changed.candidates.insert(id);
            }
            _ => {}
        }
    }
    (changed, decides_lookups)
}

impl CandidateService {
    /// Creates the task that resolves references.
    pub fn reference_resolver(
        self: &Arc<Self>,
        instances: &Arc<InstanceService>,
        feed: &Arc<FeedService>,
    ) -> ReferenceResolver {
        ReferenceResolver::new(Arc::clone(self), Arc::clone(instances), Arc::clone(feed))
    }

    /// Looks up the records that candidates wait for, and validates those for which records exist. Returns the number
    /// of validated candidates.
    pub async fn resolve_references(&self, candidates: Vec<CandidateId>) -> Outcome<usize> {
        let resolution = Arc::new(Resolution { candidates, now: self.clock.now() });
        Ok(self.writes.run(&resolution).await?.response)
    }
}

/// Look-up of the records of some waiting candidates.
struct Resolution {
    candidates: Vec<CandidateId>,
    now: Timestamp,
}

/// Candidates with the records that were found, and the data to validate them.
#[derive(Default)]
struct LoadedResolution {
    context: CorrectionContext,
    resolved: Vec<ResolvedCandidate>,
}

impl PlannedWrite for Resolution {
    type Context = LoadedResolution;
    type Commit = ResolutionCommit;
    type Response = usize;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<LoadedResolution> {
        let scope = OrgScope::All;
        let waiting = tx.candidates(&scope.read(), &self.candidates)?;
        let rows: Vec<_> =
            waiting.candidates.iter().map(|one| lookup_row(one, &waiting.related.reference)).collect();
        let mut keys = ImportKeys::collect(&rows);
        keys.partner_ids.extend(waiting.candidates.iter().flat_map(chosen_partners));
        let context = tx.load_import_context(&scope.read(), &keys)?;
        let resolved = resolve_references(context, &waiting.candidates, self.now);
        if resolved.is_empty() {
            return Ok(LoadedResolution::default());
        }
        let candidates = CorrectionTarget::These(resolved.iter().map(|one| one.candidate.id).collect());
        let records = record_keys(resolved.iter().map(|one| &one.candidate));
        let keys = CorrectionKeys { candidates, records };
        Ok(LoadedResolution { context: tx.load_correction(&RunScope::of(&scope), &keys)?, resolved })
    }

    fn effort(&self, loaded: &LoadedResolution) -> Effort {
        Effort::of_rows(loaded.resolved.len())
    }

    fn plan(&self, loaded: LoadedResolution, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let LoadedResolution { context, resolved } = loaded;
        let call = CorrectionCall { actor: "scheduler".to_owned(), now: self.now, run: None };
        let corrector = Corrector::new(&context, &call);
        let (mut corrections, mut used) = (Vec::new(), BTreeMap::new());
        for ResolvedCandidate { candidate, used: references } in resolved {
            let Some(before) = context.candidates.iter().find(|one| one.id == candidate.id) else { continue };
            corrections.push(corrector.resolve(before, candidate));
            for id in references {
                *used.entry(id).or_default() += 1;
            }
        }
        let response = corrections.len();
        let (unchanged, now) = (context.expectations(), self.now);
        let commit = (response > 0).then(|| ResolutionCommit { unchanged, corrections, used, now });
        Ok(PreparedWrite { commit, response })
    }

    fn row_count(&self, commit: &ResolutionCommit) -> usize {
        1 + commit.corrections.len()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &ResolutionCommit) -> StoreResult<()> {
        tx.commit_resolution(commit)
    }
}

/// Returns the partners that users chose for references of a candidate.
pub(crate) fn chosen_partners(candidate: &Candidate) -> impl Iterator<Item = PartnerId> {
    let mapped = candidate.mapped_references();
    let partners = mapped.filter(|(reference, _)| reference.kind == ReferenceKind::Partner);
    partners.map(|(_, mapped)| PartnerId(mapped.record))
}

/// Returns the records that the candidates name.
pub(crate) fn record_keys<'c>(candidates: impl IntoIterator<Item = &'c Candidate>) -> RecordKeys {
    let mut keys = RecordKeys { places: true, ..RecordKeys::default() };
    for candidate in candidates {
        let sales_partner = candidate.sales_partner.map(|id| id.0);
        keys.partners.ids.extend(candidate.roles().map(|role| role.partner.0).chain(sales_partner));
        keys.products.ids.extend(candidate.product.map(|id| id.0));
    }
    keys
}
