//! How requests look, for the OpenAPI document; tests keep it and what reads them alike.

use serde_json::Value;
use utoipa::PartialSchema;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat,
    SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};

/// The examples that the tests send too: operation, name, words, text.
pub const EXAMPLES: [(&str, &str, &str, &str); 5] = [
    (
        "createOrder",
        "order",
        "Three lines, one with a price of its own",
        include_str!("../../../../examples/order.json"),
    ),
    (
        "importCandidate",
        "variant A",
        "Every field, with identifier strings for source and destination",
        include_str!("../../../../examples/candidate-variant-a.json"),
    ),
    (
        "importCandidate",
        "variant B",
        "Bare internal names for source and destination",
        include_str!("../../../../examples/candidate-variant-b.json"),
    ),
    (
        "importCandidate",
        "short",
        "The short shape: one flat id and a product code",
        include_str!("../../../../examples/candidate-short.json"),
    ),
    (
        "importCandidatesBulk",
        "mixed",
        "Rows of several headers, some of them wrong",
        include_str!("../../../../examples/bulk.json"),
    ),
];

type Property = RefOr<Schema>;
type Part = (&'static str, fn() -> Property);

fn typed(kind: Type, words: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(kind)).description((!words.is_empty()).then_some(words))
}

fn code(words: &str) -> Property {
    typed(Type::String, words).max_length(Some(255)).into()
}

/// One that some senders write as a number, of which the digits count.
fn code_or_number(words: &str) -> Property {
    let kinds = SchemaType::from_iter([Type::String, Type::Number]);
    typed(Type::String, words).schema_type(kinds).max_length(Some(255)).into()
}

fn name(words: &str) -> Property {
    typed(Type::String, words).max_length(Some(500)).into()
}

fn text(words: &str) -> Property {
    typed(Type::String, words).max_length(Some(4000)).into()
}

fn flag(words: &str) -> Property {
    typed(Type::Boolean, words).into()
}

fn whole(words: &str) -> Property {
    typed(Type::Integer, words).into()
}

fn decimal(words: &str) -> Property {
    typed(Type::Number, words).format(Some(SchemaFormat::Custom("decimal".into()))).into()
}

fn day(words: &str) -> Property {
    typed(Type::String, words).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into()
}

fn instant(words: &str) -> Property {
    typed(Type::String, words).format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))).into()
}

fn ids(words: &str) -> Property {
    let id = typed(Type::Integer, "").format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
    ArrayBuilder::new().items(id).description((!words.is_empty()).then_some(words)).into()
}

fn one_of(words: impl IntoIterator<Item = &'static str>) -> Property {
    typed(Type::String, "").enum_values(Some(words)).into()
}

fn names(words: &str) -> Property {
    ArrayBuilder::new().items(typed(Type::String, "")).description(Some(words)).into()
}

fn anything(words: &str) -> Property {
    ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(words)).into()
}

fn block(name: &str) -> Property {
    Ref::from_schema_name(name).into()
}

