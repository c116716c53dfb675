//! Corrections, and the history of candidates.

use jiff::civil::date;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{
    Candidate, Field, Hold, HoldReason, MaybeUndefined, Override, PartnerRole, Releases, Status,
};
use orderdock_domain::correction::{
    AttentionChange, Correction, CorrectionContext, FieldChange, HistoryEntry, HistoryEvent, KindKeys,
    PreviousState, RecordKeys,
};
use orderdock_domain::ids::{OrderId, OrganisationId, RunId};
use orderdock_domain::import::{Expectation, ImportWrites};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{RunCandidateResult, RunCounts, RunOutcome};
use orderdock_domain::text::Text;

use super::calls::RunCalls as _;
use super::calls::SingleCalls as _;
use super::chunks::raise;
use super::fixture::{Fixture, code, everything, now, number, only};
use super::ordering::ids;
use super::orders::created;
use crate::{
    ChunkOutcome, Comment, CommentCommit, CommentOutcome, CommentTarget, Conflict, CorrectionCommit,
    CorrectionKeys, CorrectionTarget, EditCommit, FencingToken, History, HistoryPosition, HistoryRange,
    MAX_COMMENTS, ReferenceOwner, RequestLogEntry, RunResultOutcome, RunScope, StoreError, StoreResult,
    WriteMode, WriteTransaction,
};

fn all() -> RunScope {
    RunScope::of(&OrgScope::All)
}

fn of(organisation: OrganisationId) -> RunScope {
    RunScope::of(&OrgScope::These(vec![organisation]))
}

pub fn one_by_id(candidate: &Candidate) -> CorrectionKeys {
    CorrectionKeys { candidates: CorrectionTarget::One(candidate.id), records: RecordKeys::default() }
}

pub fn entry(candidate: &Candidate, event: HistoryEvent) -> HistoryEntry {
    HistoryEntry {
        candidate: candidate.id,
        version: candidate.version + 1,
        at: now(),
        actor: "Order desk".to_owned(),
        event,
        status_before: Status::New,
        status: Status::Error,
        changes: vec![
            FieldChange { field: Field::Qty, old: Some("1".to_owned()), new: Some("-2".to_owned()) },
            FieldChange { field: Field::Description, old: None, new: Some("a = \"b\" – ü".to_owned()) },
        ],
        problems_before: candidate.problems.clone(),
        problems: vec![Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "-2")],
        order: Some(OrderId(7)),
        document_no: Some(code("A 000007")),
        run: Some(RunId(8)),
        released: Releases::NONE.with(HoldReason::SiblingError),
        attention_change: AttentionChange {
            waiting: MaybeUndefined::Value(date(2026, 12, 1)),
            assigned: MaybeUndefined::Null,
            comment: Text::stored("weil \"er\"\nfragt\t= "),
        },
    }
}

fn correction(candidate: Candidate, entry: HistoryEntry) -> Correction {
    Correction { candidate, entry: Some(entry), warnings: Vec::new() }
}

impl Fixture {
    /// Loads the context of a correction.
    async fn correction(&self, scope: RunScope, keys: CorrectionKeys) -> CorrectionContext {
        self.store.load_correction(scope, keys).await.unwrap()
    }

    fn correction_of(&self, changed: Candidate, entry: HistoryEntry) -> CorrectionCommit {
        CorrectionCommit {
            unchanged: Vec::new(),
            corrections: vec![correction(changed, entry)],
            log_entry: RequestLogEntry { request: self.request(), response: None },
        }
    }

    pub async fn correct(&self, changed: Candidate, entry: HistoryEntry) -> StoreResult<()> {
        self.store.commit_correction(self.correction_of(changed, entry)).await
    }
}

