//! What is kept of the rows of a request, as JSON: the form in which every backend stores it.

use std::borrow::Cow;

use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::import::{NotedOutcome, RowNote};
use orderdock_domain::problem::ProblemCode;
use serde::{Deserialize, Serialize};

/// Why a text is no list of notes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no list of notes about rows: {0}")]
pub struct RowNoteFault(String);

/// A note as it is written. One with a candidate is of a row that is there already.
#[derive(Serialize, Deserialize)]
struct WrittenNote<'a> {
    row: u32,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    header: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    line: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    organisation: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate: Option<i64>,
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    codes: Vec<Cow<'a, str>>,
}

/// Nothing where there are none.
pub fn encode_row_notes(notes: &[RowNote]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let notes: Vec<_> = notes.iter().map(WrittenNote::of).collect();
    // the shape holds nothing that JSON cannot write
    serde_json::to_string(&notes).unwrap_or_default()
}

pub fn decode_row_notes(text: &str) -> Result<Vec<RowNote>, RowNoteFault> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let notes: Vec<WrittenNote<'_>> =
        serde_json::from_str(text).map_err(|error| RowNoteFault(error.to_string()))?;
    notes.into_iter().map(WrittenNote::read).collect()
}

impl<'a> WrittenNote<'a> {
    fn of(note: &'a RowNote) -> Self {
        let RowNote { index, header_id, line_id, organisation, outcome } = note;
        let (candidate, codes) = match outcome {
            NotedOutcome::Unchanged(candidate) => (Some(candidate.0), &[][..]),
            NotedOutcome::Rejected(codes) => (None, codes.as_slice()),
        };
        Self {
            row: *index,
            header: header_id.as_deref().map(Cow::Borrowed),
            line: line_id.as_deref().map(Cow::Borrowed),
            organisation: organisation.map(|id| id.0),
            candidate,
            codes: codes.iter().map(|code| Cow::Borrowed(code.as_str())).collect(),
        }
    }

    fn read(self) -> Result<RowNote, RowNoteFault> {
        let code =
            |word: &Cow<'_, str>| ProblemCode::parse(word).ok_or_else(|| RowNoteFault(word.to_string()));
        let outcome = match self.candidate {
            Some(id) => NotedOutcome::Unchanged(CandidateId(id)),
            None => NotedOutcome::Rejected(self.codes.iter().map(code).collect::<Result<_, _>>()?),
        };
        Ok(RowNote {
            index: self.row,
            header_id: self.header.map(Cow::into_owned),
            line_id: self.line.map(Cow::into_owned),
            organisation: self.organisation.map(OrganisationId),
            outcome,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(index: u32, outcome: NotedOutcome) -> RowNote {
        let header_id = Some("A\t\"1\"\\ü".to_owned());
        RowNote { index, header_id, line_id: None, organisation: Some(OrganisationId(7)), outcome }
    }

    #[test]
    fn comes_back_as_it_was() {
        let notes = vec![
            note(0, NotedOutcome::Unchanged(CandidateId(i64::MAX))),
            note(7, NotedOutcome::Rejected(vec![ProblemCode::UomUnknown, ProblemCode::PropertyMissing])),
            RowNote {
                header_id: None,
                line_id: Some("\u{1f}\n".to_owned()),
                organisation: None,
                ..note(u32::MAX, NotedOutcome::Rejected(Vec::new()))
            },
        ];
        let text = encode_row_notes(&notes);
        assert_eq!(decode_row_notes(&text), Ok(notes));
        assert_eq!((encode_row_notes(&[]), decode_row_notes("")), (String::new(), Ok(Vec::new())));
    }

    #[test]
    fn refuses_what_it_did_not_write() {
        for text in ["x", "{}", "[{}]", r#"[{"row":1,"codes":["no.such"]}]"#] {
            assert!(decode_row_notes(text).is_err(), "{text}");
        }
    }
}
