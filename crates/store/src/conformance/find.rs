//! Lists of candidates.

use jiff::SignedDuration;
use jiff::civil::date;
use orderdock_domain::access::OrgScope;
use orderdock_domain::attachment::ExternalHeader;
use orderdock_domain::candidate::{Candidate, Hold, HoldReason, Status};
use orderdock_domain::ids::{RequestId, RunId};
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::{Partner, Product};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{RunCandidateResult, RunOutcome, RunOutcomeKind};
use orderdock_domain::text::Text;

use super::attachments::{attach, file};
use super::calls::RunCalls as _;
use super::calls::SingleCalls as _;
use super::fixture::{Fixture, Scene, code, everything, name, now, number, only};
use crate::{
    AssigneeFilter, CandidateFilter, CandidatePage, CandidateQuery, CandidateSort, Comment, CommentCommit,
    CommentTarget, CustomerWaitFilter, PageStart, RequestLogEntry, Total,
};

pub fn query(filter: CandidateFilter) -> CandidateQuery {
    CandidateQuery {
        filter,
        sort: CandidateSort::CreatedAt,
        descending: false,
        window: PageStart::Offset(0),
        limit: 500,
        counted: true,
        count_all: false,
        now: now(),
    }
}

pub async fn found(fixture: &Fixture, query: CandidateQuery) -> CandidatePage {
    fixture.store.find_candidates(everything(), query).await.unwrap()
}

/// Returns the line ids of the candidates on a page.
pub fn lines(page: &CandidatePage) -> String {
    page.candidates.iter().map(|candidate| candidate.identity.line_id.as_str()).collect()
}

/// Imports candidates `a`, `b`, `c` … of one header, each changed by a function.
async fn candidates(
    fixture: &Fixture,
    scene: &Scene,
    count: u8,
    change: impl Fn(usize, &mut Candidate),
) -> Vec<Candidate> {
    let mut list = Vec::new();
    for line in 0..count {
        let line_id = char::from(b'a' + line).to_string();
        let mut candidate = fixture.candidate(scene, "H1", &line_id).await;
        change(usize::from(line), &mut candidate);
        list.push(candidate);
    }
    fixture.import(&mut list).await.unwrap();
    list
}

