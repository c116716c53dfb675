//! Lookup of a product by cross-references, its own keys, GTINs and the buyer's product numbers.

use super::mapping::own_key;
use super::partner::contradicting;
use super::row::RowDraft;
use super::row_mapping::PRODUCT;
use super::table::TableIndex;
use crate::candidate::ProductData;
use crate::ids::OrganisationId;
use crate::masterdata::{CrossReferenceMember, SentKey};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::Code;

/// Result of the lookup by all values that can name a product.
pub(super) enum ProductMatch {
    /// The product, and the sent members with the keys replaced by its own.
    Found(TableIndex, ProductData),
    /// The keys contradict each other. The error was added.
    Contradiction,
    /// No other value names a product, so only own keys are looked up.
    ByOwnKeys,
}

/// A sent key with the products that it names, in the order of the lookup.
struct ProductKey<'a> {
    key: SentKey<'a>,
    mapped: Option<TableIndex>,
    own: Option<TableIndex>,
    by_gtin: Option<TableIndex>,
    by_number: Option<TableIndex>,
}

impl ProductKey<'_> {
    fn indexes(&self) -> impl Iterator<Item = TableIndex> {
        [self.mapped, self.own, self.by_gtin, self.by_number].into_iter().flatten()
    }

    /// Returns whether the key names a product by cross-reference, GTIN or number of the buyer.
    fn is_translated(&self) -> bool {
        self.mapped.or(self.by_gtin).or(self.by_number).is_some()
    }
}

impl RowDraft<'_> {
    /// Finds the product of a row by cross-reference, own key, GTIN or number of the buyer, in this order. A key that names
    /// another product is a warning.
    pub(super) fn mapped_product(
        &mut self,
        organisation: OrganisationId,
        data: &ProductData,
    ) -> ProductMatch {
        let sent = [
            (CrossReferenceMember::Code, data.code.value()),
            (CrossReferenceMember::ExternalId, data.external_id.value()),
        ];
        let sent: Vec<_> = sent.into_iter().filter_map(|(member, value)| Some((member, value?))).collect();
        let keys: Vec<_> = sent.iter().map(|key| self.product_key(organisation, *key)).collect();
        if !keys.iter().any(ProductKey::is_translated) {
            return ProductMatch::ByOwnKeys;
        }
        let by_reference = self.mapped(|state| &state.products, self.mapping.buyer, &sent);
        let first = |of: fn(&ProductKey<'_>) -> Option<TableIndex>| keys.iter().find_map(of);
        let (by_own, by_gtin) = (first(|key| key.own), first(|key| key.by_gtin));
        let Some(place) = (by_reference.map(|found| found.record).or(by_own).or(by_gtin))
            .or_else(|| first(|key| key.by_number))
        else {
            return ProductMatch::ByOwnKeys;
        };
        if by_reference.is_none() && keys.iter().any(|key| key.own.is_some_and(|own| own != place)) {
            return ProductMatch::ByOwnKeys;
        }
        self.mapping.used.extend(by_reference.map(|found| found.reference));
        if by_reference.is_some() || by_own.or(by_gtin).is_none() {
            self.mapping.parts.push(PRODUCT.to_owned());
        }
        let is_strict = by_reference.is_none() && by_own.is_some();
        match self.with_product_keys(place, data, &keys, is_strict) {
            Some(own) => ProductMatch::Found(place, own),
            None => ProductMatch::Contradiction,
        }
    }

    fn product_key<'k>(&self, organisation: OrganisationId, key: SentKey<'k>) -> ProductKey<'k> {
        let ((member, value), buyer) = (key, self.mapping.buyer);
        let mapped = self.mapped(|state| &state.products, buyer, &[key]).map(|found| found.record);
        let own = match member {
            CrossReferenceMember::Code => self.state.product_by_code(organisation, value),
            _ => self.state.product_by_external_id(organisation, self.ids, value),
        };
        let by_gtin = self.state.product_by_gtin(organisation, value);
        let by_number = self.state.product_by_number(organisation, buyer, value);
        ProductKey { key, mapped, own, by_gtin, by_number }
    }

    /// Returns the sent members with foreign keys replaced by the product's own. A key that differs from the product is a
    /// warning. If the product was found by its own key, an unknown key is an error, as without cross-references.
    fn with_product_keys(
        &mut self,
        place: TableIndex,
        data: &ProductData,
        keys: &[ProductKey<'_>],
        is_strict: bool,
    ) -> Option<ProductData> {
        let mut own = data.clone();
        for found in keys {
            let product = self.state.products.get(place);
            let (member, value) = found.key;
            let id = self.state.row_id(product.id.0, self.ids, product.external_id.as_ref());
            let own_value = match member {
                CrossReferenceMember::Code => own_key(Some(&product.code)),
                _ => own_key(id),
            };
            let (code, external_id) = match member {
                CrossReferenceMember::Code => (Some(value), None),
                _ => (None, Some(value)),
            };
            let differing = contradicting((code, external_id), (&product.code, id));
            let other = found.indexes().find(|other| *other != place);
            match (other, differing) {
                (Some(other), _) => self.warn_of_product_key(found.key, place, Some(other)),
                (None, Some((member, second))) if found.indexes().next().is_none() => {
                    if is_strict {
                        return self.product_contradiction(format!("/product{member}"), place, second);
                    }
                    self.warn_of_product_key(found.key, place, None);
                }
                (None, _) if found.indexes().next().is_none() => continue,
                (None, _) => {}
            }
            if found.own != Some(place) {
                match member {
                    CrossReferenceMember::Code => own.code = own_value,
                    _ => own.external_id = own_value,
                }
            }
        }
        Some(own)
    }

    fn warn_of_product_key(
        &mut self,
        (member, value): (CrossReferenceMember, &Code),
        place: TableIndex,
        other: Option<TableIndex>,
    ) {
        let pointer = match (self.request.product.flat, member) {
            (true, _) => "/productCode",
            (false, CrossReferenceMember::Code) => "/product/code",
            (false, _) => "/product/externalId",
        };
        let other: Param = match other {
            Some(other) => self.product_label(other).into(),
            None => Phrase::NoProduct.into(),
        };
        let warning = Problem::new(ProblemCode::ProductKeyDiffers, pointer)
            .with("member", member.as_str())
            .with("value", value.as_str())
            .with("record", self.product_label(place))
            .with("other", other);
        self.warnings.push(warning);
    }
}
