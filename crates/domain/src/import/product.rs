//! Lookup, creation and update of the product that a row names.

use super::mapped_product::ProductMatch;
use super::merge::Merge;
use super::partner::{contradicting, free_code, label};
use super::row::{AdviceAtLevel, RowDraft};
use super::state::ImportState;
use super::table::TableIndex;
use crate::candidate::{Field, MaybeUndefined, ProductData, ReferenceKey, ReferenceKind};
use crate::ids::{OrganisationId, ProductId, UnitId};
use crate::masterdata::Product;
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::processing::product_difference;
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};
use crate::text::{Code, Name};

/// The product of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowProduct {
    pub(super) place: TableIndex,
    /// Whether this row created it.
    pub(super) created: bool,
}

impl RowDraft<'_> {
    pub(super) fn product(&mut self, organisation: OrganisationId) -> Option<RowProduct> {
        let data = &self.request.product;
        let advised = match data.advice {
            Some(advice) => AdviceAtLevel { advice, level: Phrase::Product },
            None => AdviceAtLevel { advice: SyncAdvice::READ_ONLY, level: Phrase::Default },
        };
        if data.code.value().is_none() && data.external_id.value().is_none() {
            self.error(ProblemCode::ProductKeyMissing, "/product/code");
            return None;
        }
        if self.state.maps_products() {
            match self.mapped_product(organisation, data) {
                ProductMatch::Found(place, own) => {
                    self.update_product(place, &own, advised);
                    return Some(RowProduct { place, created: false });
                }
                ProductMatch::Contradiction => return None,
                ProductMatch::ByOwnKeys => {}
            }
        }
        let by_code = data.code.value().and_then(|code| self.state.product_by_code(organisation, code));
        let by_id = data
            .external_id
            .value()
            .and_then(|id| self.state.product_by_external_id(organisation, self.ids, id));
        if let (Some(first), Some(second)) = (by_code, by_id)
            && first != second
        {
            let second = self.product_label(second);
            return self.product_contradiction("/product/externalId".to_owned(), first, second);
        }
        let Some(place) = by_code.or(by_id) else {
            let place = self.create_product(organisation, data, advised)?;
            return Some(RowProduct { place, created: true });
        };
        let product = self.state.products.get(place);
        let row_id = self.state.row_id(product.id.0, self.ids, product.external_id.as_ref());
        let stored = (&product.code, row_id);
        if let Some((member, key)) = contradicting((data.code.value(), data.external_id.value()), stored) {
            return self.product_contradiction(format!("/product{member}"), place, key);
        }
        self.update_product(place, data, advised);
        Some(RowProduct { place, created: false })
    }

    /// Returns the pointer of the member that names the product.
    pub(super) fn product_pointer(&self) -> &'static str {
        let product = &self.request.product;
        match (product.flat, product.code.value()) {
            (true, _) => "/productCode",
            (false, Some(_)) => "/product/code",
            (false, None) => "/product/externalId",
        }
    }

    pub(super) fn product_contradiction<T>(
        &mut self,
        pointer: String,
        first: TableIndex,
        second: String,
    ) -> Option<T> {
        let problem = Problem::new(ProblemCode::ProductAmbiguous, pointer)
            .with("first", self.product_label(first))
            .with("second", second);
        self.errors.push(problem);
        None
    }

    pub(super) fn product_label(&self, place: TableIndex) -> String {
        let product = self.state.products.get(place);
        label(&product.code, product.external_id.as_ref(), &product.name)
    }

    fn create_product(
        &mut self,
        organisation: OrganisationId,
        data: &ProductData,
        advised: AdviceAtLevel,
    ) -> Option<TableIndex> {
        let keys = keys(data);
        if advised.advice.if_not_exists == IfNotExists::Fail {
            let problem = (ProblemCode::ProductUnknown, self.product_pointer().to_owned());
            let sent = (Field::ProductCode, ReferenceKind::Product, sent_keys(data));
            self.unknown(problem, ("product", organisation.0, &keys), advised.level, sent);
            return None;
        }
        let needed = [
            ("name", data.name.value().is_some()),
            ("type", data.product_type.value().is_some()),
            ("uomCode", data.uom_code.value().is_some()),
        ];
        for (name, _) in needed.iter().filter(|(_, given)| !given) {
            let problem = Problem::new(ProblemCode::ProductFieldRequired, format!("/product/{name}"));
            self.errors.push(problem.with("name", *name));
        }
        let unit = data.uom_code.value().and_then(|code| self.unit("/product/uomCode", code));
        let (Some(name), Some(product_type), Some(unit)) =
            (data.name.value(), data.product_type.value(), unit)
        else {
            self.want("product", organisation.0, &keys);
            return None;
        };
        let id: ProductId = self.state.next_id();
        let taken = |code: &Code| self.state.product_by_code(organisation, code).is_some();
        let code = data.code.value().cloned().or_else(|| free_code("P", id.0, taken))?;
        let product_type = *product_type;
        let mut product =
            Product { product_type, ..Product::new(id, organisation, code, name.clone(), unit) };
        let mut merge = self.creating();
        merge.external_id(&data.external_id, &mut product.external_id);
        self.record_created("product", id.0, product.code.known());
        let place = self.state.create(product);
        self.store_system_id::<Product>(place, &merge);
        Some(place)
    }

    fn update_product(&mut self, place: TableIndex, data: &ProductData, advised: AdviceAtLevel) {
        if advised.advice.if_exists == IfExists::DontUpdate {
            let name = data.name.value().filter(|_| !self.mapping.maps_product()).map(Name::as_str);
            self.differences.extend(product_difference(self.state.products.get(place), name));
            return;
        }
        let pointer = || "/product".to_owned();
        let mapped = data.uom_code.value().and_then(|code| self.mapped_unit(code)).map(|(unit, _)| unit);
        let mut unit = None;
        let updated =
            self.updated((place, pointer), advised.advice, |state, merge, product: &mut Product| {
                merge.product(data, product);
                unit = merge_unit((data, mapped), product, state, merge);
            });
        let Some((mut product, _)) = updated else { return };
        if let Some(code) = unit {
            match self.unit("/product/uomCode", &code) {
                Some(unit) => product.unit = unit,
                None => return,
            }
        }
        self.state.change(place, product);
    }
}

