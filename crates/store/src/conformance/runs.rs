//! Runs and their results: storage, lists, stop, takeover and end.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::correction::CandidateEdit;
use orderdock_domain::ids::{CallerId, OrganisationId, RunId, TokenId};
use orderdock_domain::processing::{RunOutcome, RunState, RunTrigger, SplitMember};

use super::calls::InstanceCalls as _;
use super::calls::RunCalls as _;
use super::calls::{RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, code, everything};
use super::ordering::{ids, later};
use crate::{
    Chunk, ChunkExtent, EditCommit, FencingToken, RequestLogEntry, RunResultOutcome, RunWork, StoreError,
};

pub async fn run_is_read_back_unchanged(fixture: Fixture) {
    let record = fixture.run_record(OrgScope::These(vec![OrganisationId(1), OrganisationId(2)]));
    let call =
        RequestLogEntry { request: fixture.request(), response: Some(fixture.response(TokenId(5), "r")) };
    fixture.store.create_run(record.clone(), fixture.instance().await, None, Some(call)).await.unwrap();
    let id = record.run.id;
    assert_eq!(
        fixture.store.run(OrgScope::All.write(), id).await.unwrap(),
        None,
        "run of unknown organisations"
    );
    let own = OrgScope::These(vec![OrganisationId(2), OrganisationId(1), OrganisationId(3)]).write();
    assert_eq!(fixture.store.run(own, id).await.unwrap(), Some(record));
    let key = fixture.response(TokenId(5), "r").key;
    assert!(fixture.store.stored_response(key).await.unwrap().is_some());
}

/// Creates runs of one organisation, of two, and of all.
async fn three_runs(fixture: &Fixture) -> ([OrganisationId; 2], [RunId; 3]) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    let records = [OrgScope::These(vec![one]), OrgScope::These(vec![one, other]), OrgScope::All]
        .map(|organisations| fixture.run_record(organisations));
    for record in &records {
        fixture.store.create_run(record.clone(), fixture.instance().await, None, None).await.unwrap();
    }
    ([one, other], records.map(|record| record.run.id))
}

pub async fn run_is_visible_with_write_access_to_all_its_organisations(fixture: Fixture) {
    let ([one, other], [of_one, of_both, of_all]) = three_runs(&fixture).await;
    let table = [
        (OrgScope::These(vec![one]), vec![of_one]),
        (OrgScope::These(vec![other]), vec![]),
        (OrgScope::These(vec![one, other]), vec![of_one, of_both]),
        (OrgScope::All, vec![of_one, of_both, of_all]),
    ];
    for (scope, seen) in table {
        for id in [of_one, of_both, of_all] {
            let found = fixture.store.run(scope.write(), id).await.unwrap();
            assert_eq!(found.is_some(), seen.contains(&id), "{scope:?}");
        }
    }
}

pub async fn runs_are_listed_newest_first(fixture: Fixture) {
    let ([one, _], [of_one, of_both, of_all]) = three_runs(&fixture).await;
    let list = async |scope: OrgScope, before, limit| {
        let runs = fixture.store.runs(scope.write(), before, limit).await.unwrap();
        runs.into_iter().map(|record| record.run.id).collect::<Vec<_>>()
    };
    assert_eq!(list(OrgScope::All, None, 10).await, [of_all, of_both, of_one]);
    assert_eq!(list(OrgScope::All, Some(of_all), 1).await, [of_both]);
    assert_eq!(list(OrgScope::These(vec![one]), None, 10).await, [of_one]);
}

