//! Limits of stored bytes: quotas of attachments and rejected requests, and the minimum of free space.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use orderdock_app::{Disk, DiskSpace, StorageLimits};
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const DAY: &str = "/api/statistics/day";

/// A disk of 100,000 bytes.
#[derive(Debug)]
struct SmallDisk(AtomicU64);

impl Disk for SmallDisk {
    fn space(&self) -> Option<DiskSpace> {
        Some(DiskSpace { free: self.0.load(Ordering::Relaxed), total: 100_000 })
    }
}

async fn import(app: &TestApp, header: &str) -> Value {
    let response = app.import_bulk("", bulk([candidate(header, "1", json!({}))])).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["result"][0].clone()
}

/// Attaches a file of `bytes` bytes to header H.
async fn attach(app: &TestApp, letter: u8, bytes: usize) -> (u16, Value) {
    attach_as(app, &app.admin, letter, bytes).await
}

async fn attach_as(app: &TestApp, token: &str, letter: u8, bytes: usize) -> (u16, Value) {
    let source = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
    let request = app.request(Method::POST, &format!("{CANDIDATES}/{source}/H/attachments"));
    let head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"note.txt\"\r\n\r\n";
    let body = [head.as_bytes(), &vec![letter; bytes], b"\r\n--edge--\r\n"].concat();
    let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(body);
    let response = send(request.header("Authorization", token)).await;
    (response.status, response.json())
}

/// Returns the stored bytes of the only organisation with any.
async fn stored(app: &TestApp) -> Value {
    app.get(&app.admin, DAY).await.json()["storage"]["organisations"][0].clone()
}

#[tokio::test]
async fn attachment_above_quota_is_rejected() {
    let app = TestApp::start().await;
    app.services.storage.limit_storage(StorageLimits { attachment_quota: 1_000, ..StorageLimits::default() });
    import(&app, "H").await;
    assert_eq!(attach(&app, b'a', 600).await.0, 201);
    assert_eq!(attach(&app, b'a', 600).await.0, 200, "the same bytes take no more");
    let (status, rejected) = attach(&app, b'b', 401).await;
    let error = &rejected["errors"][0];
    assert_eq!((status, &error["code"]), (507, &json!("attachment.quota")));
    assert!(error["message"].as_str().unwrap().contains("uses 600 of 1000 bytes"), "{error}");
    assert_eq!(attach(&app, b'b', 400).await.0, 201);
    let found = stored(&app).await;
    let figures = (&found["orgCode"], &found["attachmentBytes"], &found["attachmentQuota"]);
    assert_eq!(figures, (&json!("001"), &json!(1_000), &json!(1_000)));
    let metrics = app.get("", "/metrics").await.text;
    for (name, kind, bytes) in [
        ("stored_bytes", "attachments", 1_000),
        ("stored_bytes_quota", "attachments", 1_000),
        ("stored_bytes", "refused_requests", 0),
        ("stored_bytes_quota", "refused_requests", 5_i64 << 30),
    ] {
        let line = format!("orderdock_{name}{{kind=\"{kind}\",organisation=\"001\"}} {bytes}\n");
        assert!(metrics.contains(&line), "{line} {metrics}");
    }
}

#[tokio::test]
async fn full_quota_of_one_organisation_does_not_limit_another() {
    let app = TestApp::start().await;
    app.services.storage.limit_storage(StorageLimits { attachment_quota: 500, ..StorageLimits::default() });
    import(&app, "H").await;
    assert_eq!(attach(&app, b'a', 500).await.0, 201);
    assert_eq!(attach(&app, b'b', 1).await.0, 507);
    let scopes = [Scope::CandidatesWrite, Scope::AttachmentsWrite];
    let other = app.token_of("test-org-03", &scopes).await;
    let row = candidate("H", "1", json!({})).to_string();
    let imported = app.post(&other, CANDIDATES, row).await;
    assert_eq!(imported.status, 201, "{}", imported.text);
    for (letter, bytes, status) in [(b'c', 500, 201), (b'd', 1, 507)] {
        assert_eq!(attach_as(&app, &other, letter, bytes).await.0, status);
    }
}