pub async fn correction_is_read_back_with_its_history(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates =
        [fixture.candidate(&scene, "H1", "L1").await, fixture.candidate(&scene, "H1", "L2").await];
    fixture.import(&mut candidates).await.unwrap();
    let [before, other] = candidates;
    let set = |field, imported: Option<&str>, cleared| Override {
        field,
        imported: imported.map(str::to_owned),
        cleared,
        actor: "Order desk".to_owned(),
        at: now(),
    };
    let corrected = Candidate {
        qty: number("-2"),
        status: Status::Error,
        hold: Some(Hold::Waiting { until: date(2026, 12, 1), sibling: None }),
        assigned_to: Some(code("anna")),
        problems: vec![Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "-2")],
        overrides: vec![set(Field::Qty, Some("1"), false), set(Field::Price, None, true)],
        ..before.clone()
    };
    let entry = entry(&before, HistoryEvent::Corrected);
    fixture.correct(corrected.clone(), entry.clone()).await.unwrap();
    let found = fixture.store.candidates(everything(), vec![before.id, other.id]).await.unwrap();
    let hold = Some(Hold::Waiting { until: date(2026, 12, 1), sibling: Some(before.id) });
    assert_eq!(
        found.candidates,
        [Candidate { version: 2, ..corrected }, Candidate { hold, ..other.clone() }]
    );
    let history =
        fixture.store.candidate_history(OrgScope::All.write(), before.id, HistoryRange::WHOLE).await.unwrap();
    let imported = History { imported_as: Some(Status::New), ..History::default() };
    assert_eq!(history, History { entries: vec![entry], ..imported.clone() });
    assert_eq!(
        fixture.store.candidate_history(OrgScope::All.write(), other.id, HistoryRange::WHOLE).await.unwrap(),
        imported
    );
}

pub async fn comment_leaves_version_and_status_unchanged(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let [before] = candidates;
    let comment = |text| Comment { at: now(), actor: "anna".to_owned(), text: Text::stored(text).unwrap() };
    let write = async |scope: OrgScope, about, text| {
        let log_entry = RequestLogEntry { request: fixture.request(), response: None };
        let commit = CommentCommit { about, comment: comment(text), log_entry };
        fixture.store.comment(scope.write(), commit).await.unwrap()
    };
    let about = CommentTarget::Candidate(before.id);
    let (written, not_found) = (CommentOutcome::Written, CommentOutcome::NotFound);
    assert_eq!(write(OrgScope::All, about, "erste\nZeile – ü").await, written);
    assert_eq!(write(OrgScope::These(vec![scene.organisation.id]), about, "zweite").await, written);
    assert_eq!(write(OrgScope::These(vec![OrganisationId(1)]), about, "fremd").await, not_found);
    let order = CommentTarget::Order(OrderId(before.id.0));
    assert_eq!(write(OrgScope::All, order, "kein Auftrag").await, not_found);
    let history =
        fixture.store.candidate_history(OrgScope::All.write(), before.id, HistoryRange::WHOLE).await.unwrap();
    let stored: Vec<_> = history.comments.iter().map(|(_, comment)| comment.clone()).collect();
    assert_eq!(stored, [comment("erste\nZeile – ü"), comment("zweite")]);
    assert_eq!((history.imported_as, history.entries), (Some(Status::New), Vec::new()));
    let found = fixture.store.candidates(everything(), vec![before.id]).await.unwrap();
    assert_eq!(found.candidates, std::slice::from_ref(&before));
    let (candidate, scope, request) = (before.id, OrgScope::All.write(), fixture.request());
    let work = move |tx: &dyn WriteTransaction| {
        let log_entry = RequestLogEntry { request: request.clone(), response: None };
        tx.comment(&scope, &CommentCommit { about, comment: comment("im Zug"), log_entry })
    };
    assert_eq!(fixture.store.write(WriteMode::Exclusive, 2, work).await.unwrap(), written);
    let history =
        fixture.store.candidate_history(OrgScope::All.write(), candidate, HistoryRange::WHOLE).await.unwrap();
    assert_eq!(history.comments.len(), 3);
}

