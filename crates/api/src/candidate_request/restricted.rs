//! Values of which only some are allowed: words of closed lists, and numbers within bounds.

use orderdock_domain::candidate::{OrderDocType, PaymentRule};
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::Code as Problems;
use orderdock_domain::sync_advice::{IfExists, IfNotExists};
use orderdock_domain::text::{Text, TextFault};

use crate::json::{Fault, Scalar, Value, code};

macro_rules! read_words {
    ($($name:ident)*) => {$(
        impl Scalar for $name {
            fn read(value: &Value<'_>) -> Result<Option<Self>, Fault> {
                let Some(word) = code(value)? else { return Ok(None) };
                match Self::ALL.iter().find(|allowed| word == allowed.as_str()) {
                    Some(found) => Ok(Some(*found)),
                    None => Err(Fault::not_allowed(&word, Self::ALL.iter().map(|word| word.as_str()))),
                }
            }
        }
    )*};
}
read_words! { OrderDocType PaymentRule ProductType IfExists IfNotExists }

/// A percentage, at most 100; below 0 it is a surcharge.
pub(crate) struct Discount(pub Decimal);

impl Scalar for Discount {
    fn read(value: &Value<'_>) -> Result<Option<Self>, Fault> {
        match Decimal::read(value)? {
            Some(percent) if percent > Decimal::ONE_HUNDRED => Err(Fault::new(Problems::DiscountOutOfRange)),
            percent => Ok(percent.map(Self)),
        }
    }
}

/// A text that has no use for more than one line.
pub(super) struct Line(pub Text);

impl Scalar for Line {
    fn read(value: &Value<'_>) -> Result<Option<Self>, Fault> {
        let text = Text::read(value)?;
        let broken = text.as_ref().and_then(|text| text.as_str().chars().find(|c| c.is_control()));
        match broken {
            Some(found) => Err(TextFault::ControlCharacter { code: u32::from(found) }.into()),
            None => Ok(text.map(Self)),
        }
    }
}

/// A number of things.
pub(super) struct Count(pub i64);

impl Scalar for Count {
    fn read(value: &Value<'_>) -> Result<Option<Self>, Fault> {
        match i64::read(value)? {
            Some(count) if count < 0 => Err(Fault::new(Problems::NumberNegative)),
            count => Ok(count.map(Self)),
        }
    }
}
