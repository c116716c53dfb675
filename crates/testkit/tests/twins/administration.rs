//! Generates requests for the request log, webhooks, notification rules and process settings.

use orderdock_testkit::reqwest::Method;
use serde_json::json;

use crate::calls::{Call, KnownValues, call, dry_run, get, post};
use crate::rng::Rng;
use crate::rows::{row, sent};

pub fn requests(rng: &mut Rng, known: &KnownValues) -> Call {
    let id = KnownValues::id(rng, &known.requests);
    match rng.roll(5) {
        0 => get(format!("/api/requests/{id}")),
        1 => post(format!("/api/requests/{id}/replay?{}", dry_run(rng)), ""),
        2 => get(format!("/api/requests?status={}", rng.pick(&["201", "400,409", "207"]))),
        3 => get(format!("/api/requests?reference={}", known.header(rng))),
        _ => get(format!("/api/requests?limit={}", rng.pick(&[1, 20, 500]))),
    }
}

pub fn rejected_rows(rng: &mut Rng, known: &KnownValues) -> Call {
    let all = "/api/rejected-rows";
    let path = format!("{all}/{}", KnownValues::id(rng, &known.rejected_rows));
    match rng.roll(10) {
        0 => get(path),
        1 => get(format!("{all}/causes?status={}", rng.pick(&["open", "imported,sentAgain", "dismissed"]))),
        2 => get(format!("{all}/export?format={}", rng.pick(&["ndjson", "csv"]))),
        3 => post(format!("{path}/send?{}", dry_run(rng)), ""),
        4 => {
            let body = row(rng, known.headers);
            post(format!("{path}/send?{}", dry_run(rng)), sent(rng, &body))
        }
        5 => post(format!("{path}/dismiss"), json!({ "reason": "twice" })),
        6 => post(format!("{path}/reopen"), ""),
        7 => {
            let cause = rng.pick(&["product.unknown", "uomCode.unknown", "identity.conflict"]);
            post(format!("{all}/dismiss"), json!({ "reason": "by cause", "filter": { "cause": cause } }))
        }
        8 => get(format!("{all}?q={}&sort=firstRejectedAt", known.header(rng))),
        _ => get(format!("{all}?limit={}", rng.pick(&[1, 20, 500]))),
    }
}

pub fn webhooks(rng: &mut Rng, known: &KnownValues) -> Call {
    let id = KnownValues::id(rng, &known.webhooks);
    let path = format!("/api/webhooks/{id}");
    match rng.roll(10) {
        0 => get(format!("{path}/deliveries?limit={}", rng.pick(&[1, 5]))),
        1 => get(path),
        2 => get("/api/webhooks"),
        3 => call(Method::DELETE, path, ""),
        4 => call(Method::PATCH, path, json!({ "version": rng.below(3), "active": rng.one_in(2) })),
        5 => post(format!("{path}/rotate"), json!({ "keepOldFor": rng.below(50) })),
        6 => post(format!("{path}/resend"), json!({ "since": "2026-11-20T00:00:00Z" })),
        7 => get("/api/tokens"),
        _ => {
            let url =
                *rng.pick(&["https://127.0.0.1:9/", "ftp://receiver.example", "http://127.0.0.1:9/x#y"]);
            let types = json!([[], ["orderdock.order.completed"], ["orderdock.order.lost"]]);
            let body = json!({ "url": url, "types": types[rng.below(3)], "orgCode": "001" });
            post("/api/webhooks", body)
        }
    }
}

pub fn rules(rng: &mut Rng, known: &KnownValues) -> Call {
    let id = KnownValues::id(rng, &known.rules);
    let (all, path) = ("/api/notification-rules", format!("/api/notification-rules/{id}"));
    match rng.roll(9) {
        0 => get(format!("{all}/messages?limit={}", rng.pick(&[1, 5]))),
        1 => get(path),
        2 => get(all),
        3 => call(Method::DELETE, path, ""),
        4 => call(
            Method::PATCH,
            path,
            json!({ "version": rng.below(3), "active": rng.one_in(2), "orgCode": null }),
        ),
        5 => post(format!("{path}/try"), ""),
        _ => {
            let kind = *rng.pick(&["candidates-in-error", "run-failed", "order-not-handed-over", "none"]);
            let mut body = json!({ "orgCode": *rng.pick(&["001", "none"]), "kind": kind, "language": "de",
                "recipients": ["anna@shop.example"], "weekdays": ["mon", "fri"], "from": "07:00", "to": "18:00" });
            match kind {
                "candidates-in-error" => body["minutes"] = json!(rng.below(60)),
                "order-not-handed-over" => body["hours"] = json!(rng.below(60)),
                _ => {}
            }
            post(if rng.one_in(3) { format!("{all}/try") } else { all.to_owned() }, body)
        }
    }
}

pub fn settings(rng: &mut Rng, _: &KnownValues) -> Call {
    let path = format!("/api/process-settings/{}", rng.pick(&["001", "test-org-03", "none"]));
    if rng.one_in(2) {
        return get(if rng.one_in(2) { path } else { "/api/process-settings".to_owned() });
    }
    let patterns = json!([[], [{ "docTypeName": "Auftrag", "pattern": "AB-{n:04}" }], [{ "pattern": "x" }]]);
    let body = json!({ "cron": *rng.pick(&["0 6 * * *", "* * * * *", "never"]), "mergeLines": rng.one_in(2),
        "handOver": rng.one_in(2), "numberPatterns": patterns[rng.below(3)] });
    call(Method::PUT, path, body)
}
