//! Rows that are brought and not sent: whoever has them has the database in hand, too.

use bytes::Bytes;
use orderdock_app::{Answer, App, CallCommand, ImportCommand, OpContext, Received};
use orderdock_domain::import::{ErrorPolicy, ImportRow, RequestKind};
use orderdock_domain::problem::Language;

use super::sent::SentRow;
use super::{BULK_PATH, SentBody, answer};
use crate::http::refusal::Refusal;
use crate::request::candidate_request::{ReadRow, read_one};
use crate::request::json::{Handling, SyntaxFault, text_of};

/// A row with what it says, read once.
#[derive(Clone, Debug)]
pub struct BroughtRow {
    text: String,
    said: ImportRow,
    sent: SentRow,
}

impl BroughtRow {
    pub fn read(bytes: &[u8]) -> Result<Self, SyntaxFault> {
        let text = text_of(bytes)?;
        let read = read_one(text, Handling::Lenient)?;
        let sent = SentRow::from(&read);
        let ReadRow { row: said, .. } = read;
        Ok(Self { text: text.to_owned(), said, sent })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn header_id(&self) -> Option<&str> {
        self.said.header_id.as_deref()
    }
}

/// The bulk that says what the rows say.
pub fn bulk_of(rows: &[&BroughtRow]) -> Vec<u8> {
    together(rows).0
}

/// The bulk, and where its rows begin.
fn together(rows: &[&BroughtRow]) -> (Vec<u8>, Vec<usize>) {
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

/// The bulk with the places of its rows, and what they say.
fn as_sent(rows: &[&BroughtRow]) -> (Bytes, SentBody, Vec<ImportRow>) {
    let (body, places) = together(rows);
    let body = Bytes::from(body);
    let sent = rows.iter().zip(places).map(|(row, at)| row.sent.moved(at)).collect();
    let said = rows.iter().map(|row| row.said.clone()).collect();
    (body.clone(), SentBody::bulk(body, sent), said)
}

/// Imports rows that were not sent. The log keeps them as the bulk that says the same, so that they can be replayed like
/// any other; they are answered like it, in English.
pub async fn import_brought(
    app: &App,
    caller: OpContext,
    policy: ErrorPolicy,
    rows: &[&BroughtRow],
) -> Answer {
    let request_id = caller.request_id.clone();
    let refused = |refusal: Refusal| Answer {
        status: refusal.status,
        body: refusal.encode(Language::English, &request_id),
    };
    let (body, sent, rows) = as_sent(rows);
    let _room = match app.room(body.len()).await {
        Ok(room) => room,
        Err(failure) => return refused(failure.into()),
    };
    let received = Received {
        kind: RequestKind::Bulk,
        method: "POST".to_owned(),
        path: BULK_PATH.to_owned(),
        query: format!("errorPolicy={}", policy_word(policy)),
        media_type: "application/json".to_owned(),
        body,
        strict: false,
        replay_of: None,
    };
    let call = CallCommand { received, idempotency: None };
    let command = ImportCommand { rows, policy, dry_run: false, call };
    let encode = answer::encoder(sent, Language::English, &request_id);
    app.import_candidates(caller, command, encode).await.unwrap_or_else(|failure| refused(failure.into()))
}

/// As the parameter `errorPolicy` has it.
pub fn policy_word(policy: ErrorPolicy) -> &'static str {
    match policy {
        ErrorPolicy::All => "all",
        ErrorPolicy::Header => "header",
        ErrorPolicy::Row => "row",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handlers::candidates::import::BodyForm;

    /// What is kept of rows that were brought is what is read of the bulk that says the same.
    #[tokio::test]
    async fn rows_that_are_brought_are_those_of_the_bulk_that_says_the_same() {
        let texts = [
            "\u{feff}{\"externalHeaderId\": \"A\", \"externalLineId\": \"1\", \"surprise\": 1}",
            "  {\"externalHeaderId\": 5, \n\"qty\": \"many\", \"poReference\": {}}",
            "7",
        ];
        let brought: Vec<_> = texts.iter().map(|text| BroughtRow::read(text.as_bytes()).unwrap()).collect();
        let (body, sent, said) = as_sent(&brought.iter().collect::<Vec<_>>());
        let (read, rows) = SentBody::decode(&body, BodyForm::Bulk, Handling::Lenient).ok().unwrap();
        // around its rows there is nothing to warn of
        let nothing = "warnings: Some(Findings { first: [], total: 0, keep: 20 })";
        assert_eq!(format!("{sent:?}"), format!("{read:?}").replace(nothing, "warnings: None"));
        assert_eq!(format!("{said:?}"), format!("{rows:?}"));
        assert_eq!(bulk_of(&brought.iter().collect::<Vec<_>>()), body);
        let broken = BroughtRow::read(b"{\"qty\": }").unwrap_err();
        assert_eq!(broken.at, 8);
    }
}
