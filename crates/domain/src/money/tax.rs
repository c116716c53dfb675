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
    /// `None` if neither the warehouse nor the organisation has a country; no tax matches then.
    pub from_country: Option<&'a CountryCode>,
    /// Country of the drop-ship location, else of the ship-to location.
    pub to_country: &'a CountryCode,
    /// Pricing date.
    pub date: Date,
    /// Whether the bill partner has a VAT id.
    pub has_vat_id: bool,
}

/// Returns the country from which goods are shipped: that of the row's warehouse, else of the organisation's warehouse.
/// Without a warehouse, or if it has no country, the organisation's own country.
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

/// Returns the matching tax. A tax with to-country precedes one without, then one that requires a VAT id, then own
/// before shared. A tax that requires a VAT id does not match a partner without one. Two taxes of equal rank are the
/// problem `tax.ambiguous`.
pub fn choose_tax<'a>(
    question: &TaxCriteria<'_>,
    reference: &'a Reference,
    pointer: &'static str,
) -> Result<&'a Tax, Problem> {
    let rank = |tax: &Tax| {
        (tax.to_country.is_some(), tax.requires_vat_id, tax.organisation == question.organisation)
    };
    let mut best: Option<&Tax> = None;
    let mut rival: Option<&Tax> = None;
    for tax in reference.taxes_of(question.category).filter(|tax| fits(tax, question)) {
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
        (None, _) => Err(no_tax(question, reference, pointer)),
    }
}

fn fits(tax: &Tax, question: &TaxCriteria<'_>) -> bool {
    tax.active
        && visible(tax.organisation, question.organisation)
        && Some(&tax.from_country) == question.from_country
        && tax.to_country.as_ref().is_none_or(|country| country == question.to_country)
        && tax.valid_from <= question.date
        && tax.valid_to.is_none_or(|last| question.date <= last)
        && (!tax.requires_vat_id || question.has_vat_id)
}

fn no_tax(question: &TaxCriteria<'_>, reference: &Reference, pointer: &'static str) -> Problem {
    let category = match reference.tax_category(question.category) {
        Some(category) => category.code.as_str().to_owned(),
        None => question.category.to_string(),
    };
    Problem::new(ProblemCode::TaxNone, pointer)
        .with("category", category)
        .with("from", question.from_country.map_or("?", CountryCode::as_str))
        .with("to", question.to_country.as_str())
        .with("date", question.date)
}