pub async fn history_is_read_in_ranges_from_both_ends(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let [mut candidate] = candidates;
    let about = CommentTarget::Candidate(candidate.id);
    for version in 2..6 {
        let change = HistoryEntry { version, ..entry(&candidate, HistoryEvent::Corrected) };
        fixture.correct(candidate.clone(), change).await.unwrap();
        candidate.version = version;
        let text = Text::stored(&version.to_string()).unwrap();
        let comment = Comment { at: now(), actor: "anna".to_owned(), text };
        let log_entry = RequestLogEntry { request: fixture.request(), response: None };
        let commit = CommentCommit { about, comment, log_entry };
        assert_eq!(
            fixture.store.comment(OrgScope::All.write(), commit).await.unwrap(),
            CommentOutcome::Written
        );
    }
    let read = async |range| {
        let history =
            fixture.store.candidate_history(OrgScope::All.write(), candidate.id, range).await.unwrap();
        assert_eq!(history.imported_as, Some(Status::New));
        let versions: Vec<_> = history.entries.iter().map(|entry| entry.version).collect();
        let texts: Vec<_> = history.comments.iter().map(|(_, one)| one.text.as_str().to_owned()).collect();
        (versions, texts.join(" "), history.comments.last().map(|(number, _)| *number))
    };
    let range = |newest_first, after, limit| HistoryRange { newest_first, after, limit };
    let (versions, texts, comment) = read(range(false, None, 2)).await;
    assert_eq!((versions, texts.as_str()), (vec![2, 3, 4], "2 3"), "with one more change");
    let after = Some(HistoryPosition { version: 3, comment: comment.unwrap() });
    let (versions, texts, _) = read(range(false, after, 9)).await;
    assert_eq!((versions, texts.as_str()), (vec![3, 4, 5], "4 5"), "including the change at the position");
    let (versions, texts, comment) = read(range(true, None, 2)).await;
    assert_eq!((versions, texts.as_str()), (vec![5, 4, 3], "5 4"));
    let after = Some(HistoryPosition { version: 4, comment: comment.unwrap() });
    let (versions, texts, _) = read(range(true, after, 9)).await;
    assert_eq!((versions, texts.as_str()), (vec![3, 2], "3 2"));
}

pub async fn comment_beyond_the_limit_is_not_written(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates =
        [fixture.candidate(&scene, "H1", "L1").await, fixture.candidate(&scene, "H1", "L2").await];
    fixture.import(&mut candidates).await.unwrap();
    let candidates = candidates.map(|candidate| CommentTarget::Candidate(candidate.id));
    let orders = [created(&fixture, &scene).await, created(&fixture, &scene).await];
    let orders = orders.map(|order| CommentTarget::Order(order.id));
    let write = async |about| {
        let comment = Comment { at: now(), actor: "anna".to_owned(), text: Text::stored("x").unwrap() };
        let log_entry = RequestLogEntry { request: fixture.request(), response: None };
        let commit = CommentCommit { about, comment, log_entry };
        fixture.store.comment(OrgScope::All.write(), commit).await.unwrap()
    };
    for [one, other] in [candidates, orders] {
        for _ in 0..MAX_COMMENTS {
            assert_eq!(write(one).await, CommentOutcome::Written);
        }
        assert_eq!(write(one).await, CommentOutcome::TooMany, "{one:?}");
        assert_eq!(write(other).await, CommentOutcome::Written, "{other:?}");
    }
}

pub async fn comments_are_counted_within_the_scope(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates =
        [fixture.candidate(&scene, "H1", "L1").await, fixture.candidate(&scene, "H1", "L2").await];
    fixture.import(&mut candidates).await.unwrap();
    let [one, other] = candidates.map(|candidate| candidate.id);
    for text in ["erste", "zweite"] {
        let comment = Comment { at: now(), actor: "anna".to_owned(), text: Text::stored(text).unwrap() };
        let log_entry = RequestLogEntry { request: fixture.request(), response: None };
        let commit = CommentCommit { about: CommentTarget::Candidate(one), comment, log_entry };
        let outcome = fixture.store.comment(OrgScope::All.write(), commit).await.unwrap();
        assert_eq!(outcome, CommentOutcome::Written);
    }
    let counted = async |scope: OrgScope| {
        fixture.store.count_comments(scope.read(), vec![one, other, one]).await.unwrap()
    };
    assert_eq!(counted(OrgScope::All).await, [(one, 2)].into());
    assert_eq!(counted(OrgScope::These(vec![scene.organisation.id])).await, [(one, 2)].into());
    assert_eq!(counted(OrgScope::These(vec![OrganisationId(1)])).await, [].into());
}