pub async fn active_runs_have_not_ended_or_just_ended(fixture: Fixture) {
    let ([one, _], [of_one, of_both, of_all]) = three_runs(&fixture).await;
    let active = async |scope: OrgScope, since| {
        let runs = fixture.store.active_runs(scope.write(), since).await.unwrap();
        let mut ids: Vec<_> = runs.into_iter().map(|record| record.run.id).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(active(OrgScope::All, later(0)).await, [of_one, of_both, of_all]);
    assert_eq!(active(OrgScope::These(vec![one]), later(0)).await, [of_one]);
    fixture.store.finish_run(of_one, FencingToken(of_one.0), RunState::Done, later(5)).await.unwrap();
    for (since, expected) in [(5, vec![of_one, of_both, of_all]), (6, vec![of_both, of_all])] {
        assert_eq!(active(OrgScope::All, later(since)).await, expected, "{since}");
    }
    let ended = fixture.store.active_runs(OrgScope::These(vec![one]).write(), later(5)).await.unwrap();
    assert_eq!(ended[0].run.finished_at, Some(later(5)));
    assert_eq!(ended[0], fixture.store.run(OrgScope::All.write(), of_one).await.unwrap().unwrap());
}

pub async fn requested_stop_is_stored_with_its_request(fixture: Fixture) {
    let ([one, _], [of_one, of_both, _]) = three_runs(&fixture).await;
    let own = || OrgScope::These(vec![one]).write();
    let response = fixture.response(CallerId(5), "stop");
    let log_entry = RequestLogEntry { request: fixture.request(), response: Some(response.clone()) };
    assert!(fixture.store.stop_run(own(), of_one, Some(log_entry)).await.unwrap());
    assert_eq!(fixture.store.stored_response(response.key.clone()).await.unwrap().as_ref(), Some(&response));
    let again = RequestLogEntry { request: fixture.request(), response: Some(response) };
    let again = fixture.store.stop_run(own(), of_one, Some(again)).await;
    assert!(matches!(again, Err(StoreError::ResponseExists)), "{again:?}");
    assert!(
        !fixture.store.stop_run(own(), of_both, None).await.unwrap(),
        "a run that takes more than the caller's"
    );
    assert!(fixture.store.run(own(), of_one).await.unwrap().unwrap().stop_requested);
    assert!(fixture.store.resume_run(of_both, None, FencingToken(of_both.0)).await.unwrap());
}

pub async fn stopped_run_does_not_continue(fixture: Fixture) {
    let record = fixture.run_record(OrgScope::All);
    let id = record.run.id;
    fixture.store.create_run(record.clone(), fixture.instance().await, None, None).await.unwrap();
    let store = &fixture.store;
    assert!(store.resume_run(id, None, FencingToken(id.0)).await.unwrap());
    let queued = store.run(OrgScope::All.write(), id).await.unwrap().unwrap();
    assert_eq!(queued.run.state, RunState::Queued);
    assert!(store.resume_run(id, Some(later(3)), FencingToken(id.0)).await.unwrap());
    let running = store.run(OrgScope::All.write(), id).await.unwrap().unwrap();
    assert_eq!((running.run.state, running.run.started_at), (RunState::Running, Some(later(3))));
    store.stop_run(OrgScope::All.write(), id, None).await.unwrap();
    assert!(!store.resume_run(id, None, FencingToken(id.0)).await.unwrap());
    let chunk = fixture.chunk(id, Vec::new()).await;
    assert!(store.commit_chunk(chunk).await.unwrap().stop);
}

pub async fn ended_run_does_not_end_again(fixture: Fixture) {
    let id = fixture.running(OrgScope::All).await;
    let store = &fixture.store;
    store.finish_run(id, FencingToken(id.0), RunState::Done, later(5)).await.unwrap();
    store.finish_run(id, FencingToken(id.0), RunState::Failed, later(6)).await.unwrap();
    let record = store.run(OrgScope::All.write(), id).await.unwrap().unwrap();
    assert_eq!((record.run.state, record.run.finished_at), (RunState::Done, Some(later(5))));
    assert!(!store.stop_run(OrgScope::All.write(), id, None).await.unwrap());
    assert!(!store.resume_run(id, None, FencingToken(id.0)).await.unwrap());
}

pub async fn scheduled_run_without_changes_is_removed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 1).await;
    let scheduled = async || {
        let mut record = fixture.run_record(OrgScope::All);
        record.run.trigger = RunTrigger::Schedule;
        let id = record.run.id;
        fixture.store.create_run(record, fixture.instance().await, None, None).await.unwrap();
        id
    };
    let finish = async |id, state| {
        fixture.store.finish_run(id, FencingToken(id.0), state, later(5)).await.unwrap();
        fixture.store.run(OrgScope::All.write(), id).await.unwrap().is_some()
    };
    assert!(!finish(scheduled().await, RunState::Done).await);
    assert!(finish(scheduled().await, RunState::Failed).await, "a failed run is published");
    let busy = scheduled().await;
    let chunk = fixture.chunk(busy, vec![fixture.order(&scene, &candidates)]).await;
    fixture.store.commit_chunk(chunk).await.unwrap();
    assert!(finish(busy, RunState::Done).await);
}

