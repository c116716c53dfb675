//! Quantities from one unit into another.

use crate::ids::UnitId;
use crate::masterdata::{Conversion, Product, Reference};
use crate::number::{Decimal, divide_exact, multiply, multiply_divide_rounded};
use crate::problem::{Problem, ProblemCode};

/// Digits of a quantity that must be rounded, where its unit is not known.
const DEFAULT_PRECISION: u32 = 6;

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

    /// The converted quantity: exact if it has an end within 28 digits, else rounded to `precision` digits, a
    /// half away from zero. `None` if it is too large even so.
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

/// A quantity of the product in another unit, or what stands against it.
pub fn convert(
    quantity: Decimal,
    from: UnitId,
    to: UnitId,
    product: &Product,
    reference: &Reference,
) -> Result<Decimal, Problem> {
    let factor = find_factor(from, to, product, reference)
        .ok_or_else(|| no_conversion(from, to, product, reference))?;
    let precision = reference.unit(to).map_or(DEFAULT_PRECISION, |unit| unit.precision);
    factor.convert(quantity, precision).ok_or_else(|| Problem::new(ProblemCode::NumberTooLarge, "/qty"))
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
