//! Conversion of quantities between units.

use crate::ids::UnitId;
use crate::masterdata::{Conversion, Product, Reference};
use crate::number::{
    Decimal, compare_products, divide_exact, multiply, multiply_divide_rounded, product_divided_rounded,
};
use crate::problem::{Problem, ProblemCode};

/// Minimum number of decimal places of a displayed quantity without finite decimal form.
const SHOWN_DIGITS: u32 = 6;

/// Conversion factor between two units: × multiplier ÷ divisor, both greater than 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    pub multiplier: Decimal,
    pub divisor: Decimal,
}

impl Factor {
    /// Factor between equal units.
    pub const ONE: Self = Self { multiplier: Decimal::ONE, divisor: Decimal::ONE };

    /// Returns the factor of a conversion; `None` if multiplier or divisor is not greater than 0.
    fn of(rule: &Conversion) -> Option<Self> {
        let usable = rule.multiplier > Decimal::ZERO && rule.divisor > Decimal::ZERO;
        usable.then_some(Self { multiplier: rule.multiplier, divisor: rule.divisor })
    }

    fn inverse(self) -> Self {
        Self { multiplier: self.divisor, divisor: self.multiplier }
    }

    /// Returns the factor of both conversions in sequence; `None` if a product has too many digits.
    fn then(self, next: Self) -> Option<Self> {
        let multiplier = multiply(self.multiplier, next.multiplier)?;
        Some(Self { multiplier, divisor: multiply(self.divisor, next.divisor)? })
    }

    /// Converts a quantity: exactly if the result is finite within 28 digits, otherwise rounded half away from zero to
    /// `precision` decimal places. Returns `None` if the result does not fit.
    pub fn convert(self, quantity: Decimal, precision: u32) -> Option<Decimal> {
        let Self { multiplier, divisor } = self;
        multiply(quantity, multiplier)
            .and_then(|product| divide_exact(product, divisor))
            .or_else(|| multiply(quantity, divide_exact(multiplier, divisor)?))
            .or_else(|| multiply(divide_exact(quantity, divisor)?, multiplier))
            .or_else(|| multiply_divide_rounded(quantity, multiplier, divisor, precision))
    }
}

/// Returns the factor between two units: of a direct conversion, otherwise of two conversions via the stock unit.
pub fn find_factor(from: UnitId, to: UnitId, product: &Product, reference: &Reference) -> Option<Factor> {
    direct_factor(from, to, product, reference).or_else(|| {
        let stock = product.unit;
        let into_stock = direct_factor(from, stock, product, reference)?;
        into_stock.then(direct_factor(stock, to, product, reference)?)
    })
}

/// Returns the factor of the product's conversion, otherwise of the general one. Conversions apply in both directions. One
/// for the requested direction precedes the inverse of the opposite one.
fn direct_factor(from: UnitId, to: UnitId, product: &Product, reference: &Reference) -> Option<Factor> {
    if from == to {
        return Some(Factor::ONE);
    }
    let product_rule = |from: UnitId, to: UnitId| {
        product.conversions.iter().find(|rule| rule.from == from && rule.to == to).and_then(Factor::of)
    };
    let general_rule = |from: UnitId, to: UnitId| reference.unit_conversion((from, to)).and_then(Factor::of);
    product_rule(from, to)
        .or_else(|| product_rule(to, from).map(Factor::inverse))
        .or_else(|| general_rule(from, to))
        .or_else(|| general_rule(to, from).map(Factor::inverse))
}

/// Quantity in another unit. The exact value is stored as `quantity × multiplier ÷ divisor`, because 5 ÷ 12 has no finite
/// decimal form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConvertedQuantity {
    /// Quantity in the source unit.
    quantity: Decimal,
    /// Factor to the target unit. `None` if the unit rounds converted quantities; the value is `decimal` then.
    pub factor: Option<Factor>,
    /// Decimal form; exact if it is finite within 28 digits.
    pub decimal: Decimal,
}

impl ConvertedQuantity {
    /// Creates a quantity in its own unit, without conversion.
    pub fn same(quantity: Decimal) -> Self {
        Self { quantity, factor: Some(Factor::ONE), decimal: quantity }
    }

    fn counted(self) -> (Decimal, Factor) {
        match self.factor {
            Some(factor) => (self.quantity, factor),
            None => (self.decimal, Factor::ONE),
        }
    }

    /// Returns whether the quantity is at least `minimum`.
    pub fn reaches(self, minimum: Decimal) -> bool {
        let (quantity, Factor { multiplier, divisor }) = self.counted();
        compare_products(&[quantity, multiplier], &[minimum, divisor]).is_ge()
    }

    /// Returns quantity × price, rounded once; `None` if it does not fit.
    pub fn times(self, price: Decimal, digits: u32) -> Option<Decimal> {
        let (quantity, Factor { multiplier, divisor }) = self.counted();
        product_divided_rounded(&[quantity, multiplier, price], divisor, digits)
    }
}

/// Converts a quantity of the product to another unit, or returns the problem that prevents it.
pub fn convert(
    quantity: Decimal,
    from: UnitId,
    to: UnitId,
    product: &Product,
    reference: &Reference,
) -> Result<ConvertedQuantity, Problem> {
    let factor = find_factor(from, to, product, reference)
        .ok_or_else(|| no_conversion(from, to, product, reference))?;
    if from == to {
        return Ok(ConvertedQuantity::same(quantity));
    }
    let unit = reference.unit(to);
    let too_large = || Problem::new(ProblemCode::NumberTooLarge, "/qty");
    if let Some(unit) = unit.filter(|unit| unit.round_converted_quantities) {
        let Factor { multiplier, divisor } = factor;
        let decimal = multiply_divide_rounded(quantity, multiplier, divisor, unit.precision);
        return Ok(ConvertedQuantity { quantity, factor: None, decimal: decimal.ok_or_else(too_large)? });
    }
    let precision = unit.map_or(SHOWN_DIGITS, |unit| unit.precision);
    let shown = factor.convert(quantity, precision.max(SHOWN_DIGITS));
    // the precision is reduced for quantities whose integer digits leave fewer decimal places
    let decimal = shown.or_else(|| factor.convert(quantity, precision)).ok_or_else(too_large)?;
    Ok(ConvertedQuantity { quantity, factor: Some(factor), decimal })
}

pub(super) fn no_conversion(from: UnitId, to: UnitId, product: &Product, reference: &Reference) -> Problem {
    let code = |id: UnitId| match reference.unit(id) {
        Some(unit) => unit.code.as_str().to_owned(),
        None => id.to_string(),
    };
    let problem =
        Problem::new(ProblemCode::UomNoConversion, "/uomCode").with("from", code(from)).with("to", code(to));
    problem.with("product", product.label())
}
