//! Entries of rejected rows of a request: key, text and the values for lists.

use std::sync::Arc;

use bytes::Bytes;
use orderdock_domain::cast;
use orderdock_domain::ids::IdBlock;
use orderdock_domain::import::{RejectedImportRow, RowOutcome};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::RejectedSystem;
use orderdock_domain::text::Code;
use orderdock_store::{NewRejectedRow, RejectedRowContent, RejectedRowEntry, StoredRequest};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Maximum length of the text of a row in bytes.
const MAX_ROW_LENGTH: usize = 64 << 10;
/// Maximum length of the texts of all rows of a request in bytes. Further rows are stored without text.
const MAX_TOTAL_LENGTH: usize = 4 << 20;
/// Maximum length of a value for lists, in characters.
const MAX_VALUE_LENGTH: usize = 100;

/// Texts of the rows of a request as they were sent.
pub trait RowTexts: Send + Sync {
    /// Returns the text of a row; blank if there is none.
    fn text(&self, index: usize) -> &str;
}

/// A body that cannot be read has no rows.
impl RowTexts for () {
    fn text(&self, _: usize) -> &'static str {
        ""
    }
}

/// Rows with errors of their own of a rejected request, for their entries.
pub(crate) struct RejectedEntries {
    pub rows: Vec<RejectedImportRow>,
    pub outcomes: Vec<RowOutcome>,
    pub texts: Arc<dyn RowTexts>,
    /// Entry of the first row, if it was sent again.
    pub resent: Option<RejectedRowEntry>,
}

impl RejectedEntries {
    /// Returns the data of a body that cannot be read, with its problems.
    pub fn unreadable(problems: Vec<Problem>) -> Self {
        let outcomes = vec![RowOutcome::Rejected { errors: problems }];
        Self { rows: Vec::new(), outcomes, texts: Arc::new(()), resent: None }
    }

    /// Returns the number of ids that the entries need.
    pub fn id_count(&self) -> u32 {
        cast::<u32>(self.rows.len()).max(1)
    }

    /// Returns the entries of a logged request with this body.
    pub fn of(self, request: &StoredRequest, body: &Bytes, ids: IdBlock) -> Vec<NewRejectedRow> {
        let Self { rows, outcomes, texts, resent } = self;
        match outcomes.as_slice() {
            [RowOutcome::Rejected { errors }] if rows.is_empty() => {
                unreadable(body, errors, request, ids).into_iter().collect()
            }
            _ => entries(&rows, &outcomes, &*texts, request, resent.as_ref(), ids),
        }
    }
}

/// Returns the entries of the rejected rows of a request. The first row keeps the identity of the entry `resent`, if it was
/// sent again.
pub(crate) fn entries(
    rows: &[RejectedImportRow],
    outcomes: &[RowOutcome],
    texts: &dyn RowTexts,
    request: &StoredRequest,
    resent: Option<&RejectedRowEntry>,
    mut ids: IdBlock,
) -> Vec<NewRejectedRow> {
    let mut left = MAX_TOTAL_LENGTH;
    let entries = rows.iter().filter_map(|row| {
        let RowOutcome::Rejected { errors } = outcomes.get(row.index as usize)? else { return None };
        let sent = texts.text(row.index as usize);
        let text = &sent[..sent.floor_char_boundary(left.min(MAX_ROW_LENGTH))];
        left -= text.len();
        let resent = resent.filter(|_| row.index == 0);
        let key = resent.map_or_else(|| identity_key(row, sent, request), |entry| entry.key);
        let names = SentNames::of(sent);
        let mut content = RejectedRowContent {
            organisation: row.organisation,
            data_source: row.data_source,
            system: row.system,
            header_id: row.header_id.clone(),
            line_id: row.line_id.clone(),
            index: Some(row.index),
            rejected_with: row.rejected_with,
            customer: names.customer,
            product: names.product,
            po_reference: names.po_reference,
            text: text.to_owned(),
            is_cut: text.len() < sent.len(),
            ..blank(request, errors)?
        };
        if let Some(entry) = resent {
            keep_identity(&mut content, &entry.content);
        }
        let content_hash = content_hash(sent.as_bytes(), errors);
        Some(NewRejectedRow { id: ids.next()?, key, content_hash, content })
    });
    entries.collect()
}

/// Keeps the identity of a rejected row, as far as it is known, because a correction can contain an unknown record.
fn keep_identity(content: &mut RejectedRowContent, known: &RejectedRowContent) {
    content.organisation = known.organisation.or(content.organisation);
    content.data_source = known.data_source.or(content.data_source);
    if known.system != RejectedSystem::Any {
        content.system = known.system;
    }
    content.header_id = known.header_id.clone().or(content.header_id.take());
    content.line_id = known.line_id.clone().or(content.line_id.take());
}

/// Returns the entry of a body that could not be read, or has no rows. It belongs to the organisation of its sender if
/// that is the only one.
fn unreadable(
    body: &[u8],
    problems: &[Problem],
    request: &StoredRequest,
    mut ids: IdBlock,
) -> Option<NewRejectedRow> {
    let (beginning, is_cut) = (&body[..body.len().min(MAX_ROW_LENGTH)], body.len() > MAX_ROW_LENGTH);
    let text = String::from_utf8_lossy(beginning).replace('\0', "\u{FFFD}");
    let organisation = request.ownership.organisations.first().filter(|_| request.ownership.whole);
    let content = RejectedRowContent {
        organisation: organisation.copied(),
        text: text[..text.floor_char_boundary(MAX_ROW_LENGTH)].to_owned(),
        is_cut,
        ..blank(request, problems)?
    };
    let key = Sha256::new().chain_update(b"body\0").chain_update(sender(request)).chain_update(body);
    let (key, content_hash) = (key.finalize().into(), content_hash(body, problems));
    Some(NewRejectedRow { id: ids.next()?, key, content_hash, content })
}

