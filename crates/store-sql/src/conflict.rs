//! What a rule of a table is about, in the words of the port.

use orderdock_store::{Conflict, StoreError};

/// What conflicted where a rule of this table, or an index that is called after it, was broken, or a row of it is not
/// what it was.
pub fn conflict(rule: &str) -> StoreError {
    let mut table = rule;
    loop {
        if table == "idempotency" {
            return StoreError::AnswerTaken;
        }
        if let Some(what) = conflict_in(table) {
            return StoreError::Conflict(what);
        }
        match table.rsplit_once('_') {
            Some((shorter, _)) => table = shorter,
            // all others are small kinds of master data
            None => return StoreError::Conflict(Conflict::ReferenceData),
        }
    }
}

fn conflict_in(table: &str) -> Option<Conflict> {
    Some(match table {
        "organisation" => Conflict::Organisation,
        "bpartner_group" => Conflict::PartnerGroup,
        "bpartner" => Conflict::Partner,
        "bpartner_location" => Conflict::Location,
        "bpartner_contact" => Conflict::Contact,
        "product" => Conflict::Product,
        "product_price" => Conflict::ProductPrice,
        "candidate_identity" => Conflict::Identity,
        "candidate" | "candidate_row" | "candidate_state" | "po_reference_use" => Conflict::Candidate,
        "sales_order" => Conflict::Order,
        "allocation" => Conflict::Allocation,
        "attachment" => Conflict::Attachment,
        "attachment_content" => Conflict::Content,
        "run" => Conflict::Run,
        "request" | "rejected_line" => Conflict::Request,
        "token" => Conflict::Token,
        "user" => Conflict::User,
        "session" => Conflict::Session,
        "notification_rule" | "notification_message" | "notification_sending" => Conflict::NotificationRule,
        "saved_view" | "saved_view_default" => Conflict::SavedView,
        _ => return None,
    })
}