pub async fn import_problems_are_readable_after_correction(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let found = vec![Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "0")];
    let faulty = fixture.candidate(&scene, "H1", "L1").await;
    let mut candidates = [Candidate { status: Status::Error, problems: found.clone(), ..faulty }];
    fixture.import(&mut candidates).await.unwrap();
    let [imported] = candidates;
    let summary = async || {
        let history = fixture
            .store
            .candidate_history(OrgScope::All.write(), imported.id, HistoryRange::WHOLE)
            .await
            .unwrap();
        (history.imported_with, history.entries.len())
    };
    assert_eq!(summary().await, (found.clone(), 0));
    let mut now = imported.clone();
    for (version, problems) in
        [(2, Vec::new()), (3, vec![Problem::new(ProblemCode::BpartnerInactive, "/bpartner")])]
    {
        let status = if problems.is_empty() { Status::New } else { Status::Error };
        let next = Candidate { status, problems: problems.clone(), ..now.clone() };
        let before = (now.status, now.problems.clone());
        let (status_before, problems_before) = before;
        let entry = HistoryEntry {
            version,
            status_before,
            status,
            problems_before,
            problems,
            ..entry(&now, HistoryEvent::Corrected)
        };
        fixture.correct(next.clone(), entry).await.unwrap();
        now = Candidate { version, ..next };
        assert_eq!(summary().await, (found.clone(), usize::try_from(version - 1).unwrap()));
    }
    let other = fixture
        .store
        .candidate_history(OrgScope::These(vec![]).write(), imported.id, HistoryRange::WHOLE)
        .await
        .unwrap();
    assert_eq!(other, History::default());
}

pub async fn correction_of_outdated_version_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let [first] = candidates;
    let entry_of = |candidate: &Candidate| entry(candidate, HistoryEvent::Excluded);
    fixture.correct(first.clone(), entry_of(&first)).await.unwrap();
    let late = Candidate { qty: number("9"), ..first.clone() };
    let again = fixture.correct(late, HistoryEntry { version: 3, ..entry_of(&first) }).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Candidate))), "{again:?}");
    let found = fixture.store.candidates(everything(), vec![first.id]).await.unwrap();
    assert_eq!((found.candidates[0].version, found.candidates[0].qty), (2, number("1")));
    let history =
        fixture.store.candidate_history(OrgScope::All.write(), first.id, HistoryRange::WHOLE).await.unwrap();
    assert_eq!(history.entries.len(), 1, "the conflicting correction is not written");
}

pub async fn correction_with_outdated_records_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let [first] = candidates;
    let context = fixture.correction(all(), one_by_id(&first)).await;
    let relied = context.expectations();
    let (partner, product) = (&scene.partner, &scene.product);
    let expected = [
        Expectation::Partner(partner.id, partner.version),
        Expectation::Product(product.id, product.version),
    ];
    assert!(expected.iter().all(|one| relied.contains(one)), "{relied:?}");
    let entry = entry(&first, HistoryEvent::Corrected);
    let commit = || CorrectionCommit {
        unchanged: relied.clone(),
        ..fixture.correction_of(first.clone(), entry.clone())
    };
    let before = commit();
    let mut stale = relied.clone();
    raise(&mut stale);
    let mut writes = ImportWrites::default();
    writes.partners.changed.push(scene.partner.clone());
    fixture.commit(writes).await.unwrap();
    for (commit, conflict) in [
        (CorrectionCommit { unchanged: stale, ..before }, Conflict::ReferenceData),
        (commit(), Conflict::Partner),
    ] {
        let late = fixture.store.commit_correction(commit).await;
        assert!(matches!(late, Err(StoreError::Conflict(found)) if found == conflict), "{late:?}");
    }
    fixture.correct(first.clone(), entry).await.unwrap();
}