pub async fn runs_of_dead_instances_are_released(fixture: Fixture) {
    let [dead, alive] = [fixture.instance().await, fixture.instance().await];
    let [lost, working, requested, mut scheduled] = [(); 4].map(|()| fixture.run_record(OrgScope::All));
    scheduled.run.trigger = RunTrigger::Schedule;
    for (record, by) in [(&lost, dead), (&working, alive), (&requested, dead), (&scheduled, dead)] {
        let work = (record.run.id == requested.run.id).then(RunWork::default);
        fixture.store.create_run(record.clone(), by, work, None).await.unwrap();
    }
    let store = &fixture.store;
    assert_eq!(store.fail_dead_runs(later(60)).await.unwrap(), 0);
    store.stop_run(OrgScope::All.write(), requested.run.id, None).await.unwrap();
    store.end_instance(dead).await.unwrap();
    assert_eq!(store.adopt_run(alive).await.unwrap(), None, "stopping and unknown runs are not adopted");
    assert_eq!(fixture.another().fail_dead_runs(later(61)).await.unwrap(), 3);
    let ends = [
        (lost, RunState::Failed),
        (working, RunState::Queued),
        (requested, RunState::Stopped),
        (scheduled, RunState::Stopped),
    ];
    for (before, state) in ends {
        let record = store.run(OrgScope::All.write(), before.run.id).await.unwrap().unwrap();
        assert_eq!(record.run.state, state);
        assert_eq!(record.fence == before.fence, state == RunState::Queued);
    }
}

pub async fn abandoned_run_with_work_is_orphaned(fixture: Fixture) {
    let instance = fixture.instance().await;
    let records = [(); 2].map(|()| fixture.run_record(OrgScope::All));
    for record in &records {
        let work = Some(RunWork::default());
        fixture.store.create_run(record.clone(), instance, work, None).await.unwrap();
    }
    let orphaned = async || fixture.store.priority_read(|tx| tx.orphaned_run()).await.unwrap();
    assert_eq!(orphaned().await, None);
    fixture.store.end_instance(instance).await.unwrap();
    assert_eq!(orphaned().await, Some(records[0].run.id));
}

pub async fn abandoned_run_without_work_is_dead(fixture: Fixture) {
    let instance = fixture.instance().await;
    let record = fixture.run_record(OrgScope::All);
    fixture.store.create_run(record.clone(), instance, None, None).await.unwrap();
    let dead = async || fixture.store.priority_read(|tx| tx.dead_runs()).await.unwrap();
    assert_eq!(dead().await, []);
    fixture.store.end_instance(instance).await.unwrap();
    assert_eq!(dead().await, [(record.run.id, RunState::Failed)]);
}

pub async fn another_instance_continues_a_run(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let first = fixture.header(&scene, "H1", 2).await;
    let second = fixture.header(&scene, "H2", 1).await;
    let (dead, heir) = (fixture.instance().await, fixture.instance().await);
    let chunk =
        |candidates: &[Candidate]| Chunk { candidates: ids(candidates), extent: ChunkExtent::Headers };
    let edit = CandidateEdit { changes: Vec::new(), active: Some(false), ..CandidateEdit::default() };
    let work = RunWork {
        edit: Some(edit),
        selected: true,
        chunks: vec![chunk(&first), chunk(&second)],
        ..RunWork::default()
    };
    let record = fixture.run_record(OrgScope::All);
    let id = record.run.id;
    let store = &fixture.store;
    store.create_run(record.clone(), dead, Some(work.clone()), None).await.unwrap();
    assert!(store.resume_run(id, Some(later(3)), record.fence).await.unwrap());
    let written = fixture.chunk(id, vec![fixture.order(&scene, &first)]).await;
    let late = fixture.chunk(id, vec![fixture.order(&scene, &second)]).await;
    let counts = store.commit_chunk(written).await.unwrap().counts;
    assert_eq!(store.adopt_run(heir).await.unwrap(), None, "its instance lives");

    store.end_instance(dead).await.unwrap();
    let other = fixture.another();
    let adopted = other.adopt_run(heir).await.unwrap().unwrap();
    assert_eq!((adopted.work.as_ref(), &adopted.done), (Some(&work), &ids(&first)));
    assert!(adopted.record.fence.0 > record.fence.0);
    assert_eq!((adopted.record.run.state, adopted.record.run.counts), (RunState::Running, counts));
    assert_eq!(store.adopt_run(dead).await.unwrap(), None, "only one instance continues the run");
    let late = store.commit_chunk(late).await;
    assert!(matches!(late, Err(StoreError::TakenOver)), "{late:?}");
    assert!(other.resume_run(id, None, adopted.record.fence).await.unwrap());
    other.finish_run(id, adopted.record.fence, RunState::Done, later(5)).await.unwrap();
    store.end_instance(heir).await.unwrap();
    assert_eq!(store.adopt_run(dead).await.unwrap(), None, "it has ended");
}

