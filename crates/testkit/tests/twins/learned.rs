//! Collects ids and cursors from responses, for use in later requests.

use serde_json::Value;

use crate::calls::{Call, KnownValues};
use crate::twin::TwinResponse;

/// Maximum number of values of each kind. The oldest are removed.
const REMEMBERED: usize = 400;

fn keep<T>(all: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    all.extend(more);
    let over = all.len().saturating_sub(REMEMBERED);
    all.drain(..over);
}

fn ids<'a>(list: &'a Value, member: &'a str) -> impl Iterator<Item = i64> + 'a {
    list.as_array().into_iter().flatten().filter_map(move |item| item[member].as_i64())
}

fn text_ids(list: &Value) -> impl Iterator<Item = String> + '_ {
    list.as_array().into_iter().flatten().filter_map(|item| item["id"].as_str().map(str::to_owned))
}

impl KnownValues {
    /// Collects the ids, cursors and sessions of a response.
    pub fn learn(&mut self, call: Call, response: &TwinResponse) {
        *self.statuses.entry(response.status).or_default() += 1;
        let body: Value = serde_json::from_str(&response.text).unwrap_or_default();
        for fault in body["errors"].as_array().into_iter().flatten() {
            *self.faults.entry(fault["code"].to_string()).or_default() += 1;
        }
        let path = call.path.split('?').next().unwrap_or_default().to_owned();
        let rest = path.strip_prefix("/api/").unwrap_or_default();
        match rest.split('/').collect::<Vec<_>>()[..] {
            ["sales", "order", "candidates"] | ["sales", "order", "candidates", "bulk"] => {
                keep(&mut self.candidates, ids(&body["result"], "id").chain(ids(&body["items"], "id")));
            }
            ["sales", "order"] => {
                let listed = body["items"].as_array().into_iter().flatten().chain([&body]);
                let orders = listed.filter_map(|order| order["salesOrderId"].as_str().map(str::to_owned));
                keep(&mut self.orders, orders);
            }
            ["notification-rules"] => {
                keep(&mut self.rules, ids(&body["items"], "id").chain(body["id"].as_i64()));
            }
            ["views"] => keep(&mut self.views, ids(&body["items"], "id").chain(body["id"].as_i64())),
            ["event-feed"] => {
                keep(&mut self.events, text_ids(&body));
            }
            ["webhooks"] => keep(&mut self.webhooks, ids(&body["items"], "id")),
            ["rejected-rows"] => keep(&mut self.rejected_rows, ids(&body["items"], "id")),
            ["unresolved-references"] => {
                keep(&mut self.references, text_ids(&body["items"]));
            }
            ["requests"] => keep(&mut self.requests, ids(&body["items"], "id")),
            ["masterdata", kind] => {
                let kind = crate::calls::KINDS.into_iter().find(|known| *known == kind);
                let all = ids(&body["result"], "id").chain(ids(&body["items"], "id"));
                if let Some(kind) = kind {
                    keep(&mut self.records, all.map(|id| (kind, id)));
                }
            }
            [.., "attachments"] => keep(&mut self.attachments, body["url"].as_str().map(str::to_owned)),
            _ => {}
        }
        let signs_in = path == "/api/session" && call.method == "POST" && response.status == 200;
        if signs_in && !self.signed_in.contains(&call.user) {
            self.signed_in.push(call.user);
        } else if response.status == 401 || response.status == 204 && path == "/api/session" {
            self.signed_in.retain(|user| *user != call.user);
        }
        let run = response.header("location").strip_prefix("/api/process-runs/");
        keep(&mut self.runs, run.and_then(|id| id.parse().ok()));
        if call.method == "GET" {
            let base = call
                .path
                .split(['?', '&'])
                .filter(|part| !part.starts_with("after=") && !part.starts_with("before="));
            let base = base.collect::<Vec<_>>().join("&").replacen('&', "?", 1);
            let cursors = [("after", "next"), ("before", "previous")];
            let cursors = cursors.into_iter().filter_map(|(parameter, member)| {
                let cursor = body[member].as_str().map_or_else(
                    || body[member].as_i64()?.to_string().into(),
                    |text| Some(text.to_owned()),
                )?;
                // the request log uses `before`, the former name of `after`
                let parameter = if path == "/api/requests" { "before" } else { parameter };
                Some((base.clone(), format!("{parameter}={cursor}")))
            });
            keep(&mut self.pages, cursors);
        } else {
            // a sign-in cannot be repeated by another user
            keep(&mut self.sent, Some(call).filter(|call| call.path != "/api/session"));
        }
    }

    /// Prints the counts of statuses and errors, and asserts that most requests succeeded.
    pub fn print_summary(&self, calls: u64) {
        println!("{:?}\n{:?}", self.statuses, self.faults);
        let done: u64 =
            self.statuses.iter().filter(|(status, _)| **status < 300).map(|(_, count)| count).sum();
        assert!(calls < 1_000 || 2 * done > calls, "most calls were rejected: {:?}", self.statuses);
        assert!(!self.statuses.keys().any(|status| *status == 500), "{:?}", self.statuses);
    }
}
