//! Compares values of a row with the records that its keys match, and reports clear differences.

use crate::candidate::{Candidate, Field};
use crate::ids::DataSourceId;
use crate::masterdata::{Location, MatchDifferences, Partner, Product, Reference};
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Name, name_differs, value_differs};

/// Returns how a data source handles values that differ from the record found.
pub(crate) fn match_differences(source: DataSourceId, reference: &Reference) -> MatchDifferences {
    reference.data_source(source).map_or(MatchDifferences::Warn, |source| source.differences)
}

/// Compares a sent name with that of the partner in a role.
pub(crate) fn partner_difference(partner: &Partner, sent: Option<&str>, role: &str) -> Option<Problem> {
    let (stored, sent) = (partner.name.as_str(), sent?);
    let differing = || Problem::new(ProblemCode::BpartnerDiffers, format!("{role}/bpartner/name"));
    name_differs(stored, sent).then(|| with_values(differing(), ("name", stored, sent)))
}

/// Compares a sent name with that of a product.
pub(crate) fn product_difference(product: &Product, sent: Option<&str>) -> Option<Problem> {
    let (stored, sent) = (product.name.as_str(), sent?);
    let differing = || Problem::new(ProblemCode::ProductDiffers, "/product/name");
    name_differs(stored, sent).then(|| with_values(differing(), ("name", stored, sent)))
}

/// Compares the sent postal code, city and country with those of the location in a role. Values that the location does
/// not have are not compared.
pub(crate) fn location_differences(
    location: &Location,
    sent: [Option<&str>; 3],
    role: &str,
) -> impl Iterator<Item = Problem> {
    let stored = [
        location.postal.as_ref().map(Code::as_str),
        location.city.as_ref().map(Name::as_str),
        Some(location.country.as_str()),
    ];
    let values = COMPARED.into_iter().zip(stored).zip(sent);
    let values = values.filter_map(|((member, stored), sent)| Some((member, stored?, sent?)));
    let differing = values.filter(|(_, stored, sent)| value_differs(stored, sent));
    differing.map(move |(member, stored, sent)| {
        let problem = Problem::new(ProblemCode::LocationDiffers, format!("{role}/location/{member}"));
        with_values(problem, (member, stored, sent))
    })
}

/// Members of a location that are compared.
const COMPARED: [&str; 3] = ["postal", "city", "countryCode"];

fn with_values(problem: Problem, (member, stored, sent): (&str, &str, &str)) -> Problem {
    problem.with("member", member).with("stored", stored).with("sent", sent)
}

/// Compares the imported values of a candidate with its current partners, locations and product. Records that were chosen
/// by a user or found by a cross-reference are not compared.
pub(super) fn differences(
    candidate: &Candidate,
    roles: [Option<(Option<&Partner>, Option<&Location>)>; 4],
    product: Option<&Product>,
) -> Vec<Problem> {
    let chosen = |field: Field| candidate.overrides.iter().any(|one| one.field == field);
    let mut found = Vec::new();
    for ((records, fields), role) in roles.into_iter().zip(ROLE_FIELDS).zip(ROLE_POINTERS) {
        let (Some((partner, location)), [chooses_partner, chooses_location]) = (records, fields) else {
            continue;
        };
        let sent = |member: &str| sent_value(candidate, role, member);
        let mapped = |part: &str| candidate.content.is_mapped(role, part);
        if let Some(partner) = partner.filter(|_| !chosen(chooses_partner) && !mapped("/bpartner")) {
            found.extend(partner_difference(partner, sent("/bpartner/name"), role));
        }
        if let Some(location) = location.filter(|_| !chosen(chooses_location) && !mapped("/location")) {
            let values = ["/location/postal", "/location/city", "/location/countryCode"].map(sent);
            found.extend(location_differences(location, values, role));
        }
    }
    let mapped = candidate.content.is_mapped("", "/product");
    if let Some(product) = product.filter(|_| !chosen(Field::ProductCode) && !mapped) {
        found.extend(product_difference(product, sent_value(candidate, "", "/product/name")));
    }
    found
}

/// JSON Pointer of each partner role in a candidate.
pub(super) const ROLE_POINTERS: [&str; 4] =
    ["/bpartner", "/billBPartner", "/dropShipBPartner", "/handOverBPartner"];

/// Members whose overrides select partner and location of each role.
const ROLE_FIELDS: [[Field; 2]; 4] = [
    [Field::Bpartner, Field::Location],
    [Field::BillBPartner, Field::BillBPartner],
    [Field::DropShipBPartner, Field::DropShipBPartner],
    [Field::HandOverBPartner, Field::HandOverBPartner],
];

/// Returns a name, code or country of a row as sent.
fn sent_value<'a>(candidate: &'a Candidate, role: &str, member: &str) -> Option<&'a str> {
    let mut members = candidate.content.members();
    members.find(|found| found.pointer.strip_prefix(role) == Some(member)).map(|found| found.value)
}
