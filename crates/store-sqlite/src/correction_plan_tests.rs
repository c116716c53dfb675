//! Query plans of the statements of corrections and of the request log: all use indexes.

use std::collections::BTreeSet;
use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Releases, Status};
use orderdock_domain::correction::{
    AttentionChange, Correction, HistoryEntry, HistoryEvent, KindKeys, RecordKeys,
};
use orderdock_domain::ids::{CallerId, RunId};
use orderdock_domain::text::Code;
use orderdock_store::conformance::{Fixture, rejected_row};
use orderdock_store::{
    CorrectionCommit, CorrectionKeys, CorrectionTarget, HistoryRange, ReferenceOwner, RequestLogEntry,
    RequestQuery, RunScope, StoredRequest,
};
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::{Transaction, candidates::corrections, candidates::history, requests};

use crate::plan_tests::{Traced, code, filled, plan, whole_tables};

fn record_keys() -> RecordKeys {
    let codes = || (0..9).map(|number| code(&format!("P{number}"))).collect::<BTreeSet<Code>>();
    let keys = || KindKeys { ids: [1].into(), external_ids: codes(), codes: codes() };
    RecordKeys {
        partners: keys(),
        products: keys(),
        sales_partner_codes: codes(),
        values: codes(),
        places: true,
    }
}

/// Runs the statements that correct a candidate, found by its id and by the reference of its sender.
fn correct(traced: &Traced, transaction: &dyn Transaction, fixture: &Fixture) {
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let first: i64 = traced
        .connection
        .query_row("SELECT min(id) FROM candidate WHERE status = 'new'", [], |row| row.get(0))
        .unwrap();
    let id = orderdock_domain::ids::CandidateId(first);
    let load = |candidates| {
        let keys = CorrectionKeys { candidates, records: record_keys() };
        let scope = RunScope::of(&OrgScope::All);
        corrections::load(transaction, &scope, Arc::clone(&reference), &keys).unwrap()
    };
    let candidate = load(CorrectionTarget::One(id)).candidates.remove(0);
    assert_eq!(load(CorrectionTarget::These(vec![id])).candidates.len(), 1);
    assert_eq!(load(CorrectionTarget::DoneBy { run: RunId(1), candidates: vec![id] }).candidates.len(), 1);
    for line_id in [None, Some(candidate.identity.line_id.to_string())] {
        let header_id = candidate.identity.header_id.to_string();
        let owner = ReferenceOwner::DataSource(candidate.data_source);
        let named = CorrectionTarget::Reference { owner, header_id, line_id };
        assert!(!load(named).candidates.is_empty());
    }
    let entry = HistoryEntry {
        candidate: id,
        version: candidate.version + 1,
        at: fixture.request().received_at,
        actor: "Order desk".to_owned(),
        event: HistoryEvent::Excluded,
        status_before: candidate.status,
        status: Status::Inactive,
        changes: Vec::new(),
        problems_before: Vec::new(),
        problems: Vec::new(),
        order: None,
        document_no: None,
        run: None,
        released: Releases::NONE,
        attention_change: AttentionChange::default(),
    };
    let raised = entry.version;
    let log_entry = RequestLogEntry { request: fixture.request(), response: None };
    let corrections = vec![Correction { candidate, entry: Some(entry), warnings: Vec::new() }];
    let commit = CorrectionCommit { unchanged: Vec::new(), corrections, log_entry };
    corrections::commit(transaction, &commit).unwrap();
    assert_eq!(
        history::of_candidate(transaction, &organisations, id, &HistoryRange::WHOLE)
            .unwrap()
            .entries
            .last()
            .unwrap()
            .version,
        raised
    );
}

#[tokio::test]
async fn corrections_read_no_whole_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    for analysed in [false, true] {
        let seen = traced.statements(|transaction| correct(&traced, transaction, &fixture));
        // small kinds are read completely on purpose
        let seen = seen.iter().filter(|sql| !sql.contains(" ORDER BY id") || sql.contains("json_each"));
        let seen = seen.filter(|sql| !sql.contains("data_source_name") && !sql.contains("min(id)"));
        let mut count = 0;
        for sql in seen {
            let steps = plan(&traced.connection, sql);
            assert!(whole_tables(&steps).is_empty(), "{analysed} {sql}\n{steps:#?}");
            count += 1;
        }
        assert!(count > 10, "only {count} statements");
        traced.connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn request_log_searches_use_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    for number in 0..500 {
        let notes = vec![rejected_row(0, &format!("R{number}"), None)];
        let request = StoredRequest { caller: Some(CallerId(number % 7)), notes, ..fixture.request() };
        requests::store_request(&traced.transaction(), &request).unwrap();
    }
    let all = RequestQuery { limit: 10, ..RequestQuery::default() };
    let named = |text: &str| RequestQuery { reference: Some(text.to_owned()), ..all.clone() };
    for analysed in [false, true] {
        for (query, found) in [
            (named("R7"), 1),
            (named("H7"), 3),
            (named("nowhere"), 0),
            (RequestQuery { of: Some(CallerId(3)), ..named("R3") }, 1),
            (RequestQuery { of: Some(CallerId(4)), ..named("R3") }, 0),
            (RequestQuery { of: Some(CallerId(3)), ..all.clone() }, 10),
        ] {
            let seen = traced.statements(|transaction| {
                assert_eq!(requests::find(transaction, &query).unwrap().len(), found, "{query:?}");
            });
            for sql in &seen {
                let steps = plan(&traced.connection, sql);
                assert!(whole_tables(&steps).is_empty(), "{analysed} {sql}\n{steps:#?}");
                // the caller's own requests are read from their index, requests with a reference are collected from
                // indexes
                let by_id = steps.iter().any(|step| step == "SEARCH r USING INTEGER PRIMARY KEY (rowid<?)");
                assert!(!by_id, "{analysed} {sql}\n{steps:#?}");
            }
        }
        traced.connection.execute_batch("ANALYZE").unwrap();
    }
}
