//! Types of restricted values: closed lists of words, and numbers within bounds.

use orderdock_domain::candidate::{ExtendedProps, OrderDocType, PartnerLookup, PaymentRule};
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::notification::NotificationKind;
use orderdock_domain::number::{Decimal, exact};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::saved_view::ViewList;
use orderdock_domain::sync_advice::{IfExists, IfNotExists};
use orderdock_domain::text::{Code, Text, joined_lines};
use utoipa::openapi::schema::{AdditionalProperties, KnownFormat, SchemaFormat, SchemaType, Type};

use crate::request::json::{
    Anything, Described, JsonForm, JsonValue, Property, Scalar, ValueFault, checked, no_longer, one_of,
    scalars, typed, word,
};

macro_rules! read_words {
    ($($name:ident)*) => {$(
        impl Described for $name {
            fn described(description: &str) -> Property {
                one_of(description, Self::ALL.iter().map(|word| word.as_str()))
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
read_words! { OrderDocType PaymentRule PartnerLookup ProductType IfExists IfNotExists NotificationKind ViewList }

/// Code that refers to no record.
pub(crate) enum PlainCode {}

impl Described for PlainCode {
    fn described(description: &str) -> Property {
        Code::described(description)
    }
}

impl Scalar for PlainCode {
    type Read = Code;

    const ONE_LINE: bool = true;

    fn read(value: &JsonValue<'_>) -> Result<Option<Code>, ValueFault> {
        read_single_line::<Code>(value)
    }
}

/// Single-line text.
pub(crate) enum OneLine {}

impl Described for OneLine {
    fn described(description: &str) -> Property {
        Text::described(description)
    }
}

impl Scalar for OneLine {
    type Read = Text;

    const ONE_LINE: bool = true;

    fn read(value: &JsonValue<'_>) -> Result<Option<Text>, ValueFault> {
        read_single_line::<Text>(value)
    }
}

/// Replaces line breaks of a text by spaces.
fn read_single_line<T: Scalar>(value: &JsonValue<'_>) -> Result<Option<T::Read>, ValueFault> {
    match value {
        JsonValue::Text(text) => T::read(&JsonValue::Text(joined_lines(text))),
        other => T::read(other),
    }
}

/// Any value as JSON. Null, 0, false and empty values count as absent.
pub(crate) enum Unsupported {}

impl Described for Unsupported {
    fn described(description: &str) -> Property {
        Anything::described(description)
    }
}

impl Scalar for Unsupported {
    type Read = Text;

    fn read(value: &JsonValue<'_>) -> Result<Option<Text>, ValueFault> {
        let is_zero = |text: &str| exact(text.trim()).is_ok_and(|number| number.is_zero());
        let is_nothing = match value {
            JsonValue::Null | JsonValue::Bool(false) => true,
            JsonValue::Bool(true) => false,
            JsonValue::Number(text) => is_zero(text),
            JsonValue::Text(text) => text.trim().is_empty() || is_zero(text),
            JsonValue::Array(values) => values.is_empty(),
            JsonValue::Object(members) => members.is_empty(),
        };
        if is_nothing {
            return Ok(None);
        }
        let text: String = value.compact().chars().take(Text::LIMIT).collect();
        Ok(Text::parse(&text)?)
    }
}

impl Described for ExtendedProps {
    fn described(description: &str) -> Property {
        let any = AdditionalProperties::FreeForm(true);
        typed(Type::Object, description).additional_properties(Some(any)).into()
    }
}

impl Scalar for ExtendedProps {
    type Read = Self;

    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        match value {
            nothing if nothing.is_nothing() => return Ok(None),
            JsonValue::Object(members) if members.is_empty() => return Ok(None),
            JsonValue::Object(_) => {}
            other => return Err(ValueFault::wrong_type(Phrase::Object, other)),
        }
        if let Some(name) = value.repeated_name() {
            return Err(ValueFault::new(ProblemCode::PropertyDuplicate).with("name", name));
        }
        let json = value.json(JsonForm::AsSent);
        no_longer(&json, Self::LIMIT)?;
        Ok(Some(Self::new(json, value.json(JsonForm::Compared))))
    }
}

scalars! {
    /// Percentage of at most 100. Negative values are surcharges.
    Discount -> Decimal, Decimal::described, |value| checked::<Decimal>(value, |percent| {
        if *percent > Decimal::ONE_HUNDRED { Err(ValueFault::new(ProblemCode::DiscountOutOfRange)) } else { Ok(()) }
    });
    /// Number of items.
    Count -> i64, i64::described, |value| checked::<i64>(value, |count| {
        if *count < 0 { Err(ValueFault::new(ProblemCode::NumberNegative)) } else { Ok(()) }
    });
    /// Record id, as a number or text.
    RecordId -> i64,
        |description| {
            let kinds = SchemaType::from_iter([Type::Integer, Type::String]);
            let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
            typed(Type::Integer, description).schema_type(kinds).format(Some(format)).into()
        },
        i64::read;
    /// Code that some senders write as a number. Its digits are preserved.
    CodeOrNumber -> Code,
        |description| {
            let kinds = SchemaType::from_iter([Type::String, Type::Number]);
            typed(Type::String, description).schema_type(kinds).max_length(Some(Code::LIMIT)).into()
        },
        Code::read;
}
