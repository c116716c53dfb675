//! Query plans: no statement may scan a large table.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, HoldReason, MissingRecordId, Status};
use orderdock_domain::ids::{CallerId, CandidateId, ExternalSystemId, RequestId, RunId, TokenId, UserId};
use orderdock_domain::import::{Expectation, ImportKeys, ImportWrites};
use orderdock_domain::masterdata::{Partner, Product};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_domain::text::Code;
use orderdock_store::conformance::Fixture;
use orderdock_store::{
    AssigneeFilter, CandidateFilter, CandidatePosition, CandidateQuery, CandidateSort, CustomerWaitFilter,
    IdempotencyKey, IntakeQuery, LastingStateQuery, PageStart, ReferenceOwner, RequestQuery, SessionRecord,
    Store, StoredResponse,
};
use orderdock_store_sql::notifications::facts;
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::sql::template::Sql;
use orderdock_store_sql::{
    Transaction, access::sessions, access::tokens, access::users, candidates::count, candidates::find,
    candidates::headers, candidates::hold_groups, candidates::loaded, candidates::problem_groups,
    imports::commit, imports::context, requests, statistics::intake,
};
use rusqlite::Connection;
use rusqlite::trace::{TraceEvent, TraceEventCodes};

use crate::connection::open_writer;
use crate::dialect::SqliteDialect;
use crate::transaction::SqliteTransaction;
use crate::{SqliteOptions, SqliteStore};

/// A connection that records the statements that it runs.
pub struct Traced {
    pub connection: Connection,
    seen: Arc<Mutex<BTreeSet<String>>>,
    /// Number of statements, including repeated ones.
    pub ran: Arc<AtomicUsize>,
}

impl Traced {
    pub fn open(path: &Path) -> Self {
        let mut connection = open_writer(path, &SqliteOptions::default()).unwrap();
        let seen = Arc::<Mutex<BTreeSet<String>>>::default();
        let noted = Arc::clone(&seen);
        let ran = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&ran);
        let note = move |event: TraceEvent<'_>| {
            if let TraceEvent::Stmt(statement, _) = event {
                noted.lock().unwrap().insert(statement.sql().into_owned());
                counted.fetch_add(1, Ordering::Relaxed);
            }
        };
        connection.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(note)).unwrap();
        Self { connection, seen, ran }
    }

    pub fn transaction(&self) -> SqliteTransaction<'_> {
        SqliteTransaction::on(&self.connection)
    }

    /// Returns the statements that the work executes.
    pub fn statements(&self, work: impl FnOnce(&dyn Transaction)) -> BTreeSet<String> {
        self.seen.lock().unwrap().clear();
        work(&self.transaction());
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

pub fn plan(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    let mut rows = statement.raw_query();
    let mut steps = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        steps.push(row.get::<_, String>("detail").unwrap());
    }
    steps
}

/// Returns the query plan of a statement with markers.
pub fn plan_of(connection: &Connection, sql: &impl Sql) -> Vec<String> {
    plan(connection, &sql.text(&SqliteDialect).unwrap())
}

const BY_TRIGRAMS: &str = "SCAN i VIRTUAL TABLE INDEX 0:M";

/// Returns the steps that scan a table or index, except for lists of keys and tables with few rows.
pub fn whole_tables(steps: &[String]) -> Vec<&String> {
    let harmless =
        ["SCAN 2-ROW", "SCAN k ", "SCAN json_each ", "SCAN CONSTANT ROW", "SCAN (subquery", BY_TRIGRAMS];
    // `generation` has one narrow row per organisation, which are summed to detect changes of the small kinds. `g` are
    // the origins of requests, which are few. `part` are subqueries with previous results.
    let few = ["SCAN generation", "SCAN g", "SCAN part"];
    let is_harmless =
        |step: &str| few.contains(&step) || harmless.iter().any(|start| step.starts_with(start));
    steps.iter().filter(|step| step.starts_with("SCAN ") && !is_harmless(step)).collect()
}