/// Returns an entry without a row; `None` without problems.
fn blank(request: &StoredRequest, problems: &[Problem]) -> Option<RejectedRowContent> {
    Some(RejectedRowContent {
        organisation: None,
        data_source: None,
        system: RejectedSystem::Any,
        header_id: None,
        line_id: None,
        request: request.id,
        index: None,
        sender: request.caller,
        sender_name: request.actor.clone(),
        at: request.received_at,
        code: own_problems(problems).next()?.code,
        problems: own_problems(problems).cloned().collect(),
        rejected_with: 0,
        customer: String::new(),
        product: String::new(),
        po_reference: String::new(),
        text: String::new(),
        is_cut: false,
    })
}

fn own_problems(problems: &[Problem]) -> impl Iterator<Item = &Problem> {
    problems.iter().filter(|problem| problem.code != ProblemCode::HeaderRejected)
}

fn sender(request: &StoredRequest) -> [u8; 8] {
    request.caller.map_or(0, |caller| caller.0).to_be_bytes()
}

/// Returns the hash of the identity. Without organisation or data source, the row of another sender is another one;
/// without header or line id, each text is another row.
fn identity_key(row: &RejectedImportRow, text: &str, request: &StoredRequest) -> [u8; 32] {
    let number = |id: Option<i64>| id.unwrap_or(-1).to_be_bytes();
    let system = match row.system {
        RejectedSystem::Any => -1,
        RejectedSystem::NotSent => 0,
        RejectedSystem::One(system) => system.0,
    };
    let mut hash = Sha256::new()
        .chain_update(number(row.organisation.map(|id| id.0)))
        .chain_update(number(row.data_source.map(|id| id.0)))
        .chain_update(system.to_be_bytes());
    if row.organisation.is_none() || row.data_source.is_none() {
        hash.update(sender(request));
    }
    match (&row.header_id, &row.line_id) {
        (Some(header), Some(line)) => {
            hash.update(header.as_str());
            hash.update([0]);
            hash.update(line.as_str());
        }
        (header, _) => {
            hash.update(header.as_ref().map_or("", Code::as_str));
            hash.update([1]);
            hash.update(sender(request));
            hash.update(text);
        }
    }
    hash.finalize().into()
}

fn content_hash(text: &[u8], problems: &[Problem]) -> [u8; 32] {
    let mut hash = Sha256::new().chain_update(text);
    for problem in own_problems(problems) {
        hash.update([0]);
        hash.update(problem.code.as_str());
    }
    hash.finalize().into()
}

/// Values of a row for lists, as far as it has the members of a candidate.
#[derive(Default, PartialEq, Eq, Debug)]
struct SentNames {
    customer: String,
    product: String,
    po_reference: String,
}

impl SentNames {
    fn of(text: &str) -> Self {
        let Ok(row) = serde_json::from_str::<Value>(text) else { return Self::default() };
        let first = |pointers: &[&str]| {
            let mut values = pointers.iter().filter_map(|pointer| word(row.pointer(pointer)?));
            values.next().unwrap_or_default()
        };
        Self {
            customer: first(&[
                "/bpartner/bpartner/code",
                "/bpartner/bpartner/externalId",
                "/bpartner/location/gln",
                "/bpartner/bpartner/name",
            ]),
            product: first(&[
                "/product/code",
                "/productCode",
                "/product/externalId",
                "/productIdentifier",
                "/product/name",
            ]),
            po_reference: first(&["/poReference"]),
        }
    }
}

/// Returns a text or number on one line, truncated; `None` if it is blank or another value.
fn word(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let line = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let text: String = line.take(MAX_VALUE_LENGTH).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_read_from_rows_of_any_shape() {
        let names = |row: Value| SentNames::of(&row.to_string());
        let table = [
            (
                json!({ "bpartner": { "bpartner": { "code": "G1", "name": "N" } }, "product": { "code": "P1" }, "poReference": "R" }),
                ["G1", "P1", "R"],
            ),
            (
                json!({ "bpartner": { "location": { "gln": "40" } }, "productCode": 7, "poReference": 8 }),
                ["40", "7", "8"],
            ),
            (
                json!({ "bpartner": { "bpartner": { "code": " ", "name": "a\nb" } }, "product": { "code": {} } }),
                ["a b", "", ""],
            ),
            (json!([1]), ["", "", ""]),
        ];
        for (row, [customer, product, po_reference]) in table {
            let expected = SentNames {
                customer: customer.to_owned(),
                product: product.to_owned(),
                po_reference: po_reference.to_owned(),
            };
            assert_eq!(names(row.clone()), expected, "{row}");
        }
        assert_eq!(SentNames::of("{\"qty\": }"), SentNames::default());
        let long = names(json!({ "poReference": "ü".repeat(500) }));
        assert_eq!(long.po_reference.chars().count(), MAX_VALUE_LENGTH);
    }

    #[test]
    fn content_is_the_same_for_equal_text_and_codes() {
        let problem = |code| Problem::new(code, "/x");
        let hash = |text: &str, codes: &[ProblemCode]| {
            content_hash(text.as_bytes(), &codes.iter().copied().map(problem).collect::<Vec<_>>())
        };
        let one = hash("a", &[ProblemCode::UomUnknown]);
        assert_eq!(one, hash("a", &[ProblemCode::UomUnknown, ProblemCode::HeaderRejected]));
        assert_ne!(one, hash("b", &[ProblemCode::UomUnknown]));
        assert_ne!(one, hash("a", &[ProblemCode::ProductUnknown]));
    }
}
