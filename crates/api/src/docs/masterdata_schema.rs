//! Schemas of master data for the OpenAPI document and for editors of master data files, derived from the
//! descriptions that the reader uses.

use orderdock_domain::masterdata::LOGO_LETTERS;
use orderdock_domain::masterdata::kinds::{
    Field, FieldType, KINDS, Kind, MAX_ENTRIES, MAX_RECORDS, POSTAL_CODE_LINK, REFERENCE_FIELDS, Range,
    SCALE_FIELDS, USAGE_MEMBERS,
};
use serde_json::{Value, json};
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, Array, ArrayBuilder, ArrayItems, KnownFormat, ObjectBuilder, Schema,
    SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::request::json::Property;

/// Form of a record: as sent, or as returned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RecordForm {
    /// Request or master data file, in which unknown members are errors.
    Sent,
    /// Response, with id and version; members can be added to it.
    Stored,
}

/// Returns the JSON Schema (2020-12) of a master data file.
pub fn load_file_schema() -> Value {
    let mut file = ObjectBuilder::new();
    for kind in outer_kinds() {
        let list = ArrayBuilder::new().items(record(kind, RecordForm::Sent)).max_items(Some(MAX_RECORDS));
        file = file
            .property(kind.member, list.description(Some(format!("Records: {}.", kind.singular.english()))));
    }
    let file = file.additional_properties(Some(AdditionalProperties::FreeForm(false)));
    let mut schema = serde_json::to_value(file.build()).unwrap_or_default();
    if let Some(members) = schema.as_object_mut() {
        members.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
        members.insert("title".into(), "Orderdock master data".into());
    }
    schema
}

/// A record of any kind, as it is sent.
pub struct MasterdataRecord;

/// Records of one kind.
pub struct MasterdataRecords;

/// A record of any kind, as it is stored.
pub struct StoredMasterdataRecord;

impl PartialSchema for MasterdataRecord {
    fn schema() -> Property {
        let description =
            "A record of the kind in the path, as in a master data file. Unknown fields are errors.";
        any_record(RecordForm::Sent).description(Some(description)).into()
    }
}

impl ToSchema for MasterdataRecord {
    fn schemas(schemas: &mut Vec<(String, Property)>) {
        schemas.extend(records(RecordForm::Sent));
    }
}

impl PartialSchema for MasterdataRecords {
    fn schema() -> Property {
        let maximum = Some(orderdock_app::MAX_PUT_RECORDS);
        let list = ArrayBuilder::new().items(Ref::from_schema_name("MasterdataRecord")).max_items(maximum);
        list.description(Some("Records of the kind, as in a master data file.")).into()
    }
}

impl ToSchema for MasterdataRecords {
    fn schemas(schemas: &mut Vec<(String, Property)>) {
        schemas.push((MasterdataRecord::name().into_owned(), MasterdataRecord::schema()));
        MasterdataRecord::schemas(schemas);
    }
}

impl PartialSchema for StoredMasterdataRecord {
    fn schema() -> Property {
        let description = "A record with the first 100 nested records of each kind. If there are more, a field such as \
                     `locationsTotal` contains their number.";
        any_record(RecordForm::Stored).description(Some(description)).into()
    }
}

impl ToSchema for StoredMasterdataRecord {
    fn schemas(schemas: &mut Vec<(String, Property)>) {
        schemas.extend(records(RecordForm::Stored));
    }
}

fn outer_kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().copied().filter(|kind| kind.parent.is_none())
}

fn any_record(form: RecordForm) -> AnyOfBuilder {
    outer_kinds()
        .fold(AnyOfBuilder::new(), |any, kind| any.item(Ref::from_schema_name(component(kind, form))))
}

/// Returns the schemas of records and of entries that several kinds have, by name.
fn records(form: RecordForm) -> Vec<(String, Property)> {
    let records = outer_kinds().map(|kind| (component(kind, form), record(kind, form).into()));
    let reference = fields(ObjectBuilder::new(), &REFERENCE_FIELDS, form).into();
    let shared: Vec<_> = records.chain([(component_name("external reference", form), reference)]).collect();
    let mut schemas = shared.clone();
    for (_, schema) in &mut schemas {
        share_entries(&shared, schema);
    }
    let members = shared_members(&schemas, form);
    for (_, schema) in &mut schemas {
        share_members(&members, schema);
    }
    schemas.extend(members.into_iter().map(|SharedMember { component, schema, .. }| (component, schema)));
    schemas
}

/// Minimum number of records with an equal member for which the member is described once.
const SHARED_FROM: usize = 3;

/// A member that several kinds of records have.
struct SharedMember {
    /// Name of its schema.
    component: String,
    /// Name in records.
    name: String,
    schema: Property,
}

