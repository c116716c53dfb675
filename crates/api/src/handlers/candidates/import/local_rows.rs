//! Import of rows from the command line, which has direct access to the database.

use std::sync::Arc;

use bytes::Bytes;
use orderdock_app::{
    CallCommand, Caller, DecodedRows, EncodedResponse, ImportCommand, Received, RowDecoder, Services,
};
use orderdock_domain::import::{ErrorPolicy, ImportPolicies, ImportRow, RequestKind};
use orderdock_domain::problem::Language;

use super::import_body::ImportBodyRow;
use super::{BULK_PATH, ImportBody, response};
use crate::http::error::ApiError;
use crate::request::candidate_request::{ReadRow, read_one};
use crate::request::json::{Handling, SyntaxFault, text_of};

/// Row with its candidate request.
#[derive(Clone, Debug)]
pub struct LocalRow {
    text: String,
    row: ImportRow,
    sent: ImportBodyRow,
}

impl LocalRow {
    pub fn read(bytes: &[u8]) -> Result<Self, SyntaxFault> {
        let text = text_of(bytes)?;
        let read = read_one(text, Handling::Lenient)?;
        let sent = ImportBodyRow::from(&read);
        let ReadRow { row, .. } = read;
        Ok(Self { text: text.to_owned(), row, sent })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn header_id(&self) -> Option<&str> {
        self.row.header_id.as_deref()
    }
}

/// Returns the bulk request that contains the rows.
pub fn bulk_request(rows: &[&LocalRow]) -> Vec<u8> {
    together(rows).0
}

/// Returns the bulk request and the offsets of its rows.
fn together(rows: &[&LocalRow]) -> (Vec<u8>, Vec<usize>) {
    let length: usize = rows.iter().map(|row| row.text.len() + 1).sum();
    let (mut body, mut places) = (Vec::with_capacity(length + 32), Vec::with_capacity(rows.len()));
    body.extend_from_slice(b"{\"requests\":[");
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        places.push(body.len());
        body.extend_from_slice(row.text.as_bytes());
    }
    body.extend_from_slice(b"]}");
    (body, places)
}

/// Returns the bulk with its rows in the form in which an HTTP import receives it.
fn as_sent(rows: &[&LocalRow]) -> (Bytes, ImportBody, Vec<ImportRow>) {
    let (body, places) = together(rows);
    let body = Bytes::from(body);
    let sent = rows.iter().zip(places).map(|(row, at)| row.sent.moved(at)).collect();
    let import_rows = rows.iter().map(|row| row.row.clone()).collect();
    (body.clone(), ImportBody::bulk(body, sent), import_rows)
}

/// Imports rows. They are logged as the equivalent bulk request, so they can be replayed. The response is in
/// English.
pub async fn import_local_rows(
    services: &Services,
    caller: Caller,
    policies: ImportPolicies,
    rows: &[&LocalRow],
) -> EncodedResponse {
    let request_id = caller.request_id.clone();
    let rejected = |error: ApiError| EncodedResponse {
        status: error.status,
        body: error.encode(Language::English, &request_id),
    };
    let (body, sent, rows) = as_sent(rows);
    let _memory = match services.workers.reserve_memory(body.len()).await {
        Ok(permit) => permit,
        Err(failure) => return rejected(failure.into()),
    };
    let received = received_bulk(body, policies);
    let call = CallCommand { received, idempotency: None };
    let sent = Arc::new(sent);
    let encode = response::encoder(Arc::clone(&sent), Language::English, &request_id);
    let command = ImportCommand { rows, policies, dry_run: false, call, texts: sent, resend: None };
    services
        .imports
        .import_candidates(caller, command, encode)
        .await
        .unwrap_or_else(|failure| rejected(failure.into()))
}

/// Decoder of spreadsheet rows. They are logged as the equivalent bulk request, so they can be replayed.
pub struct SheetRowDecoder;

impl RowDecoder for SheetRowDecoder {
    fn decode(&self, rows: &[&str], policies: ImportPolicies) -> DecodedRows {
        // rows are encoded by this process, so they are valid JSON
        let read = |text: &&str| LocalRow::read(text.as_bytes()).or_else(|_| LocalRow::read(b"{}")).ok();
        let rows: Vec<_> = rows.iter().filter_map(read).collect();
        let (body, sent, rows) = as_sent(&rows.iter().collect::<Vec<_>>());
        DecodedRows { received: received_bulk(body, policies), rows, texts: Arc::new(sent) }
    }
}

/// Returns the bulk request with this body.
fn received_bulk(body: Bytes, policies: ImportPolicies) -> Received {
    Received {
        kind: RequestKind::Bulk,
        method: "POST".to_owned(),
        path: BULK_PATH.to_owned(),
        query: policy_query(policies),
        media_type: "application/json".to_owned(),
        body,
        strict: false,
        replay_of: None,
    }
}

/// Returns the query parameters of a bulk.
pub fn policy_query(policies: ImportPolicies) -> String {
    let errors = error_policy_name(policies.errors);
    let unresolved = policies.unresolved.map(|one| format!("&unresolved={}", one.as_str()));
    format!("errorPolicy={errors}{}", unresolved.unwrap_or_default())
}

/// Returns the value of the parameter `errorPolicy`.
pub fn error_policy_name(policy: ErrorPolicy) -> &'static str {
    match policy {
        ErrorPolicy::All => "all",
        ErrorPolicy::Header => "header",
        ErrorPolicy::Row => "row",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handlers::candidates::import::ImportFormat;

    /// The logged bulk is read as the same rows.
    #[tokio::test]
    async fn local_rows_equal_rows_of_bulk() {
        let texts = [
            "\u{feff}{\"externalHeaderId\": \"A\", \"externalLineId\": \"1\", \"surprise\": 1}",
            "  {\"externalHeaderId\": 5, \n\"qty\": \"many\", \"poReference\": {}}",
            "7",
        ];
        let rows_of_texts: Vec<_> =
            texts.iter().map(|text| LocalRow::read(text.as_bytes()).unwrap()).collect();
        let (body, sent, import_rows) = as_sent(&rows_of_texts.iter().collect::<Vec<_>>());
        let (read, rows) = ImportBody::decode(&body, ImportFormat::Bulk, Handling::Lenient).ok().unwrap();
        // the document around the rows has no warnings
        let nothing = "warnings: Some(Findings { first: [], total: 0, keep: 20 })";
        assert_eq!(format!("{sent:?}"), format!("{read:?}").replace(nothing, "warnings: None"));
        assert_eq!(format!("{import_rows:?}"), format!("{rows:?}"));
        assert_eq!(bulk_request(&rows_of_texts.iter().collect::<Vec<_>>()), body);
        let broken = LocalRow::read(b"{\"qty\": }").unwrap_err();
        assert_eq!(broken.at, 8);
    }
}
