//! Totals and values of lists.

use orderdock_domain::masterdata::{CurrencyCode, Reference};
use orderdock_domain::money::currency_digits;
use orderdock_domain::number::Decimal;
use orderdock_store::Total;
use serde::Serialize;
use utoipa::ToSchema;

use super::Exact;

/// Number of matching entries.
#[derive(Serialize, ToSchema)]
#[schema(as = Total)]
pub struct TotalResponse {
    value: u64,
    /// Whether `value` is exact. If false, there are at least `value` matching entries.
    exact: bool,
}

impl From<Total> for TotalResponse {
    fn from(total: Total) -> Self {
        Self { value: total.value, exact: total.exact }
    }
}

/// An amount in a currency.
#[derive(Serialize, ToSchema)]
#[schema(as = GroupWorth)]
#[serde(rename_all = "camelCase")]
pub struct GroupWorth<'a> {
    currency_code: &'a str,
    net: Exact,
}

impl<'a> GroupWorth<'a> {
    pub fn of((currency, net): &'a (CurrencyCode, Decimal), reference: &Reference) -> Self {
        Self {
            currency_code: currency.as_str(),
            net: Exact::money(*net, currency_digits(currency, reference)),
        }
    }
}
