//! Lookup of organisations, groups, external systems, products and prices.

use super::super::id_scope::IdScope;
use super::super::table::TableIndex;
use super::{ImportState, RecordKey};
use crate::ids::{ExternalSystemId, OrganisationId, PartnerGroupId, ProductId};
use crate::masterdata::{ExternalSystem, Organisation, PartnerGroup, ProductPrice, own_or_shared};
use crate::text::Code;

impl ImportState {
    /// Returns the organisation with this code. Drafted organisations take precedence over stored ones.
    pub fn organisation_by_code(&self, code: &Code) -> Option<&Organisation> {
        let drafted = self.organisations.iter().find(|(_, record)| record.code == *code);
        drafted.map(|(_, record)| record).or_else(|| self.reference.organisation_by_code(code))
    }

    pub fn organisation(&self, id: OrganisationId) -> Option<&Organisation> {
        let drafted = self.organisations.iter().find(|(_, record)| record.id == id);
        drafted.map(|(_, record)| record).or_else(|| self.reference.organisation(id))
    }

    pub fn group(&self, id: PartnerGroupId) -> Option<&PartnerGroup> {
        let drafted = self.groups.iter().find(|(_, record)| record.id == id);
        drafted.map(|(_, record)| record).or_else(|| self.reference.partner_group(id))
    }

    pub fn group_by_name(&self, organisation: OrganisationId, name: &str) -> Option<PartnerGroupId> {
        let drafted = self.groups.iter().map(|(_, record)| record);
        let all = self.reference.partner_groups.iter().chain(drafted).filter(|group| group.name == *name);
        own_or_shared(all, organisation, |group| group.organisation).map(|group| group.id)
    }

    /// Returns the external system with this code. Active ones take precedence over inactive ones.
    pub fn external_system_by_code(
        &self,
        organisation: OrganisationId,
        code: &Code,
    ) -> Option<&ExternalSystem> {
        let of = |active: bool| {
            let drafted = self.systems.iter().map(|(_, record)| record).filter(|system| system.code == *code);
            let all = self.reference.external_systems_by_code(code).chain(drafted);
            let usable = all.filter(|system| system.active == active);
            own_or_shared(usable, organisation, |system| system.organisation)
        };
        of(true).or_else(|| of(false))
    }

    /// Returns an external system, stored or of this request.
    pub fn external_system(&self, id: ExternalSystemId) -> Option<&ExternalSystem> {
        let mut drafted = self.systems.iter().map(|(_, record)| record);
        self.reference.external_system(id).or_else(|| drafted.find(|system| system.id == id))
    }

    pub fn external_system_code(&self, id: ExternalSystemId) -> Option<&Code> {
        self.external_system(id).map(|system| &system.code)
    }

    pub fn product_by_code(&self, organisation: OrganisationId, code: &Code) -> Option<TableIndex> {
        let key = RecordKey::ProductCode(code.as_str());
        self.best_spelled(&self.products, key, organisation, code, |product| Some(&product.code))
    }

    pub fn product_by_external_id(
        &self,
        organisation: OrganisationId,
        ids: IdScope,
        id: &Code,
    ) -> Option<TableIndex> {
        let of_system = self.best_referenced(&self.products, (organisation, None), ids.system, id);
        if of_system.is_some() || !ids.shared {
            return of_system;
        }
        let key = RecordKey::ProductExternalId(id.as_str());
        self.best_spelled(&self.products, key, organisation, id, |product| product.external_id.as_ref())
    }

    pub fn create_price(&mut self, price: ProductPrice) {
        let product = price.product;
        let index = self.prices.create(price);
        self.hints.add(RecordKey::PricesOf(product), index);
    }

    /// Returns the prices of a product in all organisations.
    pub fn prices_of(&self, product: ProductId) -> impl Iterator<Item = &ProductPrice> {
        let indexes = self.hints.get(RecordKey::PricesOf(product));
        indexes
            .iter()
            .filter_map(|index| self.prices.find(*index))
            .filter(move |price| price.product == product)
    }
}
