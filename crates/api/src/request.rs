//! How requests look, for the OpenAPI document; tests keep it and what reads them alike.

use std::borrow::Cow;

use orderdock_domain::candidate::HoldReason;
use orderdock_domain::processing::RunOutcomeWord;
use serde_json::Value;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// The examples that the tests send too: operation, name, words, text.
pub const EXAMPLES: [(&str, &str, &str, &str); 5] = [
    (
        "createOrder",
        "order",
        "Three lines, one with a price of its own",
        include_str!("../../../examples/order.json"),
    ),
    (
        "importCandidate",
        "variant A",
        "Every field, with identifier strings for source and destination",
        include_str!("../../../examples/candidate-variant-a.json"),
    ),
    (
        "importCandidate",
        "variant B",
        "Bare internal names for source and destination",
        include_str!("../../../examples/candidate-variant-b.json"),
    ),
    (
        "importCandidate",
        "short",
        "The short shape: one flat id and a product code",
        include_str!("../../../examples/candidate-short.json"),
    ),
    (
        "importCandidatesBulk",
        "mixed",
        "Rows of several headers, some of them wrong",
        include_str!("../../../examples/bulk.json"),
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

/// Declares an object by its members. Those that are not named here are passed over, or refused where it says so.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident, $words:literal, required $required:expr, { $($members:tt)* }) => {
        object! { $(#[$doc])* $name, $words, others true, required $required, { $($members)* } }
    };
    ($(#[$doc:meta])* $name:ident, $words:literal, others $others:literal, required $required:expr, {
        $($member:literal $schema:expr;)*
    }) => {
        $(#[$doc])*
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> Property {
                let required: &[&str] = &$required;
                let mut object = ObjectBuilder::new().description(Some($words));
                $(object = object.property($member, $schema);)*
                for member in required {
                    object = object.required(*member);
                }
                object.additional_properties(Some(AdditionalProperties::FreeForm($others))).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schemas(schemas: &mut Vec<(String, Property)>) {
                parts(schemas);
            }
        }
    };
}

object! {
    /// The body of endpoint 2.
    CandidateBody,
    "An order candidate. With `externalId` alone it has the short shape; else it needs `externalHeaderId` and \
     `externalLineId`. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id.",
    required ["bpartner", "qty", "poReference"],
    {
        "org" block("OrganisationData");
        "externalId" code("Short shape: stands for both external ids.");
        "externalHeaderId" code("With the line id unique for ever in organisation and data source.");
        "externalLineId" code("");
        "dataSource" code("Variant A: identifier string; `int-` is the internal name.");
        "dataSourceInternalName" code("Variant B: the bare internal name.");
        "dataDest" code("Variant A.");
        "dataDestInternalName" code("Variant B.");
        "externalSystemCode" code("Understood as the data source's name if none is given.");
        "bpartner" block("PartnerData");
        "billBPartner" block("PartnerData");
        "dropShipBPartner" block("PartnerData");
        "handOverBPartner" block("PartnerData");
        "product" block("ProductData");
        "productCode" code("Instead of `product`.");
        "productDescription" text("");
        "description" text("");
        "qty" decimal("Stored with a problem unless greater than 0.");
        "uomCode" code("UN/ECE (X12 DE 355); the product's if absent.");
        "price" decimal("Manual price per `uomCode`, instead of the list price; 0 is a price.");
        "currencyCode" code("Required with `price`, except in the short shape.");
        "discount" decimal("Percent, 0 to 100.");
        "pricingSystemCode" code("");
        "poReference" code("The customer's own reference.");
        "dateOrdered" day("Absent: that of the header's first candidate, else today.");
        "dateRequired" day("Required unless the destination is `DEST.de.metas.invoicecandidate`.");
        "presetDateInvoiced" day("");
        "presetDateShipped" day("");
        "orderDocType" one_of(["SalesOrder", "PrepayOrder"]);
        "invoiceDocType" block("InvoiceDocumentTypeData");
        "paymentRule" one_of(["OnCredit", "Paypal", "DirectDebit"]);
        "paymentTerm" code("Identifier string.");
        "shipper" code("Identifier string.");
        "salesPartnerCode" code("");
        "warehouseCode" code("");
        "warehouseDestCode" code("");
        "deliveryRule" code("");
        "deliveryViaRule" code("");
        "line" whole("");
        "headerLineCount" whole("How many lines the header has; it then waits for all of them.");
    }
}

object! {
    /// The body of endpoint 3.
    BulkBody, "1 to 10,000 order candidates.", required ["requests"], {
        "requests" ArrayBuilder::new()
            .items(Ref::from_schema_name("CandidateBody"))
            .min_items(Some(1))
            .max_items(Some(10_000));
    }
}

object! {
    /// The body of endpoint 1.
    OrderBody,
    "A sales order for the token's default organisation; at least one line, at most 10,000.",
    required ["shipBPartnerCode", "datePromised", "lines"],
    {
        "shipBPartnerCode" code("Code of the partner that the goods go to.");
        "datePromised" instant("With an offset or `Z`.");
        "docTypeName" name("Name of a document type; the organisation's default order type if absent.");
        "lines" ArrayBuilder::new()
            .items(Ref::from_schema_name("OrderLineData"))
            .min_items(Some(1))
            .max_items(Some(10_000));
    }
}

object! {
    /// A line of an order.
    OrderLineData, "What is ordered.", required ["productCode", "qty"], {
        "productCode" code("");
        "qty" decimal("Greater than 0, in the product's stock unit.");
        "price" decimal("Replaces the list price; 0 is a price.");
    }
}

object! {
    /// Which candidates a call is about.
    SelectionBody, "Which candidates are meant.", others false, required ["selection"], {
        "selection" block("SelectionData");
    }
}

object! {
    /// A selection.
    SelectionData,
    "Exactly one of `ids`, `filter`, or `dataSource` with `externalHeaderId`. A member that is not known is refused.",
    others false,
    required [],
    {
        "ids" ids("Record ids, at most 10,000.");
        "filter" block("SelectionFilterData");
        "exclude" ids("With `filter`: candidates that are not meant.");
        "dataSource" code("Internal name, record id or identifier string.");
        "externalHeaderId" code("The sender's header id, or its flat external id.");
    }
}

object! {
    /// A filter.
    SelectionFilterData, "The parameters of the list of candidates; at least one.", others false, required [], {
        "status" code("`new`, `error`, `processed`, `inactive`; several separated by commas, or as a list.");
        "dataSource" code("Internal name, record id or identifier string.");
        "org" code("Code of an organisation.");
        "bpartner" code("Code of the buyer.");
        "product" code("Code of the product.");
        "poReference" code("");
        "externalHeaderId" code("");
        "dateRequiredFrom" day("");
        "dateRequiredTo" day("");
        "createdFrom" code("A day (of UTC) or an instant.");
        "createdTo" code("A day, which is included, or an instant, which is not.");
        "q" code("The beginning of an id, reference, code or name, without case.");
        "problem" code("Code of a problem that the candidate has.");
        "hold" one_of(HoldReason::ALL.iter().map(|reason| reason.as_str()));
        "hasAttachment" flag("Whether a file is attached.");
        "requestId" whole("The candidates that a request of the log wrote.");
        "runId" whole("The candidates that a run told about.");
        "outcome" one_of(RunOutcomeWord::ALL.iter().map(|outcome| outcome.as_str()));
        "exclude" ids("Candidates that are not meant.");
    }
}

object! {
    /// The process settings of an organisation.
    ProcessSettingsBody, "What is to change; members that are absent stay.", others false, required [], {
        "active" flag("Whether the schedule is followed.");
        "cron" code("Minute, hour, day, month, weekday; in the organisation's time zone.");
        "pausedUntil" instant("No run before this instant; null ends the pause.");
        "mergeLines" flag("Candidates of equal product, unit, price, discount and date share a line.");
        "numberPatterns" ArrayBuilder::new().items(Ref::from_schema_name("NumberPatternData"));
    }
}

object! {
    /// Who signs in.
    LoginBody, "A user and their password.", others false, required ["user", "password"], {
        "user" code("Upper and lower case are the same.");
        "password" typed(Type::String, "").format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)));
    }
}