pub async fn every_filter_narrows(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let reference = fixture.reference().await;
    let partner = fixture.partner(&scene.organisation, "G0002");
    let product = fixture.product(&scene.organisation, "P2", &scene.unit);
    let mut writes = ImportWrites::default();
    let system = fixture.system(&scene.organisation, "shop-1");
    writes.external_systems.created.push(system.clone());
    writes.partners.created.push(partner.clone());
    writes.products.created.push(product.clone());
    fixture.commit(writes).await.unwrap();
    let list = candidates(&fixture, &scene, 8, |line, candidate| match line {
        0 => {
            candidate.promotion_code = Some(code("SUMMER 26"));
            candidate.external_system = Some(system.id);
        }
        1 => candidate.status = Status::Error,
        2 => candidate.data_source = reference.data_sources[1].id,
        3 => candidate.buyer.as_mut().unwrap().partner = partner.id,
        4 => candidate.product = Some(product.id),
        5 => candidate.po_reference = code("PO-2"),
        6 => candidate.date_required = Some(date(2026, 12, 8)),
        7 => candidate.created_at = now() + SignedDuration::from_secs(9),
        _ => {}
    })
    .await;
    let mut elsewhere = [fixture.candidate(&other, "H2", "x").await];
    fixture.import(&mut elsewhere).await.unwrap();
    let none = CandidateFilter::default;
    let day = |day| Some(date(2026, 12, day));
    let later = Some(now() + SignedDuration::from_secs(9));
    for (filter, expected) in [
        (none(), "abcdefghx"),
        (CandidateFilter { statuses: vec![Status::Error], ..none() }, "b"),
        (CandidateFilter { statuses: vec![Status::Error, Status::New], ..none() }, "abcdefghx"),
        (CandidateFilter { statuses: vec![Status::Inactive], ..none() }, ""),
        (CandidateFilter { data_source: Some(list[2].data_source), ..none() }, "c"),
        (CandidateFilter { external_system: Some("shop-1".to_owned()), ..none() }, "a"),
        (CandidateFilter { external_system: Some("Shop-1".to_owned()), ..none() }, ""),
        (CandidateFilter { organisation: Some(other.organisation.id), ..none() }, "x"),
        (CandidateFilter { bpartner: Some("G0002".to_owned()), ..none() }, "d"),
        (CandidateFilter { bpartner: Some("G0001".to_owned()), ..none() }, "abcefghx"),
        (CandidateFilter { bpartner: Some("g0002".to_owned()), ..none() }, ""),
        (CandidateFilter { product: Some("P2".to_owned()), ..none() }, "e"),
        (CandidateFilter { po_reference: Some("PO-2".to_owned()), ..none() }, "f"),
        (CandidateFilter { promotion_code: Some("SUMMER 26".to_owned()), ..none() }, "a"),
        (CandidateFilter { promotion_code: Some("summer 26".to_owned()), ..none() }, ""),
        (CandidateFilter { external_header_id: Some("H2".to_owned()), ..none() }, "x"),
        (CandidateFilter { date_required_from: day(8), date_required_to: day(8), ..none() }, "g"),
        (CandidateFilter { date_required_from: day(9), ..none() }, ""),
        (CandidateFilter { date_required_to: day(7), ..none() }, ""),
        (CandidateFilter { created_from: later, ..none() }, "h"),
        (CandidateFilter { created_to: later, ..none() }, "abcdefgx"),
        (
            CandidateFilter { statuses: vec![Status::New], po_reference: Some("PO-2".to_owned()), ..none() },
            "f",
        ),
        (CandidateFilter { statuses: vec![Status::Error], product: Some("P2".to_owned()), ..none() }, ""),
    ] {
        let page = found(&fixture, query(filter.clone())).await;
        assert_eq!(lines(&page), expected, "{filter:?}");
        assert_eq!((page.total.value, page.total.exact), (expected.len() as u64, true), "{filter:?}");
        assert_eq!((page.next, page.previous), (None, None));
    }
}

