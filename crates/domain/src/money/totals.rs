//! The sums of a document.

use crate::masterdata::Tax;
use crate::number::{Decimal, add, multiply_divide_rounded, subtract};
use crate::problem::{Problem, ProblemCode};

const HUNDRED: Decimal = Decimal::ONE_HUNDRED;

/// What a line brings into the sums.
#[derive(Clone, Copy, Debug)]
pub struct LineAmount<'a> {
    /// Quantity × price, rounded to the currency's digits; tax is in it if the document's prices include it.
    pub net: Decimal,
    /// `None` if the partner is exempt.
    pub tax: Option<&'a Tax>,
}

/// The tax of a document by one tax record.
#[derive(Clone, PartialEq, Debug)]
pub struct TaxAmount<'a> {
    pub tax: &'a Tax,
    /// What the tax is on, without the tax itself.
    pub base: Decimal,
    pub amount: Decimal,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Totals<'a> {
    /// In the order of their first line.
    pub taxes: Vec<TaxAmount<'a>>,
    pub total_lines: Decimal,
    pub total_tax: Decimal,
    /// The lines, and the taxes unless they are included.
    pub grand_total: Decimal,
}

/// Adds up a document. `precision` is the currency's. What does not fit into 28 digits is `number.too_large`
/// at the document itself.
pub fn totals<'a>(
    lines: impl IntoIterator<Item = LineAmount<'a>>,
    tax_included: bool,
    precision: u32,
) -> Result<Totals<'a>, Problem> {
    sum_up(lines, tax_included, precision).ok_or_else(|| Problem::new(ProblemCode::NumberTooLarge, ""))
}

fn sum_up<'a>(
    lines: impl IntoIterator<Item = LineAmount<'a>>,
    tax_included: bool,
    precision: u32,
) -> Option<Totals<'a>> {
    let mut taxes: Vec<TaxAmount<'a>> = Vec::new();
    let mut total_lines = Decimal::ZERO;
    for line in lines {
        total_lines = add(total_lines, line.net)?;
        let Some(tax) = line.tax else { continue };
        let known = taxes.iter().position(|known| known.tax.id == tax.id);
        let place = known.unwrap_or_else(|| {
            taxes.push(TaxAmount { tax, base: Decimal::ZERO, amount: Decimal::ZERO });
            taxes.len() - 1
        });
        let sum = &mut taxes[place];
        sum.base = add(sum.base, line.net)?;
        if tax.per_line {
            sum.amount = add(sum.amount, tax_on(line.net, tax, tax_included, precision)?)?;
        }
    }
    let mut total_tax = Decimal::ZERO;
    for sum in &mut taxes {
        if !sum.tax.per_line {
            sum.amount = tax_on(sum.base, sum.tax, tax_included, precision)?;
        }
        if tax_included {
            sum.base = subtract(sum.base, sum.amount)?;
        }
        total_tax = add(total_tax, sum.amount)?;
    }
    let grand_total = if tax_included { total_lines } else { add(total_lines, total_tax)? };
    Some(Totals { taxes, total_lines, total_tax, grand_total })
}

/// The tax on an amount, or in it. Under reverse charge the buyer owes it: nothing is charged.
///
/// Included, it is amount − amount ÷ (1 + rate / 100), which is amount × rate ÷ (100 + rate): so it is rounded
/// once only.
pub fn tax_on(amount: Decimal, tax: &Tax, tax_included: bool, precision: u32) -> Option<Decimal> {
    if tax.reverse_charge {
        return Some(Decimal::ZERO);
    }
    let divisor = if tax_included { add(HUNDRED, tax.rate)? } else { HUNDRED };
    multiply_divide_rounded(amount, tax.rate, divisor, precision)
}
