//! Sequences of deliveries: events of an incoming order, and events of an order.

use orderdock_domain::event::{EventCursor, Subject};
use orderdock_domain::ids::OrganisationId;

use crate::Records;

/// Returns the sequence of an event. Events of one sequence are sent in order; other events are independent.
pub fn sequence(
    subject: Subject,
    organisation: OrganisationId,
    cursor: EventCursor,
    records: &Records,
) -> String {
    match subject {
        Subject::Candidate(id) => match records.candidates.get(&id) {
            Some(named) => format!("header {organisation} {} {}", named.data_source, named.header_id),
            // archived candidates have no further events
            None => format!("candidate {id}"),
        },
        Subject::Order(id) => format!("order {id}"),
        Subject::Run(id) => format!("run {id}"),
        Subject::Record(kind, id) => format!("{} {id}", kind.kind().path()),
        Subject::Attachment(_) | Subject::Request(_) => format!("event {cursor}"),
    }
}
