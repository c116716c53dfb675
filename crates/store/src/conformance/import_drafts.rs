//! Import drafts: their storage, edited cells, checked rows, and the claims on their files.

use std::fmt::Debug;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::attachment::{ContentHash, ExternalHeader, FileName};
use orderdock_domain::ids::{ImportDraftId, InstanceId, OrganisationId, RunId};
use orderdock_domain::import_draft::{
    CheckedRow, EditedCell, ImportDraft, ImportDraftStatus, RowCheck, RowCheckCounts,
};

use super::attachments::{attach, file};
use super::calls::{ImportDraftCalls as _, InstanceCalls as _};
use super::fixture::{Fixture, now};
use super::ordering::later;
use crate::{CheckedRowQuery, Conflict, ImportJob, ImportJobProgress, StoreError, StoreResult};

/// Returns a draft with a file of these bytes.
pub fn draft(fixture: &Fixture, organisation: OrganisationId, byte: u8) -> ImportDraft {
    ImportDraft {
        id: fixture.id(),
        version: 1,
        organisation,
        file_name: FileName::clean("Aufträge „Süd“.xlsx").unwrap(),
        size: 5_000_000_000,
        content: ContentHash([byte; 32]),
        status: ImportDraftStatus::Open,
        settings: r#"{"sheet": "Größe"}"#.to_owned(),
        results: "{}".to_owned(),
        undo_run: None,
        created_by: "Anna".to_owned(),
        created_at: now(),
        changed_by: "Anna".to_owned(),
        changed_at: now(),
        expires_at: later(60),
    }
}

fn cell(row: u32, column: u32, text: Option<&str>) -> EditedCell {
    EditedCell { row, column, text: text.map(str::to_owned) }
}

pub fn checked(row: u32, check: RowCheck) -> CheckedRow {
    CheckedRow { row, check, header_id: None, problems: None }
}

pub fn all_rows() -> CheckedRowQuery {
    CheckedRowQuery { checks: Vec::new(), offset: 0, limit: 9_000 }
}

pub fn conflicted<T: Debug>(result: &StoreResult<T>) -> bool {
    matches!(result, Err(StoreError::Conflict(Conflict::ImportDraft)))
}

/// Returns progress of a job without new results.
pub fn progress(job: &ImportJob) -> ImportJobProgress {
    ImportJobProgress {
        draft: job.draft,
        fence: job.fence,
        results: r#"{"rows": 7}"#.to_owned(),
        rows: Vec::new(),
        request: None,
        at: later(20),
        ended: None,
    }
}

impl Fixture {
    /// Claims the file of a draft for no time and stores the draft.
    pub async fn store_draft(&self, draft: &ImportDraft) {
        self.store.claim_content(draft.content, InstanceId(1), SignedDuration::ZERO).await.unwrap();
        self.store.create_import_draft(draft.clone(), 10).await.unwrap();
    }

    /// Stores a draft of a new organisation.
    pub async fn new_draft(&self) -> ImportDraft {
        let draft = draft(self, self.scene("001").await.organisation.id, 1);
        self.store_draft(&draft).await;
        draft
    }

    pub async fn stored_draft(&self, id: ImportDraftId) -> Option<ImportDraft> {
        self.another().import_draft(OrgScope::All.write(), id).await.unwrap()
    }

    async fn edit(&self, draft: &mut ImportDraft, edits: &[EditedCell], maximum: u32) -> StoreResult<()> {
        let edited = self.store.change_import_draft(draft.clone(), edits.to_vec(), false, maximum).await;
        draft.version += i64::from(edited.is_ok());
        edited
    }

    /// Stores the results of a check of the draft, and returns the draft after it.
    async fn check(&self, draft: ImportDraft, rows: Vec<CheckedRow>) -> ImportDraft {
        let (job, _) = self.begin_job(&draft, ImportDraftStatus::Checking).await;
        let ended = Some(ImportDraftStatus::Checked);
        let progress = ImportJobProgress { rows, ended, ..progress(&job) };
        self.store.record_import_progress(progress).await.unwrap();
        self.stored_draft(draft.id).await.unwrap()
    }

