//! Snapshots of partners, locations and contacts, which orders keep.

use orderdock_domain::masterdata::{Contact, Defaults, Location, Partner};
use serde_json::Value;

use super::{ObjectReader, ObjectWriter, Snapshot};

impl Snapshot for Partner {
    fn write(&self, json: &mut String) {
        let Self {
            id,
            organisation,
            version,
            active,
            code,
            external_id,
            name,
            name2,
            name3,
            company_name,
            group,
            phone,
            language,
            url,
            url2,
            url3,
            global_id,
            vat_id,
            parent,
            customer,
            vendor,
            invoice_rule,
            sales_code,
            tax_exempt,
            defaults,
        } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("id", id);
        object.member("organisation", organisation);
        object.member("version", version);
        object.member("active", active);
        object.member("code", code);
        object.member("external_id", external_id);
        object.member("name", name);
        object.member("name2", name2);
        object.member("name3", name3);
        object.member("company_name", company_name);
        object.member("group", group);
        object.member("phone", phone);
        object.member("language", language);
        object.member("url", url);
        object.member("url2", url2);
        object.member("url3", url3);
        object.member("global_id", global_id);
        object.member("vat_id", vat_id);
        object.member("parent", parent);
        object.member("customer", customer);
        object.member("vendor", vendor);
        object.member("invoice_rule", invoice_rule);
        object.member("sales_code", sales_code);
        object.member("tax_exempt", tax_exempt);
        object.member("defaults", defaults);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            id: object.member("id")?,
            organisation: object.member("organisation")?,
            version: object.member("version")?,
            active: object.member("active")?,
            code: object.member("code")?,
            external_id: object.member("external_id")?,
            name: object.member("name")?,
            name2: object.member("name2")?,
            name3: object.member("name3")?,
            company_name: object.member("company_name")?,
            group: object.member("group")?,
            phone: object.member("phone")?,
            language: object.member("language")?,
            url: object.member("url")?,
            url2: object.member("url2")?,
            url3: object.member("url3")?,
            global_id: object.member("global_id")?,
            vat_id: object.member("vat_id")?,
            parent: object.member("parent")?,
            customer: object.member("customer")?,
            vendor: object.member("vendor")?,
            invoice_rule: object.member("invoice_rule")?,
            sales_code: object.member("sales_code")?,
            tax_exempt: object.member("tax_exempt")?,
            defaults: object.member("defaults")?,
        })
    }
}

impl Snapshot for Location {
    fn write(&self, json: &mut String) {
        let Self {
            id,
            partner,
            organisation,
            version,
            active,
            external_id,
            gln,
            name,
            bpartner_name,
            address1,
            address2,
            address3,
            address4,
            po_box,
            postal,
            city,
            district,
            region,
            country,
            ship_to,
            ship_to_default,
            bill_to,
            bill_to_default,
            postal_code,
        } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("id", id);
        object.member("partner", partner);
        object.member("organisation", organisation);
        object.member("version", version);
        object.member("active", active);
        object.member("external_id", external_id);
        object.member("gln", gln);
        object.member("name", name);
        object.member("bpartner_name", bpartner_name);
        object.member("address1", address1);
        object.member("address2", address2);
        object.member("address3", address3);
        object.member("address4", address4);
        object.member("po_box", po_box);
        object.member("postal", postal);
        object.member("city", city);
        object.member("district", district);
        object.member("region", region);
        object.member("country", country);
        object.member("ship_to", ship_to);
        object.member("ship_to_default", ship_to_default);
        object.member("bill_to", bill_to);
        object.member("bill_to_default", bill_to_default);
        object.member("postal_code", postal_code);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            id: object.member("id")?,
            partner: object.member("partner")?,
            organisation: object.member("organisation")?,
            version: object.member("version")?,
            active: object.member("active")?,
            external_id: object.member("external_id")?,
            gln: object.member("gln")?,
            name: object.member("name")?,
            bpartner_name: object.member("bpartner_name")?,
            address1: object.member("address1")?,
            address2: object.member("address2")?,
            address3: object.member("address3")?,
            address4: object.member("address4")?,
            po_box: object.member("po_box")?,
            postal: object.member("postal")?,
            city: object.member("city")?,
            district: object.member("district")?,
            region: object.member("region")?,
            country: object.member("country")?,
            ship_to: object.member("ship_to")?,
            ship_to_default: object.member("ship_to_default")?,
            bill_to: object.member("bill_to")?,
            bill_to_default: object.member("bill_to_default")?,
            postal_code: object.member("postal_code")?,
        })
    }
}

