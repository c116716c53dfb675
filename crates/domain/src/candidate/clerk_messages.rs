//! Messages about problems and holds for clerks. They contain labels instead of JSON names, and no codes.

use super::{FieldDescriptor, Hold, OrderDocType};
use crate::phrase::Phrase;
use crate::problem::{Language, Param, Problem, ProblemCode};

impl OrderDocType {
    pub fn phrase(self) -> Phrase {
        match self {
            Self::SalesOrder => Phrase::SalesOrderType,
            Self::PrepayOrder => Phrase::PrepayOrderType,
        }
    }
}

impl Problem {
    /// Returns the message for clerks; senders get [`message`](Self::message).
    pub fn for_clerks(&self, language: Language) -> String {
        self.clerk_wording(language).unwrap_or_else(|| self.message(language))
    }

    fn clerk_wording(&self, language: Language) -> Option<String> {
        let text = |name: &str| match self.param(name)? {
            Param::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let wording = match self.code {
            ProblemCode::QtyNotPositive => Phrase::QuantityAboveZero.of([self.value("seen")?]),
            ProblemCode::PropertyMissing => {
                Phrase::ValueMissing.of([FieldDescriptor::named(text("name")?)?.label_in(language).into()])
            }
            ProblemCode::OrderDocTypeUnknown => {
                Phrase::NoDocumentType.of([OrderDocType::parse(text("value")?)?.phrase().into()])
            }
            _ => return None,
        };
        Some(wording.text(language))
    }
}

impl Hold {
    /// Returns the reason for clerks, including the reason of a sibling.
    pub fn for_clerks(&self, language: Language) -> String {
        match self {
            Self::SiblingError { candidate, .. } => {
                Phrase::SiblingInError.of([candidate.0.into()]).text(language)
            }
            _ => self.message(language),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::CandidateId;

    #[test]
    fn messages_for_clerks_contain_no_codes_or_member_names() {
        let wording = |problem: Problem| Language::ALL.map(|language| problem.for_clerks(language));
        for (problem, english, german) in [
            (
                Problem::new(ProblemCode::PropertyMissing, "/dateRequired").with("name", "dateRequired"),
                "Date required is missing.",
                "Wunschtermin fehlt.",
            ),
            (
                Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "-2.5"),
                "The quantity must be greater than 0, but is -2.5.",
                "Die Menge muss größer als 0 sein, ist aber -2,5.",
            ),
            (
                Problem::new(ProblemCode::OrderDocTypeUnknown, "")
                    .with("sub", "PR")
                    .with("value", "PrepayOrder"),
                "No document type is set up for: prepay order.",
                "Keine Belegart eingerichtet für: Vorkasse-Auftrag.",
            ),
            (
                Problem::new(ProblemCode::ProductInactive, "").with("code", "P1"),
                "Product “P1” is inactive.",
                "Das Produkt „P1“ ist inaktiv.",
            ),
        ] {
            assert_eq!(wording(problem), [english, german]);
        }
        let hold = Hold::SiblingError { candidate: CandidateId(7), code: ProblemCode::PriceNone };
        for language in Language::ALL {
            let (clerk, sender) = (hold.for_clerks(language), hold.message(language));
            assert_eq!(sender, format!("{} (price.none).", clerk.trim_end_matches('.')));
        }
    }
}
