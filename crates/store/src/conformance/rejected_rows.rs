//! Entries of rejected rows.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{CallerId, CandidateId, DataSourceId, OrganisationId, RejectedRowId, RequestId};
use orderdock_domain::import::{ClosedRejection, ImportKeys, ImportWrites, OpenRejection, RejectedRowStatus};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::RejectedSystem;

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, code, everything, now, only};
use crate::{
    Conflict, LastingStateQuery, NewRejectedRow, RejectedRowContent, RejectedRowDecision, RejectedRowEntry,
    RejectedRowFilter, RejectedRowQuery, RejectedRowSort, RejectedRowSource, RejectionChanges, StoreError,
    StoreResult, WriteMode,
};

const SOURCE: DataSourceId = DataSourceId(1);

/// Returns a rejected row with a key, rejected `seconds` after [`now`].
fn row(key: u8, organisation: Option<OrganisationId>, seconds: i64) -> NewRejectedRow {
    let problem = Problem::new(ProblemCode::UomUnknown, "/uomCode").with("code", "KIST");
    NewRejectedRow {
        id: RejectedRowId(1_000 * (1 + seconds) + i64::from(key)),
        key: [key; 32],
        content_hash: [1; 32],
        content: RejectedRowContent {
            organisation,
            data_source: Some(SOURCE),
            system: RejectedSystem::NotSent,
            header_id: Some(code("H1")),
            line_id: Some(code(&format!("L{key}"))),
            request: RequestId(4000 + seconds),
            index: Some(3),
            sender: Some(CallerId(5)),
            sender_name: "Webshop".to_owned(),
            at: later(seconds),
            code: ProblemCode::UomUnknown,
            problems: vec![problem, Problem::new(ProblemCode::ProductUnknown, "/product")],
            rejected_with: 2,
            customer: "G0001".to_owned(),
            product: "Größe 100%".to_owned(),
            po_reference: "PO_1".to_owned(),
            text: "{\"qty\": \"ü\",\n \"x\": 1}".to_owned(),
            is_cut: false,
        },
    }
}

fn later(seconds: i64) -> Timestamp {
    now() + SignedDuration::from_secs(seconds)
}

impl Fixture {
    async fn store_rejected(&self, rows: Vec<NewRejectedRow>) {
        let write = move |tx: &dyn crate::WriteTransaction| tx.store_rejected_rows(&rows);
        self.store.write(WriteMode::Shared, 1, write).await.unwrap();
    }

    /// Returns the entries of all organisations, ordered by first rejection.
    async fn rejected(&self) -> Vec<RejectedRowEntry> {
        self.rejected_where(RejectedRowFilter::default()).await
    }

    async fn rejected_where(&self, filter: RejectedRowFilter) -> Vec<RejectedRowEntry> {
        let query = RejectedRowQuery {
            filter,
            sort: RejectedRowSort::FirstRejected,
            ascending: true,
            limit: 100,
            whole: true,
            ..RejectedRowQuery::default()
        };
        self.store.read(move |tx| tx.rejected_rows(&everything(), &query)).await.unwrap()
    }

    async fn decide_rejected(
        &self,
        organisations: OrgScope,
        filter: RejectedRowFilter,
        decision: RejectedRowDecision,
    ) -> u64 {
        let write = move |tx: &dyn crate::WriteTransaction| {
            tx.decide_rejected_rows(&organisations.write(), &filter, &decision)
        };
        self.store.write(WriteMode::Shared, 1, write).await.unwrap()
    }

    async fn commit_rejections(&self, rejections: RejectionChanges) -> StoreResult<()> {
        let commit = self.commit_of(ImportWrites::default()).await;
        self.store.commit_import(crate::ImportCommit { rejections, ..commit }).await
    }
}

fn dismissal(reason: &str) -> RejectedRowDecision {
    RejectedRowDecision::Dismiss { reason: reason.to_owned(), by: "anna".to_owned(), at: later(90) }
}

fn of_ids(ids: &[RejectedRowId]) -> RejectedRowFilter {
    RejectedRowFilter { ids: ids.to_vec(), ..RejectedRowFilter::default() }
}

fn keys(entries: &[RejectedRowEntry]) -> Vec<u8> {
    entries.iter().map(|entry| entry.key[0]).collect()
}

