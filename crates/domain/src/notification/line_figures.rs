//! Figures about lines in notification messages: numbers of orders and lines, and values.

use std::collections::BTreeMap;

use crate::candidate::HoldReason;
use crate::masterdata::CurrencyCode;
use crate::number::{Decimal, add};

/// Figures of lines on hold or lines with a missing record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineFigures {
    pub lines: u64,
    /// Number of incoming orders with these lines.
    pub orders: u64,
    /// Total value by currency, with the decimal places of the currency.
    pub worth: BTreeMap<CurrencyCode, Decimal>,
    /// Number of lines without a price.
    pub unpriced: u64,
}

impl LineFigures {
    /// Adds the figures of other incoming orders. Lines whose value cannot be added count as lines without a price.
    pub fn include(&mut self, others: &Self) {
        self.lines += others.lines;
        self.orders += others.orders;
        let mut unpriced = others.unpriced;
        for (currency, amount) in &others.worth {
            let sum = self.worth.entry(currency.clone()).or_insert(Decimal::ZERO);
            match add(*sum, *amount) {
                Some(mut exact) => {
                    exact.rescale(sum.scale().max(amount.scale()));
                    *sum = exact;
                }
                None => unpriced = others.lines,
            }
        }
        self.unpriced += unpriced;
    }
}

/// Figures of incoming orders on hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HoldSummary {
    pub figures: LineFigures,
    /// Number of incoming orders by reason, most frequent first. An incoming order can have several reasons.
    pub reasons: Vec<(HoldReason, u64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(lines: u64, currency: &str, amount: Decimal) -> LineFigures {
        let currency = CurrencyCode::parse(currency).unwrap().unwrap();
        LineFigures { lines, orders: 1, worth: BTreeMap::from([(currency, amount)]), unpriced: 1 }
    }

    #[test]
    fn figures_are_added_by_currency() {
        let mut all = LineFigures::default();
        for one in [
            figures(2, "EUR", Decimal::new(1_050, 2)),
            figures(3, "EUR", Decimal::new(950, 2)),
            figures(1, "CHF", Decimal::new(7, 0)),
        ] {
            all.include(&one);
        }
        assert_eq!((all.lines, all.orders, all.unpriced), (6, 3, 3));
        let worth: Vec<_> = all.worth.values().map(ToString::to_string).collect();
        assert_eq!(worth, ["7", "20.00"]);
    }

    #[test]
    fn lines_whose_value_cannot_be_added_have_no_price() {
        let mut all = figures(2, "EUR", Decimal::MAX);
        all.include(&figures(3, "EUR", Decimal::ONE));
        assert_eq!((all.unpriced, all.worth.into_values().next()), (4, Some(Decimal::MAX)));
    }
}
