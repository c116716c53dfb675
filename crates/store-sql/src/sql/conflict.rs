//! Translates violated constraints to conflicts.

use orderdock_store::{Conflict, StoreError};

/// Returns the conflict for a table whose row has changed, or for a violated constraint or index whose name begins with
/// the table.
pub fn conflict(rule: &str) -> StoreError {
    let mut table = rule;
    loop {
        if table == "idempotency" {
            return StoreError::ResponseExists;
        }
        if let Some(kind) = conflict_in(table) {
            return StoreError::Conflict(kind);
        }
        match table.rsplit_once('_') {
            Some((shorter, _)) => table = shorter,
            // all other tables are small kinds of master data
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
        "bpartner_product" => Conflict::ReferenceData,
        "product" => Conflict::Product,
        "product_price" => Conflict::ProductPrice,
        "candidate_identity" => Conflict::Identity,
        "candidate" | "candidate_row" | "candidate_state" | "po_reference_use" => Conflict::Candidate,
        "sales_order" => Conflict::Order,
        "allocation" => Conflict::Allocation,
        "attachment" => Conflict::Attachment,
        "attachment_content" => Conflict::Content,
        "run" => Conflict::Run,
        "request" | "rejected_line" | "rejected_row" => Conflict::Request,
        "token" => Conflict::Token,
        "user" => Conflict::User,
        "session" => Conflict::Session,
        "notification_rule" | "notification_message" | "notification_sending" => Conflict::NotificationRule,
        "saved_view" | "saved_view_default" => Conflict::SavedView,
        "import_draft" => Conflict::ImportDraft,
        "import_mapping" => Conflict::ImportMapping,
        _ => return None,
    })
}
