//! The members of partners, locations, contacts and products that senders send and records keep, each described once.
//!
//! From these tables come the blocks of a row as they are sent and the records as they are kept, what a row's content
//! says, how a row is written onto a record, the columns of the store, what an order keeps of its parties, and at the
//! interface the bodies, the answers and the fields of master data. What stands beside them is written by hand: ids,
//! organisation and version, whether a record is active, and what only senders or only records have.

/// Hands the table of business partners to another macro, behind what that one says of its own, as
/// [`candidate_members!`](crate::candidate_members) does.
///
/// A line begins with the field of what is sent. Four groups follow:
///
/// - what is sent: its type and its member in JSON;
/// - what the record has of it: `optional`, which null clears, `given` from its first moment, `set` to a first value, or
///   `found` by its name and `needed` as such, which are written by hand; the field with its type, and its column where
///   that is called otherwise;
/// - what it is in answers, if it is there: a `name` that is always there, a `text`, or a `flag`;
/// - what the description of the interface says of it as it is sent, and its field of master data: how it is written
///   there and its words, or the whole field.
///
/// The order counts: the hashes of contents depend on it, so a new member comes last.
#[macro_export]
macro_rules! partner_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            code { Code, "code" } { given code: Code, [] } (text) { "" (CODE) };
            external_id { Code, "externalId" } { optional external_id: Option<Code>, [] } (text) { "" (EXTERNAL_ID) };
            name { Name, "name" } { given name: Name, [] } (name) { "" (NAME) };
            name2 { Name, "name2" } { optional name2: Option<Name>, [] } (text) { "" optional "Second name" };
            name3 { Name, "name3" } { optional name3: Option<Name>, [] } (text) { "" optional "Third name" };
            company_name { Name, "companyName" } { optional company_name: Option<Name>, [] } (text)
                { "" optional "Name of the company" };
            group { Name, "group" } { found group: Option<PartnerGroupId>, [bpartner_group_id] } ()
                { "Name of a partner group. The group is created if it does not exist."
                    (optional("group", Reference(KindName::PartnerGroups), "Name of the partner group")) };
            phone { Name, "phone" } { optional phone: Option<Name>, [] } (text) { "" optional "Telephone" };
            language { Code, "language" } { optional language: Option<Code>, [] } (text) { "" optional "Language" };
            url { OneLine, "url" } { optional url: Option<Text>, [] } (text) { "" optional "Web page" };
            url2 { OneLine, "url2" } { optional url2: Option<Text>, [] } (text) { "" optional "Second web page" };
            url3 { OneLine, "url3" } { optional url3: Option<Text>, [] } (text) { "" optional "Third web page" };
            global_id { Code, "globalId" } { optional global_id: Option<Code>, [] } (text) { "" optional "Global id" };
            vat_id { Code, "vatId" } { optional vat_id: Option<Code>, [] } (text) { "" optional "VAT id" };
            parent_id { RecordId, "parentId" } { found parent: Option<PartnerId>, [parent_id] } ()
                { "Record id of the parent partner."
                    (optional("parent", Reference(KindName::Partners), "Code of the parent partner")) };
            customer { bool, "customer" } { set customer: bool = true, [] } (flag)
                { "" on "Whether the partner is a customer" };
            vendor { bool, "vendor" } { set vendor: bool = false, [] } (flag)
                { "" off "Whether the partner is a vendor" };
            invoice_rule { Code, "invoiceRule" } { optional invoice_rule: Option<Code>, [] } ()
                { "" optional "Invoice rule" };
        }
    };
}