pub async fn rejected_row_is_read_back_unchanged(fixture: Fixture) {
    let body = RejectedRowContent {
        organisation: None,
        data_source: None,
        system: RejectedSystem::Any,
        header_id: None,
        line_id: None,
        index: None,
        sender: None,
        is_cut: true,
        ..row(2, None, 1).content
    };
    let unknown = NewRejectedRow { content: body, ..row(2, None, 1) };
    let known = row(1, Some(OrganisationId(7)), 0);
    fixture.store_rejected(vec![unknown.clone(), known.clone()]).await;
    let entries = fixture.rejected().await;
    assert_eq!(entries.len(), 2);
    for (entry, row) in entries.iter().zip([known, unknown]) {
        let expected = RejectedRowEntry {
            id: entry.id,
            key: row.key,
            status: RejectedRowStatus::Open,
            first_at: row.content.at,
            count: 1,
            candidate: None,
            closed_at: None,
            closed_by: None,
            reason: None,
            problem_count: 2,
            content: row.content,
        };
        assert_eq!(*entry, expected);
        let id = entry.id;
        let read = fixture.another().read(move |tx| tx.rejected_row(&everything(), id)).await.unwrap();
        assert_eq!(read, Some(expected));
    }
}

pub async fn second_rejection_updates_the_entry(fixture: Fixture) {
    fixture.store_rejected(vec![row(1, None, 0), row(2, None, 0)]).await;
    let second = NewRejectedRow {
        content: RejectedRowContent { text: "{}".to_owned(), rejected_with: 0, ..row(1, None, 60).content },
        ..row(1, None, 60)
    };
    // equal rows of one request are counted too; the last one is stored
    fixture.store_rejected(vec![row(1, None, 50), second.clone()]).await;
    let entries = fixture.rejected().await;
    assert_eq!(keys(&entries), [1, 2]);
    let entry = &entries[0];
    assert_eq!((entry.count, entry.first_at, &entry.content), (3, now(), &second.content));
    assert_eq!(entries[1].count, 1);
}

pub async fn dismissed_entry_opens_only_with_other_content(fixture: Fixture) {
    fixture.store_rejected(vec![row(1, None, 0)]).await;
    let id = fixture.rejected().await[0].id;
    assert_eq!(fixture.decide_rejected(OrgScope::All, of_ids(&[id]), dismissal("a test")).await, 1);
    fixture.store_rejected(vec![row(1, None, 60)]).await;
    let entry = &fixture.rejected().await[0];
    assert_eq!((entry.status, entry.count), (RejectedRowStatus::Dismissed, 2));
    assert_eq!((entry.reason.as_deref(), entry.closed_by.as_deref()), (Some("a test"), Some("anna")));
    assert_eq!(entry.closed_at, Some(later(90)));
    fixture.store_rejected(vec![NewRejectedRow { content_hash: [2; 32], ..row(1, None, 70) }]).await;
    let entry = &fixture.rejected().await[0];
    assert_eq!((entry.status, entry.count), (RejectedRowStatus::Open, 3));
    assert_eq!((&entry.reason, &entry.closed_by, entry.closed_at), (&None, &None, None));
}

pub async fn every_condition_on_rejected_rows_narrows(fixture: Fixture) {
    let organisation = OrganisationId(7);
    let other = NewRejectedRow {
        content: RejectedRowContent {
            data_source: None,
            code: ProblemCode::ProductUnknown,
            header_id: Some(code("Other")),
            product: "Small".to_owned(),
            ..row(2, None, 60).content
        },
        ..row(2, None, 60)
    };
    fixture.store_rejected(vec![row(1, Some(organisation), 0), other]).await;
    let ids: Vec<_> = fixture.rejected().await.iter().map(|entry| entry.id).collect();
    fixture.decide_rejected(OrgScope::All, of_ids(&[ids[1]]), dismissal("x")).await;
    let none = RejectedRowFilter::default;
    let words = |words: &str| RejectedRowFilter { words: Some(words.to_owned()), ..none() };
    let table = [
        (none(), vec![1, 2]),
        (RejectedRowFilter { statuses: vec![RejectedRowStatus::Open], ..none() }, vec![1]),
        (RejectedRowFilter { statuses: RejectedRowStatus::ALL.to_vec(), ..none() }, vec![1, 2]),
        (of_ids(&ids[1..]), vec![2]),
        (RejectedRowFilter { organisation: Some(organisation), ..none() }, vec![1]),
        (RejectedRowFilter { data_source: Some(RejectedRowSource::One(SOURCE)), ..none() }, vec![1]),
        (RejectedRowFilter { data_source: Some(RejectedRowSource::Unknown), ..none() }, vec![2]),
        (RejectedRowFilter { code: Some(ProblemCode::UomUnknown), ..none() }, vec![1]),
        (words("other"), vec![2]),
        (words("grösse 100%"), vec![1]),
        (words("po_1"), vec![1, 2]),
        (words("po%1"), vec![]),
        (RejectedRowFilter { from: Some(later(60)), ..none() }, vec![2]),
        (RejectedRowFilter { to: Some(later(60)), ..none() }, vec![1]),
    ];
    for (filter, expected) in table {
        assert_eq!(keys(&fixture.rejected_where(filter.clone()).await), expected, "{filter:?}");
    }
}