/// Returns the members that at least [`SHARED_FROM`] records have with one schema. Of several schemas of a name, the
/// most frequent one is shared.
fn shared_members(schemas: &[(String, Property)], form: RecordForm) -> Vec<SharedMember> {
    let mut members: Vec<(&str, &Property, usize)> = Vec::new();
    for (_, schema) in schemas {
        each_member(schema, &mut |name, schema| {
            let known = members.iter_mut().find(|known| known.0 == name && known.1 == schema);
            match known {
                Some((.., uses)) => *uses += 1,
                None => members.push((name, schema, 1)),
            }
        });
    }
    members.retain(|(_, schema, uses)| *uses >= SHARED_FROM && is_long(schema));
    // the first one of a name is shared
    members.sort_by_key(|(name, _, uses)| (*name, std::cmp::Reverse(*uses)));
    members.dedup_by_key(|(name, ..)| *name);
    let prefix = if form == RecordForm::Stored { "StoredRecord" } else { "Record" };
    let shared = members.into_iter().map(|(name, schema, _)| SharedMember {
        component: format!("{prefix}{}", capital(name)),
        name: name.to_owned(),
        schema: schema.clone(),
    });
    shared.collect()
}

/// Returns whether a schema is longer than a reference to it.
fn is_long(schema: &Property) -> bool {
    const REFERENCE_BYTES: usize = 64;
    serde_json::to_string(schema).is_ok_and(|text| text.len() > REFERENCE_BYTES)
}

/// Calls `see` for each member of a record and of its nested records.
fn each_member<'s>(schema: &'s Property, see: &mut impl FnMut(&'s str, &'s Property)) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, member) in &object.properties {
                see(name, member);
                each_member(member, see);
            }
        }
        RefOr::T(Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. })) => {
            each_member(items, see);
        }
        _ => {}
    }
}

/// Replaces the schemas of shared members by references.
fn share_members(shared: &[SharedMember], schema: &mut Property) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, member) in &mut object.properties {
                let known = shared.iter().find(|known| known.name == *name && known.schema == *member);
                match known {
                    Some(known) => *member = Ref::from_schema_name(&known.component).into(),
                    None => share_members(shared, member),
                }
            }
        }
        RefOr::T(Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. })) => {
            share_members(shared, items);
        }
        _ => {}
    }
}

/// Replaces schemas of list entries by references to equal schemas.
fn share_entries(shared: &[(String, Property)], schema: &mut Property) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            object.properties.values_mut().for_each(|property| share_entries(shared, property));
        }
        RefOr::T(Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. })) => {
            match shared.iter().find(|(_, known)| known == items.as_ref()) {
                Some((name, _)) => **items = Ref::from_schema_name(name).into(),
                None => share_entries(shared, items),
            }
        }
        _ => {}
    }
}

/// Returns the schema name: `BusinessPartnerRecord` for `business partner`, `StoredBusinessPartnerRecord` in
/// responses.
fn component(kind: &Kind, form: RecordForm) -> String {
    component_name(kind.singular.english(), form)
}

fn component_name(singular: &str, form: RecordForm) -> String {
    let parts = singular.split([' ', '-']).map(capital);
    let stored = (form == RecordForm::Stored).then(|| "Stored".to_owned());
    stored.into_iter().chain(parts).chain(["Record".to_owned()]).collect()
}

fn record(kind: &Kind, form: RecordForm) -> ObjectBuilder {
    let mut object = ObjectBuilder::new().description(Some(capital(kind.singular.english())));
    if form == RecordForm::Stored {
        object = known(object);
    }
    object = fields(object, kind.fields, form);
    if kind.is_linked() {
        let id = ObjectBuilder::new().schema_type(Type::Integer).read_only(true);
        let description = "Record id of the linked postal code. Absent if none matches. Ignored in requests.";
        object = object.property(POSTAL_CODE_LINK, id.description(Some(description)));
    }
    if kind.has_usage() {
        object = usage(object);
    }
    for child in kind.children.iter().map(|child| child.kind()) {
        let list = ArrayBuilder::new().items(record(child, form));
        let description = (form == RecordForm::Sent).then_some("Nested records. Absent ones stay unchanged.");
        object = object.property(child.member, list.description(description));
    }
    object
}

/// Members of stored cross-references. Those of requests are ignored.
fn usage(object: ObjectBuilder) -> ObjectBuilder {
    let member = |type_of| ObjectBuilder::new().schema_type(type_of).read_only(true);
    let date_time = SchemaFormat::KnownFormat(KnownFormat::DateTime);
    let members = [
        (
            member(Type::Integer),
            "Number of imported rows that used it. Absent for shared records, unless the caller can access all organisations.",
        ),
        (
            member(Type::String).format(Some(date_time)),
            "Time of the last import that used it. Absent if `useCount` is absent or 0.",
        ),
        (member(Type::String), "Actor that created it. Ignored in requests."),
    ];
    USAGE_MEMBERS.into_iter().zip(members).fold(object, |object, (name, (member, description))| {
        object.property(name, member.description(Some(description)))
    })
}

