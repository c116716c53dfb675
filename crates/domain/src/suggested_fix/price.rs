//! Suggested fixes for currency, unit, price and quantity.

use super::case::{FixFinder, alternatives};
use super::{Confidence, ProposedRecord, SuggestedFix, SuggestedFixKind};
use crate::candidate::{Field, MaybeUndefined};
use crate::correction::{CandidatePatch, RequestedValue, imported};
use crate::ids::UnitId;
use crate::masterdata::kinds::KindName;
use crate::masterdata::{PriceList, PricingSystem};
use crate::money::{choose_list, find_factor, visible};
use crate::number::{Decimal, MAX_DIGITS, exact};
use crate::phrase::Phrase;
use crate::problem::ProblemCode;

/// Maximum number of equivalent suggestions.
const FEW: usize = 3;
/// Maximum number of records that are tried.
const TRIED: usize = 50;
/// JSON Pointer to the price of a product that a row creates.
const SENT_PRICE: &str = "/product/priceStd";

impl<'a> FixFinder<'a> {
    /// Suggests the currency of the price list if that of the row differs.
    pub fn currency(&self) -> Vec<Option<SuggestedFix>> {
        let problem = ProblemCode::CurrencyMismatch;
        let Some(list) = self.list() else { return Vec::new() };
        let (currency, code) = (&list.currency, list.code.as_str());
        let (confidence, text) = match self.candidate.price {
            None => (Confidence::Certain, Phrase::TakeListCurrencyFix),
            // with a manual price, the same number would be a different amount
            Some(_) => (Confidence::Possible, Phrase::TakeListCurrencyForPriceFix),
        };
        let text = text.of([currency.as_str().into(), code.into()]);
        let wanted = (Field::CurrencyCode, RequestedValue::Code(currency.clone()));
        let take = self.set(problem, (SuggestedFixKind::UseListCurrency, text), confidence, wanted);
        let systems = self.pricing_system(problem).into_iter().map(Some);
        [take].into_iter().chain(systems).collect()
    }

