//! Jobs of import drafts: begin, progress, stop, end and adoption; and saved mappings.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{InstanceId, OrganisationId, RunId};
use orderdock_domain::import_draft::{
    CheckedRow, DRAFT_DAYS, ImportDraft, ImportDraftStatus, ImportMapping, RowCheck,
};

use super::calls::{ImportDraftCalls as _, InstanceCalls as _};
use super::fixture::{Fixture, everything, name, now, only};
use super::import_drafts::{all_rows, checked, conflicted, draft, progress};
use super::ordering::later;
use crate::{
    AdoptedImportJob, Conflict, FencingToken, ImportJob, ImportJobProgress, StoreError, StoreResult,
};

impl Fixture {
    pub fn job(&self, draft: &ImportDraft) -> ImportJob {
        let fence = FencingToken(self.id::<RunId>().0);
        ImportJob {
            draft: draft.id,
            fence,
            caller: r#"{"name": "Anna"}"#.to_owned(),
            author: "Anna".to_owned(),
            results: draft.results.clone(),
        }
    }

    /// Begins a job of a new instance.
    pub async fn begin_job(&self, draft: &ImportDraft, status: ImportDraftStatus) -> (ImportJob, InstanceId) {
        let (job, instance) = (self.job(draft), self.instance().await);
        let begun = self.store.begin_import_job(job.clone(), draft.version, status, instance, later(10));
        begun.await.unwrap();
        (job, instance)
    }

    async fn adopt(&self, by: InstanceId) -> Option<AdoptedImportJob> {
        self.another().adopt_import_job(by).await.unwrap()
    }
}

/// Returns the instant at which a draft expires that was changed at `seconds`.
fn expiry(seconds: i64) -> Timestamp {
    later(seconds) + SignedDuration::from_hours(24 * DRAFT_DAYS)
}

pub async fn second_job_of_a_draft_is_a_conflict(fixture: Fixture) {
    let before = fixture.new_draft().await;
    let instance = fixture.instance().await;
    let begin = async |version| {
        let job = fixture.job(&before);
        let status = ImportDraftStatus::Checking;
        fixture.another().begin_import_job(job, version, status, instance, later(10)).await
    };
    let outdated = begin(7).await;
    assert!(conflicted(&outdated), "{outdated:?}");
    begin(1).await.unwrap();
    let expected = ImportDraft {
        version: 2,
        status: ImportDraftStatus::Checking,
        changed_at: later(10),
        expires_at: expiry(10),
        ..before.clone()
    };
    assert_eq!(fixture.stored_draft(before.id).await, Some(expected));
    let again = begin(2).await;
    assert!(conflicted(&again), "{again:?}");
}

