//! Selection of the price list, its version and the product price of a line.

use jiff::civil::Date;

use super::{ConvertedQuantity, convert, visible};
use crate::candidate::string_enum;
use crate::ids::{OrganisationId, PriceListVersionId, PricingSystemId, UnitId};
use crate::masterdata::{
    CountryCode, CurrencyCode, DefaultSources, Organisation, Partner, PriceList, PriceListVersion,
    PricingSystem, Product, ProductPrice, Reference, ScalePrice, own_or_shared,
};
use crate::number::Decimal;
use crate::problem::{Problem, ProblemCode};

const SYSTEM_POINTER: &str = "/pricingSystemCode";

/// Returns the pricing system of the row, otherwise of the bill partner, its group or the organisation.
pub fn effective_pricing_system<'a>(
    row: Option<PricingSystemId>,
    bill_partner: &'a Partner,
    organisation: &'a Organisation,
    reference: &'a Reference,
) -> Result<&'a PricingSystem, Problem> {
    let billed = Some(bill_partner);
    let defaults = DefaultSources { organisation: Some(organisation), billed, delivered: None, reference };
    defaults
        .pricing_system(row)
        .and_then(|system| reference.pricing_system(system.value))
        .ok_or_else(|| Problem::new(ProblemCode::PricingSystemNone, SYSTEM_POINTER))
}

/// Returns the active sales price list of a pricing system. A list for the country precedes one without country, then
/// the wanted currency decides, then the smallest code, then own before shared. An inactive system has no lists.
pub fn choose_list<'a>(
    system: &PricingSystem,
    organisation: OrganisationId,
    country: &CountryCode,
    currency: Option<&CurrencyCode>,
    reference: &'a Reference,
) -> Result<&'a PriceList, Problem> {
    reference
        .price_lists_of(system.id)
        .filter(|list| system.active && list.active && list.sales && visible(list.organisation, organisation))
        .filter(|list| list.country.as_ref().is_none_or(|of| of == country))
        .min_by_key(|list| {
            let other_currency = currency.is_some_and(|currency| *currency != list.currency);
            (list.country.is_none(), other_currency, &list.code, list.organisation != organisation)
        })
        .ok_or_else(|| {
            Problem::new(ProblemCode::PricelistNone, SYSTEM_POINTER)
                .with("system", system.code.as_str())
                .with("country", country.as_str())
        })
}

/// Returns the newest active version of a list with `valid_from` on or before the date; on equal days, own before shared.
/// If that version has expired, returns a problem instead of an older version.
pub fn choose_version<'a>(
    list: &PriceList,
    organisation: OrganisationId,
    date: Date,
    reference: &'a Reference,
) -> Result<&'a PriceListVersion, Problem> {
    reference
        .versions_of(list.id)
        .filter(|version| version.active && visible(version.organisation, organisation))
        .filter(|version| version.valid_from <= date)
        .max_by_key(|version| (version.valid_from, version.organisation == organisation))
        .filter(|newest| newest.valid_to.is_none_or(|last| date <= last))
        .ok_or_else(|| at_list(ProblemCode::PricelistNoVersion, SYSTEM_POINTER, list, date))
}

/// Creates a problem of a price list on a date.
fn at_list(code: ProblemCode, pointer: &'static str, list: &PriceList, date: Date) -> Problem {
    Problem::new(code, pointer).with("list", list.code.as_str()).with("date", date)
}

/// Criteria of a price search in the versions of a list.
#[derive(Clone, Copy, Debug)]
pub struct PriceSearch<'a> {
    pub reference: &'a Reference,
    pub organisation: OrganisationId,
    pub product: &'a Product,
    /// All prices of the product. Inactive ones and those of other products or organisations are ignored.
    pub prices: &'a [&'a ProductPrice],
    /// Unit of the row's quantity.
    pub unit: UnitId,
    pub list: &'a PriceList,
    pub date: Date,
}

/// Step of a price search: a searched version and its result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriceStep<'a> {
    pub version: &'a PriceListVersion,
    pub found: StepOutcome,
}

string_enum! {
    /// Result of the search in one version of a price list.
    StepOutcome {
        Price "price"
        NoPrice "noPrice"
        /// The quantity was below the first scale. Only in orders of older versions, which did not use the base price then.
        BelowScales "belowScales"
        /// The version belongs to a list with another currency or tax inclusion, so its prices cannot be used.
        OtherTerms "otherTerms"
    }
}