    /// Suggests other pricing systems that resolve the problem.
    pub fn pricing_system(&self, problem: ProblemCode) -> Vec<SuggestedFix> {
        let Some(line) = self.line() else { return Vec::new() };
        let (organisation, reference) = (line.organisation.id, self.reference());
        let list_of = |system: &PricingSystem| -> Option<&'a PriceList> {
            choose_list(system, organisation, line.ship_to_country, line.currency, reference).ok()
        };
        let systems = reference.pricing_systems.iter();
        let systems = systems.filter(|system| system.active && visible(system.organisation, organisation));
        let suggested_fixes = systems.take(TRIED).filter_map(|system| {
            let list = list_of(system)?;
            let named = Phrase::ChoosePricingSystemFix.of([
                system.code.as_str().into(),
                list.code.as_str().into(),
                list.currency.as_str().into(),
            ]);
            let wanted = (Field::PricingSystemCode, RequestedValue::Code(system.code.clone()));
            self.set(problem, (SuggestedFixKind::ChoosePricingSystem, named), Confidence::Possible, wanted)
        });
        alternatives(suggested_fixes, FEW)
    }

    /// Suggests another unit or a new conversion if the unit of the row cannot be converted to the stock or price unit.
    pub fn conversion(&self) -> Vec<Option<SuggestedFix>> {
        let Some(product) = self.product() else { return Vec::new() };
        let stock = product.unit;
        let mut suggested_fixes = vec![self.created_conversion()];
        suggested_fixes.push(self.unit(ProblemCode::UomNoConversion, SuggestedFixKind::UseStockUnit, stock));
        let units = self.reference().units.iter().filter(|unit| {
            let other = unit.id != stock && Some(unit.id) != self.candidate.unit;
            unit.active && other && find_factor(unit.id, stock, product, self.reference()).is_some()
        });
        // units with a conversion of the product before others
        let own = |unit: UnitId| product.conversions.iter().any(|rule| [rule.from, rule.to].contains(&unit));
        let mut units: Vec<_> = units.map(|unit| (!own(unit.id), unit.id)).collect();
        units.sort_unstable();
        let convertible = units.into_iter().filter_map(|(_, unit)| {
            self.unit(ProblemCode::UomNoConversion, SuggestedFixKind::UseConvertibleUnit, unit)
        });
        suggested_fixes.extend(convertible.take(FEW).map(Some));
        suggested_fixes
    }

    /// Suggests the units with a price if several other units have one.
    pub fn priced_unit(&self) -> Vec<Option<SuggestedFix>> {
        let version = self.list().and_then(|list| self.version(list));
        let prices = self.context.records.product_prices.iter().filter(|price| {
            price.active
                && Some(price.product) == self.candidate.product
                && version.is_some_and(|version| price.price_list_version == version.id)
                && visible(price.organisation, self.candidate.organisation)
        });
        let mut units: Vec<_> = prices.map(|price| price.unit).collect();
        units.sort_unstable();
        units.dedup();
        let units = units.into_iter();
        units
            .map(|unit| self.unit(ProblemCode::PriceAmbiguous, SuggestedFixKind::UsePricedUnit, unit))
            .collect()
    }

    fn unit(&self, problem: ProblemCode, kind: SuggestedFixKind, unit: UnitId) -> Option<SuggestedFix> {
        let code = self.reference().unit(unit).map(|unit| &unit.code)?;
        let text = Phrase::TakeUnitFix.of([self.candidate.qty.into(), code.as_str().into()]);
        self.set(
            problem,
            (kind, text),
            Confidence::Possible,
            (Field::UomCode, RequestedValue::Code(code.clone())),
        )
    }

    /// Suggests creating a conversion. The user must enter the quantity in the stock unit.
    fn created_conversion(&self) -> Option<SuggestedFix> {
        let product = self.product()?;
        let (from, to) = (self.unit_code(self.candidate.unit?)?, self.unit_code(product.unit)?);
        let text = Phrase::CreateConversionFix.of([from.into(), to.into(), product.code.as_str().into()]);
        let conversion = ProposedRecord::default().with("from", from).with("to", to);
        let record = self.product_record()?.with("conversions", conversion);
        let record = record.without("/conversions/0/multiplier");
        let kind = (KindName::Products, product.organisation);
        Some(Self::write((SuggestedFixKind::CreateConversion, text), Confidence::Likely, kind, record))
    }

    /// Suggests creating or setting a price if the price list has none for the product.
    pub fn price(&self) -> Vec<Option<SuggestedFix>> {
        vec![self.created_price(), self.set_price()]
    }

    /// Suggests creating a price that belongs to the organisation, even in a shared list.
    fn created_price(&self) -> Option<SuggestedFix> {
        let (list, product) = (self.list()?, self.product()?);
        let (version, unit) = (self.version(list)?, self.unit_code(self.candidate.unit?)?);
        let (code, name) = (product.code.as_str(), list.code.as_str());
        let text = Phrase::CreatePriceFix.of([code.into(), name.into(), version.valid_from.into()]);
        let record = ProposedRecord::default()
            .with("org", self.owner(self.candidate.organisation)?)
            .with("priceList", name)
            .with("validFrom", version.valid_from)
            .with("product", code)
            .with("uom", unit);
        let sent = self.sent_price(list);
        let record = match sent {
            Some(price) => record.with("price", price),
            None => record.without("/price"),
        };
        let kind = (KindName::ProductPrices, self.candidate.organisation);
        Some(Self::write((SuggestedFixKind::CreatePrice, text), Confidence::Likely, kind, record))
    }

    fn set_price(&self) -> Option<SuggestedFix> {
        let problem = ProblemCode::PriceNone;
        let list = self.list()?;
        match self.sent_price(list) {
            Some(price) => {
                let values = [price.into(), list.currency.as_str().into()];
                let text = Phrase::SetSentPriceFix.of(values);
                let wanted = (Field::Price, price.into());
                self.set(problem, (SuggestedFixKind::SetPrice, text), Confidence::Possible, wanted)
            }
            None => self.entered_price(problem, list),
        }
    }

    fn entered_price(&self, problem: ProblemCode, list: &PriceList) -> Option<SuggestedFix> {
        let text = Phrase::SetPriceFix.of([list.currency.as_str().into()]);
        self.entered(problem, (SuggestedFixKind::SetPrice, text), (Field::Price, Decimal::ONE.into()))
    }

    /// Returns a price that was sent but does not apply: a cleared one, or that of the created product.
    fn sent_price(&self, list: &PriceList) -> Option<Decimal> {
        let row = imported(self.candidate);
        let foreign = row.currency.as_ref().is_some_and(|currency| *currency != list.currency);
        let of_product = || {
            let member = self.candidate.content.members().find(|member| member.pointer == SENT_PRICE)?;
            exact(&member.text()).ok()
        };
        row.price.filter(|_| !foreign).or_else(of_product)
    }

    /// Suggests another price if the current one is negative or rounds to 0.
    pub fn other_price(&self, problem: ProblemCode) -> Vec<Option<SuggestedFix>> {
        let mut suggested_fixes = vec![self.list_price(problem)];
        let Some(list) = self.list() else { return suggested_fixes };
        let above =
            self.candidate.price.map(|price| price.abs()).filter(|_| problem == ProblemCode::PriceNegative);
        suggested_fixes.push(match above {
            Some(price) => {
                let values = [price.into(), list.currency.as_str().into()];
                let text = Phrase::SetPositivePriceFix.of(values);
                let wanted = (Field::Price, price.into());
                self.set(problem, (SuggestedFixKind::SetPrice, text), Confidence::Possible, wanted)
            }
            None => self.entered_price(problem, list),
        });
        suggested_fixes
    }

    fn list_price(&self, problem: ProblemCode) -> Option<SuggestedFix> {
        self.candidate.price?;
        let cleared = self.candidate.overrides.iter().filter(|one| one.cleared && one.field != Field::Price);
        let clear = cleared.map(|one| one.field).chain([Field::Price]).collect();
        let patch = CandidatePatch { clear: MaybeUndefined::Value(clear), ..CandidatePatch::default() };
        let text = Phrase::TakeListPriceFix.of([self.list()?.code.as_str().into()]);
        self.patch(problem, (SuggestedFixKind::UseListPrice, text), Confidence::Possible, patch)
    }

    /// Suggests the absolute value of a negative quantity, or entering another quantity.
    pub fn quantity(&self, problem: ProblemCode) -> Option<SuggestedFix> {
        let quantity = self.candidate.qty.abs();
        if quantity.is_zero() || problem != ProblemCode::QtyNotPositive {
            let text = (SuggestedFixKind::SetQuantity, Phrase::EnterQuantityFix.into());
            return self.entered(problem, text, (Field::Qty, Decimal::ONE.into()));
        }
        let text = Phrase::SetQuantityFix.of([quantity.into()]);
        self.set(
            problem,
            (SuggestedFixKind::SetQuantity, text),
            Confidence::Possible,
            (Field::Qty, quantity.into()),
        )
    }

    /// Suggests entering a number with fewer digits; the member with the problem comes first.
    pub fn smaller(&self) -> Vec<Option<SuggestedFix>> {
        let reported =
            self.candidate.problems.iter().find(|problem| problem.code == ProblemCode::NumberTooLarge);
        let at = reported.and_then(|problem| Field::parse(problem.pointer.trim_start_matches('/')));
        let mut fields = [Field::Qty, Field::Price, Field::Discount];
        fields.sort_by_key(|field| Some(*field) != at);
        fields.into_iter().map(|field| self.smaller_in(field)).collect()
    }

    fn smaller_in(&self, field: Field) -> Option<SuggestedFix> {
        let (kind, text, like) = match field {
            Field::Price => {
                self.candidate.price?;
                (SuggestedFixKind::SetPrice, Phrase::SmallerPriceFix, Decimal::ONE)
            }
            Field::Discount => {
                self.candidate.discount?;
                (SuggestedFixKind::SetDiscount, Phrase::SmallerDiscountFix, Decimal::ZERO)
            }
            _ => (SuggestedFixKind::SetQuantity, Phrase::SmallerQuantityFix, Decimal::ONE),
        };
        let text = text.of([i64::from(MAX_DIGITS).into()]);
        self.entered(ProblemCode::NumberTooLarge, (kind, text), (field, like.into()))
    }
}