    /// Returns the contents whose claim has ended and that nothing references.
    async fn doomed(&self) -> Vec<ContentHash> {
        self.another().mark_for_removal(InstanceId(1), SignedDuration::from_mins(1), 9).await.unwrap()
    }
}

pub async fn import_draft_is_read_back_unchanged(fixture: Fixture) {
    let before = fixture.new_draft().await;
    assert_eq!(fixture.stored_draft(before.id).await, Some(before.clone()));
    let changed = ImportDraft {
        status: ImportDraftStatus::Stopped,
        settings: "{\"a\": 1}".to_owned(),
        results: "{\"b\": 2}".to_owned(),
        undo_run: Some(RunId(7)),
        changed_by: "Berta".to_owned(),
        changed_at: later(3),
        expires_at: later(90),
        ..before
    };
    fixture.store.change_import_draft(changed.clone(), Vec::new(), false, 9).await.unwrap();
    let expected = ImportDraft { version: 2, ..changed };
    assert_eq!(fixture.stored_draft(expected.id).await, Some(expected));
}

pub async fn import_drafts_are_listed_newest_first_within_the_scope(fixture: Fixture) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    let mut drafts = Vec::new();
    for (organisation, byte) in [(one, 1), (other, 2), (one, 3), (other, 4)] {
        let draft = draft(&fixture, organisation, byte);
        fixture.store_draft(&draft).await;
        drafts.push(draft);
    }
    let [first, second, third, fourth] = <[ImportDraft; 4]>::try_from(drafts).unwrap();
    let list = async |scope: OrgScope, before, limit| {
        fixture.store.import_drafts(scope.write(), before, limit).await.unwrap()
    };
    let all = [fourth.clone(), third.clone(), second.clone(), first.clone()];
    assert_eq!(list(OrgScope::All, None, 10).await, all);
    assert_eq!(list(OrgScope::All, Some(fourth.id), 2).await, [third.clone(), second]);
    let own = || OrgScope::These(vec![one]);
    assert_eq!(list(own(), None, 1).await, std::slice::from_ref(&third));
    assert_eq!(list(own(), Some(third.id), 10).await, std::slice::from_ref(&first));
    assert_eq!(fixture.store.import_draft(own().write(), fourth.id).await.unwrap(), None);
    assert_eq!(fixture.store.import_draft(own().write(), first.id).await.unwrap(), Some(first));
}

pub async fn too_many_import_drafts_are_a_conflict(fixture: Fixture) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    fixture.store_draft(&draft(&fixture, one, 1)).await;
    let more = fixture.store.create_import_draft(draft(&fixture, one, 1), 1).await;
    assert!(conflicted(&more), "{more:?}");
    fixture.store.create_import_draft(draft(&fixture, other, 1), 1).await.unwrap();
    let unclaimed = fixture.store.create_import_draft(draft(&fixture, one, 2), 9).await;
    assert!(matches!(unclaimed, Err(StoreError::Conflict(Conflict::Content))), "{unclaimed:?}");
}

pub async fn change_of_outdated_or_working_draft_is_a_conflict(fixture: Fixture) {
    let outdated = fixture.new_draft().await;
    let change = async |draft: &ImportDraft| {
        fixture.store.change_import_draft(draft.clone(), vec![cell(1, 1, Some("x"))], true, 9).await
    };
    change(&outdated).await.unwrap();
    let again = change(&outdated).await;
    assert!(conflicted(&again), "{again:?}");
    let current = ImportDraft { version: 2, ..outdated };
    fixture.begin_job(&current, ImportDraftStatus::Importing).await;
    let working = fixture.stored_draft(current.id).await.unwrap();
    assert_eq!((working.version, working.status), (3, ImportDraftStatus::Importing));
    let change_of_working = change(&working).await;
    assert!(conflicted(&change_of_working), "{change_of_working:?}");
    assert!(!fixture.store.remove_import_draft(working.id, later(5)).await.unwrap());
    assert_eq!(fixture.stored_draft(working.id).await, Some(working));
}