#[tokio::test]
async fn concurrent_attachments_share_the_quota() {
    let app = TestApp::start().await;
    app.services.storage.limit_storage(StorageLimits { attachment_quota: 1_000, ..StorageLimits::default() });
    import(&app, "H").await;
    let all = futures_util::future::join_all((b'a'..=b'h').map(|letter| attach(&app, letter, 400))).await;
    let mut statuses: Vec<_> = all.iter().map(|(status, _)| *status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 507, 507, 507, 507, 507, 507]);
    assert_eq!(stored(&app).await["attachmentBytes"], 800);
    // a rejected upload reserves nothing
    assert_eq!(attach(&app, b'i', 200).await.0, 201);
}

/// Two instances on one database with the same limits.
async fn two_instances(limits: StorageLimits) -> [TestApp; 2] {
    let app = TestApp::start().await;
    let second_app = app.start_second_instance().await;
    for instance in [&app, &second_app] {
        instance.services.storage.limit_storage(limits.clone());
    }
    [app, second_app]
}

/// Sends requests while writes are locked, so that all are admitted before any is stored.
async fn send_concurrently<R>(
    app: &TestApp,
    requests: impl Iterator<Item = impl Future<Output = R>>,
) -> Vec<R> {
    let locked = app.database.lock_writes();
    let admitted = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        drop(locked);
    };
    tokio::join!(futures_util::future::join_all(requests), admitted).0
}

#[tokio::test]
async fn two_instances_share_the_attachment_quota() {
    let instances =
        two_instances(StorageLimits { attachment_quota: 1_000, ..StorageLimits::default() }).await;
    import(&instances[0], "H").await;
    let requests = (b'a'..=b'x').map(|letter| attach(&instances[usize::from(letter % 2)], letter, 100));
    let mut statuses: Vec<_> =
        send_concurrently(&instances[0], requests).await.iter().map(|response| response.0).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [[201; 10].as_slice(), &[507; 14]].concat());
    assert_eq!(stored(&instances[1]).await["attachmentBytes"], 1_000);
}

#[tokio::test]
async fn two_instances_share_the_quota_of_rejected_requests() {
    let quota = 20_000;
    let instances = two_instances(StorageLimits { rejected_quota: quota, ..StorageLimits::default() }).await;
    let requests = (0..32_u64).map(|number| {
        // text that compresses badly
        let words = (0..60_u32).map(|word| {
            let word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(word) ^ u64::from(word);
            word.wrapping_mul(0xff51_afd7_ed55_8ccd)
        });
        let text = format!("{:x?}", words.collect::<Vec<_>>());
        let faulty = candidate(&format!("H{number}"), "1", json!({ "qty": "5,5", "description": text }));
        instances[usize::from(number % 2 == 1)].import(faulty.to_string())
    });
    for response in send_concurrently(&instances[0], requests).await {
        assert_eq!(response.status, 400, "{}", response.text);
    }
    let connection = instances[0].database.connect();
    let figure = |column: &str, condition: &str| {
        connection.figure(&format!(
            "SELECT {column} FROM request r JOIN request_origin o ON o.id = r.origin_id \
             WHERE r.status = 400 AND o.media_type {condition} 'application/json'"
        ))
    };
    assert_eq!(figure("count(*)", "=") + figure("count(*)", "<>"), 32);
    let stored = figure("CAST(sum(length(r.body) + length(r.notes) + 500) AS bigint)", "=");
    assert!(stored <= i64::try_from(quota).unwrap() && stored > 15_000, "{stored} bytes");
}

#[tokio::test]
async fn attachment_below_free_space_floor_is_507() {
    let app = TestApp::start().await;
    let disk = Arc::new(SmallDisk(AtomicU64::new(4_999)));
    let attachments: Arc<dyn Disk> = disk.clone();
    app.services
        .storage
        .limit_storage(StorageLimits { attachments: Some(attachments), ..StorageLimits::default() });
    import(&app, "H").await;
    let (status, rejected) = attach(&app, b'a', 10).await;
    assert_eq!((status, &rejected["errors"][0]["code"]), (507, &json!("server.no_space")));
    disk.0.store(5_000, Ordering::Relaxed);
    assert_eq!(attach(&app, b'a', 10).await.0, 201);
}

/// Returns the entries of the request log with their bodies, newest first.
async fn logged_requests(app: &TestApp, token: &str) -> Vec<Value> {
    let list = app.get(token, "/api/requests?limit=20").await.json();
    let mut entries = Vec::new();
    for item in list["items"].as_array().unwrap() {
        entries.push(app.get(token, &format!("/api/requests/{}", item["id"])).await.json());
    }
    entries
}

