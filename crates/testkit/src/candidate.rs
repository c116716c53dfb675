//! JSON bodies of import requests.

use serde_json::{Value, json};

/// Returns a candidate that gets status `new` with the demo's master data. Members of `change` replace its members; null
/// removes a member.
pub fn candidate(header: &str, line: &str, change: Value) -> Value {
    let mut candidate = json!({
        "externalHeaderId": header,
        "externalLineId": line,
        "poReference": format!("PO-{header}"),
        "bpartner": { "bpartner": { "code": "G0001" }, "location": { "externalId": "2156425" } },
        "product": { "code": "P002737" },
        "qty": 5,
        "dateRequired": "2026-12-08",
    });
    let (Value::Object(members), Value::Object(change)) = (&mut candidate, change) else { return candidate };
    for (name, value) in change {
        if value.is_null() {
            members.remove(&name);
        } else {
            members.insert(name, value);
        }
    }
    candidate
}

/// Returns the body of a bulk import.
pub fn bulk(requests: impl IntoIterator<Item = Value>) -> String {
    json!({ "requests": requests.into_iter().collect::<Vec<_>>() }).to_string()
}
