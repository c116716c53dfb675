//! Look-up of requested values: resolves codes and identifier strings to the stored values of overrides.

use jiff::tz::TimeZone;

use super::mappings::CorrectionMappings;
use super::patch::{PartnerRoleReference, RequestedValue, prefixed};
use crate::calendar;
use crate::candidate::{
    Field, Names, OrderDocType, PartnerRole, Related, StoredText, currency_named, sales_partner_named,
    unit_named,
};
use crate::identifier::IdentifierString;
use crate::ids::{
    ContactId, DataSourceId, LocationId, OrganisationId, PartnerId, PaymentTermId, ProductId, SHARED,
    ShipperId, UnitId, WarehouseId,
};
use crate::masterdata::{
    CrossReferenceKind, CrossReferenceMember, CrossReferenceScope, KeyComparison, Location, Partner, Product,
    SentKey, exact_or_spelled, identifier_key, is_named,
};
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// Look-ups of records that a candidate of an organisation can refer to. A value names the record with this key,
/// otherwise the record of a cross-reference for the candidate's data source and buyer. Own keys take precedence, because
/// clerks choose records by them.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub related: &'a Related,
    pub mappings: &'a CorrectionMappings,
}

impl Resolver<'_> {
    /// Resolves a requested value to its stored form. Locations and contacts are looked up within the buyer.
    pub fn resolve(
        &self,
        field: Field,
        wanted: &RequestedValue,
        buyer: Option<PartnerId>,
    ) -> Result<String, Problem> {
        let found = match wanted {
            RequestedValue::Role(role) => return self.role(field, role, buyer).map(|role| role.to_stored()),
            RequestedValue::Value(value) => self.value(field, value),
            RequestedValue::Instant(instant) => {
                let organisation = self.related.reference.organisation(self.organisation);
                let zone = organisation.map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone());
                let day = calendar::day_of(*instant, &zone);
                day.map(|day| day.to_stored()).ok_or_else(|| Problem::new(ProblemCode::DateInvalid, ""))
            }
            RequestedValue::Code(code) => self.code(field, code, buyer),
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

    fn code(&self, field: Field, code: &Code, buyer: Option<PartnerId>) -> Result<String, Problem> {
        let (names, reference) = (self.names(), &self.related.reference);
        match field {
            Field::UomCode => self.unit(code, buyer).map(|id| id.to_stored()),
            Field::CurrencyCode => currency_named(code, reference).map(|code| code.to_stored()),
            Field::PricingSystemCode => names.pricing_system(code).map(|id| id.to_stored()),
            Field::TaxCategoryCode => names.tax_category(code).map(|id| id.to_stored()),
            Field::WarehouseCode | Field::WarehouseDestCode => {
                self.warehouse(code, buyer).map(|id| id.to_stored())
            }
            Field::SalesPartnerCode => {
                sales_partner_named(code, &self.sales_partners(code)).map(|id| id.to_stored())
            }
            _ => self
                .product(code)
                .or_else(|| self.mapped_product(code, buyer))
                .map(|id| id.to_stored())
                .ok_or_else(|| unknown_record(field, code.as_str())),
        }
    }

    fn identifier(
        &self,
        field: Field,
        name: &IdentifierString,
        buyer: Option<PartnerId>,
    ) -> Result<String, Problem> {
        match field {
            Field::Shipper => self.shipper(name, buyer).map(|id| id.to_stored()),
            Field::PaymentTerm => self.payment_term(name, buyer).map(|id| id.to_stored()),
            Field::Location => {
                let buyer = buyer.ok_or_else(|| unknown_record(field, &name.to_string()))?;
                self.location(buyer, name).map(|id| id.to_stored())
            }
            Field::Contact => {
                let buyer = buyer.ok_or_else(|| unknown_record(field, &name.to_string()))?;
                self.contact(buyer, name).map(|id| id.to_stored())
            }
            _ => self.partner(name, None).map(|id| id.to_stored()),
        }
    }

    /// Resolves a partner role. Without a location, a bill partner gets its default bill-to location and any other role
    /// the default ship-to location.
    fn role(
        &self,
        field: Field,
        named: &PartnerRoleReference,
        buyer: Option<PartnerId>,
    ) -> Result<PartnerRole, Problem> {
        let within = |member: &str, problem: Problem| Problem {
            pointer: format!("{}/{member}", at(field)).into(),
            ..problem
        };
        let partner = self.partner(&named.bpartner, buyer);
        let partner = partner.map_err(|problem| within("bpartner", problem))?;
        let location = match &named.location {
            Some(name) => Some(self.location(partner, name).map_err(|problem| within("location", problem))?),
            None if field == Field::BillBPartner => self.bill_to(partner),
            None => self.ship_to(partner),
        };
        let contact = named.contact.as_ref().map(|name| self.contact(partner, name)).transpose();
        let contact = contact.map_err(|problem| within("contact", problem))?;
        Ok(PartnerRole { partner, location, contact })
    }

    fn can_use(&self, owner: OrganisationId) -> bool {
        owner == self.organisation || owner == SHARED
    }

    /// Returns the record of a cross-reference for a key.
    fn mapped(
        &self,
        kind: CrossReferenceKind,
        key: Option<SentKey<'_>>,
        partner: Option<PartnerId>,
        usable: impl Fn(i64) -> bool,
    ) -> Option<i64> {
        let (organisation, data_source) = (self.organisation, Some(self.data_source));
        let scope = CrossReferenceScope { organisation, data_source, partner };
        self.mappings.record(kind, key?, scope, usable)
    }

    /// Finds a product by cross-reference, then by GTIN, then by the buyer's number.
    fn mapped_product(&self, code: &Code, buyer: Option<PartnerId>) -> Option<ProductId> {
        let usable = |id| self.related.products.get(&id).is_some_and(|one| self.can_use(one.organisation));
        let identifier = prefixed(code);
        let key = identifier.as_ref().map_or(Some((CrossReferenceMember::Code, code)), identifier_key);
        let by_reference = self.mapped(CrossReferenceKind::Product, key, buyer, |id| usable(ProductId(id)));
        let others = || self.mappings.products(self.organisation, buyer, key?.1).find(|id| usable(*id));
        by_reference.map(ProductId).or_else(others)
    }

    fn unit(&self, code: &Code, buyer: Option<PartnerId>) -> Result<UnitId, Problem> {
        let reference = &self.related.reference;
        let key = Some((CrossReferenceMember::Code, code));
        let usable = |id| reference.unit(UnitId(id)).is_some_and(|one| one.active);
        let mapped = || self.mapped(CrossReferenceKind::Unit, key, buyer, usable).map(UnitId);
        unit_named(code, reference).or_else(|problem| mapped().ok_or(problem))
    }

    fn warehouse(&self, code: &Code, buyer: Option<PartnerId>) -> Result<WarehouseId, Problem> {
        let key = Some((CrossReferenceMember::Code, code));
        let usable = |id| {
            let found = self.related.reference.warehouse(WarehouseId(id));
            found.is_some_and(|one| one.active && self.can_use(one.organisation))
        };
        let mapped = || self.mapped(CrossReferenceKind::Warehouse, key, buyer, usable);
        self.names().warehouse(code).or_else(|problem| mapped().map(WarehouseId).ok_or(problem))
    }

    fn shipper(&self, name: &IdentifierString, buyer: Option<PartnerId>) -> Result<ShipperId, Problem> {
        let usable = |id| {
            let found = self.related.reference.shipper(ShipperId(id));
            found.is_some_and(|one| one.active && self.can_use(one.organisation))
        };
        let key = identifier_key(name);
        let mapped = || self.mapped(CrossReferenceKind::Shipper, key, buyer, usable);
        self.names().shipper(name).or_else(|problem| mapped().map(ShipperId).ok_or(problem))
    }

    fn payment_term(
        &self,
        name: &IdentifierString,
        buyer: Option<PartnerId>,
    ) -> Result<PaymentTermId, Problem> {
        let usable = |id| {
            let found = self.related.reference.payment_term(PaymentTermId(id));
            found.is_some_and(|one| one.active && self.can_use(one.organisation))
        };
        let key = identifier_key(name);
        let mapped = || self.mapped(CrossReferenceKind::PaymentTerm, key, buyer, usable);
        self.names().payment_term(name).or_else(|problem| mapped().map(PaymentTermId).ok_or(problem))
    }

    /// Finds a partner by identifier string; `buyer` limits the cross-references for other partners of a candidate.
    fn partner(&self, name: &IdentifierString, buyer: Option<PartnerId>) -> Result<PartnerId, Problem> {
        let found = exact_or_spelled(|same| {
            let named = |one: &&Partner| {
                let keys = (one.external_id.as_ref(), Some(&one.code));
                self.can_use(one.organisation) && is_named(name, one.id.0, keys, same)
            };
            let found = self.related.partners.values().filter(named);
            found.min_by_key(|one| (one.organisation == SHARED, one.id))
        });
        let usable =
            |id| self.related.partners.get(&PartnerId(id)).is_some_and(|one| self.can_use(one.organisation));
        let mapped = || self.mapped(CrossReferenceKind::Partner, identifier_key(name), buyer, usable);
        let found = found.map(|one| one.id).or_else(|| mapped().map(PartnerId));
        found.ok_or_else(|| unknown_record(Field::Bpartner, &name.to_string()))
    }

    /// Finds a location by identifier string; `val-` is the GLN.
    fn location(&self, partner: PartnerId, name: &IdentifierString) -> Result<LocationId, Problem> {
        let found = exact_or_spelled(|same| {
            let named = |one: &&Location| {
                is_named(name, one.id.0, (one.external_id.as_ref(), one.gln.as_ref()), same)
            };
            self.locations(partner).filter(named).min_by_key(|one| rank(one))
        });
        let key = match name {
            IdentifierString::Value(gln) => Some((CrossReferenceMember::Gln, gln)),
            _ => identifier_key(name),
        };
        let usable = |id| self.locations(partner).any(|one| one.id.0 == id);
        let mapped = || self.mapped(CrossReferenceKind::Location, key, Some(partner), usable);
        let found = found.map(|one| one.id).or_else(|| mapped().map(LocationId));
        found.ok_or_else(|| unknown_record(Field::Location, &name.to_string()))
    }

    fn contact(&self, partner: PartnerId, name: &IdentifierString) -> Result<ContactId, Problem> {
        let found = exact_or_spelled(|same| {
            let contacts = self.related.contacts.values();
            let named = contacts.filter(|one| {
                let keys = (one.external_id.as_ref(), one.code.as_ref());
                one.partner == partner
                    && self.can_use(one.organisation)
                    && is_named(name, one.id.0, keys, same)
            });
            named.min_by_key(|one| (one.organisation == SHARED, !one.active, one.id))
        });
        let usable = |id| {
            let found = self.related.contacts.get(&ContactId(id));
            found.is_some_and(|one| one.partner == partner && self.can_use(one.organisation))
        };
        let key = identifier_key(name);
        let mapped = || self.mapped(CrossReferenceKind::Contact, key, Some(partner), usable);
        let found = found.map(|one| one.id).or_else(|| mapped().map(ContactId));
        found.ok_or_else(|| unknown_record(Field::Contact, &name.to_string()))
    }

    /// Finds a product by its exact code, otherwise by identifier string.
    fn product(&self, code: &Code) -> Option<ProductId> {
        let products = || self.related.products.values().filter(|one| self.can_use(one.organisation));
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
        all.filter(move |one| one.partner == partner && self.can_use(one.organisation))
    }

    fn preferred_location(&self, partner: PartnerId, fits: impl Fn(&Location) -> bool) -> Option<LocationId> {
        let active = self.locations(partner).filter(|one| one.active && fits(one));
        active.min_by_key(|one| rank(one)).map(|one| one.id)
    }

    /// Returns the partner's default ship-to location, otherwise any active one.
    pub fn ship_to(&self, partner: PartnerId) -> Option<LocationId> {
        self.preferred_location(partner, |one| one.ship_to_default)
            .or_else(|| self.preferred_location(partner, |_| true))
    }

    fn bill_to(&self, partner: PartnerId) -> Option<LocationId> {
        self.preferred_location(partner, |one| one.bill_to_default).or_else(|| self.ship_to(partner))
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
