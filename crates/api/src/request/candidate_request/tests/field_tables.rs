//! Schemas of request blocks and responses have the members of the field tables of the domain.

use std::collections::BTreeMap;

use orderdock_domain::masterdata::{
    CONTACT_FIELDS, LOCATION_FIELDS, PARTNER_FIELDS, PRODUCT_FIELDS, RecordField,
};
use utoipa::PartialSchema;

use crate::request::candidate_request::partner::{ContactMembers, LocationMembers, PartnerMembers};
use crate::request::candidate_request::product::ProductMembers;
use crate::response::{ContactResponse, LocationResponse, PartnerResponse};

/// Properties of a schema with their descriptions.
fn properties<S: PartialSchema>() -> BTreeMap<String, String> {
    let schema = serde_json::to_value(S::schema()).unwrap();
    let properties = schema["properties"].as_object().unwrap();
    let description =
        |property: &serde_json::Value| property["description"].as_str().unwrap_or_default().to_owned();
    properties.iter().map(|(name, property)| (name.clone(), description(property))).collect()
}

/// Checks that a request block has exactly the members of a table and `others`, with the descriptions of the table.
#[track_caller]
fn assert_request<S: PartialSchema>(fields: &[RecordField], others: &[&str]) {
    let mut properties = properties::<S>();
    for other in others {
        assert!(properties.remove(*other).is_some(), "{other}");
    }
    let table = fields.iter().map(|field| (field.json.to_owned(), field.description.to_owned()));
    assert_eq!(properties, table.collect());
}

/// Checks that a response has all members of a table except `missing`.
#[track_caller]
fn assert_response<S: PartialSchema>(fields: &[RecordField], missing: &[&str]) {
    let properties = properties::<S>();
    let not_there = fields.iter().map(|field| field.json).filter(|name| !properties.contains_key(*name));
    assert_eq!(not_there.collect::<Vec<_>>(), missing);
}

#[test]
fn request_blocks_have_the_members_of_the_field_tables() {
    assert_request::<PartnerMembers<'_>>(PARTNER_FIELDS, &["active", "syncAdvise"]);
    assert_request::<LocationMembers<'_>>(LOCATION_FIELDS, &["active", "state", "syncAdvise"]);
    assert_request::<ContactMembers<'_>>(CONTACT_FIELDS, &["active", "syncAdvise"]);
    assert_request::<ProductMembers<'_>>(PRODUCT_FIELDS, &["uomCode", "priceStd", "syncAdvise"]);
}

#[test]
fn responses_have_the_members_of_the_field_tables() {
    assert_response::<PartnerResponse<'_>>(PARTNER_FIELDS, &["invoiceRule"]);
    assert_response::<LocationResponse<'_>>(LOCATION_FIELDS, &[]);
    assert_response::<ContactResponse<'_>>(CONTACT_FIELDS, &[]);
}