pub async fn candidates_are_filtered_by_outcome(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let problem = |code| Problem::new(code, "/product").with("product", "P002737");
    let mut list = candidates(&fixture, &scene, 5, |line, candidate| match line {
        0 => candidate.problems = vec![problem(ProblemCode::PriceNone), problem(ProblemCode::PriceNone)],
        1 => candidate.problems = vec![problem(ProblemCode::PriceNone), problem(ProblemCode::TaxNone)],
        2 => {
            candidate.hold =
                Some(Hold::SiblingError { candidate: candidate.id, code: ProblemCode::PriceNone });
        }
        3 => candidate.hold = Some(Hold::HeaderSettling),
        _ => {}
    })
    .await;
    let mut late = [fixture.candidate(&scene, "H2", "x").await, fixture.candidate(&other, "H1", "y").await];
    let request = fixture.import(&mut late).await.unwrap();
    attach(&fixture, &file(&fixture, &ExternalHeader::of(&list[0]), 9)).await.unwrap();
    let comment = Comment { at: now(), actor: "anna".to_owned(), text: Text::stored("ruft an").unwrap() };
    for _ in 0..2 {
        let (about, comment) = (CommentTarget::Candidate(list[3].id), comment.clone());
        let log_entry = RequestLogEntry { request: fixture.request(), response: None };
        let commit = CommentCommit { about, comment, log_entry };
        fixture.store.comment(OrgScope::All.write(), commit).await.unwrap();
    }
    let run = fixture.running(OrgScope::All).await;
    let mut chunk = fixture.chunk(run, Vec::new()).await;
    let outcomes = [RunOutcome::Failed(Vec::new()), RunOutcome::Held(Hold::HeaderSettling)];
    for (candidate, outcome) in list.iter_mut().zip(outcomes) {
        chunk.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings: Vec::new() });
    }
    fixture.store.commit_chunk(chunk).await.unwrap();
    let none = CandidateFilter::default;
    let with = |code| CandidateFilter { problem: Some(code), ..none() };
    let held = |reason| CandidateFilter { hold: Some(reason), ..none() };
    let taken = |outcome| CandidateFilter { run: Some(run), outcome, ..none() };
    for (filter, expected) in [
        (with(ProblemCode::PriceNone), "ab"),
        (with(ProblemCode::TaxNone), "b"),
        (with(ProblemCode::UomUnknown), ""),
        (held(HoldReason::SiblingError), "c"),
        (held(HoldReason::HeaderSettling), "d"),
        (held(HoldReason::HeaderIncomplete), ""),
        (CandidateFilter { has_attachment: Some(true), ..none() }, "abcde"),
        (CandidateFilter { has_attachment: Some(false), ..none() }, "xy"),
        (CandidateFilter { has_comments: Some(true), ..none() }, "d"),
        (CandidateFilter { has_comments: Some(false), ..none() }, "abcexy"),
        (CandidateFilter { has_comments: Some(true), has_attachment: Some(false), ..none() }, ""),
        (CandidateFilter { request: Some(request), ..none() }, "xy"),
        (CandidateFilter { request: Some(RequestId(1)), ..none() }, ""),
        (taken(None), "ab"),
        (taken(Some(RunOutcomeKind::Held)), "b"),
        (taken(Some(RunOutcomeKind::Ordered)), ""),
        (CandidateFilter { run: Some(RunId(1)), ..none() }, ""),
        (CandidateFilter { outcome: Some(RunOutcomeKind::Held), ..none() }, "abcdexy"),
    ] {
        for sort in [CandidateSort::CreatedAt, CandidateSort::Qty] {
            let page = found(&fixture, CandidateQuery { sort, ..query(filter.clone()) }).await;
            assert_eq!(lines(&page), expected, "{filter:?}");
            assert_eq!((page.total.value, page.total.exact), (expected.len() as u64, true), "{filter:?}");
        }
        let counts = fixture
            .store
            .count_candidates(everything(), filter.clone(), jiff::civil::Date::MIN)
            .await
            .unwrap();
        assert_eq!(counts.all, Total { value: expected.len() as u64, exact: true }, "{filter:?}");
    }
}