/// The same, or null.
fn or_null(property: Property) -> Property {
    let mut object = match property {
        RefOr::T(Schema::Object(object)) => object,
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

/// Declares an object by its members. Those that are not named here are passed over, or refused where it says so;
/// where it says so, null means something else than nothing, and every member may be null.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident, $words:literal, required $($rest:tt)*) => {
        object! { $(#[$doc])* $name, $words, others true, required $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident, $words:literal, null true, required $($rest:tt)*) => {
        object! { $(#[$doc])* $name, $words, others true, null true, required $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident, $words:literal, others $others:literal, required $($rest:tt)*) => {
        object! { $(#[$doc])* $name, $words, others $others, null false, required $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident, $words:literal, others $others:literal, null $null:literal,
        required $required:expr, {
        $($member:literal $schema:expr;)*
    }) => {
        $(#[$doc])*
        pub struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> $crate::request::Property {
                let required: &[&str] = &$required;
                let mut object = utoipa::openapi::ObjectBuilder::new().description(Some($words));
                $(object = object.property($member, $crate::request::member($schema, $null));)*
                for member in required {
                    object = object.required(*member);
                }
                $crate::request::others(object, $others)
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schemas(schemas: &mut Vec<(String, $crate::request::Property)>) {
                $crate::request::parts(schemas);
            }
        }
    };
}

mod desk;
mod intake;

pub use desk::*;
pub use intake::*;

fn member(schema: impl Into<Property>, null: bool) -> Property {
    if null { or_null(schema.into()) } else { schema.into() }
}

fn others(object: ObjectBuilder, allowed: bool) -> Property {
    object.additional_properties(Some(AdditionalProperties::FreeForm(allowed))).into()
}

/// The schemas that candidates are made of.
fn parts(schemas: &mut Vec<(String, Property)>) {
    let all: [Part; 26] = [
        ("VoidBody", VoidBody::schema),
        ("LoginBody", LoginBody::schema),
        ("ProcessSettingsBody", ProcessSettingsBody::schema),
        ("NumberPatternData", NumberPatternData::schema),
        ("SelectionBody", SelectionBody::schema),
        ("ProcessBody", ProcessBody::schema),
        ("SelectionData", SelectionData::schema),
        ("SelectionFilterData", SelectionFilterData::schema),
        ("OrderBody", OrderBody::schema),
        ("OrderLineData", OrderLineData::schema),
        ("CandidateBody", CandidateBody::schema),
        ("OrganisationData", OrganisationData::schema),
        ("PartnerData", PartnerData::schema),
        ("BusinessPartnerData", BusinessPartnerData::schema),
        ("LocationData", LocationData::schema),
        ("ContactData", ContactData::schema),
        ("ProductData", ProductData::schema),
        ("InvoiceDocumentTypeData", InvoiceDocumentTypeData::schema),
        ("SyncAdvice", SyncAdvice::schema),
        ("CandidatePatchBody", CandidatePatchBody::schema),
        ("OverrideData", OverrideData::schema),
        ("OverrideRole", OverrideRole::schema),
        ("OverrideInvoiceDocumentType", OverrideInvoiceDocumentType::schema),
        ("EditBody", EditBody::schema),
        ("EditChanges", EditChanges::schema),
        ("EditChange", EditChange::schema),
    ];
    schemas.extend(all.map(|(name, schema)| (name.to_owned(), schema())));
}

/// The example's value as it stands in the file.
pub fn example(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate_edit::{ChangeMembers, EditMembers};
    use crate::candidate_patch::{InvoiceDocTypeMembers, OverrideMembers, PatchMembers, RoleMembers};
    use crate::candidate_request::{read_bulk, read_one};
    use crate::json::{Handling, Named};
    use crate::operations::process_settings::{PatternMembers, SettingsMembers};
    use crate::operations::session::LoginMembers;
    use crate::order_request::read_order;
    use crate::selection::{BodyMembers, FilterMembers, ProcessMembers, SelectionMembers};

    fn members(schema: &Property) -> Vec<String> {
        let schema = serde_json::to_value(schema).unwrap();
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    }

    /// The document closes these, so that a member which is read but not described could not be sent.
    /// `tests/described_bodies.rs` sends what is described.
    #[test]
    fn every_member_that_is_read_strictly_is_described() {
        for (schema, read) in [
            (LoginBody::schema(), LoginMembers::NAMES),
            (ProcessSettingsBody::schema(), SettingsMembers::NAMES),
            (NumberPatternData::schema(), PatternMembers::NAMES),
            (SelectionBody::schema(), BodyMembers::NAMES),
            (ProcessBody::schema(), ProcessMembers::NAMES),
            (SelectionData::schema(), SelectionMembers::NAMES),
            (SelectionFilterData::schema(), FilterMembers::NAMES),
            (CandidatePatchBody::schema(), PatchMembers::NAMES),
            (OverrideData::schema(), OverrideMembers::NAMES),
            (OverrideRole::schema(), RoleMembers::NAMES),
            (OverrideInvoiceDocumentType::schema(), InvoiceDocTypeMembers::NAMES),
            (EditBody::schema(), EditMembers::NAMES),
            (EditChanges::schema(), OverrideMembers::NAMES),
            (EditChange::schema(), ChangeMembers::NAMES),
        ] {
            let (mut described, mut read) = (members(&schema), read.to_vec());
            described.sort_unstable();
            read.sort_unstable();
            assert_eq!(described, read);
        }
    }

    #[test]
    fn examples_are_read_without_a_word() {
        for (operation, name, _, text) in EXAMPLES {
            assert_ne!(example(text), Value::Null);
            let rows = match operation {
                "createOrder" => {
                    assert!(read_order(text, Handling::Strict).unwrap().is_ok(), "{name}");
                    continue;
                }
                "importCandidate" => vec![read_one(text, Handling::Strict).unwrap()],
                _ => read_bulk(text, Handling::Strict).unwrap().rows,
            };
            for read in rows {
                assert!(read.row.request.is_ok(), "{name}: {:?}", read.errors.first);
            }
        }
    }
}
