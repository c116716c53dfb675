//! Elements of an OpenAPI document: its schemas and the operations of its paths.

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{Components, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// Adds the schema of a type and all schemas that it refers to.
pub fn add_component<T: ToSchema + PartialSchema>(components: &mut Components) {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    add_schemas(components, schemas);
}

/// Adds schemas by name.
pub fn add_schemas(components: &mut Components, schemas: Vec<(String, RefOr<Schema>)>) {
    components.schemas.extend(schemas.into_iter().map(|(name, schema)| (name, merged(schema))));
}

/// Merges the parts of an object into one object unless a part is a reference.
fn merged(schema: RefOr<Schema>) -> RefOr<Schema> {
    let RefOr::T(Schema::AllOf(all)) = &schema else { return schema };
    let mut whole = Object::builder().description(all.description.clone()).build();
    if all.items.iter().all(|part| merge(&mut whole, part)) {
        RefOr::T(Schema::Object(whole))
    } else {
        schema
    }
}

/// Adds the members of a part to an object. Returns false for a reference.
fn merge(whole: &mut Object, part: &RefOr<Schema>) -> bool {
    match part {
        RefOr::T(Schema::Object(part)) => {
            whole.properties.extend(part.properties.clone());
            whole.required.extend(part.required.clone());
            true
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter().all(|part| merge(whole, part)),
        _ => false,
    }
}

/// The methods of a path.
pub fn methods(item: &PathItem) -> impl Iterator<Item = &'static str> {
    let all = [
        ("GET", &item.get),
        ("PUT", &item.put),
        ("POST", &item.post),
        ("DELETE", &item.delete),
        ("PATCH", &item.patch),
    ];
    all.into_iter().filter_map(|(method, operation)| operation.as_ref().map(|_| method))
}

/// The operations of a path.
pub fn operations_mut(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch].into_iter().flatten()
}