/// Three candidates on hold for the customer, one of them because of another line. The current day differs between the
/// two organisations.
pub async fn candidates_are_filtered_by_hold_and_assignee(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let wait = |day, sibling| Some(Hold::Waiting { until: date(2026, 12, day), sibling });
    candidates(&fixture, &scene, 5, |line, candidate| match line {
        0 => candidate.hold = wait(1, None),
        1 => candidate.hold = wait(2, Some(candidate.id)),
        2 => (candidate.hold, candidate.assigned_to) = (wait(9, None), Some(code("anna"))),
        3 => (candidate.hold, candidate.assigned_to) = (Some(Hold::HeaderSettling), Some(code("bert"))),
        _ => candidate.hold = Some(Hold::HeaderSettling),
    })
    .await;
    let hold = wait(1, None);
    let mut late = [Candidate { hold, ..fixture.candidate(&other, "H1", "y").await }];
    fixture.import(&mut late).await.unwrap();
    let none = CandidateFilter::default;
    let from = |day: i8, elsewhere: i8, to: Option<i8>| {
        let there = (vec![other.organisation.id], date(2026, 12, elsewhere));
        let nowhere = (Vec::new(), date(2026, 12, day));
        let waiting = CustomerWaitFilter {
            from: date(2026, 12, day),
            elsewhere: [there, nowhere],
            to: to.map(|day| date(2026, 12, day)),
        };
        CandidateFilter { waiting: Some(waiting), ..none() }
    };
    let assigned = |assigned| CandidateFilter { assigned: Some(assigned), ..none() };
    for (filter, expected) in [
        (from(1, 1, None), "abcy"),
        (from(1, 2, None), "abc"),
        (from(2, 2, None), "bc"),
        (from(1, 1, Some(2)), "aby"),
        (from(3, 3, Some(8)), ""),
        (assigned(AssigneeFilter::To("anna".to_owned())), "c"),
        (assigned(AssigneeFilter::To("an".to_owned())), ""),
        (assigned(AssigneeFilter::Unassigned), "abey"),
        (CandidateFilter { assigned: Some(AssigneeFilter::Unassigned), ..from(2, 2, None) }, "b"),
    ] {
        for sort in [CandidateSort::CreatedAt, CandidateSort::Status] {
            let page = found(&fixture, CandidateQuery { sort, ..query(filter.clone()) }).await;
            assert_eq!(lines(&page), expected, "{filter:?}");
            assert_eq!((page.total.value, page.total.exact), (expected.len() as u64, true), "{filter:?}");
        }
        let counts = fixture
            .store
            .count_candidates(everything(), filter.clone(), jiff::civil::Date::MIN)
            .await
            .unwrap();
        assert_eq!(counts.all, Total { value: expected.len() as u64, exact: true }, "{filter:?}");
    }
}

pub async fn search_finds_beginnings_regardless_of_case(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let partner = Partner { name: name("Müller & Söhne"), ..fixture.partner(&scene.organisation, "KD-77") };
    let product =
        Product { name: name("Blaue Tasse"), ..fixture.product(&scene.organisation, "TS_9", &scene.unit) };
    let mut writes = ImportWrites::default();
    writes.partners.created.push(partner.clone());
    writes.products.created.push(product.clone());
    fixture.commit(writes).await.unwrap();
    let list = candidates(&fixture, &scene, 4, |line, candidate| match line {
        0 => {
            candidate.po_reference = code("Bestellung Ä-1");
            candidate.identity.header_id = code("Flach 1");
            candidate.identity.flat = true;
        }
        1 => candidate.identity.header_id = code("Shop#4711"),
        2 => candidate.buyer.as_mut().unwrap().partner = partner.id,
        _ => candidate.product = Some(product.id),
    })
    .await;
    let id = list[3].id.to_string();
    for (words, expected) in [
        ("bestellung ä", "a"),
        ("BESTELLUNG  Ä-1 ", "a"),
        ("ä-1", ""),
        ("flach", "a"),
        ("shop#", "b"),
        ("4711", ""),
        ("kd-7", "c"),
        ("MÜLL", "c"),
        ("söhne", ""),
        ("ts_", "d"),
        ("blaue t", "d"),
        (&id, "d"),
        ("c", "c"),
        ("p002737", "abc"),
        ("", "abcd"),
        ("  ", "abcd"),
    ] {
        let filter = CandidateFilter { search: Some(words.to_owned()), ..CandidateFilter::default() };
        let page = found(&fixture, query(filter)).await;
        assert_eq!(lines(&page), expected, "{words}");
        assert_eq!(page.total.value, expected.len() as u64, "{words}");
    }
}

pub async fn search_matches_special_characters_literally(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    candidates(&fixture, &scene, 2, |line, candidate| {
        candidate.po_reference = code(if line == 0 { "100% _x\\" } else { "100 yx" });
        candidate.identity.flat = line == 0;
    })
    .await;
    for (words, expected) in [
        ("100%", "a"),
        ("100% _X\\", "a"),
        ("100_", ""),
        ("%", ""),
        ("_", ""),
        ("*", ""),
        ("\\", ""),
        ("' OR ''='", ""),
        ("\u{1f}", ""),
        ("100", "ab"),
    ] {
        let filter = CandidateFilter { search: Some(words.to_owned()), ..CandidateFilter::default() };
        assert_eq!(lines(&found(&fixture, query(filter)).await), expected, "{words:?}");
    }
}

