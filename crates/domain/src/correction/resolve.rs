//! Resolution of names to stored values.

use jiff::tz::TimeZone;

use super::patch::{PartnerRoleReference, RequestedValue, prefixed};
use crate::calendar;
use crate::candidate::{
    Field, Names, OrderDocType, PartnerRole, Related, StoredText, currency_named, sales_partner_named,
    unit_named,
};
use crate::identifier::IdentifierString;
use crate::ids::{ContactId, LocationId, OrganisationId, PartnerId, ProductId, SHARED};
use crate::masterdata::{KeyComparison, Location, Partner, Product, exact_or_spelled, is_named};
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// Look-ups of records that a candidate of an organisation can refer to.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub organisation: OrganisationId,
    pub related: &'a Related,
}

impl Resolver<'_> {
    /// Resolves a name to its stored value; locations and contacts are those of the buyer.
    pub fn resolve(
        &self,
        field: Field,
        wanted: &RequestedValue,
        buyer: PartnerId,
    ) -> Result<String, Problem> {
        let found = match wanted {
            RequestedValue::Role(role) => return self.role(field, role).map(|role| role.to_stored()),
            RequestedValue::Value(value) => self.value(field, value),
            RequestedValue::Instant(instant) => {
                let organisation = self.related.reference.organisation(self.organisation);
                let zone = organisation.map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone());
                let day = calendar::day_of(*instant, &zone);
                day.map(|day| day.to_stored()).ok_or_else(|| Problem::new(ProblemCode::DateInvalid, ""))
            }
            RequestedValue::Code(code) => self.code(field, code),
            RequestedValue::Identifier(name) => self.identifier(field, name, buyer),
            RequestedValue::InvoiceDocType(kind) => {
                self.names().invoice_doc_type(kind).map(|id| id.to_stored())
            }
        };
        found.map_err(|problem| Problem { pointer: at(field).into(), ..problem })
    }

    fn names(&self) -> Names<'_> {
        Names { organisation: self.organisation, reference: &self.related.reference }
    }

    fn value(&self, field: Field, value: &str) -> Result<String, Problem> {
        if let (Field::OrderDocType, Some(wanted)) = (field, OrderDocType::parse(value)) {
            self.names().order_doc_type(wanted)?;
        }
        Ok(value.to_owned())
    }

    fn code(&self, field: Field, code: &Code) -> Result<String, Problem> {
        let (names, reference) = (self.names(), &self.related.reference);
        match field {
            Field::UomCode => unit_named(code, reference).map(|id| id.to_stored()),
            Field::CurrencyCode => currency_named(code, reference).map(|code| code.to_stored()),
            Field::PricingSystemCode => names.pricing_system(code).map(|id| id.to_stored()),
            Field::TaxCategoryCode => names.tax_category(code).map(|id| id.to_stored()),
            Field::WarehouseCode | Field::WarehouseDestCode => names.warehouse(code).map(|id| id.to_stored()),
            Field::SalesPartnerCode => {
                sales_partner_named(code, &self.sales_partners(code)).map(|id| id.to_stored())
            }
            _ => self
                .product(code)
                .map(|id| id.to_stored())
                .ok_or_else(|| unknown_record(field, code.as_str())),
        }
    }

    fn identifier(&self, field: Field, name: &IdentifierString, buyer: PartnerId) -> Result<String, Problem> {
        match field {
            Field::Shipper => self.names().shipper(name).map(|id| id.to_stored()),
            Field::PaymentTerm => self.names().payment_term(name).map(|id| id.to_stored()),
            Field::Location => self.location(buyer, name).map(|id| id.to_stored()),
            Field::Contact => self.contact(buyer, name).map(|id| id.to_stored()),
            _ => self.partner(name).map(|id| id.to_stored()),
        }
    }

    /// Resolves a partner role. Without location a bill partner gets its default bill-to, another role the default
    /// ship-to.
    fn role(&self, field: Field, named: &PartnerRoleReference) -> Result<PartnerRole, Problem> {
        let within = |member: &str, problem: Problem| Problem {
            pointer: format!("{}/{member}", at(field)).into(),
            ..problem
        };
        let partner = self.partner(&named.bpartner).map_err(|problem| within("bpartner", problem))?;
        let location = match &named.location {
            Some(name) => Some(self.location(partner, name).map_err(|problem| within("location", problem))?),
            None if field == Field::BillBPartner => self.bill_to(partner),
            None => self.ship_to(partner),
        };
        let contact = named.contact.as_ref().map(|name| self.contact(partner, name)).transpose();
        let contact = contact.map_err(|problem| within("contact", problem))?;
        Ok(PartnerRole { partner, location, contact })
    }

    fn sees(&self, owner: OrganisationId) -> bool {
        owner == self.organisation || owner == SHARED
    }

    fn partner(&self, name: &IdentifierString) -> Result<PartnerId, Problem> {
        let found = exact_or_spelled(|same| {
            let named = |one: &&Partner| {
                let keys = (one.external_id.as_ref(), Some(&one.code));
                self.sees(one.organisation) && is_named(name, one.id.0, keys, same)
            };
            let found = self.related.partners.values().filter(named);
            found.min_by_key(|one| (one.organisation == SHARED, one.id))
        });
        found.map(|one| one.id).ok_or_else(|| unknown_record(Field::Bpartner, &name.to_string()))
    }

    /// Finds a location by identifier string; `val-` is the GLN.
    fn location(&self, partner: PartnerId, name: &IdentifierString) -> Result<LocationId, Problem> {
        let found = exact_or_spelled(|same| {
            let named = |one: &&Location| {
                is_named(name, one.id.0, (one.external_id.as_ref(), one.gln.as_ref()), same)
            };
            self.locations(partner).filter(named).min_by_key(|one| rank(one))
        });
        found.map(|one| one.id).ok_or_else(|| unknown_record(Field::Location, &name.to_string()))
    }

    fn contact(&self, partner: PartnerId, name: &IdentifierString) -> Result<ContactId, Problem> {
        let found = exact_or_spelled(|same| {
            let contacts = self.related.contacts.values();
            let named = contacts.filter(|one| {
                let keys = (one.external_id.as_ref(), one.code.as_ref());
                one.partner == partner && self.sees(one.organisation) && is_named(name, one.id.0, keys, same)
            });
            named.min_by_key(|one| (one.organisation == SHARED, !one.active, one.id))
        });
        found.map(|one| one.id).ok_or_else(|| unknown_record(Field::Contact, &name.to_string()))
    }

    /// Finds a product by its exact code, otherwise by identifier string.
    fn product(&self, code: &Code) -> Option<ProductId> {
        let products = || self.related.products.values().filter(|one| self.sees(one.organisation));
        let rank = |one: &&Product| (one.organisation == SHARED, one.id);
        let found = exact_or_spelled(|same| {
            let by_code = products().filter(|one| same(&one.code, code)).min_by_key(rank);
            let identified = || {
                let name = prefixed(code)?;
                let named = |one: &&Product| {
                    is_named(&name, one.id.0, (one.external_id.as_ref(), Some(&one.code)), same)
                };
                products().filter(named).min_by_key(rank)
            };
            by_code.or_else(identified)
        });
        found.map(|one| one.id)
    }

    fn sales_partners(&self, code: &Code) -> Vec<PartnerId> {
        let of = |owner: OrganisationId, same: KeyComparison| -> Vec<PartnerId> {
            let partners = self.related.partners.values();
            let named = partners.filter(|one| {
                let coded = one.sales_code.as_ref().is_some_and(|of| same(of, code));
                one.active && one.organisation == owner && coded
            });
            named.map(|one| one.id).collect()
        };
        let found = exact_or_spelled(|same| {
            let own = of(self.organisation, same);
            let found = if own.is_empty() { of(SHARED, same) } else { own };
            Some(found).filter(|found| !found.is_empty())
        });
        found.unwrap_or_default()
    }

    fn locations(&self, partner: PartnerId) -> impl Iterator<Item = &Location> {
        let all = self.related.locations.values();
        all.filter(move |one| one.partner == partner && self.sees(one.organisation))
    }

    fn usual(&self, partner: PartnerId, fits: impl Fn(&Location) -> bool) -> Option<LocationId> {
        let active = self.locations(partner).filter(|one| one.active && fits(one));
        active.min_by_key(|one| rank(one)).map(|one| one.id)
    }

    /// Returns the partner's default ship-to, otherwise any active location.
    pub fn ship_to(&self, partner: PartnerId) -> Option<LocationId> {
        self.usual(partner, |one| one.ship_to_default).or_else(|| self.usual(partner, |_| true))
    }

    fn bill_to(&self, partner: PartnerId) -> Option<LocationId> {
        self.usual(partner, |one| one.bill_to_default).or_else(|| self.ship_to(partner))
    }
}

/// Returns the sort key: own before shared, active before inactive.
fn rank(one: &Location) -> (bool, bool, LocationId) {
    (one.organisation == SHARED, !one.active, one.id)
}

/// Returns the pointer to an override in a patch.
pub(super) fn at(field: Field) -> String {
    format!("/override/{}", field.as_str())
}

fn unknown_record(field: Field, value: &str) -> Problem {
    Problem::new(ProblemCode::ReferenceUnknown, at(field)).with("name", field.as_str()).with("value", value)
}