pub async fn edited_cells_are_set_replaced_and_restored(fixture: Fixture) {
    let mut draft = fixture.new_draft().await;
    let edits = [cell(7, 0, Some("")), cell(2, 11, Some("ä")), cell(2, 3, Some("b")), cell(2, 3, Some("c"))];
    fixture.edit(&mut draft, &edits, 3).await.unwrap();
    let cells = async || fixture.another().edited_cells(draft.id).await.unwrap();
    assert_eq!(cells().await, [cell(2, 3, Some("c")), cell(2, 11, Some("ä")), cell(7, 0, Some(""))]);
    let edits = [cell(2, 3, None), cell(2, 11, Some("new")), cell(8, 8, None), cell(1, 1, Some("x"))];
    fixture.edit(&mut draft.clone(), &edits, 3).await.unwrap();
    assert_eq!(cells().await, [cell(1, 1, Some("x")), cell(2, 11, Some("new")), cell(7, 0, Some(""))]);
}

pub async fn too_many_edited_cells_are_a_conflict(fixture: Fixture) {
    let mut draft = fixture.new_draft().await;
    fixture.edit(&mut draft, &[cell(1, 1, Some("a")), cell(1, 2, Some("b"))], 2).await.unwrap();
    let more = fixture.edit(&mut draft, &[cell(1, 3, Some("c"))], 2).await;
    assert!(conflicted(&more), "{more:?}");
    fixture.edit(&mut draft, &[cell(1, 3, Some("c")), cell(1, 1, None)], 2).await.unwrap();
    let stored = fixture.store.edited_cells(draft.id).await.unwrap();
    assert_eq!(stored, [cell(1, 2, Some("b")), cell(1, 3, Some("c"))]);
    assert_eq!(fixture.stored_draft(draft.id).await.unwrap().version, 3);
}

