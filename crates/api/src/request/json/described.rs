//! How what is read looks in the OpenAPI document; the types that it is read as say so.

use orderdock_domain::candidate::Sent;
use serde_json::Value;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};

pub type Property = RefOr<Schema>;

/// Schemas that others refer to, by their names.
pub type NamedSchemas = Vec<(String, Property)>;

/// A type of which the document says how its values look.
pub trait Described {
    /// The schema of a member that has it; the words may be empty.
    fn described(words: &str) -> Property;

    /// Adds what the schema refers to.
    fn parts(_: &mut NamedSchemas) {}
}

/// A schema of a type, to be narrowed.
pub fn typed(kind: Type, words: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(kind)).description((!words.is_empty()).then_some(words))
}

/// One word of a closed list.
pub fn one_of(words: &str, allowed: impl IntoIterator<Item = &'static str>) -> Property {
    typed(Type::String, words).enum_values(Some(allowed)).into()
}

/// A reference to the schema of an object.
pub fn reference(name: &str, words: &str) -> Property {
    let mut reference = Ref::from_schema_name(name);
    words.clone_into(&mut reference.description);
    reference.into()
}

/// What becomes of unknown members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Handling {
    /// They are ignored with a warning.
    #[default]
    Lenient,
    /// They are errors.
    Strict,
}

/// What the schema of an object says of a member.
pub struct DescribedMember {
    pub name: &'static str,
    pub required: bool,
    pub described: fn(&str) -> Property,
    pub words: &'static str,
}

/// An object, which says what becomes of members that it does not have.
pub fn object(words: &str, handling: Handling, members: &[DescribedMember]) -> Property {
    let mut object = ObjectBuilder::new().description(Some(words));
    for member in members {
        object = object.property(member.name, (member.described)(member.words));
        if member.required {
            object = object.required(member.name);
        }
    }
    let others = AdditionalProperties::FreeForm(handling == Handling::Lenient);
    object.additional_properties(Some(others)).into()
}

/// Null means something else than nothing.
impl<T: Described> Described for Sent<T> {
    fn described(words: &str) -> Property {
        or_null(T::described(words))
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
    // null is none of the words
    if let Some(words) = &mut object.enum_values {
        words.push(Value::Null);
    }
    object.into()
}