pub async fn pages_of_rejected_rows_follow_each_other(fixture: Fixture) {
    // rows 2 and 3 have the same times
    fixture.store_rejected(vec![row(1, None, 0)]).await;
    fixture.store_rejected(vec![row(2, None, 10)]).await;
    fixture.store_rejected(vec![row(3, None, 10)]).await;
    fixture.store_rejected(vec![row(1, None, 20)]).await;
    let table = [
        (RejectedRowSort::LastRejected, true, [2, 3, 1]),
        (RejectedRowSort::LastRejected, false, [1, 3, 2]),
        (RejectedRowSort::FirstRejected, true, [1, 2, 3]),
        (RejectedRowSort::FirstRejected, false, [3, 2, 1]),
    ];
    for (sort, ascending, expected) in table {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let query = RejectedRowQuery { sort, ascending, after, limit: 1, ..RejectedRowQuery::default() };
            let page = fixture.store.read(move |tx| tx.rejected_rows(&everything(), &query)).await.unwrap();
            let Some(last) = page.last() else { break };
            assert_eq!((page.len(), last.content.text.as_str(), last.content.problems.len()), (1, "", 1));
            let at = if sort == RejectedRowSort::LastRejected { last.content.at } else { last.first_at };
            after = Some((at, last.id));
            seen.extend(keys(&page));
        }
        assert_eq!(seen, expected, "{sort:?} {ascending}");
    }
}