pub fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

/// Fills a database with three organisations, 300 partners and products, and 1,500 candidates.
pub async fn filled(path: &Path) -> Fixture {
    let path = path.to_owned();
    let opener =
        move || Arc::new(SqliteStore::open(&path, SqliteOptions::default()).unwrap()) as Arc<dyn Store>;
    let fixture = Fixture::new(Box::new(opener)).await;
    for organisation in ["001", "002", "003"] {
        let scene = fixture.scene(organisation).await;
        let mut writes = ImportWrites::default();
        for number in 0..100 {
            let text = format!("P{number}");
            let external_id = Some(code(&text));
            let partner = fixture.partner(&scene.organisation, &text);
            writes.locations.created.push(fixture.location(&partner, &text));
            writes.contacts.created.push(fixture.contact(&partner, &text));
            writes.partners.created.push(Partner {
                external_id: external_id.clone(),
                sales_code: external_id.clone(),
                ..partner
            });
            let product = fixture.product(&scene.organisation, &text, &scene.unit);
            writes.products.created.push(Product { external_id, ..product });
        }
        let first = fixture.candidate(&scene, "H", "L").await;
        let mut list: Vec<_> = (0..500).map(|_| Candidate { id: fixture.id(), ..first.clone() }).collect();
        for (number, candidate) in list.iter_mut().enumerate() {
            candidate.identity.header_id = code(&format!("H{}", number / 3));
            candidate.identity.line_id = code(&number.to_string());
            candidate.po_reference = code(&format!("PO{}", number / 3));
            candidate.buyer.as_mut().unwrap().partner = writes.partners.created[number % 100].id;
            candidate.product = Some(writes.products.created[number % 100].id);
            candidate.date_required = candidate.date_ordered.checked_add(jiff::Span::new().days(1)).ok();
        }
        fixture.commit(writes).await.unwrap();
        fixture.import(&mut list).await.unwrap();
    }
    fixture.update_search().await;
    fixture
}

fn keys() -> ImportKeys {
    let codes = || (0..50).map(|number| code(&format!("P{number}"))).collect::<BTreeSet<_>>();
    ImportKeys {
        identities: (0..50)
            .map(|number| (code(&format!("H{}", number / 3)), code(&number.to_string())))
            .collect(),
        partner_codes: codes(),
        partner_external_ids: codes(),
        partner_ids: [orderdock_domain::ids::PartnerId(1)].into(),
        sales_partner_codes: codes(),
        location_external_ids: codes(),
        location_glns: codes(),
        location_address_keys: ["x".to_owned()].into(),
        contact_external_ids: codes(),
        contact_codes: codes(),
        contact_name_keys: ["p1".to_owned()].into(),
        product_codes: codes(),
        product_external_ids: codes(),
        unit_codes: codes(),
        shippers: codes(),
        payment_terms: codes(),
        warehouse_codes: codes(),
        postal_codes: [(code("DE"), code("53179"))].into(),
        po_references: [code("PO1")].into(),
        names_system: true,
        data_sources: Vec::new(),
    }
}