pub async fn every_sort_orders_by_value_then_id(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let first = fixture.partner(&scene.organisation, "A-first");
    let last = fixture.partner(&scene.organisation, "z-last");
    let mut writes = ImportWrites::default();
    writes.partners.created = vec![first.clone(), last.clone()];
    fixture.commit(writes).await.unwrap();
    candidates(&fixture, &scene, 4, |line, candidate| {
        candidate.date_required = [Some(date(2026, 2, 1)), None, Some(date(2025, 12, 31)), None][line];
        candidate.po_reference = code(["B", "a", "B", "Ä"][line]);
        candidate.qty = number(["10", "9.5", "-3", "9.5"][line]);
        candidate.price = [Some("2"), None, Some("10"), None][line].map(number);
        candidate.list_price = [Some("99"), Some("3"), None, None][line].map(number);
        candidate.status = [Status::New, Status::Error, Status::Processed, Status::Error][line];
        candidate.buyer.as_mut().unwrap().partner = [last.id, first.id, scene.partner.id, first.id][line];
    })
    .await;
    for (sort, expected) in [
        (CandidateSort::CreatedAt, "abcd"),
        (CandidateSort::DateRequired, "bdca"),
        (CandidateSort::PoReference, "bacd"),
        (CandidateSort::Qty, "cbda"),
        (CandidateSort::Price, "dabc"),
        (CandidateSort::Status, "bdac"),
        (CandidateSort::Bpartner, "bdca"),
    ] {
        let ascending = CandidateQuery { sort, ..query(CandidateFilter::default()) };
        assert_eq!(lines(&found(&fixture, ascending.clone()).await), expected, "{sort:?}");
        let descending = CandidateQuery { descending: true, ..ascending };
        let reversed: String = expected.chars().rev().collect();
        assert_eq!(lines(&found(&fixture, descending).await), reversed, "{sort:?} descending");
    }
}

pub async fn windows_walk_through_a_list_both_ways(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    candidates(&fixture, &scene, 7, |line, candidate| {
        candidate.qty = number(["2", "1", "2", "1", "2", "1", "3"][line]);
        candidate.date_required = (line % 3 == 0).then_some(date(2026, 1, 1));
        candidate.price = (line % 2 == 0).then_some(number("1"));
    })
    .await;
    for sort in CandidateSort::ALL.iter().copied() {
        for descending in [false, true] {
            let whole = CandidateQuery { sort, descending, ..query(CandidateFilter::default()) };
            let expected = lines(&found(&fixture, whole.clone()).await);
            let (mut forward, mut windows) = (String::new(), vec![PageStart::Offset(0)]);
            let mut page = found(&fixture, CandidateQuery { limit: 3, ..whole.clone() }).await;
            loop {
                forward += &lines(&page);
                assert_eq!(page.total.value, 7);
                let Some(next) = page.next else { break };
                windows.push(PageStart::After(next.clone()));
                page = found(
                    &fixture,
                    CandidateQuery { limit: 3, window: PageStart::After(next), ..whole.clone() },
                )
                .await;
                assert!(page.previous.is_some(), "{sort:?}");
            }
            assert_eq!(forward, expected, "{sort:?} {descending}");
            assert_eq!(windows.len(), 3);
            let mut backward = lines(&page);
            while let Some(previous) = page.previous {
                let window = PageStart::Before(previous);
                page = found(&fixture, CandidateQuery { limit: 3, window, ..whole.clone() }).await;
                assert!(page.next.is_some(), "{sort:?}");
                backward.insert_str(0, &lines(&page));
            }
            assert_eq!(backward, expected, "{sort:?} {descending} backwards");
        }
    }
}