/// Returns an entry without a change of status.
fn entry_without_change(candidate: &Candidate) -> HistoryEntry {
    let (status, problems) = (candidate.status, Vec::new());
    HistoryEntry { status, problems, ..entry(candidate, HistoryEvent::Corrected) }
}

/// Corrections of one candidate by two stores, each in an exclusive transaction: no update is lost.
pub async fn exclusive_corrections_of_all_stores_have_no_conflicts(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let [first] = candidates;
    let stores = [fixture.store.clone(), fixture.another()];
    let mut tasks = Vec::new();
    for number in 0..10 {
        let (keys, request) = (one_by_id(&first), fixture.request());
        let work = move |tx: &dyn WriteTransaction| {
            let context = tx.load_correction(&all(), &keys)?;
            let before = &context.candidates[0];
            let commit = CorrectionCommit {
                unchanged: context.expectations(),
                corrections: vec![correction(before.clone(), entry_without_change(before))],
                log_entry: RequestLogEntry { request: request.clone(), response: None },
            };
            tx.commit_correction(&commit)
        };
        let store = stores[number % 2].clone();
        tasks.push(tokio::spawn(async move { store.write(WriteMode::Exclusive, 1, work).await }));
    }
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let found = fixture.store.candidates(everything(), vec![first.id]).await.unwrap();
    assert_eq!(found.candidates[0].version, 11);
    let history =
        fixture.store.candidate_history(OrgScope::All.write(), first.id, HistoryRange::WHOLE).await.unwrap();
    assert_eq!(history.entries.len(), 10);
}

pub async fn correction_loads_covered_and_referenced_records(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let partners = ["B", "C", "D"].map(|text| fixture.partner(&scene.organisation, text));
    let [mut by_external_id, by_code, by_id] = partners;
    by_external_id.external_id = Some(code("ext"));
    let location = fixture.location(&by_code, "elsewhere");
    let contact = fixture.contact(&by_code, "Ada");
    let product = fixture.product(&scene.organisation, "P2", &scene.unit);
    let mut writes = ImportWrites::default();
    writes.partners.created = vec![by_external_id.clone(), by_code.clone(), by_id.clone()];
    writes.locations.created = vec![location.clone()];
    writes.contacts.created = vec![contact.clone()];
    writes.products.created = vec![product.clone()];
    fixture.commit(writes).await.unwrap();
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    let covered = PartnerRole { partner: by_id.id, location: None, contact: None };
    candidates[0].bill = None;
    candidates[0].overrides = vec![Override {
        field: Field::BillBPartner,
        imported: Some(format!("{} - -", covered.partner)),
        cleared: true,
        actor: "Order desk".to_owned(),
        at: now(),
    }];
    fixture.import(&mut candidates).await.unwrap();
    let plain = fixture.correction(all(), one_by_id(&candidates[0])).await;
    assert_eq!(plain.candidates, candidates);
    let related = plain.records.related;
    assert!(related.partners.contains_key(&by_id.id), "removing an override needs the covered record");
    assert!(!related.partners.contains_key(&by_code.id));
    let keys = |external: &str, code_: &str| KindKeys {
        ids: [1].into(),
        external_ids: [code(external)].into(),
        codes: [code(code_)].into(),
    };
    let records = RecordKeys {
        partners: keys("ext", "C"),
        products: keys("none", "P2"),
        sales_partner_codes: [code("nobody")].into(),
        places: true,
        ..RecordKeys::default()
    };
    let named = fixture.correction(all(), CorrectionKeys { records, ..one_by_id(&candidates[0]) }).await;
    let related = named.records.related;
    for partner in [&by_external_id, &by_code, &scene.partner] {
        assert_eq!(related.partners.get(&partner.id), Some(partner));
    }
    assert_eq!(related.products.get(&product.id), Some(&product));
    assert_eq!(related.locations.get(&location.id), Some(&location));
    assert_eq!(related.locations.get(&scene.location.id), Some(&scene.location));
    assert_eq!(related.contacts.get(&contact.id), Some(&contact));
}

