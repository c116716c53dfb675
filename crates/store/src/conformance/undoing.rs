//! Undoing the changes of a run.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, Hold, Status};
use orderdock_domain::correction::{
    CandidateEdit, CorrectionCall, CorrectionContext, Corrector, HistoryEvent, PreviousState, RecordKeys,
    UndoPlan, undo,
};
use orderdock_domain::ids::{OrganisationId, RunId};
use orderdock_domain::order::OrderStatus;
use orderdock_domain::processing::{RunCandidateResult, RunKind, RunOutcome, RunState};
use orderdock_domain::text::Text;

use super::calls::RunCalls as _;
use super::calls::SingleCalls as _;
use super::fixture::{Fixture, everything, now};
use super::ordering::{ids, later};
use crate::{
    Conflict, CorrectionKeys, CorrectionTarget, EditCommit, FencingToken, HistoryRange, RunRecord, RunScope,
    RunTarget, StoreError, WriteMode, WriteTransaction,
};

/// Returns the call of a run.
fn call(run: RunId) -> CorrectionCall {
    CorrectionCall { actor: "Order desk".to_owned(), now: now(), run: Some(run) }
}

impl Fixture {
    /// Returns a new run that undoes another one.
    fn undo_run(&self, undone: RunId) -> RunRecord {
        let mut record = self.run_record(OrgScope::All);
        (record.run.kind, record.run.undoes) = (RunKind::Undo, Some(undone));
        record
    }

    async fn done_by(&self, run: RunId, candidates: &[Candidate]) -> CorrectionContext {
        let keys = CorrectionKeys {
            candidates: CorrectionTarget::DoneBy { run, candidates: ids(candidates) },
            records: RecordKeys::default(),
        };
        self.store.load_correction(RunScope::of(&OrgScope::All), keys).await.unwrap()
    }

    async fn found(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        self.store.candidates(everything(), ids(candidates)).await.unwrap().candidates
    }
}

fn undo_commit(context: &CorrectionContext, undone: RunId, run: RunId) -> EditCommit {
    let reason = Text::parse("too early").unwrap();
    let UndoPlan { corrections, voids, results } = undo(context, undone, reason.as_ref(), &call(run));
    let (unchanged, scope, fence) = (context.expectations(), OrgScope::All.write(), FencingToken(run.0));
    EditCommit { run, unchanged, corrections, voids, scope, results, fence }
}

