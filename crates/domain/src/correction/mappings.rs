//! Records that a correction names by cross-references, GTINs and the buyer's product numbers.

use crate::ids::{OrganisationId, PartnerId, ProductId, SHARED};
use crate::masterdata::{
    CrossReference, CrossReferenceKind, CrossReferenceScope, PartnerProduct, ProductGtin, SentKey,
};
use crate::text::{Code, gtin};

/// Active cross-references, GTINs and product numbers that match values of a correction. Their records are loaded too.
#[derive(Clone, Debug, Default)]
pub struct CorrectionMappings {
    pub cross_references: Vec<CrossReference>,
    pub gtins: Vec<ProductGtin>,
    pub partner_products: Vec<PartnerProduct>,
}

impl CorrectionMappings {
    /// Returns the usable record of the cross-reference with the highest precedence.
    pub(super) fn record(
        &self,
        kind: CrossReferenceKind,
        key: SentKey<'_>,
        scope: CrossReferenceScope,
        usable: impl Fn(i64) -> bool,
    ) -> Option<i64> {
        let fitting = self.cross_references.iter().filter(|one| usable(one.record));
        let ranked = fitting.filter_map(|one| Some((one.precedence(kind, key, scope)?, one.record)));
        ranked.min().map(|(_, record)| record)
    }

    /// Returns the products with this GTIN, followed by those for which the buyer uses the value as number.
    pub(super) fn products(
        &self,
        organisation: OrganisationId,
        buyer: Option<PartnerId>,
        value: &Code,
    ) -> impl Iterator<Item = ProductId> {
        let number = gtin(value.as_str());
        let of_gtin = move |owner| {
            let number = number.clone();
            let gtins = self.gtins.iter();
            gtins.filter(move |one| one.organisation == owner && Some(&one.gtin) == number.as_ref())
        };
        let by_gtin = of_gtin(organisation).chain(of_gtin(SHARED));
        let of = move |owner| {
            let numbers = self.partner_products.iter();
            numbers.filter(move |one| {
                one.organisation == owner && Some(one.partner) == buyer && one.number == *value
            })
        };
        let by_number = of(organisation).chain(of(SHARED)).map(|one| one.product);
        by_gtin.map(|one| one.product).chain(by_number)
    }
}
