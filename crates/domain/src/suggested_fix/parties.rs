//! Suggested fixes for unusable partners, locations and products.

use super::case::{FixFinder, alternatives};
use super::{Confidence, ProposedRecord, SuggestedFix, SuggestedFixKind};
use crate::candidate::{Field, PartnerRole};
use crate::correction::{CandidatePatch, OverrideChange, PartnerRoleReference, RequestedValue};
use crate::identifier::IdentifierString;
use crate::masterdata::kinds::KindName;
use crate::masterdata::{Location, Partner};
use crate::money::visible;
use crate::phrase::Phrase;
use crate::problem::ProblemCode;
use crate::text::Name;

/// Pointer prefix of each role in a row, and the member that overrides it.
const ROLE_FIELDS: [(&str, Field); 4] = [
    ("/bpartner/", Field::Bpartner),
    ("/billBPartner/", Field::BillBPartner),
    ("/dropShipBPartner/", Field::DropShipBPartner),
    ("/handOverBPartner/", Field::HandOverBPartner),
];
/// Maximum number of suggested locations.
const FEW: usize = 3;

impl FixFinder<'_> {
    /// Suggests activating the inactive partners.
    pub fn partners(&self) -> Vec<Option<SuggestedFix>> {
        let mut seen = Vec::new();
        let roles = self.candidate.roles().filter_map(|role| {
            let partner = self.context.records.related.partners.get(&role.partner)?;
            let first = !partner.active && !seen.contains(&partner.id);
            seen.push(partner.id);
            first.then(|| self.activated(partner))
        });
        roles.collect()
    }

    fn activated(&self, partner: &Partner) -> Option<SuggestedFix> {
        let code = partner.code.as_str();
        let text = Phrase::ActivatePartnerFix.of([code.into(), partner.name.as_str().into()]);
        let record = ProposedRecord::default()
            .with("org", self.owner(partner.organisation)?)
            .with("code", code)
            .with("name", partner.name.as_str())
            .with("active", true);
        let kind = (KindName::Partners, partner.organisation);
        Some(Self::write((SuggestedFixKind::ActivatePartner, text), Confidence::Possible, kind, record))
    }

    pub fn activated_product(&self) -> Option<SuggestedFix> {
        let product = self.product()?;
        let code = product.code.as_str();
        let text = Phrase::ActivateProductFix.of([code.into(), product.name.as_str().into()]);
        let record = self.product_record()?.with("active", true);
        let kind = (KindName::Products, product.organisation);
        Some(Self::write((SuggestedFixKind::ActivateProduct, text), Confidence::Possible, kind, record))
    }

    /// Suggests confirming the partners and locations that differ from the sent values.
    pub fn confirm_roles(&self, problem: ProblemCode) -> Option<SuggestedFix> {
        let roles = ROLE_FIELDS.into_iter().zip(self.candidate.given_roles());
        let differing =
            roles.filter(|((place, _), _)| self.pointers(problem).any(|at| at.starts_with(place)));
        let changes = differing.filter_map(|((_, field), role)| {
            let role = role?;
            let (field, wanted) = match (field, problem) {
                (Field::Bpartner, ProblemCode::LocationDiffers) => {
                    (Field::Location, RequestedValue::Identifier(IdentifierString::Id(role.location?.0)))
                }
                (Field::Bpartner, _) => {
                    (field, RequestedValue::Identifier(IdentifierString::Id(role.partner.0)))
                }
                _ => (
                    field,
                    RequestedValue::Role(PartnerRoleReference {
                        bpartner: IdentifierString::Id(role.partner.0),
                        location: role.location.map(|location| IdentifierString::Id(location.0)),
                        contact: role.contact.map(|contact| IdentifierString::Id(contact.0)),
                    }),
                ),
            };
            Some((field, OverrideChange::Set(wanted)))
        });
        self.confirm(problem, changes.collect())
    }

    /// Suggests confirming the product.
    pub fn confirm_product(&self) -> Option<SuggestedFix> {
        let wanted = RequestedValue::Code(self.product()?.code.clone());
        self.confirm(ProblemCode::ProductDiffers, vec![(Field::ProductCode, OverrideChange::Set(wanted))])
    }

    fn confirm(&self, problem: ProblemCode, changes: Vec<(Field, OverrideChange)>) -> Option<SuggestedFix> {
        let kind = (SuggestedFixKind::KeepRecord, Phrase::KeepRecordFix.into());
        self.patch(problem, kind, Confidence::Possible, CandidatePatch::setting(changes))
    }

    /// Suggests other locations of the partners whose location is unusable.
    pub fn places(&self, problem: ProblemCode) -> Vec<Option<SuggestedFix>> {
        let fields = [Field::Location, Field::BillBPartner, Field::DropShipBPartner, Field::HandOverBPartner];
        let locations = &self.context.records.related.locations;
        let unusable = |role: &PartnerRole| match role.location {
            Some(id) => locations.get(&id).is_none_or(|location| !location.active),
            None => problem == ProblemCode::LocationNone,
        };
        let roles = fields.into_iter().zip(self.candidate.given_roles());
        let roles = roles.filter_map(|(field, role)| Some((field, role.filter(unusable)?)));
        roles.flat_map(|(field, role)| self.places_of(problem, field, role)).map(Some).collect()
    }

    fn places_of(&self, problem: ProblemCode, field: Field, role: PartnerRole) -> Vec<SuggestedFix> {
        let own = self.candidate.organisation;
        let mut places: Vec<&Location> = self.context.records.related.locations.values().collect();
        places.retain(|place| {
            place.active && place.partner == role.partner && visible(place.organisation, own)
        });
        // default ship-to location before others
        places.sort_by_key(|place| (!place.ship_to_default, place.id));
        let suggested_fixes = places.into_iter().filter_map(|place| {
            let text = Phrase::ChooseLocationFix.of([location_text(place).into()]);
            let wanted = match field {
                Field::Location => RequestedValue::Identifier(IdentifierString::Id(place.id.0)),
                _ => RequestedValue::Role(PartnerRoleReference {
                    bpartner: IdentifierString::Id(role.partner.0),
                    location: Some(IdentifierString::Id(place.id.0)),
                    contact: role.contact.map(|contact| IdentifierString::Id(contact.0)),
                }),
            };
            self.set(problem, (SuggestedFixKind::ChooseLocation, text), Confidence::Possible, (field, wanted))
        });
        alternatives(suggested_fixes, FEW)
    }
}

/// Returns the display name of a location.
pub(super) fn location_text(place: &Location) -> String {
    let names = [&place.name, &place.address1, &place.city].into_iter().flatten();
    let names: Vec<_> = names.map(Name::as_str).chain([place.country.as_str()]).collect();
    names.join(", ")
}
