//! Stored texts of holds for filters, and the start of holds.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Hold, HoldReason};

/// Time at which candidate `c` got its status or began to wait for the customer; NULL if neither happened since it was
/// received. This is the earliest possible start of its hold.
pub const HELD_SINCE: &str = r"
    (
        SELECT max(h.at)
        FROM candidate_history h
        WHERE h.candidate_id = c.id AND (h.status_before <> h.status OR h.event = 'waiting')
    )
    ";

/// Start of the hold of an incoming order.
#[derive(Default)]
pub struct HoldStart {
    own: Option<Timestamp>,
    /// Start for candidates that are on hold because another one waits for the customer; they may have become ready
    /// later.
    sibling: Option<Timestamp>,
}

impl HoldStart {
    pub fn consider(&mut self, hold: &Hold, since: Timestamp) {
        let start = match hold {
            Hold::Waiting { sibling: Some(_), .. } => &mut self.sibling,
            _ => &mut self.own,
        };
        *start = Some(start.map_or(since, |known| known.min(since)));
    }

    pub fn since(&self) -> Option<Timestamp> {
        self.own.or(self.sibling)
    }
}

/// Returns the stored texts of the holds of a reason: the text without a value, and the range of texts with a value,
/// whose end is exclusive.
pub fn hold_texts(reason: HoldReason) -> [String; 3] {
    let word = reason.as_str();
    [word.to_owned(), format!("{word} "), format!("{word}!")]
}

/// Returns the range of texts of holds that end on a day of a period; the end of the range is exclusive.
pub fn customer_wait_texts(from: Date, to: Option<Date>) -> [String; 2] {
    let word = HoldReason::Waiting.as_str();
    let [_, _, beyond] = hold_texts(HoldReason::Waiting);
    // a text may contain the other line after the day
    [format!("{word} {from}"), to.map_or(beyond, |day| format!("{word} {day}!"))]
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use orderdock_domain::ids::CandidateId;
    use orderdock_domain::problem::ProblemCode;
    use orderdock_domain::text::Code;

    use super::*;

    fn code(text: &str) -> Code {
        Code::parse(text).unwrap().unwrap()
    }

    #[test]
    fn hold_is_stored_as_reason_and_parameters() {
        let holds = [
            (Hold::Waiting { until: date(2026, 12, 1), sibling: None }, "waiting 2026-12-01"),
            (
                Hold::Waiting { until: date(2026, 12, 1), sibling: Some(CandidateId(42)) },
                "waiting 2026-12-01 42",
            ),
            (Hold::Destination, "destination"),
            (Hold::Release, "release"),
            (
                Hold::SiblingError { candidate: CandidateId(42), code: ProblemCode::PriceNone },
                "sibling.error 42 price.none",
            ),
            (Hold::SiblingRejected { line_id: code("line 7") }, "sibling.rejected line 7"),
            (Hold::HeaderIncomplete, "header.incomplete"),
            (Hold::HeaderSettling, "header.settling"),
            (Hold::OrderVoided { document_no: code("A 000012") }, "order.voided A 000012"),
        ];
        assert_eq!(holds.len(), HoldReason::ALL.len() + 1);
        for (hold, text) in holds {
            assert_eq!(hold.to_string(), text);
            for reason in HoldReason::ALL.iter().copied() {
                let [word, from, to] = hold_texts(reason);
                let is_of_it = text == word || (from.as_str()..to.as_str()).contains(&text);
                assert_eq!(is_of_it, reason == hold.reason(), "{text} {reason:?}");
            }
            assert_eq!(text.parse(), Ok(hold));
        }
    }
}
