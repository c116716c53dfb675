//! Free texts of a candidate.

use orderdock_domain::candidate::{Candidate, Field};
use serde::Serialize;
use utoipa::ToSchema;

/// Free texts of a candidate, as sent.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct FreeTexts<'a> {
    pub product_description: Option<&'a str>,
    pub description: Option<&'a str>,
}

impl<'a> FreeTexts<'a> {
    pub fn of(candidate: &'a Candidate) -> Self {
        Self {
            product_description: candidate.product_description.as_ref().map(AsRef::as_ref),
            description: candidate.description.as_ref().map(AsRef::as_ref),
        }
    }

    /// Removes the texts of unwanted members.
    pub fn only(self, wanted: impl Fn(Field) -> bool) -> Self {
        Self {
            product_description: self.product_description.filter(|_| wanted(Field::ProductDescription)),
            description: self.description.filter(|_| wanted(Field::Description)),
        }
    }
}
