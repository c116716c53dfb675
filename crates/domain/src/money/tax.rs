//! Selection of the tax of a line.

use std::cmp::Ordering;

use jiff::civil::Date;

use super::visible;
use crate::ids::{OrganisationId, TaxCategoryId, WarehouseId};
use crate::masterdata::{CountryCode, Organisation, Reference, Tax};
use crate::problem::{Problem, ProblemCode};

/// Criteria for the tax of a line.
#[derive(Clone, Copy, Debug)]
pub struct TaxCriteria<'a> {
    pub organisation: OrganisationId,
    pub category: TaxCategoryId,
    /// Country of origin. `None` if neither warehouse nor organisation has one; no tax matches then.
    pub from_country: Option<&'a CountryCode>,
    /// Country of the drop-ship location, otherwise of the ship-to location.
    pub to_country: &'a CountryCode,
    /// Pricing date.
    pub date: Date,
    /// Whether the bill partner has a VAT id.
    pub has_vat_id: bool,
}

/// Returns the country from which goods are shipped: that of the row's warehouse, otherwise of the organisation's default
/// warehouse. Without a warehouse, or if it has no country, that of the organisation.
pub fn from_country<'a>(
    warehouse: Option<WarehouseId>,
    organisation: &'a Organisation,
    reference: &'a Reference,
) -> Option<&'a CountryCode> {
    warehouse
        .or(organisation.defaults.warehouse)
        .and_then(|id| reference.warehouse(id))
        .and_then(|warehouse| warehouse.country.as_ref())
        .or(organisation.country.as_ref())
}

/// Returns the matching tax. A tax with destination country precedes one without, then a tax that requires a VAT id
/// precedes one that does not, then own before shared. A tax that requires a VAT id does not match a partner without one.
/// Two taxes of equal rank are the problem `tax.ambiguous`.
pub fn choose_tax<'a>(
    criteria: &TaxCriteria<'_>,
    reference: &'a Reference,
    pointer: &'static str,
) -> Result<&'a Tax, Problem> {
    let rank = |tax: &Tax| {
        (tax.to_country.is_some(), tax.requires_vat_id, tax.organisation == criteria.organisation)
    };
    let mut best: Option<&Tax> = None;
    let mut rival: Option<&Tax> = None;
    for tax in reference.taxes_of(criteria.category).filter(|tax| fits(tax, criteria)) {
        match best.map(|best| rank(tax).cmp(&rank(best))) {
            None | Some(Ordering::Greater) => (best, rival) = (Some(tax), None),
            Some(Ordering::Equal) => rival = Some(tax),
            Some(Ordering::Less) => {}
        }
    }
    match (best, rival) {
        (Some(tax), None) => Ok(tax),
        (Some(first), Some(second)) => Err(Problem::new(ProblemCode::TaxAmbiguous, pointer)
            .with("first", first.code.as_str())
            .with("second", second.code.as_str())),
        (None, _) => Err(no_tax(criteria, reference, pointer)),
    }
}

fn fits(tax: &Tax, criteria: &TaxCriteria<'_>) -> bool {
    tax.active
        && visible(tax.organisation, criteria.organisation)
        && Some(&tax.from_country) == criteria.from_country
        && tax.to_country.as_ref().is_none_or(|country| country == criteria.to_country)
        && tax.valid_from <= criteria.date
        && tax.valid_to.is_none_or(|last| criteria.date <= last)
        && (!tax.requires_vat_id || criteria.has_vat_id)
}

fn no_tax(criteria: &TaxCriteria<'_>, reference: &Reference, pointer: &'static str) -> Problem {
    let category = match reference.tax_category(criteria.category) {
        Some(category) => category.code.as_str().to_owned(),
        None => criteria.category.to_string(),
    };
    Problem::new(ProblemCode::TaxNone, pointer)
        .with("category", category)
        .with("from", criteria.from_country.map_or("?", CountryCode::as_str))
        .with("to", criteria.to_country.as_str())
        .with("date", criteria.date)
}
