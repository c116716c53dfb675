//! Dry runs answer the same JSON as real calls, but what they would only create has no id yet. So their answers have
//! schemas of their own, made from the real ones, and the ids of real answers are never null.

use std::collections::BTreeSet;

use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ArrayItems, ObjectBuilder, Schema, SchemaType, Type,
};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::docs::openapi;
use crate::shape::{Id, PlannedEditShape, PlannedRunShape, PlannedUndoShape, SalesOrderId};

/// The names of schemas that are made here begin so.
const PLANNED: &str = "Planned";

type Component = RefOr<Schema>;

/// What a dry run answers.
enum Planned {
    /// The real answer, in which ids of this kind may be null.
    Like(fn() -> String),
    /// Something else.
    Other(&'static str),
}

/// Operations that can be tried out, with the schema of their real answers.
const OPERATIONS: [(&str, &str, Planned); 9] = [
    ("importCandidate", "CandidatesAnswer", Planned::Like(name_of::<Id>)),
    ("importCandidatesBulk", "CandidatesAnswer", Planned::Like(name_of::<Id>)),
    ("replayRequest", "CandidatesAnswer", Planned::Like(name_of::<Id>)),
    ("putMasterdata", "UpsertedAnswer", Planned::Like(name_of::<Id>)),
    ("createOrder", "CreatedOrder", Planned::Like(name_of::<SalesOrderId>)),
    ("processCandidates", "Run", Planned::Other("PlannedRun")),
    ("revalidateCandidates", "Run", Planned::Other("PlannedRun")),
    ("editCandidates", "Run", Planned::Other("PlannedEdit")),
    ("undoRun", "Run", Planned::Other("PlannedUndo")),
];

/// Adds the answers of dry runs to a whole document.
pub fn add(document: &mut OpenApi) {
    let components = document.components.get_or_insert_with(Components::new);
    add_component::<PlannedRunShape<'_>>(components);
    add_component::<PlannedEditShape<'_>>(components);
    add_component::<PlannedUndoShape<'_>>(components);
    for id in [name_of::<Id>(), name_of::<SalesOrderId>()] {
        add_nullable(components, &id);
    }
    // what is planned is never in an order yet
    plan(components, &name_of::<PlannedRunShape<'_>>(), &name_of::<SalesOrderId>(), true);
    for (_, real, planned) in &OPERATIONS {
        if let Planned::Like(id) = planned {
            plan(components, real, &id(), false);
        }
    }
    for (operation, real, planned) in &OPERATIONS {
        let planned = match planned {
            Planned::Like(_) => planned_name(real),
            Planned::Other(name) => (*name).to_owned(),
        };
        add_answer(document, operation, real, &planned);
    }
}

fn name_of<T: ToSchema>() -> String {
    T::name().into_owned()
}

fn planned_name(name: &str) -> String {
    format!("{PLANNED}{name}")
}

fn add_component<T: ToSchema + PartialSchema>(components: &mut Components) {
    let mut found = vec![(name_of::<T>(), T::schema())];
    T::schemas(&mut found);
    openapi::add_schemas(components, found);
}

/// The same id, or null.
fn add_nullable(components: &mut Components, id: &str) {
    let Some(RefOr::T(Schema::Object(real))) = components.schemas.get(id) else { return };
    let kind = match &real.schema_type {
        SchemaType::Type(kind) => kind.clone(),
        _ => return,
    };
    let nullable = ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([kind, Type::Null]))
        .format(real.format.clone())
        .description(Some("Null for records that would be created."));
    components.schemas.insert(planned_name(id), nullable.into());
}

/// Makes planned schemas of one and of all that it is made of, as far as the id is in them; `itself` changes the
/// first one instead of making another.
fn plan(components: &mut Components, root: &str, id: &str, itself: bool) {
    let planned: BTreeSet<String> = made_of(components, root)
        .into_iter()
        .filter(|name| name == id || made_of(components, name).contains(id))
        .collect();
    for name in planned.iter().filter(|name| *name != id) {
        let Some(mut schema) = components.schemas.get(name).cloned() else { continue };
        references(&mut schema, &mut |reference| {
            let of = named(reference).to_owned();
            if planned.contains(&of) {
                reference.ref_location = Ref::from_schema_name(planned_name(&of)).ref_location;
            }
        });
        let name = if itself && name == root { name.clone() } else { planned_name(name) };
        components.schemas.insert(name, schema);
    }
}

/// A schema and all that it refers to, directly or not.
fn made_of(components: &Components, root: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![root.to_owned()];
    while let Some(name) = open.pop() {
        if let Some(schema) = components.schemas.get(&name)
            && found.insert(name)
        {
            references(&mut schema.clone(), &mut |reference| open.push(named(reference).to_owned()));
        }
    }
    found
}

fn named(reference: &Ref) -> &str {
    reference.ref_location.rsplit('/').next().unwrap_or_default()
}

/// Visits every reference within a schema.
fn references(schema: &mut Component, visit: &mut impl FnMut(&mut Ref)) {
    let schema = match schema {
        RefOr::Ref(reference) => return visit(reference),
        RefOr::T(schema) => schema,
    };
    match schema {
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                references(items, visit);
            }
        }
        Schema::Object(object) => {
            for property in object.properties.values_mut() {
                references(property, visit);
            }
            if let Some(AdditionalProperties::RefOr(values)) = object.additional_properties.as_deref_mut() {
                references(values, visit);
            }
        }
        Schema::OneOf(all) => all.items.iter_mut().for_each(|one| references(one, visit)),
        Schema::AllOf(all) => all.items.iter_mut().for_each(|one| references(one, visit)),
        Schema::AnyOf(all) => all.items.iter_mut().for_each(|one| references(one, visit)),
        _ => {}
    }
}

/// Lets the answers of an operation be the real or the planned ones.
fn add_answer(document: &mut OpenApi, operation: &str, real: &str, planned: &str) {
    let real = Ref::from_schema_name(real);
    let either: Component =
        AnyOfBuilder::new().item(real.clone()).item(Ref::from_schema_name(planned)).into();
    let operations = document.paths.paths.values_mut().flat_map(openapi::operations_mut);
    for operation in operations.filter(|found| found.operation_id.as_deref() == Some(operation)) {
        for (status, response) in &mut operation.responses.responses {
            let RefOr::T(response) = response else { continue };
            // nothing is created or accepted in a dry run
            let other = ["201", "202"].contains(&status.as_str());
            for content in response.content.values_mut().filter(|_| !other) {
                if let RefOr::T(content) = content
                    && let Some(RefOr::Ref(found)) = &content.schema
                    && found.ref_location == real.ref_location
                {
                    content.schema = Some(either.clone());
                }
            }
        }
    }
}