/// Runs all reads and writes of the store, except lists.
fn everything(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    commit: &orderdock_store::ImportCommit,
) {
    let scope = OrgScope::All.read();
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let context = context::load(transaction, &scope, &keys(), Arc::clone(&reference)).unwrap().context;
    assert!(!context.partners.is_empty() && !context.products.is_empty() && !context.contacts.is_empty());
    assert!(!context.identities.is_empty() && !context.po_references.is_empty());
    commit::commit(transaction, std::slice::from_ref(commit)).unwrap();
    let id = commit.writes.candidates[0].id;
    let found = loaded::by_ids(transaction, organisations, Arc::clone(&reference), &[id]).unwrap();
    let source = found.candidates[0].data_source;
    for line in [None, Some("1")] {
        let reference = Arc::clone(&reference);
        for owner in [ReferenceOwner::DataSource(source), ReferenceOwner::Systems(vec![ExternalSystemId(1)])]
        {
            let reference = Arc::clone(&reference);
            loaded::by_reference(transaction, organisations, reference, &owner, "H1", line).unwrap();
        }
    }
    requests::of_candidate(transaction, organisations, id).unwrap();
    let key = IdempotencyKey {
        caller: CallerId(1),
        method: String::new(),
        path: String::new(),
        key: String::new(),
    };
    requests::stored_response(transaction, &key).unwrap();
    let (body_hash, body, created_at) = ([0; 32], Vec::new(), jiff::Timestamp::MIN);
    let replaced = StoredResponse { key, body_hash, status: 200, body, created_at };
    requests::replace_response(transaction, &replaced).unwrap();
    requests::sweep(transaction, jiff::Timestamp::MIN, 10).unwrap();
    sessions(transaction);
    tokens::by_public_id(transaction, "x").unwrap();
    tokens::by_id(transaction, TokenId(1)).unwrap();
    users::by_id(transaction, UserId(1)).unwrap();
    tokens::revoke(transaction, TokenId(1), jiff::Timestamp::MIN).unwrap();
    tokens::touch(transaction, &[(TokenId(1), jiff::Timestamp::MIN)]).unwrap();
}

/// Runs all reads and writes of sessions. The statements that create their user are not recorded.
fn sessions(transaction: &dyn Transaction) {
    let at = jiff::Timestamp::MIN;
    let record = SessionRecord {
        secret_hash: [1; 32],
        user: UserId(1),
        created_at: at,
        last_used_at: at,
        expires_at: at,
    };
    assert!(sessions::create(transaction, &record, "").is_err(), "there is no such user");
    sessions::end_oldest(transaction, UserId(1)).unwrap();
    sessions::by_hash(transaction, [1; 32]).unwrap();
    sessions::touch(transaction, &[record]).unwrap();
    sessions::end(transaction, [1; 32]).unwrap();
    users::end_sessions(transaction, UserId(1)).unwrap();
    sessions::sweep(transaction, at).unwrap();
}

fn waiting() -> CustomerWaitFilter {
    let from = jiff::civil::date(2026, 12, 1);
    CustomerWaitFilter {
        from,
        elsewhere: [(vec![orderdock_domain::ids::OrganisationId(1)], from), (Vec::new(), from)],
        to: None,
    }
}