pub async fn rejected_rows_of_other_organisations_are_not_found(fixture: Fixture) {
    let (mine, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    fixture.store_rejected(vec![row(1, Some(mine), 0), row(2, Some(other), 1), row(3, None, 2)]).await;
    let entries = fixture.rejected().await;
    assert_eq!(keys(&entries), [1, 2, 3], "the scope of all organisations includes rows without one");
    let query = RejectedRowQuery { limit: 10, ..RejectedRowQuery::default() };
    let found = fixture.store.read(move |tx| tx.rejected_rows(&only(mine), &query)).await.unwrap();
    assert_eq!(keys(&found), [1]);
    for (entry, visible) in entries.iter().zip([true, false, false]) {
        let id = entry.id;
        let found = fixture.store.read(move |tx| tx.rejected_row(&only(mine), id)).await.unwrap();
        assert_eq!(found.is_some(), visible, "{id}");
    }
    let all = RejectedRowFilter::default;
    let groups = fixture.store.read(move |tx| tx.rejected_row_groups(&only(mine), &all())).await.unwrap();
    assert_eq!(groups.iter().map(|group| group.rows).sum::<u64>(), 1);
    let counts = fixture.store.read(move |tx| tx.count_rejected_rows(&only(mine), &all())).await.unwrap();
    assert_eq!(counts, [(RejectedRowStatus::Open, 1)]);
    let mine = OrgScope::These(vec![mine]);
    assert_eq!(fixture.decide_rejected(mine, all(), dismissal("x")).await, 1);
    assert_eq!(fixture.decide_rejected(OrgScope::All, all(), dismissal("x")).await, 3);
}

pub async fn rejected_rows_are_grouped_by_cause_and_source(fixture: Fixture) {
    let of = |key, code, data_source, seconds, sender: &str| {
        let base = row(key, None, seconds);
        let sender_name = sender.to_owned();
        NewRejectedRow {
            content: RejectedRowContent { data_source, sender_name, code, ..base.content },
            ..base
        }
    };
    let (uom, product) = (ProblemCode::UomUnknown, ProblemCode::ProductUnknown);
    fixture
        .store_rejected(vec![
            of(1, uom, None, 5, "a"),
            of(2, product, Some(SOURCE), 10, "a"),
            of(3, product, Some(SOURCE), 20, "b"),
            of(4, product, Some(SOURCE), 30, "b"),
            of(5, product, None, 40, "a"),
            of(6, uom, Some(SOURCE), 50, "a"),
        ])
        .await;
    let filter = RejectedRowFilter::default();
    let groups = fixture.store.read(move |tx| tx.rejected_row_groups(&everything(), &filter)).await.unwrap();
    let first = &groups[0];
    assert_eq!((first.code, first.data_source, first.rows), (product, Some(SOURCE), 3));
    assert_eq!((first.rejected_with, first.senders), (6, 2));
    assert_eq!((first.oldest, first.newest), (later(10), later(30)));
    assert_eq!(first.example, fixture.rejected().await[1].id);
    let others: Vec<_> = groups[1..].iter().map(|one| (one.code, one.data_source, one.rows)).collect();
    assert_eq!(others, [(product, None, 1), (uom, None, 1), (uom, Some(SOURCE), 1)]);
}

pub async fn rejected_rows_are_counted_by_status(fixture: Fixture) {
    fixture.store_rejected(vec![row(1, None, 0), row(2, None, 0), row(3, None, 0)]).await;
    let id = fixture.rejected().await[0].id;
    fixture.decide_rejected(OrgScope::All, of_ids(&[id]), dismissal("x")).await;
    let filter = RejectedRowFilter::default();
    let counts = fixture.store.read(move |tx| tx.count_rejected_rows(&everything(), &filter)).await.unwrap();
    assert_eq!(counts, [(RejectedRowStatus::Dismissed, 1), (RejectedRowStatus::Open, 2)]);
}

pub async fn open_rejected_rows_last_since_their_first_rejection(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    fixture.store_rejected(vec![row(1, Some(organisation), 0)]).await;
    fixture.store_rejected(vec![row(2, None, 30)]).await;
    fixture.store_rejected(vec![row(1, Some(organisation), 60)]).await;
    let lasting = async |scope: OrgScope, data_source, since| {
        let query = LastingStateQuery { data_source, since, limit: 10 };
        let found =
            fixture.store.read(move |tx| tx.open_rejected_rows(&scope.write(), &query)).await.unwrap();
        found.iter().map(|one| (one.organisation.0, one.since)).collect::<Vec<_>>()
    };
    let mine = || OrgScope::These(vec![organisation]);
    assert_eq!(lasting(OrgScope::All, None, later(30)).await, [(0, later(30)), (organisation.0, now())]);
    assert_eq!(lasting(OrgScope::All, Some(SOURCE), later(29)).await, [(organisation.0, now())]);
    assert_eq!(lasting(OrgScope::All, Some(DataSourceId(99)), later(30)).await, []);
    assert_eq!(lasting(mine(), None, later(30)).await, [(organisation.0, now())]);
    fixture.decide_rejected(OrgScope::All, RejectedRowFilter::default(), dismissal("x")).await;
    assert_eq!(lasting(OrgScope::All, None, later(30)).await, []);
}

pub async fn decisions_change_only_rows_that_allow_them(fixture: Fixture) {
    fixture.store_rejected(vec![row(1, None, 0), row(2, None, 1)]).await;
    let ids: Vec<_> = fixture.rejected().await.iter().map(|entry| entry.id).collect();
    let closed =
        ClosedRejection { entry: ids[1], candidate: CandidateId(9), status: RejectedRowStatus::Imported };
    fixture
        .commit_rejections(RejectionChanges { closed: vec![closed], ..RejectionChanges::default() })
        .await
        .unwrap();
    let all = RejectedRowFilter::default;
    assert_eq!(fixture.decide_rejected(OrgScope::All, all(), RejectedRowDecision::Reopen).await, 0);
    assert_eq!(fixture.decide_rejected(OrgScope::All, all(), dismissal("one")).await, 1);
    assert_eq!(fixture.decide_rejected(OrgScope::All, all(), dismissal("two")).await, 1);
    let statuses = async || {
        let entries = fixture.rejected().await;
        entries.into_iter().map(|entry| (entry.status, entry.reason)).collect::<Vec<_>>()
    };
    let imported = (RejectedRowStatus::Imported, None);
    let dismissed = (RejectedRowStatus::Dismissed, Some("two".to_owned()));
    assert_eq!(statuses().await, [dismissed, imported.clone()]);
    assert_eq!(fixture.decide_rejected(OrgScope::All, all(), RejectedRowDecision::Reopen).await, 1);
    assert_eq!(statuses().await, [(RejectedRowStatus::Open, None), imported]);
}

pub async fn sweep_removes_old_and_surplus_rejected_rows(fixture: Fixture) {
    let organisation = Some(OrganisationId(7));
    let rows = (0..6).map(|key| row(key, organisation, i64::from(key))).collect();
    fixture.store_rejected(rows).await;
    fixture.store_rejected(vec![row(6, None, 6), row(7, None, 7)]).await;
    let newest =
        fixture.rejected_where(RejectedRowFilter { from: Some(later(5)), ..RejectedRowFilter::default() });
    let newest = newest.await[0].id;
    fixture.decide_rejected(OrgScope::All, of_ids(&[newest]), dismissal("x")).await;
    let sweep = async |before, maximum| {
        let write = move |tx: &dyn crate::WriteTransaction| tx.sweep_rejected_rows(before, maximum);
        fixture.store.write_in_batches(WriteMode::Shared, 1, write).await.unwrap()
    };
    assert_eq!(sweep(later(1), 100).await, 1);
    assert_eq!(keys(&fixture.rejected().await), [1, 2, 3, 4, 5, 6, 7]);
    // removes the dismissed entry and the oldest open one of the organisation
    assert_eq!(sweep(later(0), 3).await, 2);
    assert_eq!(keys(&fixture.rejected().await), [2, 3, 4, 6, 7]);
    assert_eq!(sweep(later(0), 1).await, 3);
    assert_eq!(keys(&fixture.rejected().await), [4, 7]);
}

pub async fn import_writes_and_closes_rejected_rows(fixture: Fixture) {
    let first =
        RejectionChanges { rejected: vec![row(1, None, 0), row(2, None, 1)], ..RejectionChanges::default() };
    fixture.commit_rejections(first).await.unwrap();
    let entries = fixture.rejected().await;
    assert_eq!(keys(&entries), [1, 2]);
    let closed = |place: usize, status| ClosedRejection {
        entry: entries[place].id,
        candidate: CandidateId(9),
        status,
    };
    let changes = RejectionChanges {
        closed: vec![closed(0, RejectedRowStatus::Imported)],
        sent_again: Some(closed(1, RejectedRowStatus::SentAgain)),
        ..RejectionChanges::default()
    };
    fixture.commit_rejections(changes.clone()).await.unwrap();
    for (entry, status) in
        fixture.rejected().await.iter().zip([RejectedRowStatus::Imported, RejectedRowStatus::SentAgain])
    {
        let by = entry.closed_by.as_deref();
        assert_eq!((entry.status, entry.candidate, by), (status, Some(CandidateId(9)), Some("cli")));
        assert_eq!(entry.closed_at, Some(now()));
    }
    // a closed entry cannot be sent again
    let again = fixture.commit_rejections(changes).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Request))), "{again:?}");
    fixture.store_rejected(vec![row(2, None, 5)]).await;
    let entry = &fixture.rejected().await[1];
    assert_eq!((entry.status, entry.candidate), (RejectedRowStatus::Open, None), "rejected again");
}