object! {
    /// Why an order is voided.
    VoidBody, "Why an order is voided.", others false, required [], {
        "reason" text("In the words of who voids it.");
    }
}

object! {
    /// How the numbers of a document type are written.
    NumberPatternData,
    "A prefix, and the number filled up with zeros.",
    others false,
    required ["docTypeName", "pattern"],
    {
        "docTypeName" name("");
        "pattern" code("For example `SO-{n:06}`.");
    }
}

object! {
    /// The block `org`.
    OrganisationData, "An organisation; creating one takes the scope `admin`.", required ["code"], {
        "code" code("");
        "name" name("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// A partner block.
    PartnerData,
    "A business partner with location and contact; it needs a code, an externalId or a location with a gln.",
    required [],
    {
        "bpartner" block("BusinessPartnerData");
        "location" block("LocationData");
        "contact" block("ContactData");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// The partner itself.
    BusinessPartnerData, "To be created it needs a name.", required [], {
        "active" flag("");
        "code" code("");
        "externalId" code("");
        "name" name("");
        "name2" name("");
        "name3" name("");
        "companyName" name("");
        "group" name("Name of a partner group; created if it is not known.");
        "phone" name("");
        "language" code("");
        "url" text("");
        "url2" text("");
        "url3" text("");
        "globalId" code("");
        "vatId" code("");
        "parentId" whole("Record id of the parent partner.");
        "customer" flag("");
        "vendor" flag("");
        "invoiceRule" code("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// An address.
    LocationData, "To be created it needs a country code.", required [], {
        "active" flag("");
        "externalId" code("");
        "gln" code("");
        "name" name("");
        "bpartnerName" name("");
        "address1" name("");
        "address2" name("");
        "address3" name("");
        "address4" name("");
        "poBox" name("");
        "postal" code("Linked if it is known in the country, else stored with a warning.");
        "city" name("");
        "district" name("");
        "region" name("");
        "countryCode" code("Two letters (ISO 3166-1).");
        "shipTo" flag("");
        "shipToDefault" flag("");
        "billTo" flag("");
        "billToDefault" flag("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// A person.
    ContactData, "To be created it needs a name, or first and last name.", required [], {
        "active" flag("");
        "externalId" code("");
        "code" code("");
        "name" name("");
        "greeting" name("");
        "firstName" name("");
        "lastName" name("");
        "email" name("");
        "phone" name("");
        "mobilePhone" name("");
        "fax" name("");
        "description" text("");
        "newsletter" flag("");
        "defaultContact" flag("");
        "shipToDefault" flag("");
        "billToDefault" flag("");
        "sales" flag("");
        "salesDefault" flag("");
        "purchase" flag("");
        "purchaseDefault" flag("");
        "subjectMatter" flag("");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// The product block.
    ProductData, "To be created it needs name, type and unit.", required [], {
        "code" code("");
        "externalId" code("");
        "name" name("");
        "type" one_of(["ITEM", "SERVICE"]);
        "uomCode" code("");
        "priceStd" decimal("Becomes the price of a product that this row creates.");
        "syncAdvise" block("SyncAdvice");
    }
}

object! {
    /// The document type of the invoice.
    InvoiceDocumentTypeData, "A document type by base and sub type.", required ["docBaseType"], {
        "docBaseType" code("For example `ARI`.");
        "docSubType" code("");
    }
}

object! {
    /// What to do with a record that exists, or does not.
    SyncAdvice,
    "The entity's own advice holds, else the block's, else `FAIL` and `DONT_UPDATE`; a member that is missing in \
     an advice counts as that.",
    required [],
    {
        "ifNotExists" one_of(["CREATE", "FAIL"]);
        "ifExists" one_of(["DONT_UPDATE", "UPDATE_MERGE", "UPDATE_REMOVE", "ASSERT_UNCHANGED"]);
    }
}

object! {
    /// The body of `PATCH …/candidates/{id}`.
    CandidatePatchBody,
    "A JSON Merge Patch. Unknown members are errors.",
    others false,
    required [],
    {
        "override" block("OverrideData");
        "clear" names("Members whose imported values count as absent; the list replaces the one before.");
        "active" flag("False puts the candidate aside, true takes it back.");
    }
}

object! {
    /// Values that hold instead of imported ones.
    OverrideData,
    "Null takes an override back. Partners, locations, contacts, shipper and payment term are identifier strings: \
     `int-…`, `ext-…`, `val-…` or a record id; `val-` is a location's GLN.",
    others false,
    required [],
    {
        "qty" decimal("");
        "uomCode" code("");
        "price" decimal("Per `uomCode`.");
        "currencyCode" code("");
        "discount" decimal("Percent, 0 to 100.");
        "pricingSystemCode" code("");
        "productCode" code("A code, or `ext-…`.");
        "productDescription" text("");
        "description" text("");
        "bpartner" code("Without `location` its default ship-to is taken.");
        "location" code("");
        "contact" code("");
        "billBPartner" block("OverrideRole");
        "dropShipBPartner" block("OverrideRole");
        "handOverBPartner" block("OverrideRole");
        "poReference" code("");
        "dateOrdered" day("");
        "dateRequired" day("");
        "presetDateInvoiced" day("");
        "presetDateShipped" day("");
        "orderDocType" one_of(["SalesOrder", "PrepayOrder"]);
        "invoiceDocType" block("OverrideInvoiceDocumentType");
        "paymentRule" one_of(["OnCredit", "Paypal", "DirectDebit"]);
        "paymentTerm" code("");
        "shipper" code("");
        "salesPartnerCode" code("");
        "warehouseCode" code("");
        "warehouseDestCode" code("");
        "deliveryRule" code("");
        "deliveryViaRule" code("");
        "line" whole("");
    }
}

object! {
    /// A partner with location and contact, as identifier strings.
    OverrideRole, "A partner by identifier string.", others false, required ["bpartner"], {
        "bpartner" code("");
        "location" code("Absent: its default bill-to or ship-to.");
        "contact" code("");
    }
}

object! {
    /// The document type of the invoice, as an override.
    OverrideInvoiceDocumentType, "A document type by base and sub type.", others false, required ["docBaseType"], {
        "docBaseType" code("For example `ARI`.");
        "docSubType" code("");
    }
}

object! {
    /// The body of `POST …/candidates/edit`.
    EditBody, "`changes`, `active` or both. Unknown members are errors.", others false, required ["selection"], {
        "selection" block("SelectionData");
        "changes" block("EditChanges");
        "active" flag("False puts the candidates aside, true takes them back.");
    }
}

object! {
    /// What becomes of the members of many candidates.
    EditChanges, "By member; what is absent stays. Values of `set` are those of an override.", others false, required [], {
        "qty" block("EditChange");
        "uomCode" block("EditChange");
        "price" block("EditChange");
        "currencyCode" block("EditChange");
        "discount" block("EditChange");
        "pricingSystemCode" block("EditChange");
        "productCode" block("EditChange");
        "productDescription" block("EditChange");
        "description" block("EditChange");
        "bpartner" block("EditChange");
        "location" block("EditChange");
        "contact" block("EditChange");
        "billBPartner" block("EditChange");
        "dropShipBPartner" block("EditChange");
        "handOverBPartner" block("EditChange");
        "poReference" block("EditChange");
        "dateOrdered" block("EditChange");
        "dateRequired" block("EditChange");
        "presetDateInvoiced" block("EditChange");
        "presetDateShipped" block("EditChange");
        "orderDocType" block("EditChange");
        "invoiceDocType" block("EditChange");
        "paymentRule" block("EditChange");
        "paymentTerm" block("EditChange");
        "shipper" block("EditChange");
        "salesPartnerCode" block("EditChange");
        "warehouseCode" block("EditChange");
        "warehouseDestCode" block("EditChange");
        "deliveryRule" block("EditChange");
        "deliveryViaRule" block("EditChange");
        "line" block("EditChange");
    }
}

object! {
    /// What becomes of a member.
    EditChange, "Exactly one of the three.", others false, required [], {
        "set" anything("The value, as in an override.");
        "changeBy" code("A step from the value that holds, with a sign: for qty, price and discount a percentage \
            (`+10%`) or an amount (`-2.5`), for dates days (`+3`). Quantity and discount are computed exactly, a price is \
            rounded half up to the digits of its price list, or to 4 where no list holds. A candidate without a \
            value of its own, as one whose price comes from the list, is refused.");
        "clear" flag("True takes the override back, and the imported value holds again.");
    }
}

/// The schemas that candidates are made of.
fn parts(schemas: &mut Vec<(String, Property)>) {
    let all: [Part; 25] = [
        ("VoidBody", VoidBody::schema),
        ("LoginBody", LoginBody::schema),
        ("ProcessSettingsBody", ProcessSettingsBody::schema),
        ("NumberPatternData", NumberPatternData::schema),
        ("SelectionBody", SelectionBody::schema),
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
    use crate::selection::{BodyMembers, FilterMembers, SelectionMembers};

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