pub async fn checked_rows_are_paged_by_result(fixture: Fixture) {
    let full = CheckedRow {
        header_id: Some("H „1“".to_owned()),
        problems: Some(r#"[{"code": "x"}]"#.to_owned()),
        ..checked(2, RowCheck::Problems)
    };
    let mut rows = vec![full, checked(1, RowCheck::Ready), checked(5, RowCheck::Rejected)];
    rows.extend([checked(3, RowCheck::Ready), checked(4, RowCheck::Ready), checked(6, RowCheck::Conflict)]);
    let draft = fixture.new_draft().await;
    let draft = fixture.check(draft, rows.clone()).await.id;
    rows.sort_by_key(|row| row.row);
    let find = async |checks: &[RowCheck], offset, limit| {
        let query = CheckedRowQuery { checks: checks.to_vec(), offset, limit };
        fixture.another().checked_rows(draft, query).await.unwrap()
    };
    assert_eq!(find(&[], 0, 10).await, rows);
    assert_eq!(find(&[], 1, 2).await, rows[1..3]);
    assert_eq!(find(&[RowCheck::Ready], 1, 5).await, [rows[2].clone(), rows[3].clone()]);
    assert_eq!(find(&[RowCheck::Ready], 0, 1).await, rows[..1]);
    let both = find(&[RowCheck::Rejected, RowCheck::Problems], 0, 5).await;
    assert_eq!(both, [rows[1].clone(), rows[4].clone()]);
    assert_eq!(find(&[RowCheck::Unchanged], 0, 5).await, []);
}

pub async fn checked_rows_are_counted_by_result(fixture: Fixture) {
    let (draft, other) = (fixture.new_draft().await, fixture.id());
    let results = RowCheck::ALL.iter().zip(1..).flat_map(|(check, count)| vec![*check; count]);
    let rows = results.zip(1..).map(|(check, row)| checked(row, check)).collect();
    let draft = fixture.check(draft, rows).await.id;
    let expected = RowCheckCounts { ready: 1, problems: 2, rejected: 3, unchanged: 4, conflict: 5 };
    assert_eq!(fixture.store.checked_row_counts(draft).await.unwrap(), expected);
    assert_eq!(fixture.store.checked_row_counts(other).await.unwrap(), RowCheckCounts::default());
}

pub async fn change_discards_checked_rows_on_request(fixture: Fixture) {
    let draft = fixture.new_draft().await;
    let draft = fixture.check(draft, vec![checked(1, RowCheck::Ready)]).await;
    for (discards, left) in [(false, 1), (true, 0)] {
        let current = fixture.stored_draft(draft.id).await.unwrap();
        fixture.store.change_import_draft(current, Vec::new(), discards, 9).await.unwrap();
        assert_eq!(fixture.store.checked_rows(draft.id, all_rows()).await.unwrap().len(), left);
    }
}

pub async fn removed_draft_releases_its_file(fixture: Fixture) {
    let mut kept = fixture.new_draft().await;
    let removed = ImportDraft { id: fixture.id(), ..kept.clone() };
    fixture.store_draft(&removed).await;
    fixture.edit(&mut kept, &[cell(1, 1, Some("x"))], 9).await.unwrap();
    let kept = fixture.check(kept, vec![checked(1, RowCheck::Ready)]).await;
    let now = fixture.store.now().await.unwrap();
    let remove = async |id| fixture.store.remove_import_draft(id, now).await.unwrap();
    assert!(remove(removed.id).await);
    assert!(!remove(removed.id).await, "it does not exist");
    assert_eq!(fixture.doomed().await, [], "another draft has the same file");
    assert!(remove(kept.id).await);
    assert_eq!(fixture.stored_draft(kept.id).await, None);
    assert_eq!(fixture.store.edited_cells(kept.id).await.unwrap(), []);
    assert_eq!(fixture.store.checked_rows(kept.id, all_rows()).await.unwrap(), []);
    assert_eq!(fixture.doomed().await, [kept.content]);
}

pub async fn file_of_a_draft_outlives_its_claim(fixture: Fixture) {
    let draft = draft(&fixture, fixture.scene("001").await.organisation.id, 1);
    let instance = fixture.instance().await;
    let store = &fixture.store;
    store.claim_content(draft.content, instance, SignedDuration::from_mins(1)).await.unwrap();
    store.create_import_draft(draft.clone(), 9).await.unwrap();
    store.end_instance(instance).await.unwrap();
    assert_eq!(fixture.doomed().await, [], "the claims of the instance have ended");
    assert!(store.remove_import_draft(draft.id, store.now().await.unwrap()).await.unwrap());
    assert_eq!(fixture.doomed().await, [draft.content]);
}

pub async fn file_of_an_attachment_outlives_its_draft(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H", "1").await];
    fixture.import(&mut candidates).await.unwrap();
    let attachment = file(&fixture, &ExternalHeader::of(&candidates[0]), 1);
    attach(&fixture, &attachment).await.unwrap();
    let draft = draft(&fixture, scene.organisation.id, 1);
    fixture.store_draft(&draft).await;
    assert!(fixture.store.remove_import_draft(draft.id, now()).await.unwrap());
    assert_eq!(fixture.doomed().await, []);
}

pub async fn expired_drafts_are_removed_in_batches(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let at = fixture.store.now().await.unwrap();
    let mut drafts = Vec::new();
    for (seconds, byte) in [(-5, 1), (-1, 2), (0, 3), (60, 4), (-9, 5)] {
        let expires_at = at + SignedDuration::from_secs(seconds);
        let draft = ImportDraft { expires_at, ..draft(&fixture, organisation, byte) };
        fixture.store_draft(&draft).await;
        drafts.push(draft);
    }
    let [first, second, third, current, working] = <[ImportDraft; 5]>::try_from(drafts).unwrap();
    let instance = fixture.instance().await;
    let (job, status) = (fixture.job(&working), ImportDraftStatus::Importing);
    fixture.store.begin_import_job(job, 1, status, instance, Timestamp::UNIX_EPOCH).await.unwrap();
    let expire = async |limit| fixture.store.remove_expired_import_drafts(at, limit).await.unwrap();
    assert_eq!([expire(2).await, expire(2).await, expire(2).await], [2, 1, 0]);
    let left = fixture.store.import_drafts(OrgScope::All.write(), None, 9).await.unwrap();
    assert_eq!(left.iter().map(|draft| draft.id).collect::<Vec<_>>(), [working.id, current.id]);
    let mut doomed = fixture.doomed().await;
    doomed.sort_unstable_by_key(|content| content.0);
    assert_eq!(doomed, [first.content, second.content, third.content]);
}
