//! Responses with only the members of metasfresh (`Prefer: return=minimal`), for clients that reject unknown
//! members.

use std::fmt;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use orderdock_app::Caller;
use orderdock_domain::problem::ProblemCode;
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::http::body::preferences;
use crate::http::error::ApiError;

const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// Members of a metasfresh response (revision 6c7bfd86890, version 1 of the interface).
#[derive(Debug)]
pub enum OriginalMembers {
    /// Any value.
    Value,
    List(&'static Self),
    Object(&'static [(&'static str, &'static Self)]),
}

use OriginalMembers::{List, Object, Value};

/// `JsonOLCandCreateBulkResponse`.
pub const CANDIDATES: OriginalMembers = Object(&[("result", &List(&CANDIDATE))]);
/// `JsonSalesOrder`.
pub const ORDER: OriginalMembers = Object(&[("salesOrderId", &Value)]);
/// `JsonAttachment`.
pub const ATTACHMENT: OriginalMembers = Object(&[
    ("externalReference", &Value),
    ("externalSystemCode", &Value),
    ("attachmentId", &Value),
    ("type", &Value),
    ("filename", &Value),
    ("mimeType", &Value),
    ("url", &Value),
]);

/// `JsonOLCand`.
const CANDIDATE: OriginalMembers = Object(&[
    ("id", &Value),
    ("externalLineId", &Value),
    ("externalHeaderId", &Value),
    ("poReference", &Value),
    ("org", &ORGANISATION),
    ("bpartner", &BLOCK),
    ("billBPartner", &BLOCK),
    ("dropShipBPartner", &BLOCK),
    ("handOverBPartner", &BLOCK),
    ("dateOrdered", &Value),
    ("datePromised", &Value),
    ("flatrateConditionsId", &Value),
    ("productId", &Value),
    ("productDescription", &Value),
    ("qty", &Value),
    ("uomId", &Value),
    ("qtyItemCapacity", &Value),
    ("huPIItemProductId", &Value),
    ("pricingSystemId", &Value),
    ("price", &Value),
    ("discount", &Value),
    ("warehouseDestId", &Value),
]);
/// `JsonOrganization`.
const ORGANISATION: OriginalMembers = Object(&[("code", &Value), ("name", &Value)]);
/// `JsonResponseBPartnerLocationAndContact`.
const BLOCK: OriginalMembers =
    Object(&[("bpartner", &PARTNER), ("location", &LOCATION), ("contact", &CONTACT)]);
/// `JsonResponseBPartner`.
const PARTNER: OriginalMembers = Object(&[
    ("metasfreshId", &Value),
    ("externalId", &Value),
    ("code", &Value),
    ("globalId", &Value),
    ("active", &Value),
    ("name", &Value),
    ("name2", &Value),
    ("name3", &Value),
    ("companyName", &Value),
    ("parentId", &Value),
    ("phone", &Value),
    ("language", &Value),
    ("url", &Value),
    ("url2", &Value),
    ("url3", &Value),
    ("group", &Value),
    ("vendor", &Value),
    ("customer", &Value),
    ("company", &Value),
    ("vatId", &Value),
]);
/// `JsonResponseLocation`.
const LOCATION: OriginalMembers = Object(&[
    ("metasfreshId", &Value),
    ("externalId", &Value),
    ("active", &Value),
    ("name", &Value),
    ("bpartnerName", &Value),
    ("address1", &Value),
    ("address2", &Value),
    ("address3", &Value),
    ("address4", &Value),
    ("poBox", &Value),
    ("postal", &Value),
    ("city", &Value),
    ("district", &Value),
    ("region", &Value),
    ("countryCode", &Value),
    ("gln", &Value),
    ("shipTo", &Value),
    ("shipToDefault", &Value),
    ("billTo", &Value),
    ("billToDefault", &Value),
    ("visitorsAddress", &Value),
    ("handoverLocation", &Value),
    ("remitTo", &Value),
    ("replicationLookupDefault", &Value),
]);
/// `JsonResponseContact`.
const CONTACT: OriginalMembers = Object(&[
    ("metasfreshId", &Value),
    ("externalId", &Value),
    ("metasfreshBPartnerId", &Value),
    ("code", &Value),
    ("active", &Value),
    ("name", &Value),
    ("greeting", &Value),
    ("firstName", &Value),
    ("lastName", &Value),
    ("email", &Value),
    ("phone", &Value),
    ("mobilePhone", &Value),
    ("fax", &Value),
    ("description", &Value),
    ("newsletter", &Value),
    ("shipToDefault", &Value),
    ("billToDefault", &Value),
    ("defaultContact", &Value),
    ("sales", &Value),
    ("salesDefault", &Value),
    ("purchase", &Value),
    ("purchaseDefault", &Value),
    ("subjectMatter", &Value),
]);

/// Whether a caller wants minimal responses: for this request, or by the setting of the token.
pub fn is_wanted(headers: &HeaderMap, caller: &Caller) -> bool {
    match preferences(headers, "return").next() {
        Some(wanted) => wanted.eq_ignore_ascii_case("minimal"),
        None => caller.minimal_responses,
    }
}

/// Removes members that metasfresh does not have. Errors and lists with rejected rows stay complete, because
/// they need the other members.
pub async fn reduced(response: Response, shape: &OriginalMembers) -> Result<Response, ApiError> {
    if !matches!(response.status(), StatusCode::OK | StatusCode::CREATED) {
        return Ok(response);
    }
    let (mut parts, body) = response.into_parts();
    let whole = to_bytes(body, usize::MAX).await.map_err(|_| ProblemCode::ServerFault)?;
    let mut reduced = Vec::with_capacity(whole.len() / 2);
    let text = std::str::from_utf8(&whole).map_err(|_| ProblemCode::ServerFault)?;
    shape.write(text, &mut reduced).map_err(|fault| {
        tracing::error!(%fault, "reducing a response failed");
        ApiError::from(ProblemCode::ServerFault)
    })?;
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(PREFERENCE_APPLIED, HeaderValue::from_static("return=minimal"));
    Ok(Response::from_parts(parts, Body::from(reduced)))
}

impl OriginalMembers {
    fn write(&self, text: &str, out: &mut Vec<u8>) -> serde_json::Result<()> {
        match (self, text.as_bytes().first()) {
            (List(shape), Some(b'[')) => {
                let values: Vec<&RawValue> = serde_json::from_str(text)?;
                out.push(b'[');
                for (index, value) in values.into_iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    shape.write(value.get(), out)?;
                }
                out.push(b']');
            }
            (Object(known), Some(b'{')) => {
                let RawMembers(members) = serde_json::from_str(text)?;
                let shape_of =
                    |name: &str| known.iter().find(|(known, _)| *known == name).map(|(_, shape)| shape);
                let members =
                    members.into_iter().filter_map(|(name, value)| Some((shape_of(&name)?, name, value)));
                out.push(b'{');
                for (index, (shape, name, value)) in members.enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    serde_json::to_writer(&mut *out, &name)?;
                    out.push(b':');
                    shape.write(value.get(), out)?;
                }
                out.push(b'}');
            }
            _ => out.extend_from_slice(text.as_bytes()),
        }
        Ok(())
    }
}

/// Members of an object in their order, with unparsed values.
struct RawMembers<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for RawMembers<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MemberVisitor;

        impl<'de> Visitor<'de> for MemberVisitor {
            type Value = RawMembers<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(RawMembers(members))
            }
        }

        deserializer.deserialize_map(MemberVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_members_are_removed() {
        let whole = r#"{"result":[{"outcome":"created","id":7,"qty":1.10,"org":{"id":1,"code":"00\u0031"},
            "bpartner":{"bpartner":{"code":"G","id":3},"contact":null},"problems":[{"id":1}]}],"warnings":[]}"#;
        let mut reduced = Vec::new();
        CANDIDATES.write(whole, &mut reduced).unwrap();
        let expected = r#"{"result":[{"id":7,"qty":1.10,"org":{"code":"00\u0031"},"bpartner":{"bpartner":{"code":"G"},"contact":null}}]}"#;
        assert_eq!(String::from_utf8(reduced).unwrap(), expected);
    }
}