/// An instance that was suspended beyond the heartbeat timeout finds that its run was ended.
pub async fn run_taken_over_rejects_writes(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 2).await;
    let instance = fixture.instance().await;
    let record = fixture.run_record(OrgScope::All);
    let run = record.run.id;
    fixture.store.create_run(record, instance, None, None).await.unwrap();
    let late = fixture.chunk(run, vec![fixture.order(&scene, &candidates)]).await;
    let store = &fixture.store;
    let other = fixture.another();
    other.end_instance(instance).await.unwrap();
    assert_eq!(other.fail_dead_runs(later(9)).await.unwrap(), 1);
    let ended = store.run(OrgScope::All.write(), run).await.unwrap().unwrap();

    let edit = EditCommit {
        run,
        unchanged: Vec::new(),
        corrections: Vec::new(),
        voids: Vec::new(),
        scope: OrgScope::All.write(),
        results: Vec::new(),
        fence: FencingToken(run.0),
    };
    let outcomes = [
        store.resume_run(run, None, FencingToken(run.0)).await.map(|_| ()),
        store.commit_chunk(late).await.map(|_| ()),
        store.commit_edit(edit).await.map(|_| ()),
        store.finish_run(run, FencingToken(run.0), RunState::Done, later(10)).await,
    ];
    for outcome in outcomes {
        assert!(matches!(outcome, Err(StoreError::TakenOver)), "{outcome:?}");
    }
    assert_eq!(store.run(OrgScope::All.write(), run).await.unwrap().unwrap(), ended);
    let found = store.candidates(everything(), ids(&candidates)).await.unwrap().candidates;
    assert_eq!(found, candidates, "no order was made");
    assert_eq!(store.run_results(run, None, None, 10).await.unwrap(), []);
}

pub async fn results_are_paged_by_candidate(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 5).await;
    let run = fixture.running(OrgScope::All).await;
    let mut chunk = fixture.chunk(run, vec![fixture.order(&scene, &candidates)]).await;
    for result in &mut chunk.results {
        if let RunOutcome::Ordered { split_by, .. } = &mut result.outcome {
            *split_by = Some(SplitMember::PaymentRule);
        }
    }
    fixture.store.commit_chunk(chunk).await.unwrap();
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = fixture.store.run_results(run, None, after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.candidate);
        let split = RunResultOutcome::Ordered {
            order: order_of(&page[0].outcome),
            document_no: code("SO-0001"),
            line: line_of(&page[0].outcome),
            split_by: Some(SplitMember::PaymentRule),
        };
        assert_eq!(page[0].outcome, split);
        seen.extend(page.iter().map(|result| result.candidate));
    }
    assert_eq!(seen, ids(&candidates));
    assert_eq!(fixture.store.run_results(RunId(1), None, None, 2).await.unwrap(), []);
}

fn order_of(outcome: &RunResultOutcome) -> orderdock_domain::ids::OrderId {
    match outcome {
        RunResultOutcome::Ordered { order, .. } => *order,
        other => panic!("{other:?}"),
    }
}

fn line_of(outcome: &RunResultOutcome) -> i64 {
    match outcome {
        RunResultOutcome::Ordered { line, .. } => *line,
        other => panic!("{other:?}"),
    }
}
