//! Values of which only some are allowed: words of closed lists, and numbers within bounds.

use orderdock_domain::candidate::{OrderDocType, PaymentRule};
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::notification::NotificationKind;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::sync_advice::{IfExists, IfNotExists};
use orderdock_domain::text::{Code, Text, TextFault};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, SchemaType, Type};

use crate::read::json::{Described, JsonValue, Property, Scalar, ValueFault, code, one_of, typed};

macro_rules! read_words {
    ($($name:ident)*) => {$(
        impl Described for $name {
            fn described(words: &str) -> Property {
                one_of(words, Self::ALL.iter().map(|word| word.as_str()))
            }
        }

        impl Scalar for $name {
            type Read = Self;

            fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
                let Some(word) = code(value)? else { return Ok(None) };
                match Self::ALL.iter().find(|allowed| word == allowed.as_str()) {
                    Some(found) => Ok(Some(*found)),
                    None => Err(ValueFault::not_allowed(&word, Self::ALL.iter().map(|word| word.as_str()))),
                }
            }
        }
    )*};
}
read_words! { OrderDocType PaymentRule ProductType IfExists IfNotExists NotificationKind }

/// Declares kinds of values that are like others in the document, but not every one of which is taken.
macro_rules! restricted {
    ($($(#[$doc:meta])* $name:ident of $like:ty, $check:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) enum $name {}

        impl Described for $name {
            fn described(words: &str) -> Property {
                <$like>::described(words)
            }
        }

        impl Scalar for $name {
            type Read = $like;

            fn read(value: &JsonValue<'_>) -> Result<Option<$like>, ValueFault> {
                let check: fn(&$like) -> Result<(), ValueFault> = $check;
                let read = <$like>::read(value)?;
                read.as_ref().map_or(Ok(()), check)?;
                Ok(read)
            }
        }
    )*};
}
restricted! {
    /// A percentage, at most 100; below 0 it is a surcharge.
    Discount of Decimal, |percent| {
        if *percent > Decimal::ONE_HUNDRED { Err(ValueFault::new(ProblemCode::DiscountOutOfRange)) } else { Ok(()) }
    };
    /// A code that stands for itself: nothing is looked up by it.
    PlainCode of Code, |_| Ok(());
    /// A text that has no use for more than one line.
    OneLine of Text, |text| match text.as_str().chars().find(|c| c.is_control()) {
        Some(found) => Err(TextFault::ControlCharacter { code: u32::from(found) }.into()),
        None => Ok(()),
    };
    /// A number of things.
    Count of i64, |count| if *count < 0 { Err(ValueFault::new(ProblemCode::NumberNegative)) } else { Ok(()) };
}

/// The id of a record, which is a number but may come as a text.
pub(crate) enum RecordId {}

impl Described for RecordId {
    fn described(words: &str) -> Property {
        let kinds = SchemaType::from_iter([Type::Integer, Type::String]);
        let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
        typed(Type::Integer, words).schema_type(kinds).format(Some(format)).into()
    }
}

impl Scalar for RecordId {
    type Read = i64;

    fn read(value: &JsonValue<'_>) -> Result<Option<i64>, ValueFault> {
        i64::read(value)
    }
}

/// A code that some senders write as a number, of which the digits count.
pub(crate) enum CodeOrNumber {}

impl Described for CodeOrNumber {
    fn described(words: &str) -> Property {
        let kinds = SchemaType::from_iter([Type::String, Type::Number]);
        typed(Type::String, words).schema_type(kinds).max_length(Some(Code::LIMIT)).into()
    }
}

impl Scalar for CodeOrNumber {
    type Read = Code;

    fn read(value: &JsonValue<'_>) -> Result<Option<Code>, ValueFault> {
        Code::read(value)
    }
}