/// The table of the locations of a partner, as [`partner_members!`](crate::partner_members) is that of partners.
#[macro_export]
macro_rules! location_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            external_id { Code, "externalId" } { optional external_id: Option<Code>, [] } (text) { "" (EXTERNAL_ID) };
            gln { Code, "gln" } { optional gln: Option<Code>, [] } (text) { "" optional "Global location number" };
            name { Name, "name" } { optional name: Option<Name>, [] } (text) { "" optional "Name" };
            bpartner_name { Name, "bpartnerName" } { optional bpartner_name: Option<Name>, [] } (text)
                { "" optional "Name of the partner at this address" };
            address1 { Name, "address1" } { optional address1: Option<Name>, [] } (text)
                { "" optional "Address, first line" };
            address2 { Name, "address2" } { optional address2: Option<Name>, [] } (text)
                { "" optional "Address, second line" };
            address3 { Name, "address3" } { optional address3: Option<Name>, [] } (text)
                { "" optional "Address, third line" };
            address4 { Name, "address4" } { optional address4: Option<Name>, [] } (text)
                { "" optional "Address, fourth line" };
            po_box { Name, "poBox" } { optional po_box: Option<Name>, [] } (text) { "" optional "Post-office box" };
            postal { Code, "postal" } { optional postal: Option<Code>, [] } (text)
                { "Linked to the postal code record of the country. If there is none, it is stored with a warning."
                    optional "Postal code" };
            city { Name, "city" } { optional city: Option<Name>, [] } (text) { "" optional "City" };
            district { Name, "district" } { optional district: Option<Name>, [] } (text) { "" optional "District" };
            region { Name, "region" } { optional region: Option<Name>, [] } (text) { "" optional "Region" };
            country_code { Code, "countryCode" } { needed country: CountryCode, [] } ()
                { "Two-letter country code (ISO 3166-1)." (COUNTRY) };
            ship_to { bool, "shipTo" } { set ship_to: bool = true, [] } (flag)
                { "" on "Whether goods can be shipped to the location" };
            ship_to_default { bool, "shipToDefault" } { set ship_to_default: bool = false, [] } (flag)
                { "" off "Whether it is the default ship-to location; true for the first location of a new partner" };
            bill_to { bool, "billTo" } { set bill_to: bool = true, [] } (flag)
                { "" on "Whether invoices can be sent to the location" };
            bill_to_default { bool, "billToDefault" } { set bill_to_default: bool = false, [] } (flag)
                { "" off "Whether it is the default bill-to location; true for the first location of a new partner" };
        }
    };
}

/// The table of the contacts of a partner, as [`partner_members!`](crate::partner_members) is that of partners.
#[macro_export]
macro_rules! contact_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            external_id { Code, "externalId" } { optional external_id: Option<Code>, [] } (text) { "" (EXTERNAL_ID) };
            code { Code, "code" } { optional code: Option<Code>, [] } (text) { "" optional "Search key" };
            name { Name, "name" } { given name: Name, [] } (name) { "" (NAME) };
            greeting { Name, "greeting" } { optional greeting: Option<Name>, [] } (text) { "" optional "Greeting" };
            first_name { Name, "firstName" } { optional first_name: Option<Name>, [] } (text)
                { "" optional "First name" };
            last_name { Name, "lastName" } { optional last_name: Option<Name>, [] } (text) { "" optional "Last name" };
            email { Name, "email" } { optional email: Option<Name>, [] } (text) { "" optional "E-mail address" };
            phone { Name, "phone" } { optional phone: Option<Name>, [] } (text) { "" optional "Telephone" };
            mobile_phone { Name, "mobilePhone" } { optional mobile_phone: Option<Name>, [] } (text)
                { "" optional "Mobile telephone" };
            fax { Name, "fax" } { optional fax: Option<Name>, [] } (text) { "" optional "Fax" };
            description { Text, "description" } { optional description: Option<Text>, [] } (text)
                { "" optional "Description" };
            newsletter { bool, "newsletter" } { set newsletter: bool = false, [] } (flag)
                { "" off "Whether the contact wants the newsletter" };
            default_contact { bool, "defaultContact" } { set default_contact: bool = false, [] } (flag)
                { "" off "Whether it is the default contact of the partner" };
            ship_to_default { bool, "shipToDefault" } { set ship_to_default: bool = false, [] } (flag)
                { "" off "Whether it is the default contact for shipments" };
            bill_to_default { bool, "billToDefault" } { set bill_to_default: bool = false, [] } (flag)
                { "" off "Whether it is the default contact for invoices" };
            sales { bool, "sales" } { set sales: bool = false, [] } (flag) { "" off "Whether it is a sales contact" };
            sales_default { bool, "salesDefault" } { set sales_default: bool = false, [] } (flag)
                { "" off "Whether it is the default sales contact" };
            purchase { bool, "purchase" } { set purchase: bool = false, [] } (flag)
                { "" off "Whether it is a purchase contact" };
            purchase_default { bool, "purchaseDefault" } { set purchase_default: bool = false, [] } (flag)
                { "" off "Whether it is the default purchase contact" };
            subject_matter { bool, "subjectMatter" } { set subject_matter: bool = false, [] } (flag)
                { "" off "Whether it is a subject-matter contact" };
        }
    };
}

/// The table of products, as [`partner_members!`](crate::partner_members) is that of partners.
#[macro_export]
macro_rules! product_members {
    ($use:ident! $context:tt) => {
        $use! { $context
            code { Code, "code" } { given code: Code, [] } () { "" (CODE) };
            external_id { Code, "externalId" } { optional external_id: Option<Code>, [] } () { "" (EXTERNAL_ID) };
            name { Name, "name" } { given name: Name, [] } () { "" (NAME) };
            product_type { ProductType, "type" } { set product_type: ProductType = ProductType::Item, [type] } ()
                { "" (optional("type", Word(&["ITEM", "SERVICE"]), "Item or service").or("ITEM")) };
        }
    };
}
