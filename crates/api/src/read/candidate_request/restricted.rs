//! Values of which only some are allowed: words of closed lists, and numbers within bounds.

use orderdock_domain::candidate::{OrderDocType, PaymentRule};
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::notification::NotificationKind;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::saved_view::ViewList;
use orderdock_domain::sync_advice::{IfExists, IfNotExists};
use orderdock_domain::text::{Code, Text, TextFault};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, SchemaType, Type};

use crate::read::json::{
    Described, JsonValue, Property, Scalar, ValueFault, checked, one_of, scalars, typed, word,
};

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
                word(value, || Self::ALL.iter().copied(), |one| one.as_str())
            }
        }
    )*};
}
read_words! { OrderDocType PaymentRule ProductType IfExists IfNotExists NotificationKind ViewList }

scalars! {
    /// A percentage, at most 100; below 0 it is a surcharge.
    Discount -> Decimal, Decimal::described, |value| checked::<Decimal>(value, |percent| {
        if *percent > Decimal::ONE_HUNDRED { Err(ValueFault::new(ProblemCode::DiscountOutOfRange)) } else { Ok(()) }
    });
    /// A code that stands for itself: nothing is looked up by it.
    PlainCode -> Code, Code::described, Code::read;
    /// A text that has no use for more than one line.
    OneLine -> Text, Text::described, |value| checked::<Text>(value, |text| {
        match text.as_str().chars().find(|c| c.is_control()) {
            Some(found) => Err(TextFault::ControlCharacter { code: u32::from(found) }.into()),
            None => Ok(()),
        }
    });
    /// A number of things.
    Count -> i64, i64::described, |value| checked::<i64>(value, |count| {
        if *count < 0 { Err(ValueFault::new(ProblemCode::NumberNegative)) } else { Ok(()) }
    });
    /// The id of a record, which is a number but may come as a text.
    RecordId -> i64,
        |words| {
            let kinds = SchemaType::from_iter([Type::Integer, Type::String]);
            let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
            typed(Type::Integer, words).schema_type(kinds).format(Some(format)).into()
        },
        i64::read;
    /// A code that some senders write as a number, of which the digits count.
    CodeOrNumber -> Code,
        |words| {
            let kinds = SchemaType::from_iter([Type::String, Type::Number]);
            typed(Type::String, words).schema_type(kinds).max_length(Some(Code::LIMIT)).into()
        },
        Code::read;
}
