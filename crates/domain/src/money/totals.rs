//! Totals of a document.

use crate::masterdata::Tax;
use crate::number::{Decimal, add, multiply_divide_rounded, subtract};
use crate::problem::{Problem, ProblemCode};

const HUNDRED: Decimal = Decimal::ONE_HUNDRED;

/// Net amount and tax of a line.
#[derive(Clone, Copy, Debug)]
pub struct LineAmount<'a> {
    /// Quantity × price, rounded to the decimal places of the currency. Includes tax if the prices of the document do.
    pub net: Decimal,
    /// `None` if the partner is exempt.
    pub tax: Option<&'a Tax>,
}

/// Taxable amount and tax of a document for one tax record.
#[derive(Clone, PartialEq, Debug)]
pub struct TaxAmount<'a> {
    pub tax: &'a Tax,
    /// Taxable amount, without the tax.
    pub base: Decimal,
    pub amount: Decimal,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Totals<'a> {
    /// Taxes in the order of their first lines.
    pub taxes: Vec<TaxAmount<'a>>,
    pub total_lines: Decimal,
    pub total_tax: Decimal,
    /// Sum of the lines, plus the taxes unless prices include them.
    pub grand_total: Decimal,
}

/// Calculates the totals of a document. `precision` is the number of decimal places of the currency. A sum of more than
/// 28 digits is the problem `number.too_large` with an empty pointer.
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

/// Returns the tax on an amount, or the tax included in it. Under reverse charge it is 0, because the buyer owes it.
///
/// The included tax is amount − amount ÷ (1 + rate / 100). It is calculated as amount × rate ÷ (100 + rate), which
/// rounds only once.
pub fn tax_on(amount: Decimal, tax: &Tax, tax_included: bool, precision: u32) -> Option<Decimal> {
    if tax.reverse_charge {
        return Some(Decimal::ZERO);
    }
    let divisor = if tax_included { add(HUNDRED, tax.rate)? } else { HUNDRED };
    multiply_divide_rounded(amount, tax.rate, divisor, precision)
}
