//! Numbers and ids in responses.

use orderdock_domain::ids::{OrderId, is_of_a_record};
use orderdock_domain::number::Decimal;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// Exact decimal, encoded as a JSON number without loss.
#[derive(Clone, Copy, PartialEq, Eq, ToSchema, Debug)]
#[schema(
    as = Decimal,
    format = "decimal",
    description = "Exact decimal number with up to 28 significant digits, never rounded to binary floating point."
)]
pub struct Exact(pub Decimal);

impl Exact {
    /// Encodes a number without trailing zeros.
    pub fn plain(number: Decimal) -> Self {
        Self(number.normalize())
    }

    /// Encodes an amount with at least the decimals of its currency. More are kept, because prices can be
    /// finer.
    pub fn money(amount: Decimal, currency_digits: u32) -> Self {
        let mut amount = amount.normalize();
        if amount.scale() < currency_digits {
            amount.rescale(currency_digits);
        }
        Self(amount)
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            // most numbers are integers and need no intermediate text
            Ok(whole) if self.0.scale() == 0 => serializer.serialize_i64(whole),
            _ => rust_decimal::serde::arbitrary_precision::serialize(&self.0, serializer),
        }
    }
}

/// A record id. Null for a record that a dry run would create.
#[derive(Clone, Copy, PartialEq, Eq, Default, ToSchema, Debug)]
#[schema(description = "Record id, less than 2^53.")]
pub struct Id(pub i64);

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_of_a_record(self.0) { serializer.serialize_i64(self.0) } else { serializer.serialize_none() }
    }
}

/// The id of a sales order, as a string. Null for an order that a dry run would create.
#[derive(Clone, Copy, PartialEq, Eq, ToSchema, Debug)]
#[schema(value_type = String, description = "Record id of a sales order, as a string.")]
pub struct SalesOrderId(pub OrderId);

impl Serialize for SalesOrderId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_of_a_record(self.0.0) { serializer.collect_str(&self.0) } else { serializer.serialize_none() }
    }
}

/// Whether a number is zero, for members that are then omitted.
pub fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use orderdock_domain::number::exact;

    #[test]
    fn decimals_are_json_numbers_without_loss() {
        for (number, plain, money) in [
            (
                "12345678901234567890.12345678",
                "12345678901234567890.12345678",
                "12345678901234567890.12345678",
            ),
            ("1.10", "1.1", "1.10"),
            ("3368.3", "3368.3", "3368.30"),
            ("10", "10", "10.00"),
            ("0", "0", "0.00"),
            ("-0.005", "-0.005", "-0.005"),
            ("1e3", "1000", "1000.00"),
        ] {
            let number = exact(number).unwrap();
            assert_eq!(serde_json::to_string(&Exact::plain(number)).unwrap(), plain);
            assert_eq!(serde_json::to_string(&Exact::money(number, 2)).unwrap(), money);
        }
    }

    #[test]
    fn ids_of_dry_runs_are_null() {
        assert_eq!(serde_json::to_string(&[Id(17), Id(-5)]).unwrap(), "[17,null]");
        let orders = [17, -5].map(|id| SalesOrderId(OrderId(id)));
        assert_eq!(serde_json::to_string(&orders).unwrap(), "[\"17\",null]");
    }
}
