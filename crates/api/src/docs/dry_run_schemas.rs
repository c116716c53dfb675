//! Responses of dry runs. A record that a dry run would create has no id yet, so its id is null.

use utoipa::openapi::schema::{
    AllOfBuilder, AnyOfBuilder, ArrayItems, Object, ObjectBuilder, OneOfBuilder, Schema, Type,
};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr};

use crate::docs::elements;
use crate::response::{PlannedEditResponse, PlannedRunResponse, PlannedUndoResponse};

/// Members with ids of records that a dry run would create, by schema.
const NULL_IN_DRY_RUNS: &[(&str, &[&str])] = &[
    ("ResultRow", &["id", "productId"]),
    ("CreatedRecord", &["id"]),
    ("Reference", &["id"]),
    ("BusinessPartner", &["id", "metasfreshId"]),
    ("Location", &["id", "metasfreshId"]),
    ("Contact", &["id", "metasfreshId", "metasfreshBPartnerId"]),
    ("UpsertedRow", &["id"]),
    ("ResultOrder", &["salesOrderId"]),
];

/// Schema of an id that is null if a dry run would create its record.
const NEW_ID: &str = "NewId";

/// Schema of the members that existing orders and orders of dry runs have in common: all except the id.
const ORDER_VALUES: &str = "OrderValues";
const ORDER_ID: &str = "salesOrderId";

/// Schemas of orders that a dry run would create, each with the schema of orders that exist.
const PLANNED_ORDERS: [(&str, &str); 3] =
    [("PlannedOrderHead", "OrderHead"), ("PlannedOrder", "Order"), ("PlannedCreatedOrder", "CreatedOrder")];

/// Schemas that contain orders in dry runs only.
const CONTAIN_PLANNED_ORDERS: [&str; 2] = ["PlannedRun", "ReleasedOrder"];

/// Operations with a response of its own for a dry run: operation, schema of the response, schema for a dry run.
const PLANNED_RESPONSES: [(&str, &str, &str); 5] = [
    ("createOrder", "CreatedOrder", "PlannedCreatedOrder"),
    ("processCandidates", "Run", "PlannedRun"),
    ("revalidateCandidates", "Run", "PlannedRun"),
    ("editCandidates", "Run", "PlannedEdit"),
    ("undoRun", "Run", "PlannedUndo"),
];

/// Adds the schemas of results that only a dry run has.
pub fn add_components(components: &mut Components) {
    elements::add_component::<PlannedRunResponse<'_>>(components);
    elements::add_component::<PlannedEditResponse<'_>>(components);
    elements::add_component::<PlannedUndoResponse<'_>>(components);
}

/// Adds the results of dry runs to a document with all operations.
pub fn describe(document: &mut OpenApi) {
    let components = document.components.get_or_insert_with(Components::new);
    share_order_values(components);
    for (planned, existing) in PLANNED_ORDERS {
        if let Some(schema) = components.schemas.get(existing).cloned() {
            components.schemas.insert(planned.to_owned(), schema);
        }
    }
    let planned_orders = PLANNED_ORDERS.iter().map(|(planned, _)| *planned);
    for name in planned_orders.chain(CONTAIN_PLANNED_ORDERS) {
        if let Some(schema) = components.schemas.get_mut(name) {
            refer_to_planned_orders(schema);
        }
    }
    for (name, members) in NULL_IN_DRY_RUNS {
        if let Some(RefOr::T(Schema::Object(schema))) = components.schemas.get_mut(*name) {
            members.iter().for_each(|member| make_nullable(schema, member));
        }
    }
    if let Some(RefOr::T(Schema::AllOf(planned))) = components.schemas.get_mut("PlannedOrderHead") {
        for part in &mut planned.items {
            if let RefOr::T(Schema::Object(part)) = part {
                make_nullable(part, ORDER_ID);
            }
        }
    }
    components.schemas.insert(NEW_ID.to_owned(), nullable(Ref::from_schema_name("Id").into()));
    for (operation, response, planned) in PLANNED_RESPONSES {
        add_response(document, operation, response, planned);
    }
}

/// Divides the order head into its id and its other members, which planned orders share.
fn share_order_values(components: &mut Components) {
    let Some(RefOr::T(Schema::Object(head))) = components.schemas.get_mut("OrderHead") else { return };
    let mut values = head.clone();
    let Some(id) = values.properties.shift_remove(ORDER_ID) else { return };
    values.required.retain(|name| name != ORDER_ID);
    let id = ObjectBuilder::new().property(ORDER_ID, id).required(ORDER_ID);
    let head = AllOfBuilder::new().item(Ref::from_schema_name(ORDER_VALUES)).item(id);
    components.schemas.insert("OrderHead".to_owned(), head.into());
    components.schemas.insert(ORDER_VALUES.to_owned(), RefOr::T(Schema::Object(values)));
}

