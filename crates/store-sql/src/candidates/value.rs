//! Values of candidates, summed by currency.

use std::collections::BTreeMap;

use orderdock_domain::masterdata::{CurrencyCode, Reference};
use orderdock_domain::money::currency_digits;
use orderdock_domain::number::{Decimal, add, multiply, multiply_divide_rounded, subtract};
use orderdock_store::{Amounts, StoreResult};

use crate::sql::column::{FromRow, RowReader};

/// The columns of a candidate that determine its value.
pub struct PricedRow {
    currency: Option<CurrencyCode>,
    quantity: Decimal,
    discount: Option<Decimal>,
    /// Price per unit of the candidate.
    price: Option<Decimal>,
    list_price: Option<Decimal>,
    /// Whether the product has prices for other units than the candidate's.
    has_prices_for_other_units: bool,
    /// Net amount of the order line that the candidate would become. Present if the candidate was validated by a
    /// version that stores it.
    net: Option<Decimal>,
}

impl FromRow for PricedRow {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            currency: row.read()?,
            quantity: row.read()?,
            discount: row.read()?,
            price: row.read()?,
            list_price: row.read()?,
            has_prices_for_other_units: row.read()?,
            net: row.read()?,
        })
    }
}

/// Sums by currency.
#[derive(Default)]
pub struct Sums(BTreeMap<CurrencyCode, Decimal>);

impl Sums {
    pub fn add(&mut self, currency: CurrencyCode, amount: Decimal) -> Option<()> {
        let sum = self.0.get(&currency).copied().unwrap_or_default();
        self.0.insert(currency, add(sum, amount)?);
        Some(())
    }

    /// Adds the value of a row; `None` if the row has no price.
    pub fn add_row(&mut self, row: PricedRow, reference: &Reference) -> Option<()> {
        let currency = row.currency?;
        if let Some(net) = row.net {
            return self.add(currency, net);
        }
        // the list price may be for another unit
        let price = row.price.or(row.list_price.filter(|_| !row.has_prices_for_other_units))?;
        let digits = currency_digits(&currency, reference);
        self.add(currency, net(row.quantity, price, row.discount, digits)?)
    }

    pub fn amounts(self) -> Amounts {
        self.0.into_iter().collect()
    }
}

/// Returns the net value of a quantity at a price.
pub fn net(quantity: Decimal, price: Decimal, discount: Option<Decimal>, digits: u32) -> Option<Decimal> {
    let remaining_percent = subtract(Decimal::ONE_HUNDRED, discount.unwrap_or_default())?;
    multiply_divide_rounded(multiply(quantity, price)?, remaining_percent, Decimal::ONE_HUNDRED, digits)
}