impl Snapshot for Contact {
    fn write(&self, json: &mut String) {
        let Self {
            id,
            partner,
            organisation,
            version,
            active,
            external_id,
            code,
            name,
            greeting,
            first_name,
            last_name,
            email,
            phone,
            mobile_phone,
            fax,
            description,
            newsletter,
            default_contact,
            ship_to_default,
            bill_to_default,
            sales,
            sales_default,
            purchase,
            purchase_default,
            subject_matter,
        } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("id", id);
        object.member("partner", partner);
        object.member("organisation", organisation);
        object.member("version", version);
        object.member("active", active);
        object.member("external_id", external_id);
        object.member("code", code);
        object.member("name", name);
        object.member("greeting", greeting);
        object.member("first_name", first_name);
        object.member("last_name", last_name);
        object.member("email", email);
        object.member("phone", phone);
        object.member("mobile_phone", mobile_phone);
        object.member("fax", fax);
        object.member("description", description);
        object.member("newsletter", newsletter);
        object.member("default_contact", default_contact);
        object.member("ship_to_default", ship_to_default);
        object.member("bill_to_default", bill_to_default);
        object.member("sales", sales);
        object.member("sales_default", sales_default);
        object.member("purchase", purchase);
        object.member("purchase_default", purchase_default);
        object.member("subject_matter", subject_matter);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            id: object.member("id")?,
            partner: object.member("partner")?,
            organisation: object.member("organisation")?,
            version: object.member("version")?,
            active: object.member("active")?,
            external_id: object.member("external_id")?,
            code: object.member("code")?,
            name: object.member("name")?,
            greeting: object.member("greeting")?,
            first_name: object.member("first_name")?,
            last_name: object.member("last_name")?,
            email: object.member("email")?,
            phone: object.member("phone")?,
            mobile_phone: object.member("mobile_phone")?,
            fax: object.member("fax")?,
            description: object.member("description")?,
            newsletter: object.member("newsletter")?,
            default_contact: object.member("default_contact")?,
            ship_to_default: object.member("ship_to_default")?,
            bill_to_default: object.member("bill_to_default")?,
            sales: object.member("sales")?,
            sales_default: object.member("sales_default")?,
            purchase: object.member("purchase")?,
            purchase_default: object.member("purchase_default")?,
            subject_matter: object.member("subject_matter")?,
        })
    }
}

impl Snapshot for Defaults {
    fn write(&self, json: &mut String) {
        let Self {
            pricing_system,
            payment_rule,
            payment_term,
            shipper,
            warehouse,
            delivery_rule,
            delivery_via_rule,
        } = self;
        let mut object = ObjectWriter::begin(json);
        object.member("pricing_system", pricing_system);
        object.member("payment_rule", payment_rule);
        object.member("payment_term", payment_term);
        object.member("shipper", shipper);
        object.member("warehouse", warehouse);
        object.member("delivery_rule", delivery_rule);
        object.member("delivery_via_rule", delivery_via_rule);
        object.end();
    }

    fn read(value: &Value) -> Option<Self> {
        let object = ObjectReader::of(value)?;
        Some(Self {
            pricing_system: object.member("pricing_system")?,
            payment_rule: object.member("payment_rule")?,
            payment_term: object.member("payment_term")?,
            shipper: object.member("shipper")?,
            warehouse: object.member("warehouse")?,
            delivery_rule: object.member("delivery_rule")?,
            delivery_via_rule: object.member("delivery_via_rule")?,
        })
    }

    /// Partners were stored without defaults before there were any.
    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}
