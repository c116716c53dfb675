//! What comes in order: the events of a header, and those of an order.

use orderdock_domain::event::{EventCursor, Subject};
use orderdock_domain::ids::OrganisationId;

use crate::Records;

/// Events of the same sequence are sent one after the other. Of others each is one by itself.
pub fn sequence(
    subject: Subject,
    organisation: OrganisationId,
    cursor: EventCursor,
    records: &Records,
) -> String {
    match subject {
        Subject::Candidate(id) => match records.candidates.get(&id) {
            Some(named) => format!("header {organisation} {} {}", named.data_source, named.header_id),
            // archived: nothing more happens to it
            None => format!("candidate {id}"),
        },
        Subject::Order(id) => format!("order {id}"),
        Subject::Run(id) => format!("run {id}"),
        Subject::Record(kind, id) => format!("{} {id}", kind.kind().path()),
        Subject::Attachment(_) | Subject::Request(_) => format!("event {cursor}"),
    }
}
