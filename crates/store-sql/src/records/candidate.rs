use orderdock_domain::candidate::{Candidate, ExternalIdentity, PartnerRole};
use orderdock_domain::candidate_members;
use orderdock_domain::ids::{ContactId, LocationId, PartnerId};
use orderdock_domain::number::sort_key;
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::HeaderGroup;
use orderdock_domain::text::{Code, fold};
use orderdock_store::{StoreError, StoreResult, decode_problems, encode_problems};

use super::{parts, record};
use crate::Datum;
use crate::column::{Columns, Fields, Held, HeldColumns, NULL, Taken, owned};
use crate::content;

parts! {
    PartnerRole { partner, location, contact }
    ExternalIdentity { header_id, line_id, flat }
}

macro_rules! candidate_record {
    ([$($own:tt)*]
        $($field:ident $sent:tt { $how:ident $kept:ident: $held:ty, [$($column:ident)?] }
            { $over:tt, $label:tt, [$($key:ident)?] } $words:tt;)*
    ) => {
        record! {
            Candidate in "candidate" { $($own)* $($kept $(: $column)?),* }
            made of candidate {
                qty_key: sort_key(&candidate.qty),
                price_key: candidate.price_in_effect().map(|price| sort_key(&price)),
                header_group: HeaderGroup::of(candidate).key(),
                line_key: line_key(&candidate.identity),
                $($($key: candidate.$kept.folded(),)?)*
            }
            behind { content by content::read }
        }
    };
}

// its content is written once, to a table of its own
candidate_members!(candidate_record! [
    id, version, organisation: org_id, status, hold, problems, assigned_to, data_source: data_source_id,
    data_dest: data_dest_id, identity: (external_header_id external_line_id flat_identity),
    request: request_id, request_index,
    buyer: (bpartner_id bpartner_location_id bpartner_contact_id),
    bill: (bill_bpartner_id bill_location_id bill_contact_id),
    drop_ship: (drop_ship_bpartner_id drop_ship_location_id drop_ship_contact_id),
    hand_over: (hand_over_bpartner_id hand_over_location_id hand_over_contact_id),
    product: product_id, list_price, net, tax_category: tax_category_id, overrides, created_at, updated_at,
]);

/// A text by which lists are filtered.
trait Folded {
    type Key;

    fn folded(&self) -> Self::Key;
}

impl Folded for Code {
    type Key = String;

    fn folded(&self) -> String {
        fold(self.as_str())
    }
}

impl<T: Folded> Folded for Option<T> {
    type Key = Option<T::Key>;

    fn folded(&self) -> Self::Key {
        self.as_ref().map(Folded::folded)
    }
}

/// By what a line is searched, unless that is the line itself. A flat identity is no header, so it is searched as a line.
fn line_key(identity: &ExternalIdentity) -> Option<String> {
    let line = if identity.flat { &identity.header_id } else { &identity.line_id };
    Some(fold(line.as_str())).filter(|key| key != identity.line_id.as_str())
}

/// A role that nobody has is written as nothing.
impl Taken for Option<PartnerRole> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let (partner, location, contact): (Option<PartnerId>, _, _) = fields.take()?;
        Ok(partner.map(|partner| PartnerRole { partner, location, contact }))
    }
}

impl HeldColumns for Option<PartnerRole> {
    const HELD: &'static [Held] =
        &[Held::of::<Option<PartnerId>>(), Held::of::<Option<LocationId>>(), Held::of::<Option<ContactId>>()];
}

impl Columns for Option<PartnerRole> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        match self {
            Some(role) => role.put(row),
            None => row.extend([NULL; 3]),
        }
    }
}

/// None are written as nothing.
impl Taken for Vec<Problem> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let Some(json) = fields.take::<Option<String>>()? else { return Ok(Self::new()) };
        decode_problems(&json)
            .map_err(|fault| StoreError::Inconsistent { place: "problems", fault: fault.to_string() })
    }
}

impl HeldColumns for Vec<Problem> {
    const HELD: &'static [Held] = &[Held::of::<Option<String>>()];
}

impl Columns for Vec<Problem> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        row.push(problems_json(self));
    }
}

/// Problems as they stand in a column; absent where there are none.
pub fn problems_json(problems: &[Problem]) -> Datum<'static> {
    if problems.is_empty() { NULL } else { owned(encode_problems(problems)) }
}
