//! Builds the candidate of a new row from looked-up records, with its warnings and the problems that prevent an order.

use super::partner::{BlockRole, RoleBlock, RoleIndexes};
use super::product::RowProduct;
use super::row::RowDraft;
use crate::candidate::{
    Candidate, DateOrInstant, Field, Hold, NewCandidate, PartnerBlock, ReferenceKind, Status,
};
use crate::ids::{
    DataSourceId, ExternalSystemId, OrganisationId, PriceListVersionId, ProductPriceId, TaxCategoryId, UnitId,
};
use crate::masterdata::{KeyMismatch, Location, MatchDifferences, Partner, ProductPrice, UnsupportedMembers};
use crate::money::{choose_list, choose_version, effective_pricing_system};
use crate::problem::{Problem, ProblemCode};
use crate::processing::{
    ReferencedRecords, RoleRecords, find, is_for_orders, match_differences, unsupported, unsupported_members,
};

/// Looked-up partner roles of a row.
pub(super) struct RowRoles {
    /// `None` if the buyer is unresolved.
    buyer: Option<RoleIndexes>,
    bill: Option<RoleIndexes>,
    drop_ship: Option<RoleIndexes>,
    hand_over: Option<RoleIndexes>,
}

impl RowRoles {
    pub(super) fn given(&self) -> [Option<RoleIndexes>; 4] {
        [self.buyer, self.bill, self.drop_ship, self.hand_over]
    }
}

