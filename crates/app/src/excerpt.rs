//! Excerpts of rejected requests: the faulty rows, truncated. They are stored when the quota of the request log is
//! used up.

use orderdock_domain::import::{RequestKind, RowNote, RowNoteOutcome};
use orderdock_store::StoredRequest;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Media type of an excerpt.
pub(crate) const EXCERPT_TYPE: &str = "application/vnd.orderdock.excerpt+json";
/// Returns whether only an excerpt of the request is stored.
pub fn is_excerpt(request: &StoredRequest) -> bool {
    request.media_type == EXCERPT_TYPE
}

/// Longest text of a row in bytes.
const MAX_ROW_LENGTH: usize = 64 << 10;
/// Longest total of all texts in bytes; further rows have only their faults.
const MAX_TOTAL_LENGTH: usize = 1 << 20;

#[derive(Deserialize)]
struct BulkText<'t> {
    #[serde(borrow)]
    requests: Vec<&'t RawValue>,
}

#[derive(Serialize)]
struct Excerpt<'t> {
    rows: Vec<FaultyRow<'t>>,
}

#[derive(Serialize)]
struct FaultyRow<'t> {
    /// Index in the request; absent if the faults belong to no single row.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    text: &'t str,
    /// Whether the text is truncated.
    cut: bool,
    faults: Vec<&'static str>,
}

/// Returns the excerpt of a body as JSON.
pub(crate) fn excerpt(body: &[u8], kind: RequestKind, notes: &[RowNote]) -> Vec<u8> {
    let text = String::from_utf8_lossy(body);
    let bulk = match kind {
        RequestKind::Bulk => serde_json::from_str::<BulkText<'_>>(&text).ok(),
        _ => None,
    };
    let mut left = MAX_TOTAL_LENGTH;
    let mut row = |index: Option<u32>, text, faults| {
        let shown = beginning(text, left.min(MAX_ROW_LENGTH));
        left -= shown.len();
        FaultyRow { index, text: shown, cut: shown.len() < str::len(text), faults }
    };
    let rejected = notes.iter().filter_map(|note| match &note.outcome {
        RowNoteOutcome::Rejected(codes) => Some((note.index, codes)),
        RowNoteOutcome::Unchanged(_) => None,
    });
    let mut rows: Vec<_> = rejected
        .map(|(index, codes)| {
            let faults = codes.iter().map(|code| code.as_str()).collect();
            let listed =
                bulk.as_ref().map(|bulk| bulk.requests.get(index as usize).map_or("", |row| row.get()));
            row(Some(index), listed.unwrap_or(&text), faults)
        })
        .collect();
    if rows.is_empty() {
        rows.push(row(None, &text, Vec::new()));
    }
    // serialization cannot fail: the type has no map with non-string keys
    serde_json::to_vec(&Excerpt { rows }).unwrap_or_default()
}

/// Returns the longest prefix of whole characters with at most `bytes` bytes.
fn beginning(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests {
    use orderdock_domain::problem::ProblemCode;
    use serde_json::{Value, json};

    use super::*;

    fn rejected(index: u32) -> RowNote {
        let outcome = RowNoteOutcome::Rejected(vec![ProblemCode::UomUnknown]);
        RowNote { index, header_id: None, line_id: None, organisation: None, outcome }
    }

    fn of(body: &Value, kind: RequestKind, notes: &[RowNote]) -> Value {
        serde_json::from_slice(&excerpt(body.to_string().as_bytes(), kind, notes)).unwrap()
    }

    #[test]
    fn excerpt_of_bulk_has_its_faulty_rows() {
        let body = json!({ "requests": [{ "qty": 1 }, { "qty": "ü".repeat(100_000) }, { "qty": 3 }] });
        let found = of(&body, RequestKind::Bulk, &[rejected(1), rejected(2)]);
        let rows = found["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 2);
        let text = rows[0]["text"].as_str().unwrap();
        assert!(
            text.len() <= MAX_ROW_LENGTH
                && text.len() > MAX_ROW_LENGTH - 2
                && text.starts_with("{\"qty\":\"üü")
        );
        assert_eq!((&rows[0]["index"], &rows[0]["cut"]), (&json!(1), &json!(true)));
        let whole = json!({ "index": 2, "text": "{\"qty\":3}", "cut": false, "faults": ["uomCode.unknown"] });
        assert_eq!(rows[1], whole);
    }

    #[test]
    fn excerpt_length_is_bounded() {
        let body = json!({ "requests": vec![json!({ "x": "y".repeat(60_000) }); 100] });
        let notes: Vec<_> = (0..100).map(rejected).collect();
        let written = excerpt(body.to_string().as_bytes(), RequestKind::Bulk, &notes);
        assert!(written.len() < MAX_TOTAL_LENGTH + 20_000, "{}", written.len());
        let found: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(found["rows"][99]["faults"], json!(["uomCode.unknown"]), "beside no text");
    }

    #[test]
    fn excerpt_without_rows_contains_the_start_of_the_body() {
        let written = excerpt(&vec![b'['; 100_000], RequestKind::Bulk, &[]);
        let found: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(found["rows"][0]["text"].as_str().unwrap().len(), MAX_ROW_LENGTH);
    }
}
