//! Why candidates wait, and what was released, as it stands in columns.

use jiff::civil::Date;
use orderdock_domain::candidate::{Hold, HoldReason, Releases};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::Code;

/// Its word, and what it names after blanks (`sibling.error 42 price.none`).
pub fn write_hold(hold: &Hold) -> String {
    let word = hold.reason().as_str();
    match hold {
        Hold::Waiting { until, sibling: None } => format!("{word} {until}"),
        Hold::Waiting { until, sibling: Some(sibling) } => format!("{word} {until} {sibling}"),
        Hold::SiblingError { candidate, code } => format!("{word} {candidate} {code}"),
        Hold::SiblingRejected { line_id } => format!("{word} {line_id}"),
        Hold::OrderVoided { document_no } => format!("{word} {document_no}"),
        Hold::Destination | Hold::Release | Hold::HeaderIncomplete | Hold::HeaderSettling => word.to_owned(),
    }
}

/// `None` if no version of Orderdock wrote this.
pub fn read_hold(text: &str) -> Option<Hold> {
    let (word, named) = text.split_once(' ').unwrap_or((text, ""));
    let code = || Code::parse(named).ok().flatten();
    Some(match HoldReason::parse(word)? {
        HoldReason::Waiting => {
            let (until, sibling) = named.split_once(' ').map_or((named, None), |(day, id)| (day, Some(id)));
            let sibling = match sibling {
                Some(id) => Some(CandidateId(id.parse().ok()?)),
                None => None,
            };
            Hold::Waiting { until: until.parse().ok()?, sibling }
        }
        HoldReason::Destination => Hold::Destination,
        HoldReason::Release => Hold::Release,
        HoldReason::SiblingError => {
            let (candidate, code) = named.split_once(' ')?;
            let candidate = CandidateId(candidate.parse().ok()?);
            Hold::SiblingError { candidate, code: ProblemCode::parse(code)? }
        }
        HoldReason::SiblingRejected => Hold::SiblingRejected { line_id: code()? },
        HoldReason::HeaderIncomplete => Hold::HeaderIncomplete,
        HoldReason::HeaderSettling => Hold::HeaderSettling,
        HoldReason::OrderVoided => Hold::OrderVoided { document_no: code()? },
    })
}

/// How the holds of a reason are written: those that name nothing are the first text, those that do lie from the second
/// up to the third, exclusive.
pub fn hold_texts(reason: HoldReason) -> [String; 3] {
    let word = reason.as_str();
    [word.to_owned(), format!("{word} "), format!("{word}!")]
}

/// Between which texts the holds lie, the second exclusive, of those who wait until a day of a span.
pub fn wait_texts(from: Date, to: Option<Date>) -> [String; 2] {
    let word = HoldReason::Waiting.as_str();
    let [_, _, beyond] = hold_texts(HoldReason::Waiting);
    // behind the last day stands whom it waits for, if that is another
    [format!("{word} {from}"), to.map_or(beyond, |day| format!("{word} {day}!"))]
}

/// Their words, with blanks between.
pub fn write_releases(releases: Releases) -> String {
    releases.words().collect::<Vec<_>>().join(" ")
}

/// `None` if no version of Orderdock wrote this.
pub fn read_releases(words: &str) -> Option<Releases> {
    words.split_whitespace().try_fold(Releases::NONE, Releases::with_word)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn code(text: &str) -> Code {
        Code::parse(text).unwrap().unwrap()
    }

    #[test]
    fn a_hold_is_stored_as_its_word_and_what_it_names() {
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
            assert_eq!(write_hold(&hold), text);
            for reason in HoldReason::ALL.iter().copied() {
                let [word, from, to] = hold_texts(reason);
                let is_of_it = text == word || (from.as_str()..to.as_str()).contains(&text);
                assert_eq!(is_of_it, reason == hold.reason(), "{text} {reason:?}");
            }
            assert_eq!(read_hold(text), Some(hold));
        }
    }

    #[test]
    fn releases_are_written_as_their_words() {
        let some = Releases::NONE.with(HoldReason::HeaderIncomplete).with(HoldReason::Release);
        for (releases, words) in [
            (Releases::NONE, ""),
            (some, "release header.incomplete"),
            (some.without(HoldReason::Release), "header.incomplete"),
            (
                some.and(Releases::NONE.with(HoldReason::SiblingError)),
                "release sibling.error header.incomplete",
            ),
            (
                HoldReason::ALL.iter().copied().collect(),
                "release sibling.error sibling.rejected header.incomplete",
            ),
            (some.with_word("partial").unwrap(), "release header.incomplete partial"),
        ] {
            assert_eq!(write_releases(releases), words);
            assert_eq!(read_releases(words), Some(releases));
        }
        for word in ["destination", "header.settling", "order.voided", "all", "release,sibling.error"] {
            assert_eq!(read_releases(word), None, "{word}");
        }
    }

    #[test]
    fn what_no_hold_writes_is_none() {
        for text in
            ["", "held", "sibling.error", "sibling.error 42", "sibling.error x price.none", "order.voided"]
        {
            assert_eq!(read_hold(text), None, "{text:?}");
        }
    }
}