pub async fn run_is_undone_in_one_chunk(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let ordered = fixture.header(&scene, "H1", 2).await;
    let (made, _) = fixture.process(vec![fixture.order(&scene, &ordered)]).await.unwrap();
    let edited = fixture.header(&scene, "H2", 1).await;
    let changed = {
        let context = fixture.done_by(made, &edited).await;
        let edit = CandidateEdit { changes: Vec::new(), active: Some(false), ..CandidateEdit::default() };
        Corrector::new(&context, &call(made)).edit(&edited[0], &edit).unwrap()
    };
    let result = RunCandidateResult {
        candidate: edited[0].id,
        outcome: RunOutcome::Changed(Box::new(PreviousState::of(&edited[0]))),
        warnings: Vec::new(),
    };
    let commit = EditCommit {
        run: made,
        unchanged: Vec::new(),
        corrections: vec![changed],
        voids: Vec::new(),
        scope: OrgScope::All.write(),
        results: vec![result],
        fence: FencingToken(made.0),
    };
    fixture.store.commit_edit(commit).await.unwrap();

    let all = [&ordered[..], &edited[..]].concat();
    let gather = |scope: OrgScope| fixture.store.gather(RunScope::of(&scope), RunTarget::DoneBy(made), 1);
    let chunks = gather(OrgScope::All).await.unwrap().chunks;
    let chunks: Vec<_> = chunks.into_iter().map(|one| one.candidates).collect();
    assert_eq!(chunks, [ids(&ordered), ids(&edited)], "an order is not split");
    assert_eq!(gather(OrgScope::These(vec![OrganisationId(7)])).await.unwrap().chunks, []);

    let context = fixture.done_by(made, &all).await;
    assert_eq!(context.done.changed[&edited[0].id], Some(PreviousState::of(&edited[0])));
    assert_eq!(context.done.latest[&edited[0].id].run, Some(made));
    let [order] = &context.done.orders[..] else { panic!("{:?}", context.done.orders) };
    assert_eq!(order.candidates.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ids(&ordered));

    let run = fixture.undo_run(made);
    fixture.store.create_run(run.clone(), fixture.instance().await, None, None).await.unwrap();
    let commit = undo_commit(&context, made, run.run.id);
    let (voided, done) = (commit.voids[0].order, commit.results.len());
    let outcome = fixture.store.commit_edit(commit).await.unwrap();
    assert_eq!((outcome.counts.orders, outcome.counts.processed, done), (1, 3, 3));
    let order = fixture.store.order(everything(), voided).await.unwrap().unwrap();
    assert_eq!(order.status, OrderStatus::Voided);
    let found = fixture.found(&all).await;
    let excluded = |one: &Candidate| (one.status, matches!(one.hold, Some(Hold::OrderVoided { .. })));
    assert_eq!(found[..2].iter().map(excluded).collect::<Vec<_>>(), [(Status::Inactive, true); 2]);
    assert_eq!(found[2].overrides, edited[0].overrides);
    let history = fixture
        .store
        .candidate_history(OrgScope::All.write(), edited[0].id, HistoryRange::WHOLE)
        .await
        .unwrap();
    let summary: Vec<_> = history.entries.iter().map(|entry| (entry.event, entry.run)).collect();
    assert_eq!(summary, [(HistoryEvent::Excluded, Some(made)), (HistoryEvent::Undone, Some(run.run.id))]);
}

pub async fn candidate_changed_after_loading_is_not_undone(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let ordered = fixture.header(&scene, "H1", 2).await;
    let (made, _) = fixture.process(vec![fixture.order(&scene, &ordered)]).await.unwrap();
    let context = fixture.done_by(made, &ordered).await;
    let run = fixture.undo_run(made);
    fixture.store.create_run(run.clone(), fixture.instance().await, None, None).await.unwrap();
    let (first, second) = (undo_commit(&context, made, run.run.id), undo_commit(&context, made, run.run.id));
    fixture.store.commit_edit(first).await.unwrap();
    let before = fixture.found(&ordered).await;
    let late = fixture
        .another()
        .write(WriteMode::Exclusive, 2, move |tx: &dyn WriteTransaction| tx.commit_edit(&second))
        .await;
    assert!(matches!(late, Err(StoreError::Conflict(Conflict::Order))), "{late:?}");
    assert_eq!(fixture.found(&ordered).await, before);
}

pub async fn run_with_incomplete_undo_can_be_undone_again(fixture: Fixture) {
    let undone = fixture.running(OrgScope::All).await;
    let by = fixture.instance().await;
    let store = &fixture.store;
    let known = async || {
        let record = store.run(OrgScope::All.write(), undone).await.unwrap().unwrap();
        record.undone_by
    };
    let [first, second, third] = [(); 3].map(|()| fixture.undo_run(undone));
    store.create_run(first.clone(), by, None, None).await.unwrap();
    assert_eq!(known().await, Some(first.run.id));
    assert_eq!(
        store.run(OrgScope::All.write(), first.run.id).await.unwrap().unwrap().run.undoes,
        Some(undone)
    );
    let late = fixture.another().create_run(second.clone(), by, None, None).await;
    assert!(matches!(late, Err(StoreError::Conflict(Conflict::Run))), "{late:?}");
    assert_eq!(store.run(OrgScope::All.write(), second.run.id).await.unwrap(), None);
    store.finish_run(first.run.id, first.fence, RunState::Stopped, later(1)).await.unwrap();
    assert_eq!(known().await, None);
    store.create_run(third.clone(), by, None, None).await.unwrap();
    store.finish_run(third.run.id, third.fence, RunState::Done, later(2)).await.unwrap();
    assert_eq!(known().await, Some(third.run.id));
}