/// Members of all stored records.
fn known(object: ObjectBuilder) -> ObjectBuilder {
    let whole = |description| ObjectBuilder::new().schema_type(Type::Integer).description(Some(description));
    object
        .property("id", whole("Record id."))
        .property("version", whole("Version. Increased by changes of the record, not of nested records."))
        .required("id")
        .required("version")
}

fn fields(object: ObjectBuilder, fields: &[Field], form: RecordForm) -> ObjectBuilder {
    let closed = (form == RecordForm::Sent).then_some(AdditionalProperties::FreeForm(false));
    fields.iter().fold(object.additional_properties(closed), |object, field| {
        let object = object.property(field.name, member(field, form));
        if field.required { object.required(field.name) } else { object }
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn member(field: &Field, form: RecordForm) -> Property {
    match form {
        RecordForm::Sent => sent_member(field),
        RecordForm::Stored => stored_member(field),
    }
}

fn sent_member(field: &Field) -> Property {
    let text = |maximum: usize| sent(field, &[Type::String]).max_length(Some(maximum));
    match field.field_type {
        FieldType::Code
        | FieldType::Owner
        | FieldType::Reference(_)
        | FieldType::ReferenceWithin { .. }
        | FieldType::Version { .. } => sent(field, &CODE_TYPES).max_length(Some(255)),
        FieldType::Short(maximum) => text(maximum),
        FieldType::Name => text(500),
        FieldType::Text => text(4_000),
        FieldType::Logo => text(LOGO_LETTERS).content_encoding("base64"),
        FieldType::Letters(count) => text(count).pattern(Some(format!("^[A-Z]{{{count}}}$"))),
        FieldType::Boolean => sent(field, &[Type::Boolean]),
        FieldType::Whole { minimum, maximum } => {
            sent(field, &[Type::Integer]).minimum(Some(minimum)).maximum(Some(maximum))
        }
        FieldType::Decimal(range) => {
            let number = sent(field, &[Type::Number]).format(Some(decimal()));
            match range {
                Range::Any => number,
                Range::Positive => number.exclusive_minimum(Some(0)),
                Range::Percent => number.minimum(Some(0)).maximum(Some(100)),
            }
        }
        FieldType::Date | FieldType::VersionDay => {
            sent(field, &[Type::String]).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
        }
        FieldType::TimeZone => text(255).examples([json!("Europe/Berlin")]),
        // null is not one of the values, so it must be listed where it is allowed
        FieldType::Word(choices) => {
            let choices = choices.iter().map(|word| json!(word));
            let null = (!field.required).then_some(Value::Null);
            sent(field, &[Type::String]).enum_values(Some(choices.chain(null).collect::<Vec<_>>()))
        }
        FieldType::Codes => {
            let code = ObjectBuilder::new().schema_type(one_or_more(&CODE_TYPES)).max_length(Some(255));
            return list(field, code);
        }
        FieldType::Scales => {
            return list(field, fields(ObjectBuilder::new(), &SCALE_FIELDS, RecordForm::Sent));
        }
        FieldType::ExternalReferences => {
            return list(field, fields(ObjectBuilder::new(), &REFERENCE_FIELDS, RecordForm::Sent));
        }
        FieldType::Gtins => {
            let gtin = ObjectBuilder::new().schema_type(one_or_more(&CODE_TYPES));
            return list(field, gtin.pattern(Some("^([0-9]{8}|[0-9]{12,14})$")));
        }
    }
    .into()
}

/// A member of a stored record. It is absent if it has no value. Limits of requests are left out.
fn stored_member(field: &Field) -> Property {
    let stored = |kind| ObjectBuilder::new().schema_type(kind).description(Some(field.description));
    match field.field_type {
        FieldType::Code
        | FieldType::Owner
        | FieldType::Reference(_)
        | FieldType::ReferenceWithin { .. }
        | FieldType::Version { .. }
        | FieldType::Short(_)
        | FieldType::Name
        | FieldType::Text
        | FieldType::Letters(_)
        | FieldType::Logo
        | FieldType::TimeZone => stored(Type::String),
        FieldType::Boolean => stored(Type::Boolean),
        FieldType::Whole { .. } => stored(Type::Integer),
        FieldType::Decimal(_) => stored(Type::Number).format(Some(decimal())),
        FieldType::Date | FieldType::VersionDay => {
            stored(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
        }
        FieldType::Word(choices) => stored(Type::String).enum_values(Some(choices.iter().copied())),
        FieldType::Codes | FieldType::Gtins => {
            return list(field, ObjectBuilder::new().schema_type(Type::String));
        }
        FieldType::Scales => {
            return list(field, fields(ObjectBuilder::new(), &SCALE_FIELDS, RecordForm::Stored));
        }
        FieldType::ExternalReferences => {
            return list(field, fields(ObjectBuilder::new(), &REFERENCE_FIELDS, RecordForm::Stored));
        }
    }
    .into()
}

/// JSON types of a code in a request. A code can be sent as a number; its digits are kept.
const CODE_TYPES: [Type; 2] = [Type::String, Type::Number];

fn decimal() -> SchemaFormat {
    SchemaFormat::Custom("decimal".into())
}

fn list(field: &Field, items: ObjectBuilder) -> Property {
    ArrayBuilder::new().items(items).max_items(Some(MAX_ENTRIES)).description(Some(field.description)).into()
}

/// A member of a request. A member that is not required can be null: it is then cleared or set to its default.
fn sent(field: &Field, types: &[Type]) -> ObjectBuilder {
    let default = field.default.map(|default| match (field.field_type, default.parse::<i64>()) {
        (FieldType::Boolean, _) => json!(default == "true"),
        (FieldType::Whole { .. } | FieldType::Decimal(_), Ok(number)) => json!(number),
        _ => json!(default),
    });
    let null = (!field.required).then_some(Type::Null);
    let types: Vec<_> = types.iter().cloned().chain(null).collect();
    ObjectBuilder::new()
        .schema_type(one_or_more(&types))
        .description(Some(field.description))
        .default(default)
}

fn one_or_more(types: &[Type]) -> SchemaType {
    match types {
        [only] => SchemaType::new(only.clone()),
        types => types.iter().cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_member_is_described() {
        let schema = load_file_schema();
        for kind in outer_kinds() {
            let record = &schema["properties"][kind.member]["items"];
            assert_eq!(record["additionalProperties"], false, "{}", kind.member);
            for field in kind.fields {
                let member = &record["properties"][field.name];
                assert_eq!(member["description"], field.description, "{}.{}", kind.member, field.name);
                let required =
                    record["required"].as_array().is_some_and(|all| all.contains(&json!(field.name)));
                assert_eq!(required, field.required, "{}.{}", kind.member, field.name);
            }
            for child in kind.children {
                let nested = &record["properties"][child.kind().member]["items"]["properties"];
                let linked = usize::from(child.kind().is_linked());
                assert_eq!(nested.as_object().unwrap().len(), child.kind().fields.len() + linked);
            }
        }
    }

    #[test]
    fn members_describe_their_values() {
        let schema = load_file_schema();
        let of = |kind: &str, member: &str| schema["properties"][kind]["items"]["properties"][member].clone();
        assert_eq!(of("taxes", "rate")["maximum"], 100);
        assert_eq!(of("currencies", "code")["pattern"], "^[A-Z]{3}$");
        assert_eq!(of("currencies", "precision")["default"], 2);
        assert_eq!(of("products", "code")["type"], json!(["string", "number"]));
        assert_eq!(of("products", "type")["enum"], json!(["ITEM", "SERVICE", null]));
        assert_eq!(of("document-types", "baseType")["enum"], json!(["SOO", "ARI"]));
        assert_eq!(of("uom-conversions", "multiplier")["exclusiveMinimum"], 0);
        assert_eq!(of("bpartners", "customer")["type"], json!(["boolean", "null"]));
        assert_eq!(of("bpartners", "customer")["default"], true);
        let scales = &of("product-prices", "scales")["items"]["properties"];
        assert_eq!(scales["fromQuantity"]["type"], "number");
    }

    #[test]
    fn component_names_are_unique() {
        let all = [RecordForm::Sent, RecordForm::Stored].into_iter().flat_map(records);
        let names: std::collections::BTreeSet<_> = all.map(|(name, _)| name).collect();
        let all = [RecordForm::Sent, RecordForm::Stored].into_iter().flat_map(records).count();
        assert_eq!(names.len(), all);
        let entries = names.iter().filter(|name| name.ends_with("Record"));
        assert_eq!(entries.count(), 2 * (outer_kinds().count() + 1), "kinds and external references");
        assert!(names.contains("RecordActive") && names.contains("StoredRecordOrg"), "{names:?}");
        assert!(names.contains("BusinessPartnerGroupRecord"), "{names:?}");
        assert!(names.contains("StoredBusinessPartnerGroupRecord"), "{names:?}");
    }
}