/// Result of a price search: the price for a quantity.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundPrice<'a> {
    pub record: &'a ProductPrice,
    /// Scale that applies to the quantity; `None` if the base price applies.
    pub scale: Option<&'a ScalePrice>,
    /// Price per unit of the record, before discount.
    pub price: Decimal,
    /// Quantity of the row in the unit of the record.
    pub quantity: ConvertedQuantity,
    /// Searched versions in order; the last one has the price.
    pub steps: Vec<PriceStep<'a>>,
}

impl<'a> PriceSearch<'a> {
    /// Returns the price for a quantity in the unit of the row, from this version or the first base version with a price.
    pub fn price_for(
        &self,
        quantity: Decimal,
        version: &'a PriceListVersion,
    ) -> Result<FoundPrice<'a>, Problem> {
        let mut steps = Vec::with_capacity(1);
        let found = self.walk(version, &mut steps, |record| {
            let quantity = convert(quantity, self.unit, record.unit, self.product, self.reference)?;
            Ok((record, reached_scale(record, quantity), quantity))
        })?;
        let (record, scale, quantity) = found.ok_or_else(|| {
            self.of_product(at_list(ProblemCode::PriceNone, "/price", self.list, self.date))
        })?;
        let price = scale.map_or(record.price, |scale| scale.price);
        Ok(FoundPrice { record, scale, price, quantity, steps })
    }

    /// Returns the product's price record, from this version or the first base version with one, regardless of the quantity.
    pub fn record(&self, version: &'a PriceListVersion) -> Result<Option<&'a ProductPrice>, Problem> {
        self.walk(version, &mut Vec::new(), Ok)
    }

    /// Follows the base versions until one has a record. A cycle is the problem `pricelist.cycle`.
    fn walk<T>(
        &self,
        start: &'a PriceListVersion,
        steps: &mut Vec<PriceStep<'a>>,
        accept: impl Fn(&'a ProductPrice) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        let mut next = Some(start);
        while let Some(version) = next {
            if steps.iter().any(|step| step.version.id == version.id) {
                return Err(Problem::new(ProblemCode::PricelistCycle, SYSTEM_POINTER)
                    .with("list", self.list.code.as_str()));
            }
            let (found, accepted) = if self.same_terms(version) {
                match self.record_in(version.id)? {
                    None => (StepOutcome::NoPrice, None),
                    Some(record) => (StepOutcome::Price, Some(accept(record)?)),
                }
            } else {
                (StepOutcome::OtherTerms, None)
            };
            steps.push(PriceStep { version, found });
            if accepted.is_some() {
                return Ok(accepted);
            }
            // an inactive base counts as missing
            next = version
                .base
                .and_then(|base| self.reference.price_list_version(base))
                .filter(|base| base.active && visible(base.organisation, self.organisation));
        }
        Ok(None)
    }

    fn of_product(&self, problem: Problem) -> Problem {
        problem.with("product", self.product.label())
    }

    fn same_terms(&self, version: &PriceListVersion) -> bool {
        self.reference.price_list(version.price_list).is_some_and(|list| {
            list.currency == self.list.currency && list.tax_included == self.list.tax_included
        })
    }

    /// Returns the product's price record in one version: in the unit of the row, otherwise in the stock unit, otherwise in
    /// the only unit with prices. Within a unit, own before shared.
    fn record_in(&self, version: PriceListVersionId) -> Result<Option<&'a ProductPrice>, Problem> {
        let records = self.prices.iter().copied().filter(|record| {
            record.active
                && record.price_list_version == version
                && record.product == self.product.id
                && visible(record.organisation, self.organisation)
        });
        let in_unit = |unit: UnitId| {
            let records = records.clone().filter(|record| record.unit == unit);
            own_or_shared(records, self.organisation, |record| record.organisation)
        };
        if let Some(record) = in_unit(self.unit).or_else(|| in_unit(self.product.unit)) {
            return Ok(Some(record));
        }
        let Some(first) = records.clone().next() else { return Ok(None) };
        if records.clone().any(|record| record.unit != first.unit) {
            return Err(self.of_product(at_list(
                ProblemCode::PriceAmbiguous,
                "/uomCode",
                self.list,
                self.date,
            )));
        }
        Ok(in_unit(first.unit))
    }
}

/// Returns the scale that applies to a quantity in the unit of the record. Below the first scale, the base price applies.
fn reached_scale(record: &ProductPrice, quantity: ConvertedQuantity) -> Option<&ScalePrice> {
    record.scales.iter().rev().find(|scale| quantity.reaches(scale.from_quantity))
}
