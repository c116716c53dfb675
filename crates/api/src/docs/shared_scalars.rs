//! Types of values that many members have: each is described once, in `components.schemas`. A member keeps its own
//! description next to the reference.

use serde_json::Value;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayItems, KnownFormat, Object, Schema, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Components, ObjectBuilder, OpenApi, Ref, RefOr};

/// Returns the shared types: component, definition.
fn shared() -> [(&'static str, Object); 9] {
    let text = |types: &[Type], longest| builder(types).max_length(Some(longest)).build();
    [
        ("NullableCode", text(&[Type::String, Type::Number, Type::Null], 255)),
        ("CodeOrNumber", text(&[Type::String, Type::Number], 255)),
        ("NullableName", text(&[Type::String, Type::Null], 500)),
        ("NullableText", text(&[Type::String, Type::Null], 4_000)),
        ("NullableFlag", builder(&[Type::Boolean, Type::Null]).default(Some(Value::Bool(false))).build()),
        (
            "Count",
            builder(&[Type::Integer]).format(Some(format(KnownFormat::Int64))).minimum(Some(0)).build(),
        ),
        (
            "NullableTimestamp",
            builder(&[Type::String, Type::Null]).format(Some(format(KnownFormat::DateTime))).build(),
        ),
        ("CalendarDate", builder(&[Type::String]).format(Some(format(KnownFormat::Date))).build()),
        ("Timestamp", builder(&[Type::String]).format(Some(format(KnownFormat::DateTime))).build()),
    ]
}

fn builder(types: &[Type]) -> ObjectBuilder {
    let kind = match types {
        [only] => SchemaType::new(only.clone()),
        several => several.iter().cloned().collect(),
    };
    ObjectBuilder::new().schema_type(kind)
}

const fn format(format: KnownFormat) -> SchemaFormat {
    SchemaFormat::KnownFormat(format)
}

/// Moves the shared types of a document into its components and refers to them in all schemas.
pub fn share(document: &mut OpenApi) {
    let definitions = shared();
    let shared =
        definitions.each_ref().map(|(name, one)| (*name, serde_json::to_value(one).unwrap_or_default()));
    let components = document.components.get_or_insert_with(Components::new);
    for schema in components.schemas.values_mut() {
        share_within(schema, &shared);
    }
    for (name, definition) in definitions {
        components.schemas.insert(name.to_owned(), RefOr::T(Schema::Object(definition)));
    }
}

/// Replaces the members of a schema. A component that is such a type itself keeps its definition.
fn share_within(schema: &mut RefOr<Schema>, shared: &[(&str, Value)]) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.properties.values_mut().for_each(|member| share_member(member, shared));
            if let Some(AdditionalProperties::RefOr(other)) = object.additional_properties.as_deref_mut() {
                share_within(other, shared);
            }
        }
        Schema::Array(list) => {
            if let ArrayItems::RefOrSchema(item) = &mut list.items {
                share_member(item, shared);
            }
        }
        Schema::AllOf(all) => all.items.iter_mut().for_each(|part| share_within(part, shared)),
        Schema::OneOf(one) => one.items.iter_mut().for_each(|part| share_within(part, shared)),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(|part| share_within(part, shared)),
        _ => {}
    }
}

fn share_member(member: &mut RefOr<Schema>, shared: &[(&str, Value)]) {
    if let RefOr::T(Schema::Object(object)) = member {
        let mut bare = object.clone();
        bare.description = None;
        // numbers of equal value can have different types
        let bare = serde_json::to_value(bare).unwrap_or_default();
        if let Some((name, _)) = shared.iter().find(|(_, definition)| *definition == bare) {
            let mut reference = Ref::new(format!("#/components/schemas/{name}"));
            reference.description = object.description.take().unwrap_or_default();
            *member = RefOr::Ref(reference);
            return;
        }
    }
    share_within(member, shared);
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::routes;

    #[test]
    fn shared_types_are_referenced_with_descriptions() {
        let document = serde_json::to_value(routes::document()).unwrap();
        let schemas = &document["components"]["schemas"];
        let kind = &schemas["CodeOrNumber"];
        assert_eq!(*kind, json!({ "type": ["string", "number"], "maxLength": 255 }));
        let member = &schemas["CandidateBody"]["properties"]["externalHeaderId"];
        assert_eq!(member["$ref"], "#/components/schemas/CodeOrNumber", "{member}");
        assert!(member["description"].is_string(), "{member}");
        let text = document.to_string();
        for (name, definition) in super::shared() {
            let reference = format!("\"#/components/schemas/{name}\"");
            assert!(text.matches(&reference).count() > 5, "{name} is shared");
            let definition = serde_json::to_value(definition).unwrap();
            let mut members =
                schemas.as_object().unwrap().values().filter_map(|one| one["properties"].as_object());
            let is_definition = |member: &Value| *member == definition;
            assert!(!members.any(|members| members.values().any(is_definition)), "{name} is described once");
        }
    }
}
