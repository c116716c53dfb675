//! OpenAPI schemas of types that the JSON reader reads.

use orderdock_domain::candidate::MaybeUndefined;
use serde_json::Value;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};

pub type Property = RefOr<Schema>;

/// Referenced schemas by name.
pub type NamedSchemas = Vec<(String, Property)>;

/// Type with an OpenAPI schema.
pub trait Described {
    /// Returns the schema of a member of this type. The description can be empty.
    fn described(description: &str) -> Property;

    /// Adds referenced schemas.
    fn parts(_: &mut NamedSchemas) {}
}

/// Returns a schema of a basic type.
pub fn typed(kind: Type, description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(kind))
        .description((!description.is_empty()).then_some(description))
}

/// Returns the schema of a word of a closed list.
pub fn one_of(description: &str, allowed: impl IntoIterator<Item = &'static str>) -> Property {
    typed(Type::String, description).enum_values(Some(allowed)).into()
}

/// Returns a reference to the schema of an object.
pub fn reference(name: &str, description: &str) -> Property {
    let mut reference = Ref::from_schema_name(name);
    description.clone_into(&mut reference.description);
    reference.into()
}

/// Handling of unknown members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Handling {
    /// Unknown members are ignored with a warning.
    #[default]
    Lenient,
    /// Unknown members are errors.
    Strict,
}

/// Member of an object schema.
pub struct DescribedMember {
    pub name: &'static str,
    pub required: bool,
    pub described: fn(&str) -> Property,
    pub description: &'static str,
}

/// Returns the schema of an object.
pub fn object(description: &str, handling: Handling, members: &[DescribedMember]) -> Property {
    let mut object = ObjectBuilder::new().description(Some(description));
    for member in members {
        object = object.property(member.name, (member.described)(member.description));
        if member.required {
            object = object.required(member.name);
        }
    }
    let others = AdditionalProperties::FreeForm(handling == Handling::Lenient);
    object.additional_properties(Some(others)).into()
}

/// Null differs from an absent member.
impl<T: Described> Described for MaybeUndefined<T> {
    fn described(description: &str) -> Property {
        or_null(T::described(description))
    }

    fn parts(parts: &mut NamedSchemas) {
        T::parts(parts);
    }
}

fn or_null(property: Property) -> Property {
    let mut object = match property {
        RefOr::T(Schema::Object(object)) => object,
        RefOr::T(Schema::AnyOf(mut either)) => {
            either.items.push(ObjectBuilder::new().schema_type(Type::Null).into());
            return Schema::AnyOf(either).into();
        }
        other => {
            return OneOfBuilder::new().item(other).item(ObjectBuilder::new().schema_type(Type::Null)).into();
        }
    };
    object.schema_type = match object.schema_type {
        SchemaType::Type(kind) => SchemaType::from_iter([kind, Type::Null]),
        SchemaType::Array(kinds) => kinds.into_iter().chain([Type::Null]).collect(),
        SchemaType::AnyValue => SchemaType::AnyValue,
    };
    // null must be one of the allowed values
    if let Some(description) = &mut object.enum_values {
        description.push(Value::Null);
    }
    object.into()
}
