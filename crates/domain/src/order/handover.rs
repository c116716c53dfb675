//! Transfer of orders to receivers: records the confirmation or rejection of an order.

use jiff::Timestamp;

use super::OrderStatus;
use crate::candidate::string_enum;
use crate::ids::{DataSourceId, OrderId, OrganisationId};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::{Code, Text};

/// Reply of a receiver to the transfer of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handover {
    pub receiver: Code,
    pub at: Timestamp,
    pub reply: HandoverReply,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandoverReply {
    /// The receiver has accepted the order; `number` is its number in the receiver's system.
    Accepted { number: Option<Code> },
    /// The receiver has rejected the order, with the reason.
    Rejected { reason: Text },
}

impl Handover {
    pub fn is_accepted(&self) -> bool {
        matches!(self.reply, HandoverReply::Accepted { .. })
    }
}

string_enum! {
    /// Filter of orders by the reply of a receiver.
    HandoverFilter {
        Confirmed "true"
        /// Completed orders that no receiver has confirmed.
        Unconfirmed "false"
        /// Unconfirmed orders that were created after their organisation enabled transfers.
        Due "due"
    }
}

/// Values of an order that are needed to decide on a reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandoverOrder {
    pub id: OrderId,
    pub version: i64,
    pub organisation: OrganisationId,
    pub data_source: Option<DataSourceId>,
    pub status: OrderStatus,
    pub document_no: Code,
    pub void_reason: Option<Text>,
    pub handover: Option<Handover>,
}

/// Outcome of a receiver's reply.
#[derive(Clone, PartialEq, Debug)]
pub enum HandoverOutcome {
    /// The reply must be written.
    Noted,
    /// The reply is already stored.
    Unchanged,
    Rejected(Problem),
}

/// Write of a receiver's reply to an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandoverWrite {
    /// Order as read; the commit returns Conflict if it has changed.
    pub order: HandoverOrder,
    pub handover: Handover,
    /// Time at which the reply arrived. The receiver can specify another time in `handover`.
    pub now: Timestamp,
}

/// Decides the outcome of a receiver's reply. The first receiver that accepts an order is its only one.
pub fn hand_over(order: &HandoverOrder, received: &Handover) -> HandoverOutcome {
    let number = order.document_no.as_str();
    if order.status == OrderStatus::Voided {
        let reason = order.void_reason.as_ref();
        let reason = reason.map_or_else(|| Phrase::NoReason.into(), |reason| Param::from(reason.as_str()));
        let problem = Problem::new(ProblemCode::OrderVoidedSince, "").with("documentNo", number);
        return HandoverOutcome::Rejected(problem.with("reason", reason));
    }
    let Some(known) = &order.handover else { return HandoverOutcome::Noted };
    match (&known.reply, &received.reply) {
        (HandoverReply::Accepted { .. }, _) if known.receiver != received.receiver => {
            already_accepted(order, known)
        }
        (HandoverReply::Accepted { .. }, HandoverReply::Rejected { .. }) => already_accepted(order, known),
        // a repeated reply can add the receiver's number
        (HandoverReply::Accepted { number: None }, HandoverReply::Accepted { number: Some(_) }) => {
            HandoverOutcome::Noted
        }
        (
            HandoverReply::Accepted { number: Some(known_number) },
            HandoverReply::Accepted { number: Some(number_in_reply) },
        ) if known_number != number_in_reply => {
            let problem = Problem::new(ProblemCode::OrderNumberTaken, "").with("documentNo", number);
            HandoverOutcome::Rejected(problem.with("number", known_number.as_str()))
        }
        (HandoverReply::Accepted { .. }, HandoverReply::Accepted { .. }) => HandoverOutcome::Unchanged,
        (known_reply, reply) if known.receiver == received.receiver && known_reply == reply => {
            HandoverOutcome::Unchanged
        }
        (HandoverReply::Rejected { .. }, _) => HandoverOutcome::Noted,
    }
}

fn already_accepted(order: &HandoverOrder, known: &Handover) -> HandoverOutcome {
    let problem =
        Problem::new(ProblemCode::OrderHandedOver, "").with("documentNo", order.document_no.as_str());
    let problem = problem.with("receiver", known.receiver.as_str()).with("at", known.at);
    HandoverOutcome::Rejected(problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Language;

    fn code(text: &str) -> Code {
        Code::parse(text).unwrap().unwrap()
    }

    fn accepted_by(receiver: &str, number: Option<&str>) -> Handover {
        let reply = HandoverReply::Accepted { number: number.map(code) };
        Handover { receiver: code(receiver), at: Timestamp::UNIX_EPOCH, reply }
    }

    fn rejected_by(receiver: &str, reason: &str) -> Handover {
        let reply = HandoverReply::Rejected { reason: Text::parse(reason).unwrap().unwrap() };
        Handover { receiver: code(receiver), at: Timestamp::UNIX_EPOCH, reply }
    }

    fn order(handover: Option<Handover>) -> HandoverOrder {
        HandoverOrder {
            id: OrderId(1),
            version: 1,
            organisation: OrganisationId(2),
            data_source: None,
            status: OrderStatus::Completed,
            document_no: code("000007"),
            void_reason: None,
            handover,
        }
    }

    /// Returns the name of the outcome, or the code of the problem.
    fn outcome_name(known: Option<Handover>, reply: &Handover) -> &'static str {
        match hand_over(&order(known), reply) {
            HandoverOutcome::Noted => "noted",
            HandoverOutcome::Unchanged => "unchanged",
            HandoverOutcome::Rejected(problem) => problem.code.as_str(),
        }
    }

    #[test]
    fn only_the_first_receiver_can_confirm_the_transfer() {
        let erp = || accepted_by("ERP", None);
        let numbered = || accepted_by("ERP", Some("4711"));
        let rejected = || rejected_by("ERP", "customer blocked");
        for (known, reply, expected) in [
            (None, erp(), "noted"),
            (None, rejected(), "noted"),
            (Some(erp()), erp(), "unchanged"),
            (Some(erp()), numbered(), "noted"),
            (Some(numbered()), erp(), "unchanged"),
            (Some(numbered()), numbered(), "unchanged"),
            (Some(numbered()), accepted_by("ERP", Some("4712")), "order.number_taken"),
            (Some(erp()), accepted_by("WMS", None), "order.handed_over"),
            (Some(erp()), rejected(), "order.handed_over"),
            (Some(rejected()), rejected(), "unchanged"),
            (Some(rejected()), rejected_by("ERP", "no such customer"), "noted"),
            (Some(rejected()), rejected_by("WMS", "customer blocked"), "noted"),
            (Some(rejected()), erp(), "noted"),
            (Some(rejected()), accepted_by("WMS", None), "noted"),
        ] {
            assert_eq!(outcome_name(known.clone(), &reply), expected, "{known:?} {reply:?}");
        }
    }

    #[test]
    fn transfer_of_voided_order_is_rejected_with_the_reason() {
        let voided = |reason: Option<&str>| {
            let void_reason = reason.map(|reason| Text::parse(reason).unwrap().unwrap());
            let order = HandoverOrder { status: OrderStatus::Voided, void_reason, ..order(None) };
            match hand_over(&order, &accepted_by("ERP", None)) {
                HandoverOutcome::Rejected(problem) => problem,
                other => panic!("{other:?}"),
            }
        };
        for reason in [None, Some("ordered twice")] {
            let problem = voided(reason);
            assert_eq!(problem.code, ProblemCode::OrderVoidedSince);
            let message = problem.message(Language::English);
            assert!(message.contains(reason.unwrap_or("no reason given")), "{message}");
        }
    }
}
