//! The JSON members of a candidate, compared with the table of the domain.

use orderdock_domain::candidate::{CANDIDATE_FIELDS, Field};
use utoipa::PartialSchema;

use crate::request::candidate_override::{ChangesMembers, OverrideMembers};
use crate::request::candidate_request::CandidateBody;

/// Properties of a schema, in the order of the document.
fn properties<T: PartialSchema>() -> Vec<String> {
    let schema = serde_json::to_value(T::schema()).unwrap();
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn request_has_the_members_of_the_table() {
    let properties = properties::<CandidateBody<'_>>();
    for field in CANDIDATE_FIELDS {
        assert!(properties.iter().any(|name| name == field.json), "{}", field.json);
        for alias in field.aliases {
            assert!(properties.iter().all(|name| name != alias), "{alias} is not documented");
        }
    }
}

#[test]
fn overrides_and_edits_have_every_member_that_can_be_set() {
    let settable = Field::ALL.iter().filter(|field| !Field::UNSUPPORTED.contains(field));
    let mut settable: Vec<_> = settable.map(|field| field.as_str()).collect();
    settable.sort_unstable();
    for mut properties in [properties::<OverrideMembers<'_>>(), properties::<ChangesMembers<'_>>()] {
        properties.sort_unstable();
        assert_eq!(properties, settable);
    }
}
