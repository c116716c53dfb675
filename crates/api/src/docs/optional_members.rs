//! Optional members of responses. A member without a value is absent from a response, so its schema does not allow null,
//! although the schemas of Rust's optional fields do.

use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};
use utoipa::openapi::{Components, RefOr};

/// Members that are null instead of absent, by schema.
const NULL_MEMBERS: [(&str, &[&str]); 15] = [
    ("Candidate", &["order"]),
    ("ChangeShape", &["old", "new"]),
    ("HistoryEntry", &["waitingUntil", "assignedTo"]),
    ("IntakeAnswer", &["oldestUnprocessed"]),
    ("Notification", &["orgCode", "error"]),
    ("NotificationRecipient", &["nextAttemptAt", "sentAt", "error"]),
    (
        "NotificationRule",
        &[
            "orgCode",
            "minutes",
            "hours",
            "dataSourceId",
            "dataSourceInternalName",
            "from",
            "to",
            "webhookId",
            "lastSentAt",
            "lastError",
        ],
    ),
    ("OrganisationStorage", &["orgCode"]),
    ("OwnQueue", &["oldest"]),
    ("ProblemGroup", &["message", "params"]),
    ("SourceDay", &["last", "usualByNow", "usual"]),
    ("WaitingOrders", &["oldest"]),
    (
        "Webhook",
        &[
            "orgCode",
            "dataSourceId",
            "include",
            "description",
            "statusReason",
            "statusBy",
            "lastSuccessAt",
            "lastFailureAt",
            "failingSince",
            "oldestWaitingAt",
            "secretRotatedAt",
        ],
    ),
    ("WebhookAttempt", &["status", "error", "answer"]),
    ("WebhookDelivery", &["subject", "nextAttemptAt"]),
];

/// Removes null from the optional members of responses.
pub fn disallow_null(components: &mut Components) {
    for (name, schema) in &mut components.schemas {
        let nullable =
            NULL_MEMBERS.iter().find(|(schema, _)| schema == name).map_or(&[][..], |(_, nullable)| nullable);
        let RefOr::T(schema) = schema else { continue };
        match schema {
            Schema::Object(object) => disallow_in(object, nullable),
            Schema::AllOf(all) => {
                for part in &mut all.items {
                    if let RefOr::T(Schema::Object(object)) = part {
                        disallow_in(object, nullable);
                    }
                }
            }
            _ => {}
        }
    }
}

fn disallow_in(object: &mut Object, nullable: &[&str]) {
    // only schemas of request bodies specify what happens to other members
    if object.additional_properties.is_some() {
        return;
    }
    for (member, property) in &mut object.properties {
        if !object.required.contains(member) && !nullable.contains(&member.as_str()) {
            disallow(property);
        }
    }
}

fn disallow(property: &mut RefOr<Schema>) {
    match property {
        RefOr::T(Schema::Object(object)) => {
            object.schema_type = without_null(&object.schema_type);
            if let Some(words) = &mut object.enum_values {
                words.retain(|word| !word.is_null());
            }
        }
        RefOr::T(Schema::Array(array)) => array.schema_type = without_null(&array.schema_type),
        RefOr::T(Schema::OneOf(either)) => {
            either.items.retain(|item| !is_null(item));
            if let [only] = either.items.as_slice() {
                *property = only.clone();
            }
        }
        _ => {}
    }
}

fn without_null(types: &SchemaType) -> SchemaType {
    let SchemaType::Array(types) = types else { return types.clone() };
    let others: Vec<_> = types.iter().filter(|kind| **kind != Type::Null).cloned().collect();
    match others.as_slice() {
        [only] => SchemaType::new(only.clone()),
        _ => others.into_iter().collect(),
    }
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::new(Type::Null))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::routes;

    use super::*;

    fn schemas() -> Value {
        serde_json::to_value(routes::document()).unwrap()["components"]["schemas"].take()
    }

    #[test]
    fn optional_members_of_responses_are_not_null() {
        let schemas = schemas();
        assert_eq!(schemas["OrderValues"]["properties"]["runId"]["$ref"], "#/components/schemas/Id");
        assert_eq!(schemas["Reference"]["properties"]["code"]["type"], "string");
        let candidate = &schemas["Candidate"]["allOf"][1]["properties"];
        assert_eq!(candidate["hold"]["type"], "string");
        assert_eq!(candidate["order"]["oneOf"][1], json!({ "type": "null" }));
    }

    #[test]
    fn optional_members_of_requests_can_be_null() {
        let schemas = schemas();
        let description = &schemas["OverrideData"]["properties"]["description"];
        assert_eq!(description["$ref"], "#/components/schemas/NullableText");
        assert_eq!(schemas["NullableText"]["type"], json!(["string", "null"]));
    }

    #[test]
    fn members_that_are_null_are_nullable() {
        let schemas = schemas();
        for (name, members) in NULL_MEMBERS.iter().filter(|(name, _)| *name != "Candidate") {
            for member in *members {
                let mut property = &schemas[name]["properties"][member];
                if let Some(shared) = property["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
                    property = &schemas[shared];
                }
                let types = property["type"].as_array().or(property["oneOf"].as_array());
                assert!(types.is_some(), "{name}.{member}: {property}");
            }
        }
    }
}
