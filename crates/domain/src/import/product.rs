//! Products: the one that a row names, created and updated as it says.

use super::Expectation;
use super::merge::{Existing, Merge};
use super::partner::{free_code, label};
use super::row::{Advised, RowDraft};
use super::table::TablePlace;
use crate::candidate::{ProductData, Sent};
use crate::ids::{OrganisationId, ProductId, UnitId};
use crate::masterdata::Product;
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};
use crate::text::Code;

/// The product of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowProduct {
    pub(super) place: TablePlace,
    /// This row created it.
    pub(super) created: bool,
}

impl RowDraft<'_> {
    pub(super) fn product(&mut self, organisation: OrganisationId) -> Option<RowProduct> {
        let data = &self.request.product;
        let advised = match data.advice {
            Some(advice) => Advised { advice, level: Phrase::Product },
            None => Advised { advice: SyncAdvice::READ_ONLY, level: Phrase::Default },
        };
        let by_code = data.code.value().and_then(|code| self.world.product_by_code(organisation, code));
        let by_id =
            data.external_id.value().and_then(|id| self.world.product_by_external_id(organisation, id));
        if data.code.value().is_none() && data.external_id.value().is_none() {
            self.error(ProblemCode::ProductKeyMissing, "/product/code");
            return None;
        }
        if let (Some(first), Some(second)) = (by_code, by_id)
            && first != second
        {
            let second = self.product_label(second);
            return self.product_contradiction("/product/externalId", first, second);
        }
        let Some(place) = by_code.or(by_id) else {
            let place = self.create_product(organisation, data, advised)?;
            return Some(RowProduct { place, created: true });
        };
        let product = self.world.products.get(place);
        if let Some(code) = data.code.value().filter(|code| **code != product.code) {
            return self.product_contradiction("/product/code", place, format!("code {code}"));
        }
        let other_id = |id: &&Code| product.external_id.as_ref().is_some_and(|stored| *stored != **id);
        if let Some(id) = data.external_id.value().filter(other_id) {
            return self.product_contradiction("/product/externalId", place, format!("externalId {id}"));
        }
        self.update_product(place, data, advised);
        Some(RowProduct { place, created: false })
    }

    /// Where the row names its product.
    pub(super) fn product_pointer(&self) -> &'static str {
        let product = &self.request.product;
        match (product.flat, product.code.value()) {
            (true, _) => "/productCode",
            (false, Some(_)) => "/product/code",
            (false, None) => "/product/externalId",
        }
    }

    fn product_contradiction<T>(
        &mut self,
        pointer: &'static str,
        first: TablePlace,
        second: String,
    ) -> Option<T> {
        let problem = Problem::new(ProblemCode::ProductAmbiguous, pointer)
            .with("first", self.product_label(first))
            .with("second", second);
        self.errors.push(problem);
        None
    }

    fn product_label(&self, place: TablePlace) -> String {
        let product = self.world.products.get(place);
        label(&product.code, product.external_id.as_ref(), &product.name)
    }

    fn create_product(
        &mut self,
        organisation: OrganisationId,
        data: &ProductData,
        advised: Advised,
    ) -> Option<TablePlace> {
        let keys = keys(data);
        if advised.advice.if_not_exists == IfNotExists::Fail {
            if !self.is_wanted("product", organisation.0, &keys) {
                let pointer = self.product_pointer().to_owned();
                self.unknown(ProblemCode::ProductUnknown, pointer, keys.join(", "), advised);
            }
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
        let id: ProductId = self.world.next_id();
        let taken = |code: &Code| self.world.product_by_code(organisation, code).is_some();
        let code = data.code.value().cloned().or_else(|| free_code("P", id.0, taken))?;
        let product = Product {
            external_id: data.external_id.value().cloned(),
            product_type: *product_type,
            ..Product::new(id, organisation, code, name.clone(), unit)
        };
        self.note_created("product", id.0, product.code.known());
        Some(self.world.create_product(product))
    }

    fn update_product(&mut self, place: TablePlace, data: &ProductData, advised: Advised) {
        if advised.advice.if_exists == IfExists::DontUpdate {
            return;
        }
        let stored = self.world.products.get(place);
        let record = Existing {
            entity: Phrase::Product,
            label: stored.label().to_owned(),
            owner: stored.organisation,
            is_new: self.world.products.is_created(place),
            pointer: "/product".to_owned(),
            changed: ProblemCode::ProductChanged,
            expectation: Some(Expectation::Product(stored.id, stored.version)),
        };
        let mut product = stored.clone();
        let mut merge = Merge::updating(advised.advice);
        merge.product(data, &mut product);
        let unit = self.merge_unit(data, &product, &mut merge);
        if self.may_write(&record, advised.advice, &merge) {
            if let Some(code) = unit {
                match self.unit("/product/uomCode", &code) {
                    Some(unit) => product.unit = unit,
                    None => return,
                }
            }
            self.world.change_product(place, product);
        }
    }

    /// Units are compared by code. Answers the one that is to be written.
    fn merge_unit(&self, data: &ProductData, product: &Product, merge: &mut Merge) -> Option<Code> {
        let stored = self.world.reference.unit(product.unit).map(|unit| &unit.code);
        match &data.uom_code {
            Sent::Value(code) if Some(code) != stored => {
                merge.changed("uomCode", stored.map(ToString::to_string), Some(code.to_string()));
                Some(code.clone())
            }
            Sent::Null => {
                merge.uncleared.push("uomCode");
                None
            }
            _ => None,
        }
    }

    /// An active unit, or an error.
    pub(super) fn unit(&mut self, pointer: &'static str, code: &Code) -> Option<UnitId> {
        let found = self.world.reference.unit_by_code(code).filter(|unit| unit.active).map(|unit| unit.id);
        if found.is_none() {
            self.errors.push(Problem::new(ProblemCode::UomUnknown, pointer).with("code", code.as_str()));
        }
        found
    }
}

/// The keys that were sent, in words.
fn keys(data: &ProductData) -> Vec<String> {
    let named = [("code", data.code.value()), ("externalId", data.external_id.value())];
    named.into_iter().filter_map(|(name, key)| key.map(|key| format!("{name} {key}"))).collect()
}
