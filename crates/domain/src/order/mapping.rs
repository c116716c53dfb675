//! Lookup of partner and products of a complete order by cross-references, GTINs and product numbers.

use std::collections::HashMap;

use super::create::OrderPlanning;
use crate::ids::{CrossReferenceId, OrganisationId, PartnerId, ProductId, SHARED};
use crate::masterdata::{
    CrossReference, CrossReferenceKind, CrossReferenceMember, CrossReferenceScope, Partner, Product,
};
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, gtin};

/// Products of cross-references, by the sent code.
pub(super) type MappedProducts<'a> = HashMap<&'a Code, (&'a Product, CrossReferenceId)>;

impl<'a> OrderPlanning<'a> {
    /// Returns the partner of a cross-reference for the sent code, and counts the use.
    pub(super) fn mapped_partner(
        &mut self,
        organisation: OrganisationId,
        code: &Code,
    ) -> Option<&'a Partner> {
        let scope = CrossReferenceScope { organisation, data_source: None, partner: None };
        let key = (CrossReferenceMember::Code, code);
        let fitting = self.context.cross_references.iter().filter_map(|one| {
            let precedence = one.precedence(CrossReferenceKind::Partner, key, scope)?;
            let mut partners = self.context.partners.iter();
            let partner = partners.find(|partner| partner.id.0 == one.record)?;
            is_usable(partner.organisation, organisation).then_some((precedence, one.id, partner))
        });
        let (_, id, partner) = fitting.min_by_key(|(precedence, ..)| *precedence)?;
        self.count_use(id);
        Some(partner)
    }

    /// Returns the products of cross-references for the sent codes.
    pub(super) fn mapped_products(
        &self,
        organisation: OrganisationId,
        buyer: Option<PartnerId>,
    ) -> MappedProducts<'a> {
        let mut mapped = MappedProducts::new();
        if self.context.cross_references.is_empty() {
            return mapped;
        }
        let products: HashMap<ProductId, &Product> =
            self.context.products.iter().map(|product| (product.id, product)).collect();
        let scope = CrossReferenceScope { organisation, data_source: None, partner: buyer };
        let precedence = |one: &CrossReference| {
            one.precedence(CrossReferenceKind::Product, (CrossReferenceMember::Code, &one.value), scope)
        };
        let fitting = self.context.cross_references.iter().filter_map(|one| {
            let product = products.get(&ProductId(one.record)).copied()?;
            let found = (precedence(one)?, one, product);
            is_usable(product.organisation, organisation).then_some(found)
        });
        let mut fitting: Vec<_> = fitting.collect();
        fitting.sort_by_key(|(precedence, ..)| *precedence);
        for (_, one, product) in fitting {
            mapped.entry(&one.value).or_insert((product, one.id));
        }
        mapped
    }

    /// Returns the product of a line: the mapped one, otherwise the one with the code. Counts the use of the
    /// cross-reference. Adds a warning if both exist and differ.
    pub(super) fn mapped_or_own(
        &mut self,
        mapped: &MappedProducts<'a>,
        own: Option<&'a Product>,
        code: &Code,
        pointer: String,
    ) -> Option<&'a Product> {
        let Some((product, id)) = mapped.get(code).copied() else { return own };
        self.count_use(id);
        if let Some(other) = own.filter(|own| own.id != product.id) {
            let warning = Problem::new(ProblemCode::ProductKeyDiffers, pointer)
                .with("member", CrossReferenceMember::Code.as_str())
                .with("value", code.as_str())
                .with("record", product.code.as_str())
                .with("other", other.code.as_str());
            self.warnings.push(warning);
        }
        Some(product)
    }

    /// Returns the product with the code as GTIN, otherwise the one for which the buyer uses the code as number.
    pub(super) fn product_by_further_key(
        &self,
        organisation: OrganisationId,
        buyer: Option<PartnerId>,
        code: &Code,
    ) -> Option<&'a Product> {
        let number = gtin(code.as_str());
        let by_gtin = |owner| {
            let mut gtins = self.context.gtins.iter();
            let named = gtins.find(|one| one.organisation == owner && Some(&one.gtin) == number.as_ref());
            named.map(|one| one.product)
        };
        let by_number = |owner| {
            let mut numbers = self.context.partner_products.iter();
            let named = numbers
                .find(|one| one.organisation == owner && Some(one.partner) == buyer && one.number == *code);
            named.map(|one| one.product)
        };
        let by_gtin = by_gtin(organisation).or_else(|| by_gtin(SHARED));
        let id = by_gtin.or_else(|| by_number(organisation)).or_else(|| by_number(SHARED))?;
        let usable = |product: &&Product| product.id == id && is_usable(product.organisation, organisation);
        self.context.products.iter().find(usable)
    }

    fn count_use(&mut self, id: CrossReferenceId) {
        *self.used_cross_references.entry(id).or_default() += 1;
    }
}

fn is_usable(owner: OrganisationId, organisation: OrganisationId) -> bool {
    owner == organisation || owner == SHARED
}
