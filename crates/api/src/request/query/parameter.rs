//! Query parameters and headers of operations, as the OpenAPI document describes them.

use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};

/// Names of the query parameters that an operation accepts; all others are unknown.
pub trait KnownParameters {
    fn names() -> Vec<&'static str>;
}

impl KnownParameters for () {
    fn names() -> Vec<&'static str> {
        Vec::new()
    }
}

impl<One: KnownParameters, Other: KnownParameters> KnownParameters for (One, Other) {
    fn names() -> Vec<&'static str> {
        [One::names(), Other::names()].concat()
    }
}

/// An optional query parameter or header of an operation.
pub struct RequestParameter {
    pub name: &'static str,
    pub place: ParameterPlace,
    pub value: ParameterType,
    /// Description in the OpenAPI document.
    pub description: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterPlace {
    Query,
    Header,
}

/// Type of a parameter's value in the OpenAPI document.
pub enum ParameterType {
    Text,
    /// Text of at most this many characters.
    TextUpTo(usize),
    /// Text with examples.
    TextLike(&'static [&'static str]),
    /// Text with a default.
    TextOr(&'static str),
    /// One word of a list without a default.
    Choice(&'static [&'static str]),
    /// One word of a list, by default the second value.
    ChoiceOr(&'static [&'static str], &'static str),
    Boolean,
    /// `true` or `false`, by default the value.
    BooleanOr(bool),
    Integer,
    /// An integer within bounds, which are inclusive.
    IntegerBetween {
        minimum: u32,
        maximum: u32,
        default: Option<u32>,
    },
}

impl RequestParameter {
    pub const fn query(name: &'static str, value: ParameterType, description: &'static str) -> Self {
        Self { name, place: ParameterPlace::Query, value, description }
    }

    pub const fn header(name: &'static str, value: ParameterType, description: &'static str) -> Self {
        Self { name, place: ParameterPlace::Header, value, description }
    }

    /// Returns the parameter in the form of the OpenAPI document.
    pub fn described(&self) -> Parameter {
        let place = match self.place {
            ParameterPlace::Query => ParameterIn::Query,
            ParameterPlace::Header => ParameterIn::Header,
        };
        described(self.name, place, self.value.schema(), self.description)
    }
}

impl ParameterType {
    fn schema(&self) -> ObjectBuilder {
        match *self {
            Self::Text => schema_of(Type::String),
            Self::TextUpTo(length) => schema_of(Type::String).max_length(Some(length)),
            Self::TextLike(examples) => schema_of(Type::String).examples(examples.iter().copied()),
            Self::TextOr(default) => schema_of(Type::String).default(Some(default.into())),
            Self::Choice(words) => schema_of(Type::String).enum_values(Some(words.iter().copied())),
            Self::ChoiceOr(words, default) => {
                schema_of(Type::String).enum_values(Some(words.iter().copied())).default(Some(default.into()))
            }
            Self::Boolean => schema_of(Type::Boolean),
            Self::BooleanOr(default) => schema_of(Type::Boolean).default(Some(default.into())),
            Self::Integer => schema_of(Type::Integer),
            Self::IntegerBetween { minimum, maximum, default } => schema_of(Type::Integer)
                .minimum(Some(minimum))
                .maximum(Some(maximum))
                .default(default.map(Into::into)),
        }
    }
}

fn schema_of(kind: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(kind))
}

/// Returns an optional parameter in the form of the OpenAPI document.
pub fn described(name: &str, place: ParameterIn, schema: ObjectBuilder, description: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(Required::False)
        .schema(Some(schema))
        .description(Some(description))
        .build()
}