#[tokio::test]
async fn import_statements_use_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let scene = fixture.scene("004").await;
    let mut commits = Vec::new();
    for line in ["1", "2"] {
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        commit.writes.candidates.push(fixture.candidate(&scene, "new", line).await);
        commit.writes.unchanged.push(Expectation::Partner(scene.partner.id, 1));
        commit.writes.unchanged.push(Expectation::Product(scene.product.id, 1));
        commits.push(commit);
    }
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    for commit in &commits {
        let seen = traced.statements(|transaction| everything(transaction, &organisations, commit));
        // small kinds are read completely on purpose
        let seen = seen.iter().filter(|sql| !sql.contains(" ORDER BY id") || sql.contains("json_each"));
        let mut count = 0;
        for sql in seen.filter(|sql| !sql.contains("data_source_name")) {
            let steps = plan(connection, sql);
            assert!(whole_tables(&steps).is_empty(), "{sql}\n{steps:#?}");
            count += 1;
        }
        assert!(count > 25, "only {count} statements");
        // again, with statistics about the tables
        connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn indexed_filters_use_their_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let none = CandidateFilter::default;
    let day = |day| Some(jiff::civil::date(2027, 1, day));
    let now = Some(fixture.request().received_at);
    for analysed in [false, true] {
        for filter in [
            CandidateFilter { statuses: vec![Status::Error], ..none() },
            CandidateFilter { bpartner: Some("P1".to_owned()), ..none() },
            CandidateFilter { product: Some("P1".to_owned()), ..none() },
            CandidateFilter { po_reference: Some("PO1".to_owned()), ..none() },
            CandidateFilter { external_system: Some("shop-1".to_owned()), ..none() },
            CandidateFilter { external_header_id: Some("H1".to_owned()), ..none() },
            CandidateFilter { date_required_from: day(1), date_required_to: day(2), ..none() },
            CandidateFilter { created_from: now, created_to: now, ..none() },
            CandidateFilter { problem: Some(ProblemCode::PriceNone), ..none() },
            CandidateFilter { hold: Some(HoldReason::SiblingError), ..none() },
            CandidateFilter { waiting: Some(waiting()), ..none() },
            CandidateFilter { assigned: Some(AssigneeFilter::To("anna".to_owned())), ..none() },
            CandidateFilter { request: Some(RequestId(1)), ..none() },
            CandidateFilter { missing_record: Some(MissingRecordId::default()), ..none() },
            CandidateFilter { run: Some(RunId(1)), ..none() },
            CandidateFilter { run: Some(RunId(1)), outcome: Some(RunOutcomeKind::Ordered), ..none() },
            CandidateFilter { run: Some(RunId(1)), outcome: Some(RunOutcomeKind::Failed), ..none() },
            CandidateFilter { header_of: vec![CandidateId(1), CandidateId(2)], ..none() },
            CandidateFilter { has_comments: Some(true), ..none() },
            CandidateFilter { search: Some("h".to_owned()), ..none() },
            CandidateFilter { search: Some("po16".to_owned()), ..none() },
            CandidateFilter { search: Some("hund p16".to_owned()), statuses: vec![Status::New], ..none() },
            CandidateFilter { search: Some("pallet".to_owned()), ..none() },
            CandidateFilter { search: Some("kg".to_owned()), ..none() },
            CandidateFilter { search: Some("1".to_owned()), has_attachment: Some(false), ..none() },
        ] {
            let query = CandidateQuery {
                filter,
                sort: CandidateSort::CreatedAt,
                descending: true,
                window: PageStart::Offset(0),
                limit: 50,
                counted: true,
                count_all: false,
                now: fixture.request().received_at,
            };
            let seen = traced.statements(|transaction| {
                find::find(transaction, &organisations, Arc::clone(&reference), &query).unwrap();
                count::by_status(transaction, &organisations, &query.filter, jiff::civil::Date::MIN).unwrap();
                headers::find(transaction, &organisations, Arc::clone(&reference), &query).unwrap();
            });
            assert!(seen.len() > 1);
            // FTS5 executes statements of its own; units are few
            let own = |sql: &&String| {
                !["FROM counter", "'main'.'search_", "FROM uom"].iter().any(|part| sql.contains(part))
            };
            for sql in seen.iter().filter(own) {
                let steps = plan(connection, sql);
                // `d` are the ids that an index returns
                let whole: Vec<_> =
                    whole_tables(&steps).into_iter().filter(|step| *step != "SCAN d").collect();
                assert!(whole.is_empty(), "{analysed} {sql}\n{steps:#?}");
            }
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn figures_are_read_without_candidates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let now = fixture.request().received_at;
    let query = IntakeQuery { data_source: None, organisation: None, bounds: vec![now, now], today: now };
    for analysed in [false, true] {
        let seen = traced.statements(|transaction| {
            intake::figures(transaction, &organisations, &query).unwrap();
        });
        let of_candidates: Vec<_> = seen.iter().filter(|sql| sql.contains("candidate c")).collect();
        assert_eq!(of_candidates.len(), 2, "the top problems and the oldest candidate");
        let of_orders = seen.iter().find(|sql| sql.contains("FROM sales_order")).unwrap();
        let steps = plan(connection, of_orders);
        let covered = "SEARCH o USING COVERING INDEX sales_order_created (created_at>?";
        assert!(steps.iter().any(|step| step.starts_with(covered)), "{analysed} {steps:#?}");
        for sql in of_candidates {
            let steps = plan(connection, sql);
            let read =
                steps.iter().filter(|step| step.starts_with("SEARCH c ") || step.starts_with("SCAN c"));
            let covered = "SEARCH c USING COVERING INDEX candidate_status";
            assert!(read.clone().count() > 0, "{analysed} {sql}\n{steps:#?}");
            assert!(read.clone().all(|step| step.starts_with(covered)), "{analysed} {sql}\n{steps:#?}");
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn notification_queries_use_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let (since, source) = (fixture.request().received_at, reference.data_sources[0].id);
    let query = LastingStateQuery { data_source: None, since, limit: 10_001 };
    for analysed in [false, true] {
        let seen = traced.statements(|transaction| {
            facts::candidates_in_error(transaction, &organisations, &query).unwrap();
            facts::orders_not_handed_over(transaction, &organisations, &query).unwrap();
            facts::last_received(transaction, &organisations, source, since).unwrap();
        });
        assert!(seen.len() >= 3, "{seen:?}");
        for sql in &seen {
            let steps = plan(connection, sql);
            let read: Vec<_> = whole_tables(&steps).into_iter().filter(|step| *step != "SCAN s").collect();
            assert!(read.is_empty(), "{analysed} {sql}\n{steps:#?}");
        }
        let in_error = seen.iter().find(|sql| sql.contains("status = 'error'")).unwrap();
        let steps = plan(connection, in_error);
        let covered = "SEARCH c USING COVERING INDEX candidate_status (status=?";
        assert!(steps.iter().any(|step| step.starts_with(covered)), "{analysed} {steps:#?}");
        assert!(
            !steps.iter().any(|step| step.contains("TEMP B-TREE")),
            "the newest first, unsorted: {steps:#?}"
        );
        connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn lists_in_index_order_are_not_sorted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    for sort in CandidateSort::ALL.iter().copied() {
        for descending in [false, true] {
            let position = CandidatePosition { key: "new".to_owned(), id: fixture.id() };
            let query = CandidateQuery {
                filter: CandidateFilter::default(),
                sort,
                descending,
                window: PageStart::After(position),
                limit: 50,
                counted: true,
                count_all: false,
                now: fixture.request().received_at,
            };
            let seen = traced.statements(|transaction| {
                find::find(transaction, &organisations, Arc::clone(&reference), &query).unwrap();
                headers::find(transaction, &organisations, Arc::clone(&reference), &query).unwrap();
            });
            for sql in seen.iter().filter(|sql| sql.contains("l.header_group")) {
                let steps = plan(connection, sql);
                let of_header =
                    "INDEX candidate_header_group (org_id=? AND data_source_id=? AND header_group=?";
                let found = |step: &String| step.starts_with("SEARCH c") && step.contains(of_header);
                assert!(steps.iter().any(found), "{sort:?} {sql}\n{steps:#?}");
            }
            let walks: Vec<_> = seen.iter().filter(|sql| sql.contains("OFFSET")).collect();
            assert!(!walks.is_empty());
            for sql in walks {
                let steps = plan(connection, sql);
                // the candidates of one partner may be sorted
                let may_be = |step: &str| sort == CandidateSort::Bpartner && step.contains("LAST");
                let sorted = |step: &&String| step.contains("TEMP B-TREE") && !may_be(step);
                assert_eq!(steps.iter().find(sorted), None, "{sql}\n{steps:#?}");
            }
        }
    }
}

#[tokio::test]
async fn request_lists_neither_sort_nor_scan_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let organisation = fixture.scene("004").await.organisation.id;
    let traced = Traced::open(&path);
    let connection = &traced.connection;
    for number in 0..1_000 {
        let mut request = fixture.request();
        request.request_id = number.to_string();
        request.caller = Some(CallerId(2));
        request.ownership.organisations = vec![organisation];
        requests::store_request(&traced.transaction(), &request).unwrap();
    }
    for analysed in [false, true] {
        for rows_of in [OrgScope::All, OrgScope::These(vec![organisation])] {
            for reference in [None, Some("H1".to_owned())] {
                let query = RequestQuery {
                    of: Some(CallerId(1)),
                    rows_of: Some(rows_of.clone()),
                    reference: reference.clone(),
                    limit: 50,
                    ..RequestQuery::default()
                };
                let seen = traced.statements(|connection| {
                    requests::find(connection, &query).unwrap();
                });
                let sql = seen.iter().find(|sql| sql.contains("FROM request r")).unwrap();
                let steps = plan(connection, sql);
                let summary = || format!("{analysed} {rows_of:?} {reference:?}\n{steps:#?}");
                // requests with a reference are few, so they are sorted; without one, the log is read backwards until a
                // page is full
                let sorted = steps.iter().filter(|step| step.contains("TEMP B-TREE FOR ORDER BY"));
                assert!(reference.is_some() || sorted.count() == 0, "{}", summary());
                let walks = ["SCAN r", "SCAN r USING INTEGER PRIMARY KEY"];
                let mut whole = whole_tables(&steps);
                let before = whole.len();
                whole.retain(|step| reference.is_some() || !walks.contains(&step.as_str()));
                assert!(whole.is_empty() && before == usize::from(reference.is_none()), "{}", summary());
                let rows = "SEARCH o USING PRIMARY KEY (request_id=? AND org_id=?)";
                assert!(steps.iter().any(|step| step == rows), "{}", summary());
            }
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}

/// Reading candidates on hold does not depend on the number of other candidates.
#[tokio::test]
async fn holds_are_read_from_their_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    for analysed in [false, true] {
        let seen = traced.statements(|transaction| {
            let now = jiff::Timestamp::UNIX_EPOCH;
            let query = orderdock_store::HoldGroupQuery { data_source: None, organisation: None, now };
            hold_groups::groups(transaction, &organisations, &reference, &query).unwrap();
            hold_groups::orders(transaction, &organisations, &reference, &query).unwrap();
        });
        let seen = Vec::from_iter(seen);
        let [sql] = seen.as_slice() else { panic!("{seen:?}") };
        let steps = plan(connection, sql);
        let has = |wanted: &str| steps.iter().any(|step| step.starts_with(wanted));
        assert!(has("SEARCH c USING INDEX candidate_hold"), "{analysed} {sql}\n{steps:#?}");
        assert!(has("SEARCH r USING INTEGER PRIMARY KEY"), "{analysed} {sql}\n{steps:#?}");
        assert!(has("SEARCH h USING PRIMARY KEY (candidate_id=?)"), "{analysed} {sql}\n{steps:#?}");
        connection.execute_batch("ANALYZE").unwrap();
    }
}

/// Problems are read in the order of their causes, and each candidate is looked up by id.
#[tokio::test]
async fn problem_groups_are_read_in_cause_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    for analysed in [false, true] {
        let seen = traced.statements(|transaction| {
            let query = orderdock_store::ProblemGroupQuery::default();
            problem_groups::groups(transaction, &organisations, &reference, &query).unwrap();
        });
        assert_eq!(seen.len(), 4);
        for sql in seen.iter().filter(|sql| sql.contains("candidate_problem")) {
            let steps = plan(connection, sql);
            let has = |wanted: &str| steps.iter().any(|step| step.starts_with(wanted));
            assert!(
                has("SCAN p USING COVERING INDEX candidate_problem_cause"),
                "{analysed} {sql}\n{steps:#?}"
            );
            assert!(has("SEARCH c USING COVERING INDEX candidate_status"), "{analysed} {sql}\n{steps:#?}");
            assert!(has("SEARCH r USING INTEGER PRIMARY KEY"), "{analysed} {sql}\n{steps:#?}");
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}
