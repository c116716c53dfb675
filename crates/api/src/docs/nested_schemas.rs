//! Members that are lists of records, such as the locations of a partner: their records get schemas of their own, so that
//! client generators name them.

use utoipa::openapi::schema::{ArrayItems, Schema};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr};

/// Minimum number of members of a record with a schema of its own.
const MIN_MEMBERS: usize = 3;

/// Moves the records of lists into the components: the schema `Parent` with the list `lines` refers to `ParentLines`.
pub fn separate(document: &mut OpenApi) {
    let components = document.components.get_or_insert_with(Components::new);
    let mut nested = Vec::new();
    for (parent, schema) in &mut components.schemas {
        separate_lists(parent, schema, &mut nested);
    }
    components.schemas.extend(nested);
}

fn separate_lists(parent: &str, schema: &mut RefOr<Schema>, nested: &mut Vec<(String, RefOr<Schema>)>) {
    let RefOr::T(Schema::Object(object)) = schema else { return };
    for (name, member) in &mut object.properties {
        let RefOr::T(Schema::Array(list)) = member else { continue };
        let ArrayItems::RefOrSchema(item) = &mut list.items else { continue };
        let is_record =
            matches!(&**item, RefOr::T(Schema::Object(record)) if record.properties.len() >= MIN_MEMBERS);
        if is_record {
            let (first, rest) = name.split_at(1);
            let component = format!("{parent}{}{rest}", first.to_uppercase());
            let reference = RefOr::Ref(Ref::new(format!("#/components/schemas/{component}")));
            nested.push((component, std::mem::replace(&mut **item, reference)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::routes;

    #[test]
    fn locations_of_partners_have_their_own_schema() {
        let document = serde_json::to_value(routes::document()).unwrap();
        let schemas = &document["components"]["schemas"];
        let locations = &schemas["BusinessPartnerRecord"]["properties"]["locations"];
        assert_eq!(locations["items"]["$ref"], "#/components/schemas/BusinessPartnerRecordLocations");
        assert!(schemas["BusinessPartnerRecordLocations"]["properties"]["gln"].is_object());
    }
}
