//! Quantities from one unit into another.

use crate::ids::UnitId;
use crate::masterdata::{Conversion, Product, Reference};
use crate::number::{
    Decimal, compare_products, divide_exact, multiply, multiply_divide_rounded, product_divided_rounded,
};
use crate::problem::{Problem, ProblemCode};

/// Least digits after the point of a shown quantity that has no end.
const SHOWN_DIGITS: u32 = 6;

/// How a quantity becomes one in another unit: × multiplier ÷ divisor, both above zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    pub multiplier: Decimal,
    pub divisor: Decimal,
}

impl Factor {
    /// Between equal units.
    pub const ONE: Self = Self { multiplier: Decimal::ONE, divisor: Decimal::ONE };

    /// `None` for a rule that would make something of nothing, or nothing of something.
    fn of(rule: &Conversion) -> Option<Self> {
        let usable = rule.multiplier > Decimal::ZERO && rule.divisor > Decimal::ZERO;
        usable.then_some(Self { multiplier: rule.multiplier, divisor: rule.divisor })
    }

    fn inverse(self) -> Self {
        Self { multiplier: self.divisor, divisor: self.multiplier }
    }

    /// First this one, then the other; `None` if the product of both has too many digits.
    fn then(self, next: Self) -> Option<Self> {
        let multiplier = multiply(self.multiplier, next.multiplier)?;
        Some(Self { multiplier, divisor: multiply(self.divisor, next.divisor)? })
    }

    /// The converted quantity: exact if it has an end within 28 digits, otherwise rounded to `precision` digits, a
    /// half away from zero. `None` if it does not fit.
    pub fn convert(self, quantity: Decimal, precision: u32) -> Option<Decimal> {
        let Self { multiplier, divisor } = self;
        multiply(quantity, multiplier)
            .and_then(|product| divide_exact(product, divisor))
            .or_else(|| multiply(quantity, divide_exact(multiplier, divisor)?))
            .or_else(|| multiply(divide_exact(quantity, divisor)?, multiplier))
            .or_else(|| multiply_divide_rounded(quantity, multiplier, divisor, precision))
    }
}

/// The factor between two units: by one rule, else through the product's stock unit.
pub fn find_factor(from: UnitId, to: UnitId, product: &Product, reference: &Reference) -> Option<Factor> {
    direct_factor(from, to, product, reference).or_else(|| {
        let stock = product.unit;
        let into_stock = direct_factor(from, stock, product, reference)?;
        into_stock.then(direct_factor(stock, to, product, reference)?)
    })
}

/// The product's rule, else the general one; each holds in both directions, the one that is stored for the direction asked
/// for before the reverse of the other.
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

/// A quantity in another unit. It counts as `quantity × multiplier ÷ divisor`, exactly: 5 ÷ 12 has no decimal form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConvertedQuantity {
    /// In the unit it is converted from.
    quantity: Decimal,
    /// `None` if the unit rounds converted quantities: then `decimal` counts.
    pub factor: Option<Factor>,
    /// The decimal form: exact if it has an end within 28 digits.
    pub decimal: Decimal,
}

impl ConvertedQuantity {
    /// A quantity that stays in its unit.
    pub fn same(quantity: Decimal) -> Self {
        Self { quantity, factor: Some(Factor::ONE), decimal: quantity }
    }

    fn counted(self) -> (Decimal, Factor) {
        match self.factor {
            Some(factor) => (self.quantity, factor),
            None => (self.decimal, Factor::ONE),
        }
    }

    /// Whether it is at least `least`.
    pub fn reaches(self, least: Decimal) -> bool {
        let (quantity, Factor { multiplier, divisor }) = self.counted();
        compare_products(&[quantity, multiplier], &[least, divisor]).is_ge()
    }

    /// Quantity × price, rounded once; `None` if it does not fit.
    pub fn times(self, price: Decimal, digits: u32) -> Option<Decimal> {
        let (quantity, Factor { multiplier, divisor }) = self.counted();
        product_divided_rounded(&[quantity, multiplier, price], divisor, digits)
    }
}

/// A quantity of the product in another unit, or the problem that prevents the conversion.
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
    // a quantity of 28 digits before the point is shown with fewer behind it
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