#[tokio::test]
async fn rejected_bulk_above_quota_is_stored_as_excerpt() {
    let app = TestApp::start().await;
    app.services.storage.limit_storage(StorageLimits { rejected_quota: 2_000, ..StorageLimits::default() });
    let token = app.token(&[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    let faulty =
        |number: i32| candidate(&format!("H{number}"), "1", json!({ "productCode": "A999", "qty": "5,5" }));
    let long = candidate("H7", "1", json!({ "qty": "5,5", "description": "ü".repeat(40_000) }));
    let body = |number| bulk([candidate("G", "1", json!({})), faulty(number), long.clone()]);
    let send = async |number| app.post(&token, &format!("{CANDIDATES}/bulk"), body(number)).await.status;
    assert_eq!(send(0).await, 400);
    assert_eq!(send(1).await, 400);
    while !logged_requests(&app, &token).await[0]["excerpt"].as_bool().unwrap_or_default() {
        assert_eq!(send(2).await, 400);
    }
    let entries = logged_requests(&app, &token).await;
    let (last, first) = (&entries[0], entries.last().unwrap());
    assert_eq!(first["body"].as_str().unwrap(), body(0), "whole while the quota lasts");
    assert!(first.get("excerpt").is_none(), "{first}");
    assert_eq!(last["size"], body(2).len(), "as it was received");
    let excerpt: Value = serde_json::from_str(last["body"].as_str().unwrap()).unwrap();
    let rows = excerpt["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["text"].as_str().unwrap().len() <= 64 << 10));
    let long = rows.iter().find(|row| row["index"] == 2).unwrap();
    assert_eq!(long["cut"], true);
    let faulty = |row: &Value| row["faults"].as_array().unwrap().contains(&json!("number.decimal_comma"));
    assert!(rows.len() == 2 && rows.iter().all(faulty), "{}", rows[0]);
    let replayed = app.post(&token, &format!("/api/requests/{}/replay", last["id"]), "").await;
    assert_eq!((replayed.status, &replayed.json()["errors"][0]["code"]), (409, &json!("request.excerpt")));
    let found = stored(&app).await;
    assert_eq!((&found["orgCode"], &found["refusedRequestQuota"]), (&json!("001"), &json!(2_000)));
    assert!(found["refusedRequestBytes"].as_i64().unwrap() > 1_000, "{found}");
    app.clock.advance(jiff::SignedDuration::from_hours(24 * 31));
    app.services.requests.sweep_requests(jiff::SignedDuration::from_hours(24 * 30)).await.unwrap();
    assert_eq!(stored(&app).await["refusedRequestBytes"], 0, "swept requests use no storage");
}

#[tokio::test]
async fn write_below_free_space_floor_is_507() {
    let app = TestApp::start().await;
    let disk = Arc::new(SmallDisk(AtomicU64::new(6_000)));
    let database: Arc<dyn Disk> = disk.clone();
    app.services
        .storage
        .limit_storage(StorageLimits { database: Some(database), ..StorageLimits::default() });
    let imported = import(&app, "H").await;
    disk.0.store(4_999, Ordering::Relaxed);
    let rejected = app.import_bulk("", bulk([candidate("I", "1", json!({}))])).await;
    assert_eq!((rejected.status, &rejected.json()["errors"][0]["code"]), (507, &json!("server.no_space")));
    assert_eq!(rejected.header("retry-after"), "60");
    let path = format!("{CANDIDATES}/{}", imported["id"]);
    assert_eq!(app.patch(&app.admin, &path, "*", json!({ "active": false })).await.status, 507);
    assert_eq!(app.get(&app.admin, &path).await.status, 200, "reads still succeed");
    let disks = app.get(&app.admin, DAY).await.json()["storage"]["disks"].clone();
    assert_eq!(disks, json!([{ "name": "database", "freeBytes": 4_999, "floorBytes": 5_000 }]));
    let metrics = app.get("", "/metrics").await.text;
    assert!(metrics.contains("orderdock_disk_free_bytes{disk=\"database\"} 4999"), "{metrics}");
    disk.0.store(5_000, Ordering::Relaxed);
    import(&app, "I").await;
}
