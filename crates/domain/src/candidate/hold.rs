//! Why a run passes over a candidate although nothing is wrong with it.

use std::fmt;

use super::words;
use crate::ids::CandidateId;
use crate::problem::{Code as ProblemCode, Language};
use crate::text::Code;

words! {
    /// The word that stands for a [`Hold`] in answers and filters.
    HoldReason {
        Destination "destination"
        Release "release"
        SiblingError "sibling.error"
        SiblingRejected "sibling.rejected"
        HeaderIncomplete "header.incomplete"
        HeaderSettling "header.settling"
        OrderVoided "order.voided"
    }
}

/// Why a candidate stays where it is.
///
/// It is stored as text: its word, and what it names after blanks (`sibling.error 42 price.none`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hold {
    /// Its destination is another than the making of orders.
    Destination,
    /// Its data source is released by hand.
    Release,
    /// Another candidate of its header is in error.
    SiblingError { candidate: CandidateId, code: ProblemCode },
    /// A row of its header was rejected and has not come in since.
    SiblingRejected { line_id: Code },
    /// Its header announces more lines than have come in.
    HeaderIncomplete,
    /// More lines of its header may follow.
    HeaderSettling,
    /// It was processed, but its order has been voided. Such a candidate is inactive.
    OrderVoided { document_no: Code },
}

impl Hold {
    pub fn reason(&self) -> HoldReason {
        match self {
            Self::Destination => HoldReason::Destination,
            Self::Release => HoldReason::Release,
            Self::SiblingError { .. } => HoldReason::SiblingError,
            Self::SiblingRejected { .. } => HoldReason::SiblingRejected,
            Self::HeaderIncomplete => HoldReason::HeaderIncomplete,
            Self::HeaderSettling => HoldReason::HeaderSettling,
            Self::OrderVoided { .. } => HoldReason::OrderVoided,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, named) = text.split_once(' ').unwrap_or((text, ""));
        let code = || Code::parse(named).ok().flatten();
        Some(match HoldReason::parse(word)? {
            HoldReason::Destination => Self::Destination,
            HoldReason::Release => Self::Release,
            HoldReason::SiblingError => {
                let (candidate, code) = named.split_once(' ')?;
                Self::SiblingError {
                    candidate: CandidateId(candidate.parse().ok()?),
                    code: ProblemCode::parse(code)?,
                }
            }
            HoldReason::SiblingRejected => Self::SiblingRejected { line_id: code()? },
            HoldReason::HeaderIncomplete => Self::HeaderIncomplete,
            HoldReason::HeaderSettling => Self::HeaderSettling,
            HoldReason::OrderVoided => Self::OrderVoided { document_no: code()? },
        })
    }

    /// The reason in words.
    pub fn message(&self, language: Language) -> String {
        let english = language == Language::English;
        let fixed = |en: &str, de: &str| if english { en.to_owned() } else { de.to_owned() };
        match self {
            Self::Destination => fixed(
                "Its data destination is not the making of orders.",
                "Sein Datenziel ist nicht die Auftragserstellung.",
            ),
            Self::Release => fixed(
                "Its data source is released by hand: select it and process it.",
                "Seine Datenquelle wird von Hand freigegeben: Wählen Sie ihn aus und verarbeiten Sie ihn.",
            ),
            Self::SiblingError { candidate, code } if english => {
                format!("Candidate {candidate} of the same header cannot become an order ({code}).")
            }
            Self::SiblingError { candidate, code } => {
                format!("Kandidat {candidate} desselben Kopfs kann kein Auftrag werden ({code}).")
            }
            Self::SiblingRejected { line_id } if english => {
                format!("Line \"{line_id}\" of the same header was rejected and has not come in since.")
            }
            Self::SiblingRejected { line_id } => {
                format!("Zeile „{line_id}“ desselben Kopfs wurde zurückgewiesen und kam seitdem nicht an.")
            }
            Self::HeaderIncomplete => fixed(
                "Its header announces more lines than have come in.",
                "Sein Kopf kündigt mehr Zeilen an, als angekommen sind.",
            ),
            Self::HeaderSettling => fixed(
                "More lines of its header may follow; it goes when none has come for a while.",
                "Weitere Zeilen seines Kopfs können folgen; er geht, wenn eine Weile keine mehr kam.",
            ),
            Self::OrderVoided { document_no } if english => {
                format!("Its order {document_no} was voided; take it back to order again.")
            }
            Self::OrderVoided { document_no } => {
                format!(
                    "Sein Auftrag {document_no} wurde storniert; holen Sie ihn zurück, um erneut zu bestellen."
                )
            }
        }
    }
}

impl fmt::Display for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason().as_str())?;
        match self {
            Self::SiblingError { candidate, code } => write!(f, " {candidate} {code}"),
            Self::SiblingRejected { line_id } => write!(f, " {line_id}"),
            Self::OrderVoided { document_no } => write!(f, " {document_no}"),
            Self::Destination | Self::Release | Self::HeaderIncomplete | Self::HeaderSettling => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        Code::parse(text).unwrap().unwrap()
    }

    #[test]
    fn a_hold_is_stored_as_its_word_and_what_it_names() {
        let holds = [
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
        assert_eq!(holds.len(), HoldReason::ALL.len());
        for (hold, text) in holds {
            assert_eq!(hold.to_string(), text);
            assert_eq!(Hold::parse(text), Some(hold));
        }
    }

    #[test]
    fn what_no_hold_writes_is_none() {
        for text in
            ["", "held", "sibling.error", "sibling.error 42", "sibling.error x price.none", "order.voided"]
        {
            assert_eq!(Hold::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_words_name_the_culprit_and_why() {
        let hold = Hold::SiblingError { candidate: CandidateId(42), code: ProblemCode::PriceNone };
        for language in [Language::English, Language::German] {
            let message = hold.message(language);
            assert!(message.contains("42") && message.contains("price.none"), "{message}");
        }
    }
}