pub async fn corrections_require_write_scope(fixture: Fixture) {
    let (mine, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates = [
        fixture.candidate(&mine, "H1", "L1").await,
        fixture.candidate(&mine, "H1", "L2").await,
        fixture.candidate(&other, "H1", "L1").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let reference = |line: Option<&str>| CorrectionKeys {
        candidates: CorrectionTarget::Reference {
            owner: ReferenceOwner::DataSource(candidates[0].data_source),
            header_id: "H1".to_owned(),
            line_id: line.map(str::to_owned),
        },
        records: RecordKeys::default(),
    };
    for (scope, keys, expected) in [
        (all(), reference(None), &candidates[..]),
        (of(mine.organisation.id), reference(None), &candidates[..2]),
        (of(mine.organisation.id), reference(Some("L2")), &candidates[1..2]),
        (of(mine.organisation.id), one_by_id(&candidates[2]), &[]),
        (of(other.organisation.id), one_by_id(&candidates[2]), &candidates[2..]),
    ] {
        assert_eq!(fixture.correction(scope, keys).await.candidates, expected);
    }
    let foreign = &candidates[2];
    fixture.correct(foreign.clone(), entry(foreign, HistoryEvent::Cancelled)).await.unwrap();
    let seen_by = async |scope: RunScope| {
        fixture
            .store
            .candidate_history(scope.candidates, foreign.id, HistoryRange::WHOLE)
            .await
            .unwrap()
            .entries
            .len()
    };
    assert_eq!((seen_by(of(other.organisation.id)).await, seen_by(of(mine.organisation.id)).await), (1, 0));
    assert!(
        fixture
            .store
            .candidates(only(mine.organisation.id), vec![foreign.id])
            .await
            .unwrap()
            .candidates
            .is_empty()
    );
}

fn these(candidates: &[Candidate]) -> CorrectionKeys {
    CorrectionKeys { candidates: CorrectionTarget::These(ids(candidates)), records: RecordKeys::default() }
}

pub async fn dry_run_reads_candidates_of_its_organisations(fixture: Fixture) {
    let (mine, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates = [
        fixture.candidate(&mine, "H1", "L1").await,
        fixture.candidate(&mine, "H1", "L2").await,
        fixture.candidate(&other, "H1", "L1").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    for (scope, expected) in [(all(), &candidates[..]), (of(mine.organisation.id), &candidates[..2])] {
        let tried = fixture.store.load_correction(scope.clone(), these(&candidates)).await.unwrap();
        assert_eq!(tried.candidates, expected, "unchanged");
        assert_eq!(tried.records.related.partners.get(&mine.partner.id), Some(&mine.partner));
        let corrected = fixture.correction(scope, these(&candidates)).await;
        assert_eq!(tried.candidates, corrected.candidates);
    }
}

/// Two candidates and an edit of the first one.
struct Edited {
    run: RunId,
    before: [Candidate; 2],
    commit: EditCommit,
}

async fn edited(fixture: &Fixture) -> Edited {
    let scene = fixture.scene("001").await;
    let mut before =
        [fixture.candidate(&scene, "H1", "L1").await, fixture.candidate(&scene, "H1", "L2").await];
    fixture.import(&mut before).await.unwrap();
    let run = fixture.running(OrgScope::All).await;
    let result = |candidate: &Candidate, outcome| RunCandidateResult {
        candidate: candidate.id,
        outcome,
        warnings: vec![Problem::new(ProblemCode::PriceRounded, "/price").with("price", "1.001")],
    };
    let rejected = vec![Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "-2")];
    let commit = EditCommit {
        run,
        unchanged: Vec::new(),
        corrections: vec![correction(
            Candidate { qty: number("3"), status: Status::Error, ..before[0].clone() },
            HistoryEntry { run: Some(run), ..entry(&before[0], HistoryEvent::Corrected) },
        )],
        voids: Vec::new(),
        scope: OrgScope::All.write(),
        results: vec![
            result(&before[0], RunOutcome::Changed(Box::new(PreviousState::of(&before[0])))),
            result(&before[1], RunOutcome::Failed(rejected)),
        ],
        fence: FencingToken(run.0),
    };
    Edited { run, before, commit }
}

pub async fn edit_chunk_is_written_with_its_results(fixture: Fixture) {
    let Edited { run, before, commit } = edited(&fixture).await;
    let entries: Vec<_> = commit.corrections.iter().filter_map(|one| one.entry.clone()).collect();
    let results = commit.results.clone();
    assert_eq!(fixture.correction(all(), these(&before)).await.candidates.len(), 2);
    let outcome = fixture.store.commit_edit(commit).await.unwrap();
    let counts = RunCounts { selected: 2, processed: 1, failed: 1, ..RunCounts::default() };
    assert_eq!(outcome, ChunkOutcome { counts, ..ChunkOutcome::default() }, "the run continues");
    let found = fixture.store.candidates(everything(), ids(&before)).await.unwrap().candidates;
    assert_eq!((found[0].version, found[0].qty), (2, number("3")));
    let hold = Some(Hold::SiblingError { candidate: before[0].id, code: ProblemCode::ServerFault });
    assert_eq!(found[1], Candidate { hold, ..before[1].clone() });
    let history = fixture
        .store
        .candidate_history(OrgScope::All.write(), before[0].id, HistoryRange::WHOLE)
        .await
        .unwrap();
    assert_eq!(history.entries, entries);
    let record = fixture.store.run(OrgScope::All.write(), run).await.unwrap().unwrap();
    assert_eq!(record.run.counts, counts);
    let stored = fixture.store.run_results(run, None, None, 10).await.unwrap();
    assert_eq!(stored[0].outcome, RunResultOutcome::Changed);
    assert!(matches!(&stored[1].outcome, RunResultOutcome::Failed(problems) if problems.len() == 1));
    assert_eq!(stored[0].warnings, results[0].warnings);
}

pub async fn conflicting_edit_chunk_writes_nothing(fixture: Fixture) {
    let Edited { run, before, mut commit } = edited(&fixture).await;
    let stale = Candidate { version: 7, ..before[1].clone() };
    let late = entry(&stale, HistoryEvent::Corrected);
    commit.corrections.push(correction(stale, late));
    let work = move |tx: &dyn WriteTransaction| tx.commit_edit(&commit);
    let failed = fixture.another().write(WriteMode::Exclusive, 2, work).await;
    assert!(matches!(failed, Err(StoreError::Conflict(Conflict::Candidate))), "{failed:?}");
    assert_eq!(fixture.store.candidates(everything(), ids(&before)).await.unwrap().candidates, before);
    assert_eq!(
        fixture
            .store
            .candidate_history(OrgScope::All.write(), before[0].id, HistoryRange::WHOLE)
            .await
            .unwrap(),
        History { imported_as: Some(Status::New), ..History::default() }
    );
    assert_eq!(fixture.store.run_results(run, None, None, 10).await.unwrap(), []);
}

pub async fn stopped_edit_writes_no_further_chunk(fixture: Fixture) {
    let Edited { run, mut commit, .. } = edited(&fixture).await;
    assert!(fixture.store.stop_run(OrgScope::All.write(), run, None).await.unwrap());
    commit.results[0].outcome = RunOutcome::Unchanged;
    assert!(fixture.store.commit_edit(commit).await.unwrap().stop);
    let stored = fixture.store.run_results(run, None, None, 10).await.unwrap();
    assert_eq!(stored.len(), 2, "the chunk had started");
    assert_eq!(stored[0].outcome, RunResultOutcome::Unchanged);
}