/// Lets an id be null.
fn make_nullable(object: &mut Object, member: &str) {
    let Some(id) = object.properties.get_mut(member) else { return };
    let is_id = matches!(id, RefOr::Ref(id) if id.ref_location == Ref::from_schema_name("Id").ref_location);
    *id = if is_id { Ref::from_schema_name(NEW_ID).into() } else { nullable(id.clone()) };
}

fn nullable(id: RefOr<Schema>) -> RefOr<Schema> {
    OneOfBuilder::new()
        .item(id)
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .description(Some("Null in a dry run for a new record."))
        .into()
}

/// Replaces references to orders by references to planned ones.
fn refer_to_planned_orders(schema: &mut RefOr<Schema>) {
    let schema = match schema {
        RefOr::Ref(reference) => {
            let order = PLANNED_ORDERS.iter().find(|(_, existing)| {
                reference.ref_location == Ref::from_schema_name(*existing).ref_location
            });
            if let Some((planned, _)) = order {
                reference.ref_location = Ref::from_schema_name(*planned).ref_location;
            }
            return;
        }
        RefOr::T(schema) => schema,
    };
    match schema {
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                refer_to_planned_orders(items);
            }
        }
        Schema::Object(object) => object.properties.values_mut().for_each(refer_to_planned_orders),
        Schema::AllOf(all) => all.items.iter_mut().for_each(refer_to_planned_orders),
        _ => {}
    }
}

/// Documents that a successful response of an operation has one of two schemas.
fn add_response(document: &mut OpenApi, operation: &str, response: &str, planned: &str) {
    let response = Ref::from_schema_name(response);
    let either: RefOr<Schema> =
        AnyOfBuilder::new().item(response.clone()).item(Ref::from_schema_name(planned)).into();
    let operations = document.paths.paths.values_mut().flat_map(elements::operations_mut);
    for operation in operations.filter(|found| found.operation_id.as_deref() == Some(operation)) {
        // a dry run neither creates nor accepts anything
        let Some(RefOr::T(ok)) = operation.responses.responses.get_mut("200") else { continue };
        for content in ok.content.values_mut() {
            if let RefOr::T(content) = content
                && let Some(RefOr::Ref(found)) = &content.schema
                && found.ref_location == response.ref_location
            {
                content.schema = Some(either.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;
    use crate::routes;

    fn document() -> Value {
        serde_json::to_value(routes::document()).unwrap()
    }

    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                    found.insert(reference.rsplit('/').next().unwrap().to_owned());
                }
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    #[test]
    fn new_record_ids_are_nullable() {
        let document = document();
        let schemas = &document["components"]["schemas"];
        for (name, members) in NULL_IN_DRY_RUNS {
            for member in *members {
                let id = &document["components"]["schemas"][name]["properties"][member];
                let id = if id["$ref"] == "#/components/schemas/NewId" { &schemas["NewId"] } else { id };
                assert_eq!(id["oneOf"][1], json!({ "type": "null" }), "{name}.{member}");
            }
        }
        let planned = &schemas["PlannedOrderHead"]["allOf"][1]["properties"]["salesOrderId"];
        assert_eq!(planned["oneOf"][1], json!({ "type": "null" }));
    }

    #[test]
    fn existing_order_ids_are_required() {
        let document = document();
        let schemas = &document["components"]["schemas"];
        let id = &schemas["OrderHead"]["allOf"][1];
        assert_eq!(id["properties"]["salesOrderId"]["$ref"], "#/components/schemas/SalesOrderId");
        assert_eq!(id["required"], json!(["salesOrderId"]));
        for (planned, _) in PLANNED_ORDERS.iter().skip(1) {
            let mut found = BTreeSet::new();
            references(&schemas[planned], &mut found);
            assert!(!found.contains("OrderHead") && !found.contains("Order"), "{planned}: {found:?}");
        }
    }

    #[test]
    fn dry_run_schemas_occur_in_dry_run_operations_only() {
        let document = document();
        for item in document["paths"].as_object().unwrap().values() {
            for operation in item.as_object().unwrap().values() {
                let mut found = BTreeSet::new();
                references(operation, &mut found);
                let is_planned = found.iter().any(|name| name.starts_with("Planned"));
                assert!(!is_planned || found.contains("DryRun"), "{}", operation["operationId"]);
            }
        }
    }
}
