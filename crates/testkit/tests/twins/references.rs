//! Generates requests for unresolved references: lists, details, and mapping to existing records.

use serde_json::json;

use crate::calls::{Call, KnownValues, get, post};
use crate::rng::Rng;

const ENTRIES: &str = "/api/unresolved-references";

pub fn references(rng: &mut Rng, known: &KnownValues) -> Call {
    match rng.roll(6) {
        0 => get(format!("{ENTRIES}/{}", entry(rng, known))),
        1 | 2 => map(rng, known),
        _ => list(rng),
    }
}

fn list(rng: &mut Rng) -> Call {
    let filter = *rng.pick(&[
        "",
        "",
        "org=001",
        "kind=product,uom",
        "kind=bpartner",
        "dataSource=SOURCE.shop",
        "externalSystem=s0",
        "q=a9",
        "q=G99",
        "q=%25",
        "q=%00",
    ]);
    let sort = rng.pick(&["-lines", "lines", "oldest", "-oldest"]);
    get(format!("{ENTRIES}?{filter}&sort={sort}&limit={}", rng.pick(&[1, 3, 500])))
}

/// Maps a missing record, mostly to a record of a kind that rows often name.
pub fn map(rng: &mut Rng, known: &KnownValues) -> Call {
    let entry = entry(rng, known);
    let kind = *rng.pick(&["products", "products", "bpartners", "uoms"]);
    let targets: Vec<i64> = known.records.iter().filter(|(of, _)| *of == kind).map(|(_, id)| *id).collect();
    let mut body = json!({ "targetId": KnownValues::id(rng, &targets),
        "remember": *rng.pick(&["none", "dataSource", "bpartnerAndDataSource"]) });
    if rng.one_in(5) {
        body["candidates"] = json!([KnownValues::id(rng, &known.candidates)]);
    }
    let mut call = post(format!("{ENTRIES}/{entry}/map"), body);
    call.headers.push(("Prefer", "wait=120".to_owned()));
    call
}

fn entry(rng: &mut Rng, known: &KnownValues) -> String {
    if known.references.is_empty() || rng.one_in(25) {
        "0123456789abcdef0123456789abcdef".to_owned()
    } else {
        rng.pick(&known.references).clone()
    }
}