pub async fn progress_replaces_results_of_rows(fixture: Fixture) {
    let draft = fixture.new_draft().await;
    let (job, _) = fixture.begin_job(&draft, ImportDraftStatus::Importing).await;
    let record = async |rows: &[CheckedRow]| {
        let progress = ImportJobProgress { rows: rows.to_vec(), ..progress(&job) };
        fixture.another().record_import_progress(progress).await.unwrap()
    };
    let many: Vec<_> = (1..=3_000).map(|row| checked(row, RowCheck::Ready)).collect();
    assert!(record(&many).await);
    let new = CheckedRow { problems: Some("[]".to_owned()), ..checked(2, RowCheck::Conflict) };
    assert!(record(&[checked(3, RowCheck::Ready), checked(2, RowCheck::Ready), new.clone()]).await);
    let stored = fixture.store.checked_rows(draft.id, all_rows()).await.unwrap();
    assert_eq!((stored.len(), &stored[1], &stored[2]), (3_000, &new, &many[2]));
    let after = fixture.stored_draft(draft.id).await.unwrap();
    assert_eq!((after.version, after.changed_at), (2, later(10)), "progress is no change");
    assert_eq!((after.status, after.results.as_str()), (ImportDraftStatus::Importing, r#"{"rows": 7}"#));
}

pub async fn ended_job_writes_nothing_more(fixture: Fixture) {
    let before = fixture.new_draft().await;
    let (job, _) = fixture.begin_job(&before, ImportDraftStatus::Checking).await;
    let end = ImportJobProgress {
        rows: vec![checked(1, RowCheck::Ready)],
        ended: Some(ImportDraftStatus::Checked),
        ..progress(&job)
    };
    assert!(!fixture.store.record_import_progress(end.clone()).await.unwrap());
    let expected = ImportDraft {
        version: 3,
        status: ImportDraftStatus::Checked,
        results: end.results.clone(),
        changed_at: later(20),
        expires_at: expiry(20),
        ..before
    };
    let stored = async || fixture.stored_draft(expected.id).await.unwrap();
    assert_eq!(stored().await, expected);
    for late in [progress(&job), end] {
        let late = ImportJobProgress { rows: vec![checked(2, RowCheck::Ready)], ..late };
        let late = fixture.store.record_import_progress(late).await;
        assert!(conflicted(&late), "{late:?}");
    }
    assert_eq!(stored().await, expected);
    let rows = fixture.store.checked_rows(expected.id, all_rows()).await.unwrap();
    assert_eq!(rows, [checked(1, RowCheck::Ready)]);
}

pub async fn stopped_import_job_does_not_continue(fixture: Fixture) {
    let draft = fixture.new_draft().await;
    let (all, own) = (OrgScope::All, OrgScope::These(vec![draft.organisation]));
    let foreign = OrgScope::These(vec![OrganisationId(7)]);
    let stop = async |scope: OrgScope| fixture.another().stop_import_job(scope.write(), draft.id).await;
    assert!(!stop(all).await.unwrap(), "no job is working");
    let (job, _) = fixture.begin_job(&draft, ImportDraftStatus::Importing).await;
    assert!(fixture.store.record_import_progress(progress(&job)).await.unwrap());
    assert!(!stop(foreign).await.unwrap());
    assert!(fixture.store.record_import_progress(progress(&job)).await.unwrap());
    assert!(stop(own).await.unwrap());
    assert!(!fixture.store.record_import_progress(progress(&job)).await.unwrap());
    let end = ImportJobProgress { ended: Some(ImportDraftStatus::Stopped), ..progress(&job) };
    fixture.store.record_import_progress(end).await.unwrap();
    let stopped = fixture.stored_draft(draft.id).await.unwrap();
    let (job, _) = fixture.begin_job(&stopped, ImportDraftStatus::Importing).await;
    assert!(
        fixture.store.record_import_progress(progress(&job)).await.unwrap(),
        "the stop has ended with its job"
    );
}

pub async fn import_job_of_a_lost_instance_is_adopted_once(fixture: Fixture) {
    let mut jobs = Vec::new();
    let organisation = fixture.scene("001").await.organisation.id;
    for byte in 1..3 {
        let draft = draft(&fixture, organisation, byte);
        fixture.store_draft(&draft).await;
        jobs.push(fixture.begin_job(&draft, ImportDraftStatus::Importing).await);
    }
    let heir = fixture.instance().await;
    assert_eq!(fixture.adopt(heir).await, None, "the instances live");
    let [(older, _), (lost, dead)] = <[_; 2]>::try_from(jobs).unwrap();
    fixture.store.end_instance(dead).await.unwrap();
    let adopted = fixture.adopt(heir).await.unwrap();
    assert_eq!(Some(adopted.draft), fixture.stored_draft(lost.draft).await);
    assert_eq!((adopted.job.draft, &adopted.job.caller), (lost.draft, &lost.caller));
    assert!(adopted.job.fence.0 > lost.fence.0);
    assert_eq!(fixture.adopt(dead).await, None, "only one instance continues it");
    let late = fixture.store.record_import_progress(progress(&lost)).await;
    assert!(conflicted(&late), "{late:?}");
    for job in [older, adopted.job] {
        assert!(fixture.store.record_import_progress(progress(&job)).await.unwrap());
    }
}

pub async fn oldest_abandoned_import_job_is_adopted_first(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let (dead, heir) = (fixture.instance().await, fixture.instance().await);
    let mut drafts = Vec::new();
    for (byte, seconds) in [(1, 30), (2, 10), (3, 20)] {
        let draft = draft(&fixture, organisation, byte);
        fixture.store_draft(&draft).await;
        let (job, status) = (fixture.job(&draft), ImportDraftStatus::Checking);
        fixture.store.begin_import_job(job, 1, status, dead, later(seconds)).await.unwrap();
        drafts.push(draft.id);
    }
    fixture.store.end_instance(dead).await.unwrap();
    for expected in [1, 2, 0] {
        assert_eq!(fixture.adopt(heir).await.unwrap().draft.id, drafts[expected]);
    }
    assert_eq!(fixture.adopt(heir).await, None);
}

fn mapping(fixture: &Fixture, organisation: OrganisationId, text: &str) -> ImportMapping {
    ImportMapping {
        id: fixture.id(),
        organisation,
        name: name(text),
        columns: "5f".to_owned(),
        settings: "{\"ä\": 1}".to_owned(),
        changed_by: "Anna".to_owned(),
        changed_at: now(),
    }
}

fn mapping_conflicted<T>(result: &StoreResult<T>) -> bool {
    matches!(result, Err(StoreError::Conflict(Conflict::ImportMapping)))
}

pub async fn import_mappings_are_listed_by_name(fixture: Fixture) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    let [late, foreign, early] = [(one, "süd"), (other, "SÜD"), (one, "Nord")]
        .map(|(organisation, name)| mapping(&fixture, organisation, name));
    for mapping in [&foreign, &late, &early] {
        fixture.store.save_import_mapping(mapping.clone(), 9).await.unwrap();
    }
    let find = async |scope| fixture.another().import_mappings(scope).await.unwrap();
    assert_eq!(find(everything()).await, [early.clone(), late.clone(), foreign]);
    assert_eq!(find(only(one)).await, [early, late]);
}

pub async fn import_mapping_with_the_same_name_is_replaced(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let first = mapping(&fixture, organisation, "Größe");
    fixture.store.save_import_mapping(first.clone(), 1).await.unwrap();
    let more = fixture.store.save_import_mapping(mapping(&fixture, organisation, "Other"), 1).await;
    assert!(mapping_conflicted(&more), "{more:?}");
    let second = ImportMapping {
        columns: "6a".to_owned(),
        settings: "[]".to_owned(),
        changed_by: "Berta".to_owned(),
        changed_at: later(5),
        ..mapping(&fixture, organisation, "GRÖSSE")
    };
    fixture.store.save_import_mapping(second.clone(), 1).await.unwrap();
    let stored = fixture.another().import_mappings(everything()).await.unwrap();
    assert_eq!(stored, [ImportMapping { id: first.id, ..second }]);
}

pub async fn import_mapping_is_removed_within_the_scope(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let mapping = mapping(&fixture, organisation, "Süd");
    fixture.store.save_import_mapping(mapping.clone(), 1).await.unwrap();
    let remove =
        async |scope: OrgScope| fixture.store.remove_import_mapping(scope.write(), mapping.id).await.unwrap();
    assert!(!remove(OrgScope::These(vec![OrganisationId(7)])).await);
    assert!(remove(OrgScope::These(vec![organisation])).await);
    assert!(!remove(OrgScope::All).await, "it does not exist");
    assert_eq!(fixture.store.import_mappings(everything()).await.unwrap(), []);
}