pub async fn open_rejected_rows_are_loaded_by_their_headers(fixture: Fixture) {
    let organisation = Some(OrganisationId(7));
    let no_line = NewRejectedRow {
        content: RejectedRowContent { line_id: None, ..row(3, None, 0).content },
        ..row(3, None, 0)
    };
    let other = NewRejectedRow {
        content: RejectedRowContent { header_id: Some(code("H2")), ..row(4, None, 0).content },
        ..row(4, None, 0)
    };
    fixture.store_rejected(vec![row(1, organisation, 0), row(2, None, 0), no_line, other]).await;
    let entries = fixture.rejected().await;
    let imported = entries.iter().find(|entry| entry.key[0] == 2).unwrap();
    let closed = ClosedRejection {
        entry: imported.id,
        candidate: CandidateId(9),
        status: RejectedRowStatus::Imported,
    };
    fixture
        .commit_rejections(RejectionChanges { closed: vec![closed], ..RejectionChanges::default() })
        .await
        .unwrap();
    let keys =
        ImportKeys { identities: [(code("H1"), code("another line"))].into(), ..ImportKeys::default() };
    let found = fixture.load(keys).await.open_rejections;
    let content = &row(1, organisation, 0).content;
    let expected = OpenRejection {
        entry: entries.iter().find(|entry| entry.key[0] == 1).unwrap().id,
        organisation,
        data_source: content.data_source,
        system: content.system,
        header_id: code("H1"),
        line_id: code("L1"),
        sender: content.sender,
    };
    assert_eq!(found, [expected]);
}