impl RowDraft<'_> {
    /// Builds the candidate of a new row. If a required record is missing, adds the errors and returns `None`.
    /// Independent lookups continue after a failure, so that all errors are reported at once.
    pub(super) fn build(
        &mut self,
        organisation: Option<OrganisationId>,
        source: Option<DataSourceId>,
        dest: Option<DataSourceId>,
    ) -> Option<Candidate> {
        self.check_active(source, dest);
        self.check_required_day(dest);
        self.mapping.buyer = organisation.and_then(|organisation| self.buyer_for_terms(organisation));
        let unit = self.row_unit();
        let currency = self.currency();
        let organisation = organisation?;
        self.sync_organisation(organisation);
        let system = self.sync_system(organisation);
        self.ids = self.id_scope(system, source);
        let references = self.references(organisation);
        let roles = self.roles(organisation, source);
        let product = self.product(organisation);
        let (source, dest) = (source?, dest?);
        let unit = match &self.request.uom_code {
            Some(_) => unit,
            None => product.map(|product| self.state.products.get(product.place).unit),
        };
        if self.is_missing(&roles, product, unit) {
            return None;
        }
        let mut candidate = self.candidate((organisation, source, dest), system, &roles, (product, unit));
        candidate.currency = currency;
        references.write(&mut candidate);
        self.create_product_price(&candidate, &roles, product);
        self.stage(&mut candidate, &roles, product);
        self.warn(&candidate);
        Some(candidate)
    }

    /// Adds an error if no required date was sent, unless the destination is the one for invoice candidates.
    fn check_required_day(&mut self, dest: Option<DataSourceId>) {
        let needed = dest.is_some_and(|dest| !self.is_for_invoicing(dest));
        if needed && self.request.date_required.is_none() {
            let problem =
                Problem::new(ProblemCode::PropertyMissing, "/dateRequired").with("name", "dateRequired");
            self.errors.push(problem);
        }
    }

    /// Looks up all partner blocks, even after one of them failed.
    pub(super) fn roles(&mut self, organisation: OrganisationId, source: Option<DataSourceId>) -> RowRoles {
        let request = self.request;
        let source = source.and_then(|id| self.state.reference.data_source(id));
        let key_mismatch = source.map_or(KeyMismatch::Warn, |source| source.key_mismatch);
        let mut find = |role, data: Option<&PartnerBlock>| {
            let found = self.partner_block(RoleBlock { role, data: data?, organisation, key_mismatch });
            // the row is rejected, because the failed block has added an error
            let is_open = self.is_open(role.field(ReferenceKind::Partner), ReferenceKind::Partner);
            self.incomplete |= found.is_none() && !is_open;
            found
        };
        let buyer = find(BlockRole::Buyer, Some(&request.bpartner));
        let bill = find(BlockRole::Bill, request.bill_bpartner.as_deref());
        let drop_ship = find(BlockRole::DropShip, request.drop_ship_bpartner.as_deref());
        let hand_over = find(BlockRole::HandOver, request.hand_over_bpartner.as_deref());
        RowRoles { buyer, bill, drop_ship, hand_over }
    }

    /// Returns whether a required reference is missing because of an error that was already added.
    fn is_missing(&self, roles: &RowRoles, product: Option<RowProduct>, unit: Option<UnitId>) -> bool {
        let open = |field, kind| self.is_open(field, kind);
        let product_is_open = open(Field::ProductCode, ReferenceKind::Product);
        (roles.buyer.is_none() && !open(Field::Bpartner, ReferenceKind::Partner))
            || (product.is_none() && !product_is_open)
            || (unit.is_none() && !product_is_open && !open(Field::UomCode, ReferenceKind::Unit))
    }

    fn candidate(
        &mut self,
        (organisation, source, dest): (OrganisationId, DataSourceId, DataSourceId),
        system: Option<ExternalSystemId>,
        roles: &RowRoles,
        (product, unit): (Option<RowProduct>, Option<UnitId>),
    ) -> Candidate {
        let request = self.request;
        let header = (organisation, source, system, request.identity.header_id.as_str());
        let date_ordered = request.date_ordered.and_then(DateOrInstant::date);
        let date_ordered = date_ordered.or_else(|| self.state.header_date(header));
        let mut candidate = Candidate::from(NewCandidate {
            id: self.state.next_id(),
            organisation,
            identity: request.identity.clone(),
            data_source: source,
            data_dest: dest,
            request: self.terms.request,
            request_index: self.index,
            buyer: roles.buyer.map(|indexes| self.role(indexes)),
            product: product.map(|product| self.state.products.get(product.place).id),
            qty: request.qty,
            unit,
            po_reference: request.po_reference.clone(),
            date_ordered: date_ordered.unwrap_or_else(|| self.today(organisation)),
            at: self.terms.now,
        });
        candidate.external_system = system;
        candidate.copy_values(request);
        candidate.unresolved = std::mem::take(&mut self.unresolved);
        candidate.bill = roles.bill.map(|indexes| self.role(indexes));
        candidate.drop_ship = roles.drop_ship.map(|indexes| self.role(indexes));
        candidate.hand_over = roles.hand_over.map(|indexes| self.role(indexes));
        candidate
    }

    /// Returns the partner of a role, otherwise the buyer; `None` if the partner is unresolved.
    fn partner_of(&self, candidate: &Candidate, roles: &RowRoles, role: BlockRole) -> Option<&Partner> {
        let given = if role == BlockRole::Bill { roles.bill } else { roles.drop_ship };
        let is_open = candidate.is_open(role.field(ReferenceKind::Partner));
        let indexes = if is_open { given } else { given.or(roles.buyer) };
        Some(self.state.partners.get(indexes?.partner))
    }

    /// Returns the ship-to location: the drop-ship location if there is one, otherwise the buyer's.
    fn ship_to(&self, roles: &RowRoles) -> Option<&Location> {
        let location = |role: Option<RoleIndexes>| role.and_then(|indexes| indexes.location);
        Some(self.state.locations.get(location(roles.drop_ship).or_else(|| location(roles.buyer))?))
    }

    /// Creates the price that was sent with a product, if this row created the product. Adds only a warning if the price
    /// list version or the tax category is missing.
    fn create_product_price(&mut self, candidate: &Candidate, roles: &RowRoles, product: Option<RowProduct>) {
        let Some(product) = product.filter(|product| product.created) else { return };
        let Some(price) = self.request.product.price_std.value() else { return };
        let price = *price;
        match self.price_terms(candidate, roles) {
            Err(warning) => self.warnings.push(warning),
            Ok((version, tax_category)) => {
                let id: ProductPriceId = self.state.next_id();
                let product = self.state.products.get(product.place);
                let record = ProductPrice {
                    id,
                    organisation: candidate.organisation,
                    active: true,
                    price_list_version: version,
                    product: product.id,
                    unit: product.unit,
                    price,
                    tax_category: Some(tax_category),
                    scales: Vec::new(),
                };
                self.state.create_price(record);
                self.record_created("productPrice", id.0, None);
            }
        }
    }

    /// Returns the price list version of the candidate, and the tax category for new prices in its list.
    fn price_terms(
        &self,
        candidate: &Candidate,
        roles: &RowRoles,
    ) -> Result<(PriceListVersionId, TaxCategoryId), Problem> {
        let reference = &*self.state.reference;
        let no_system = || Problem::new(ProblemCode::PricingSystemNone, "/pricingSystemCode");
        let organisation = self.state.organisation(candidate.organisation).ok_or_else(no_system)?;
        let billed = self.partner_of(candidate, roles, BlockRole::Bill).ok_or_else(no_system)?;
        let system = effective_pricing_system(candidate.pricing_system, billed, organisation, reference)?;
        let country = &self.ship_to(roles).ok_or_else(no_system)?.country;
        let list = choose_list(system, organisation.id, country, candidate.currency.as_ref(), reference)?;
        // prices are looked up for the required date, otherwise for the order date
        let day = candidate.date_required.unwrap_or(candidate.date_ordered);
        let version = choose_version(list, organisation.id, day, reference)?;
        let no_category = || {
            let problem = Problem::new(ProblemCode::PricelistNoTaxCategory, "/product/priceStd");
            problem.with("list", list.code.as_str())
        };
        Ok((version.id, list.default_tax_category.ok_or_else(no_category)?))
    }

    /// Sets the problems that prevent an order, the list price and the net amount of the candidate.
    fn stage(&mut self, candidate: &mut Candidate, roles: &RowRoles, product: Option<RowProduct>) {
        let state = &*self.state;
        let named = |indexes: RoleIndexes| RoleRecords {
            partner: Some(state.partners.get(indexes.partner)),
            location: indexes.location.map(|place| state.locations.get(place)),
            names_location: indexes.location.is_some(),
            contact: indexes.contact.map(|place| state.contacts.get(place)),
        };
        let product = product.map(|product| state.products.get(product.place));
        let prices: Vec<_> = product.into_iter().flat_map(|product| state.prices_of(product.id)).collect();
        let found = find(
            candidate,
            &ReferencedRecords {
                organisation: state.organisation(candidate.organisation),
                roles: roles.given().map(|indexes| indexes.map(named)),
                bill_partner: self.partner_of(candidate, roles, BlockRole::Bill),
                delivered: self.partner_of(candidate, roles, BlockRole::DropShip),
                ship_to: self.ship_to(roles),
                product,
                prices: &prices,
            },
            &state.reference,
        );
        let (list_price, net) = (found.list_price(candidate), found.net());
        let currency = found.priced.map(|(_, quote)| quote.list.currency.clone());
        let (mut problems, warnings) = (found.problems, found.warnings);
        self.warnings.extend(warnings);
        // the candidate has no content before the row is accepted, so the members are read from the request
        let unsupported_members_sent = self.request.unsupported.iter().map(|(field, _)| unsupported(*field));
        match unsupported_members(candidate.data_source, &self.state.reference) {
            UnsupportedMembers::Problem => problems.extend(unsupported_members_sent),
            UnsupportedMembers::Warn => self.warnings.extend(unsupported_members_sent),
        }
        match match_differences(candidate.data_source, &self.state.reference) {
            MatchDifferences::Problem => problems.append(&mut self.differences),
            MatchDifferences::Warn => self.warnings.append(&mut self.differences),
        }
        (candidate.list_price, candidate.net) = (list_price, net);
        candidate.currency = candidate.currency.take().or(currency);
        if !problems.is_empty() {
            candidate.status = Status::Error;
            candidate.problems = problems;
        } else if !is_for_orders(candidate, &state.reference) {
            candidate.hold = Some(Hold::Destination);
        }
    }

    /// Adds warnings that do not prevent an order: dates in the past and repeated order references.
    fn warn(&mut self, candidate: &Candidate) {
        let today = self.today(candidate.organisation);
        let days = [
            ("/dateRequired", candidate.date_required),
            ("/presetDateShipped", candidate.preset_date_shipped),
            ("/presetDateInvoiced", candidate.preset_date_invoiced),
        ];
        for (pointer, day) in days {
            if let Some(day) = day.filter(|day| *day < today) {
                self.warnings.push(Problem::new(ProblemCode::DateInPast, pointer).with("date", day));
            }
        }
        self.warn_of_reference(candidate);
    }

    /// Adds a warning if the partner already used the order reference under another header. Rows in the short shape each
    /// have a header of their own and are connected by the reference, so a warning is added for them only if the
    /// reference is already part of an order.
    fn warn_of_reference(&mut self, candidate: &Candidate) {
        let seen = if candidate.identity.flat {
            self.state.ordered_header(candidate)
        } else {
            self.state.other_header(candidate)
        };
        if let Some(header) = seen {
            let warning = Problem::new(ProblemCode::PoReferenceSeen, "/poReference")
                .with("poReference", candidate.po_reference.as_str())
                .with("header", header);
            self.warnings.push(warning);
        }
    }
}