/// Compares the unit with that of a cross-reference, otherwise by code. Returns the unit code to write.
fn merge_unit(
    (data, mapped): (&ProductData, Option<UnitId>),
    product: &Product,
    state: &ImportState,
    merge: &mut Merge,
) -> Option<Code> {
    let stored = state.reference.unit(product.unit).map(|unit| &unit.code);
    let is_same = |code| mapped.map_or(Some(code) == stored, |unit| unit == product.unit);
    match &data.uom_code {
        MaybeUndefined::Value(code) if !is_same(code) => {
            merge.changed("uomCode", stored.map(ToString::to_string), Some(code.to_string()));
            Some(code.clone())
        }
        MaybeUndefined::Null => {
            merge.required_nulls.push("uomCode");
            None
        }
        _ => None,
    }
}

/// Returns the keys of an unknown product.
fn sent_keys(data: &ProductData) -> Vec<(ReferenceKey, String)> {
    let sent = [(ReferenceKey::Code, &data.code), (ReferenceKey::ExternalId, &data.external_id)];
    sent.into_iter().filter_map(|(key, value)| Some((key, value.value()?.to_string()))).collect()
}

/// Returns the sent keys as readable text.
fn keys(data: &ProductData) -> Vec<String> {
    let named = [("code", data.code.value()), ("externalId", data.external_id.value())];
    named.into_iter().filter_map(|(name, key)| key.map(|key| format!("{name} {key}"))).collect()
}