pub async fn cursor_is_stable_while_rows_are_inserted(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    candidates(&fixture, &scene, 4, |line, candidate| candidate.qty = number(["1", "3", "5", "7"][line]))
        .await;
    let sorted = CandidateQuery { sort: CandidateSort::Qty, limit: 2, ..query(CandidateFilter::default()) };
    let page = found(&fixture, sorted.clone()).await;
    assert_eq!(lines(&page), "ab");
    let mut new = Vec::new();
    for (line, qty) in [("x", "2"), ("y", "4")] {
        new.push(Candidate { qty: number(qty), ..fixture.candidate(&scene, "H2", line).await });
    }
    fixture.import(&mut new).await.unwrap();
    let next = CandidateQuery { window: PageStart::After(page.next.unwrap()), ..sorted };
    assert_eq!(lines(&found(&fixture, next).await), "yc");
}

pub async fn offsets_skip_rows(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    candidates(&fixture, &scene, 5, |_, _| {}).await;
    for (offset, expected, previous, next) in
        [(0, "ab", false, true), (2, "cd", true, true), (4, "e", true, false), (9, "", false, false)]
    {
        let window = CandidateQuery {
            window: PageStart::Offset(offset),
            limit: 2,
            ..query(CandidateFilter::default())
        };
        let page = found(&fixture, window).await;
        assert_eq!(lines(&page), expected);
        assert_eq!((page.previous.is_some(), page.next.is_some()), (previous, next), "{offset}");
        assert_eq!(page.total.value, 5);
    }
}

pub async fn totals_count_matching_rows(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let first = fixture.candidate(&scene, "H", "0").await;
    let mut list: Vec<_> = (0..700)
        .map(|line| {
            let mut candidate = Candidate { id: fixture.id(), ..first.clone() };
            candidate.identity.line_id = code(&line.to_string());
            candidate.status = if line % 7 == 0 { Status::Error } else { Status::New };
            candidate
        })
        .collect();
    fixture.import(&mut list).await.unwrap();
    for (filter, expected) in [
        (CandidateFilter::default(), 700),
        (CandidateFilter { statuses: vec![Status::Error], ..CandidateFilter::default() }, 100),
        (CandidateFilter { bpartner: Some("G0001".to_owned()), ..CandidateFilter::default() }, 700),
    ] {
        let page = found(&fixture, CandidateQuery { limit: 500, ..query(filter) }).await;
        assert_eq!((page.total.value, page.total.exact), (expected, true));
        assert_eq!(page.candidates.len() as u64, expected.min(500));
        assert_eq!(page.related.partners[&scene.partner.id], scene.partner);
    }
}

pub async fn lists_show_readable_organisations_only(fixture: Fixture) {
    let (one, two) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = [fixture.candidate(&one, "H1", "a").await, fixture.candidate(&two, "H1", "b").await];
    fixture.import(&mut list).await.unwrap();
    let filters = [
        CandidateFilter::default(),
        CandidateFilter { search: Some("g0001".to_owned()), ..CandidateFilter::default() },
        CandidateFilter { bpartner: Some("G0001".to_owned()), ..CandidateFilter::default() },
        CandidateFilter { external_header_id: Some("H1".to_owned()), ..CandidateFilter::default() },
    ];
    for filter in filters {
        for (scope, expected) in [
            (everything(), "ab"),
            (only(one.organisation.id), "a"),
            (only(two.organisation.id), "b"),
            (orderdock_domain::access::OrgScope::These(vec![]).read(), ""),
        ] {
            let page = fixture.store.find_candidates(scope, query(filter.clone())).await.unwrap();
            assert_eq!(lines(&page), expected, "{filter:?}");
            assert_eq!(page.total.value, expected.len() as u64);
        }
    }
    let foreign = CandidateFilter { organisation: Some(two.organisation.id), ..CandidateFilter::default() };
    let page = fixture.store.find_candidates(only(one.organisation.id), query(foreign)).await.unwrap();
    assert_eq!(lines(&page), "");
}
